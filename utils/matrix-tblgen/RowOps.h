//===- RowOps.h - row instructions as operations ----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an instruction on rows is in MLIR: one operation for each form of its
// meaning, with a flat list of inputs. Fields of packed operands and state that
// the form reads become inputs of their own, so that its tree names nothing but
// inputs; what selects the form becomes constants and requirements.
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
  std::string Field; // of a PointerState; empty: the address, or the state
  bool operator==(const StateSlot &o) const {
    return State == o.State && Field == o.Field;
  }
  std::string name() const;
};

/// Of a field's record; empty without one.
std::string fieldName(const llvm::Record *field);

/// The tile behind paddings.
const Expr &unpadded(const Expr &e);

/// Where the tiles stand that a TileState is set to.
const llvm::Record *spaceOf(const llvm::Record *state, const Model &model,
                            unsigned depth = 0);

/// Every slot of the description: a program has one value for each.
std::vector<StateSlot> stateSlots(const Model &model);

struct RowInput {
  enum Use { Place, Count, General, Float, Immediate } Kind = General;
  std::string Name;
  // Where it comes from: an operand or a state, as that tile, or a field of it.
  int Operand = -1;
  const llvm::Record *State = nullptr, *View = nullptr;
  std::string Field;
  int Slot = -1; // of the state
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
  Expr Meaning; // operands are numbers of inputs; root: Set
  bool Also;
};

struct RowOp {
  std::vector<RowInput> Inputs;
  std::vector<RowForm> Forms; // none: configuration only
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
  bool Padded = false; // fixed extents are the most that there can be
  unsigned Words;
};

/// Forms that selection has no use for are left out.
std::vector<RowOp> rowOpsOf(const Instruction &inst, const Model &model);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_ROWOPS_H
