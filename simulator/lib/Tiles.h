//===- Tiles.h - the functions of tile and row instructions -----*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_TILES_H
#define MATRIX_SIMULATOR_TILES_H

#include "Core.h"

#define MATRIX_SIM_JOIN(a, b) a##b
#define MATRIX_SIM_TABLE(host) MATRIX_SIM_JOIN(tileFunctions_, host)

namespace matrix {
namespace sim {

/// The functions of a geometry by opcode, null for scalar instructions; for the
/// best host that this one is. Results are the same on all.
const TileFunction *tileFunctions(int rows, int rowBytes);

// One per kind of host (simulator/Hosts.cmake).
const TileFunction *tileFunctions_generic(int rows, int rowBytes);
#ifdef MATRIX_SIM_HAS_avx2
const TileFunction *tileFunctions_avx2(int rows, int rowBytes);
#endif
#ifdef MATRIX_SIM_HAS_avx512
const TileFunction *tileFunctions_avx512(int rows, int rowBytes);
#endif

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_TILES_H
