//===- Quantity.h - numbers with units in messages --------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Formats a number with its unit in singular or plural. The plural is the unit
// with an s, so that units with an irregular plural are not supported.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_QUANTITY_H
#define MATRIX_SIMULATOR_QUANTITY_H

#include <cstdint>
#include <string>

namespace matrix {
namespace sim {

/// Examples: "1 core", "4 cores".
inline std::string quantity(uint64_t number, const char *unit) {
  return std::to_string(number) + " " + unit + (number == 1 ? "" : "s");
}

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_QUANTITY_H
