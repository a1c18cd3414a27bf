//===- Tiles.cpp - the generated tile functions, for one kind of host -----===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled once per MATRIX_SIM_HOST, with the options of that host. Everything
// but the table is local, so that no code leaks to hosts that can't run it.
//
//===----------------------------------------------------------------------===//

#include "Tiles.h"
#include "Numerics.h"
#include <utility>

namespace matrix {
namespace sim {
namespace {

#include "TileKernels.h"

#define GET_TILE_FUNCTIONS
#include "MatrixSimTile.inc"
#undef GET_TILE_FUNCTIONS

#define SCALAR(name, ...) nullptr,
#define MEMORY(name, ...) nullptr,
#define BRANCH(name, ...) nullptr,
#define GOTO(name, ...) nullptr,
#define INDIRECT(name, ...) nullptr,
#define SYSTEM(name, ...) nullptr,
#define ROWS(name) &name,

/// By opcode.
template <int R, int RB> struct Table {
  static constexpr TileFunction functions[] = {
#define TILES(name) &name<R, RB>,
#include "MatrixSimScalar.inc"
#undef TILES
  };
};

/// Without tile registers.
template <> struct Table<0, 0> {
  static constexpr TileFunction functions[] = {
#define TILES(name) nullptr,
#include "MatrixSimScalar.inc"
#undef TILES
  };
};

} // namespace

const TileFunction *MATRIX_SIM_TABLE(MATRIX_SIM_HOST)(int rows, int rowBytes) {
#define GEOMETRY(r, rb)                                                        \
  if (rows == r && rowBytes == rb)                                             \
    return Table<r, rb>::functions;
#define GET_GEOMETRIES
#include "MatrixSimTile.inc"
  return Table<0, 0>::functions;
}

} // namespace sim
} // namespace matrix
