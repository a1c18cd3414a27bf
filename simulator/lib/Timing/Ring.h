//===- Ring.h - distances and ports of the ring -----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_TIMING_RING_H
#define MATRIX_SIMULATOR_TIMING_RING_H

#include <algorithm>
#include <cstdint>

namespace matrix {
namespace sim {

/// Hops between two cores in the shorter direction. `stops` are the cores of
/// the variant, also those that don't run.
inline unsigned ringDistance(unsigned from, unsigned to, unsigned stops) {
  unsigned apart = from < to ? to - from : from - to;
  return std::min(apart, stops - apart);
}

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_TIMING_RING_H
