//===- SimRows.h - row instructions of the simulator ------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Generators of the simulator's functions for row instructions, and of the
// members for row memories and configuration state. All of them write C++ for
// inclusion into a file of the simulator, which defines Core and Decoded.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_SIMROWS_H
#define MATRIX_TBLGEN_SIMROWS_H

#include "Model/Model.h"
#include "llvm/Support/raw_ostream.h"

namespace matrix::tblgen {

/// void <name>(Core &core, const Decoded &insn).
void emitRowFunction(const Instruction &inst, llvm::raw_ostream &os);

/// Row memories, as members of a structure without initializers.
void emitRowMemories(const llvm::RecordKeeper &records, llvm::raw_ostream &os);

/// Configuration state, as members of a structure.
void emitRowState(const llvm::RecordKeeper &records, llvm::raw_ostream &os);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_SIMROWS_H
