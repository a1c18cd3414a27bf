//===- SimTile.h - tile instructions of the simulator -----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Generator of the simulator's functions for tile instructions.
// SimTileFiles.cpp distributes them over files; the simulator instantiates them
// for each geometry.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_SIMTILE_H
#define MATRIX_TBLGEN_SIMTILE_H

#include "Model/Model.h"

namespace matrix::tblgen {

/// Emits template <int R, int RB> void <name>(Core &core, const Decoded &insn).
void emitTileFunction(const Instruction &inst, llvm::raw_ostream &os);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_SIMTILE_H
