//===- Tiles.h - implementations of tile and row instructions ---*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tables of the generated implementations, compiled for several hosts. A table
// is selected in three steps: host type, file, geometry. The result is a
// function pointer for each opcode, which the interpreter calls without further
// tests.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_TILES_H
#define MATRIX_SIMULATOR_TILES_H

#include "Core/Core.h"
#include <vector>

namespace matrix {
namespace sim {

/// Returns the functions of one file for a geometry.
using TileList = const TileFunction *(int rows, int rowBytes);

/// A host type that tile functions are compiled for (simulator/Hosts.cmake).
/// Results are identical on all of them.
struct TileHost {
  const char *name;
  TileList *const *lists; // by file
};

/// Host types this machine supports, the fastest first.
std::vector<TileHost> tileHosts();

/// Functions of a geometry by opcode; null for scalar instructions.
std::vector<TileFunction> tileFunctions(const TileHost &host, int rows,
                                        int rowBytes);

// Name of the function that returns the list of a host and a file.
#define MATRIX_SIM_JOIN(host, shard) tileFunctions_##host##_##shard
#define MATRIX_SIM_LIST(host, shard) MATRIX_SIM_JOIN(host, shard)

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_TILES_H
