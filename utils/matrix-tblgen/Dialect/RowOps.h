//===- RowOps.h - row instructions as operations ----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR operations of instructions on row memories: one operation per
// specialization, with a flat list of inputs. Fields of packed operands and
// state that the specialization reads become separate inputs; the selecting
// conditions become constants and requirements. The tree refers to inputs only.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_ROWOPS_H
#define MATRIX_TBLGEN_ROWOPS_H

#include "Model/Model.h"
#include <string>
#include <vector>

namespace matrix::tblgen {

/// A number, a tile or an address held in configuration state.
struct StateSlot {
  const llvm::Record *State;
  std::string Field; // of a PointerState; empty: address, or the state
  bool operator==(const StateSlot &o) const {
    return State == o.State && Field == o.Field;
  }
  std::string name() const;
};

/// Returns the name of a field's record; empty for null.
std::string fieldName(const llvm::Record *field);

/// Returns the tile below Pad nodes.
const Expr &unpadded(const Expr &e);

/// Returns the space of the tiles that a TileState is set to.
const llvm::Record *spaceOf(const llvm::Record *state, const Model &model,
                            unsigned depth = 0);

/// Returns all slots of the description; a program has one value for each.
std::vector<StateSlot> stateSlots(const Model &model);

/// An SSA operand or attribute of an operation on row memories, and the bits of
/// the instruction's operand or the state slot from which it is encoded.
struct RowInput {
  enum Use { MemRef, Count, General, Float, Immediate } Kind = General;
  std::string Name;
  // Origin: an operand or a state, as that tile, or a field of it.
  int Operand = -1;
  const llvm::Record *State = nullptr, *View = nullptr;
  std::string Field;
  int Slot = -1; // of the state
  // Within the word of the instruction's operand `Word`.
  int Word = -1;
  unsigned Low = 0, Width = 64;
  int64_t Min = 0, Max = 0; // Count, Immediate
  // Place
  const llvm::Record *Format = nullptr, *Space = nullptr;
  Extent Rows, Columns;
  bool Read = false, Written = false;
  int Stride = -1; // the input with the row stride
};

/// A tree that the operation matches. Additional ones are the expressions of
/// `AlsoMatches`.
struct RowPattern {
  Expr Semantics; // operands are input indices; root: Set
  bool Additional;
};

/// One specialization as an operation: it is selected if a pattern matches, and
/// encoded with the constants when the needed state is configured.
struct RowOp {
  std::vector<RowInput> Inputs;
  std::vector<RowPattern> Patterns; // empty: configuration only
  struct Write {
    int Slot;
    int Input; // whose value it gets; -1: Value
    int64_t Value;
  };
  std::vector<Write> Writes;
  std::vector<std::pair<int, int64_t>> Needs; // slot, value
  struct Constant {
    int Word;
    unsigned Low, Width;
    int64_t Value;
  };
  std::vector<Constant> Constants;
  bool Padded = false; // fixed extents are maxima
  unsigned Words;
};

/// Returns the operations of an instruction; specializations that selection
/// cannot use are omitted.
std::vector<RowOp> rowOpsOf(const Instruction &inst, const Model &model);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_ROWOPS_H
