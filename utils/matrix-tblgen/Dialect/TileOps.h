//===- TileOps.h - tile instructions as operations --------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared by generators for MLIR and LLVM IR: the instructions of an operation,
// and the lowering of each operand. An operation stands for all instructions of
// one base mnemonic, which differ only in the formats of their operands.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_TILEOPS_H
#define MATRIX_TBLGEN_TILEOPS_H

#include "Model/Model.h"
#include <map>
#include <string>
#include <vector>

namespace matrix::tblgen {

/// The part of an operand in an operation, as in InstructionTable.h.
enum class OperandUse {
  Tile,
  General,
  Float,
  Immediate,
  Base,   // address of a load or store: a memref and indices
  Offset, // rows added to it
  Stride  // follows from the memref
};

llvm::StringRef useName(OperandUse use);
/// `operand`: index of an input in Operands.
OperandUse useOf(const Instruction &inst, int operand);

/// Returns the load or store within semantics, or null.
const Expr *findMemoryAccess(const Expr &e);

/// Returns true for instructions that move whole rows without interpretation,
/// which apply to tiles of every element width.
bool isWidthFree(const Instruction &inst);

/// Returns the indices of the inputs in order.
std::vector<int> inputsOf(const Instruction &inst);

/// Returns the suffix of the mnemonic without its leading dot.
std::string suffixOf(const Instruction &inst);

/// Returns tile instructions by base mnemonic, each list ordered by name.
/// Instructions of one base mnemonic must have the same operands except for
/// formats; differences are errors at the record.
std::map<std::string, std::vector<const Instruction *>>
operationsOf(const Model &model);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_TILEOPS_H
