//===- RowInputs.h - inputs of operations on rows ---------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_ROWINPUTS_H
#define MATRIX_TBLGEN_ROWINPUTS_H

#include "RowOps.h"

namespace matrix::tblgen {

/// Gives an operation the inputs that its forms name, each once, by number.
class RowInputs {
public:
  /// Operands become inputs at once; those that are packed when a field of
  /// theirs is named.
  RowInputs(const Instruction &inst, const Model &model, RowOp &op);

  int stateInput(const llvm::Record *state);
  int fieldInput(int operand, const llvm::Record *field);
  /// Of an operand, a state or a view.
  int placeOf(const Expr &e);
  /// Of the whole word that a PointerState is set to: an address, and counts of
  /// whatever tile is there.
  int pointPlace(int operand);
  /// An extent whose count is the number of an input. It is no larger than
  /// `most`.
  Extent inInputs(Extent e, int64_t most);

  const std::vector<StateSlot> &stateSlots() const { return slots; }
  int slotOf(const llvm::Record *state, const std::string &field = "") const;

private:
  void addOperand(int index);
  void addRows(const Operand &o, RowInput key);
  bool counts(int operand) const;
  int input(RowInput key);
  int countInput(const Extent &e, int64_t most);
  void setExtents(int place, const Shape &size);
  int viewPlace(const llvm::Record *tile, const Expr &at);

  const Instruction &inst;
  const Model &model;
  const std::vector<StateSlot> slots;
  RowOp &op;
};

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_ROWINPUTS_H
