//===- ShortForms.h - instructions of pair words ----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The short forms of td/Schema/Pair.td as bits: the fixed bits of the slot, the
// fixed bits of the instruction word that it denotes, and where the operands of
// that word come from. The reader reports records that are no such forms.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_SHORTFORMS_H
#define MATRIX_TBLGEN_SHORTFORMS_H

#include "Model/Model.h"
#include <cstdint>
#include <string>
#include <vector>

namespace matrix::tblgen {

/// An operand of the word: (field << Shift) + Base, where the field is that of
/// the slot. Operands may share a field.
struct ShortOperand {
  std::string Name;
  unsigned Low, Width; // in the slot
  bool Signed;
  unsigned Shift;
  int64_t Base;
  std::vector<BitRun> Runs; // in the word
  unsigned RawWidth;        // of all runs
};

struct ShortForm {
  const llvm::Record *Def = nullptr;
  const Instruction *Of = nullptr;
  uint32_t SlotMask = 0, SlotValue = 0;
  uint32_t WordMask = 0, WordValue = 0; // with constant operands
  std::vector<ShortOperand> Operands;   // without constants
  bool First = false, Second = false;   // slots
};

/// Pair words: their fixed bits, and the size of a slot. The first slot is
/// above the second, which has the lowest bits.
struct PairWords {
  uint32_t Mask = 0, Value = 0;
  unsigned SlotBits = 0; // 0: there are none
};

PairWords readPairWords(const llvm::RecordKeeper &records);
/// Returns the forms without errors, in order of definition.
std::vector<ShortForm> readShortForms(const Model &m);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_SHORTFORMS_H
