//===- TileOps.h - tile instructions as operations --------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What generators for MLIR and LLVM IR share: which instructions stand
// behind one operation, and what becomes of each operand there.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_TILEOPS_H
#define MATRIX_TBLGEN_TILEOPS_H

#include "Model.h"
#include <map>
#include <string>
#include <vector>

namespace matrix::tblgen {

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
/// `operand`: index into Operands, an input.
OperandUse useOf(const Instruction &inst, int operand);

/// The load or store inside a meaning, or null.
const Expr *findMemoryAccess(const Expr &e);

/// Moves whole rows, whatever is in them: fits tiles of every element width.
bool isWidthFree(const Instruction &inst);

/// Indices of the inputs, in order.
std::vector<int> inputsOf(const Instruction &inst);

/// The part of the mnemonic behind the stem, without its dot.
std::string suffixOf(const Instruction &inst);

/// Tile instructions by stem, each list by name. Instructions of one stem have
/// the same operands, formats aside; anything else is an error at the record.
std::map<std::string, std::vector<const Instruction *>>
operationsOf(const Model &model);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_TILEOPS_H
