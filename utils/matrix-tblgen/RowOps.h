//===- RowOps.h - row instructions as operations ----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an instruction on rows is in MLIR: a flat list of inputs. Operands that
// are packed of several fields and state that the meaning reads become inputs
// of their own, so that meanings name nothing but inputs.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_ROWOPS_H
#define MATRIX_TBLGEN_ROWOPS_H

#include "Model.h"
#include <string>
#include <vector>

namespace matrix::tblgen {

/// A number, a tile or an address that configuration leaves behind.
struct StateSlot {
  const llvm::Record *State;
  std::string Field; // of the address in a PointerState; empty: the state
  bool operator==(const StateSlot &o) const {
    return State == o.State && Field == o.Field;
  }
  std::string name() const;
};

/// Every slot of the description: a program has one value for each.
std::vector<StateSlot> stateSlots(const Model &model);

struct RowInput {
  enum Use { Place, Count, General, Float, Immediate } Kind;
  std::string Name;
  const Operand *Source = nullptr; // Place, General, Immediate: in the word
  int Slot = -1;                   // state instead: index into stateSlots
  // Of the word that the instruction is given for operand `Word`.
  int Word = -1;
  unsigned Low = 0, Width = 64;
  int64_t Min = 0, Max = 0; // Count, Immediate
  // Place
  const llvm::Record *Format = nullptr, *Space = nullptr;
  Extent Rows, Columns;
  bool Read = false, Written = false;
  int Stride = -1; // the input that holds the distance of rows
};

struct RowForm {
  Expr Meaning; // operands and states are numbers of inputs
  std::vector<std::pair<int, int64_t>> Requires; // input, value
  bool Also;
};

struct RowOp {
  std::vector<RowInput> Inputs; // those of the instruction, then states
  std::vector<RowForm> Forms;
  std::vector<std::pair<int, int>> Writes; // slot, input whose value it gets
  unsigned Words;
};

RowOp rowOpOf(const Instruction &inst, const Model &model);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_ROWOPS_H
