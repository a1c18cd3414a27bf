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
#include <vector>

namespace matrix {
namespace sim {

/// The functions in one file, for a geometry.
using TileList = const TileFunction *(int rows, int rowBytes);

/// A kind of host that tile functions are compiled for (simulator/Hosts.cmake).
/// Results are the same on all of them.
struct TileHost {
  const char *name;
  TileList *const *lists; // by file
};

/// Those that this machine is; the best one first.
std::vector<TileHost> tileHosts();

/// The functions of a geometry by opcode, null for scalar instructions.
std::vector<TileFunction> tileFunctions(const TileHost &host, int rows,
                                        int rowBytes);

// The function that gives the list of a host and a file.
#define MATRIX_SIM_JOIN(host, shard) tileFunctions_##host##_##shard
#define MATRIX_SIM_LIST(host, shard) MATRIX_SIM_JOIN(host, shard)

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_TILES_H
