//===- RowInputs.h - inputs of row operations -------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers the inputs of a specialization: operands, bit fields, configuration
// state and counts that its tree refers to. Equal origins share an input.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_ROWINPUTS_H
#define MATRIX_TBLGEN_ROWINPUTS_H

#include "Dialect/RowOps.h"

namespace matrix::tblgen {

/// Collects the distinct inputs that the specializations of an operation use.
class RowInputs {
public:
  /// Operands become inputs immediately; packed operands when one of their
  /// fields is used.
  RowInputs(const Instruction &inst, const Model &model, RowOp &op);

  int stateInput(const llvm::Record *state);
  int fieldInput(int operand, const llvm::Record *field);
  /// Returns the input of an operand, a state or a view.
  int placeOf(const Expr &e);
  /// Returns the input of a word that a PointerState latches: an address, and
  /// the counts of any tile at it.
  int pointPlace(int operand);
  /// Expresses a counted extent by the index of an input. The maximum is
  /// `maximum`.
  Extent inInputs(Extent e, int64_t maximum);

  const std::vector<StateSlot> &stateSlots() const { return slots; }
  int slotOf(const llvm::Record *state, const std::string &field = "") const;

private:
  void addOperand(int index);
  void addRows(const Operand &o, RowInput key);
  bool counts(int operand) const;
  int input(RowInput key);
  int countInput(const Extent &e, int64_t maximum);
  void setExtents(int place, const Shape &size);
  int viewPlace(const llvm::Record *tile, const Expr &at);

  const Instruction &inst;
  const Model &model;
  const std::vector<StateSlot> slots;
  RowOp &op;
};

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_ROWINPUTS_H
