//===- TileDispatch.cpp - selection of tile functions for the host --------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests the instruction set extensions of the host at run time, and assembles
// the table of functions by opcode from the lists of all files. The generated
// functions are distributed over several files, the shards, which compile in
// parallel; each opcode has an index of shard and position.
//
//===----------------------------------------------------------------------===//

#include "Tiles.h"
#include <iterator>

namespace matrix {
namespace sim {

//===----------------------------------------------------------------------===//
// Host types
//===----------------------------------------------------------------------===//

#define GET_SHARDS
#include "MatrixSimTile.inc"
#undef GET_SHARDS

#define DECLARE(host, shard) TileList MATRIX_SIM_LIST(host, shard);
#define REFER(host, shard) MATRIX_SIM_LIST(host, shard),
#define HOST(host)                                                             \
  MATRIX_SIM_SHARDS(DECLARE, host)                                             \
  static TileList *const lists_##host[] = {MATRIX_SIM_SHARDS(REFER, host)};

HOST(generic)
#ifdef MATRIX_SIM_HAS_avx2
HOST(avx2)
#endif
#ifdef MATRIX_SIM_HAS_avx512
HOST(avx512)
#endif

std::vector<TileHost> tileHosts() {
  std::vector<TileHost> hosts;
#ifdef MATRIX_SIM_HAS_avx512
  if (__builtin_cpu_supports("x86-64-v4"))
    hosts.push_back({"avx512", lists_avx512});
#endif
#ifdef MATRIX_SIM_HAS_avx2
  if (__builtin_cpu_supports("x86-64-v3"))
    hosts.push_back({"avx2", lists_avx2});
#endif
  hosts.push_back({"generic", lists_generic});
  return hosts;
}

//===----------------------------------------------------------------------===//
// Functions by opcode
//===----------------------------------------------------------------------===//

namespace {
/// Index of a function in the list of its file; scalar instructions have none.
struct FunctionIndex {
  int shard = -1;
  unsigned number = 0;
};
} // namespace

static const FunctionIndex functionIndices[] = {
#define NO_FUNCTION {},
#define FUNCTION_INDEX(shard, number) {shard, number},
#define GET_FUNCTION_INDICES
#include "MatrixSimTile.inc"
};

std::vector<TileFunction> tileFunctions(const TileHost &host, int rows,
                                        int rowBytes) {
  std::vector<TileFunction> functions;
  for (const FunctionIndex &index : functionIndices)
    functions.push_back(index.shard < 0 ? nullptr
                                        : host.lists[index.shard](
                                              rows, rowBytes)[index.number]);
  return functions;
}

} // namespace sim
} // namespace matrix
