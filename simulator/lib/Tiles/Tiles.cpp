//===- Tiles.cpp - generated tile functions for one host ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled once per MATRIX_SIM_HOST, with the compiler options of that host,
// and per MATRIX_SIM_SHARD, one of the files the functions are distributed
// over. Everything except the table is local, so that no code is shared with
// hosts that cannot execute it.
//
//===----------------------------------------------------------------------===//

#include "Tiles.h"
#include "Numerics/ScalarNumerics.h"
#include "Numerics/SmallFloat.h"
#include <utility>

namespace matrix {
namespace sim {
namespace {

#include "TileKernels.h"

#define GET_FUNCTIONS
#include MATRIX_SIM_SHARD_FILE
#undef GET_FUNCTIONS

#define GET_LIST
#define ROWS(name) &name,

template <int R, int RB> struct List {
  static constexpr TileFunction functions[] = {
#define TILES(name) &name<R, RB>,
#include MATRIX_SIM_SHARD_FILE
#undef TILES
      nullptr};
};

/// Variants without tile registers.
template <> struct List<0, 0> {
  static constexpr TileFunction functions[] = {
#define TILES(name) nullptr,
#include MATRIX_SIM_SHARD_FILE
#undef TILES
      nullptr};
};

#undef GET_LIST

} // namespace

const TileFunction *MATRIX_SIM_LIST(MATRIX_SIM_HOST,
                                    MATRIX_SIM_SHARD)(int rows, int rowBytes) {
#define GEOMETRY(r, rb)                                                        \
  if (rows == r && rowBytes == rb)                                             \
    return List<r, rb>::functions;
#define GET_GEOMETRIES
#include MATRIX_SIM_SHARD_FILE
  return List<0, 0>::functions;
}

} // namespace sim
} // namespace matrix
