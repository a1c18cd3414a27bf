//===- Pairs.h - words of two short instructions ----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Converts between a pair word and the two instruction words that it stands
// for, by the generated tables of short forms. A word has a short form if its
// fixed bits agree and each operand less the base, divided by the scale, fits
// in its field; operands that share a field must agree. Without LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SUPPORT_PAIRS_H
#define MATRIX_SUPPORT_PAIRS_H

#include "matrix/Description/PairTables.h"
#include <cstddef>
#include <optional>

namespace matrix {

inline bool isPair(uint32_t word) {
  return (word & desc::pairMask) == desc::pairValue;
}

namespace pairs {

inline uint32_t lowBits(unsigned count) {
  return uint32_t((uint64_t(1) << count) - 1);
}
inline int64_t signExtended(uint32_t value, unsigned width) {
  return int64_t(uint64_t(value) << (64 - width)) >> (64 - width);
}

/// Returns the field of the slot for an operand of the word, if it has one.
inline std::optional<uint32_t> fieldOf(const desc::ShortOperand &o,
                                       uint32_t word) {
  uint32_t raw = 0;
  for (const desc::ShortRun &run : o.runs)
    raw |= (word >> run.wordLow & lowBits(run.width)) << run.low;
  raw = (raw - uint32_t(int32_t(o.base))) & lowBits(o.wordWidth);
  int64_t value = o.isSigned ? signExtended(raw, o.wordWidth) : int64_t(raw);
  int64_t scaled = value >> o.shift;
  uint32_t field = uint32_t(scaled) & lowBits(o.width);
  int64_t back = o.isSigned ? signExtended(field, o.width) : int64_t(field);
  if (back * (int64_t(1) << o.shift) != value)
    return std::nullopt;
  return field << o.low;
}

/// Returns the bits of the operand in the word.
inline uint32_t operandOf(const desc::ShortOperand &o, uint32_t slot) {
  uint32_t field = slot >> o.low & lowBits(o.width);
  int64_t value = o.isSigned ? signExtended(field, o.width) : int64_t(field);
  value = value * (int64_t(1) << o.shift) + o.base;
  uint32_t word = 0;
  for (const desc::ShortRun &run : o.runs)
    word |= (uint32_t(value) >> run.low & lowBits(run.width)) << run.wordLow;
  return word;
}

inline std::optional<uint32_t> slotOf(const desc::ShortForm &form,
                                      uint32_t word) {
  uint32_t slot = form.slotValue, known = 0;
  for (size_t i = 0; i < form.numOperands; ++i) {
    const desc::ShortOperand &o = desc::shortOperands[form.firstOperand + i];
    std::optional<uint32_t> field = fieldOf(o, word);
    uint32_t bits = lowBits(o.width) << o.low;
    if (!field || ((known & bits) && (slot & bits) != *field))
      return std::nullopt;
    known |= bits;
    slot |= *field;
  }
  return slot;
}

} // namespace pairs

/// Returns the form of an instruction word in a slot, 0 or 1 in order of
/// execution; null if it has none.
inline const desc::ShortForm *formOf(uint32_t word, unsigned slot) {
  for (const desc::ShortForm &form : desc::shortForms)
    if (form.inSlot[slot] && (word & form.wordMask) == form.wordValue &&
        pairs::slotOf(form, word))
      return &form;
  return nullptr;
}

/// Returns the contents of the slot for an instruction word that has a form.
inline std::optional<uint32_t> shortened(uint32_t word, unsigned slot) {
  const desc::ShortForm *form = formOf(word, slot);
  return form ? pairs::slotOf(*form, word) : std::nullopt;
}

/// Returns the pair word of two instruction words.
inline std::optional<uint32_t> paired(uint32_t first, uint32_t second) {
  std::optional<uint32_t> a = shortened(first, 0), b = shortened(second, 1);
  if (!a || !b)
    return std::nullopt;
  return desc::pairValue | *a << desc::pairSlotBits | *b;
}

/// Returns the instruction word in a slot of a pair word, if it denotes one.
inline std::optional<uint32_t> expanded(uint32_t pair, unsigned slot) {
  uint32_t bits = slot == 0 ? pair >> desc::pairSlotBits : pair;
  bits &= pairs::lowBits(desc::pairSlotBits);
  for (const desc::ShortForm &form : desc::shortForms) {
    if (!form.inSlot[slot] || (bits & form.slotMask) != form.slotValue)
      continue;
    uint32_t word = form.wordValue;
    for (size_t i = 0; i < form.numOperands; ++i)
      word |=
          pairs::operandOf(desc::shortOperands[form.firstOperand + i], bits);
    return word;
  }
  return std::nullopt;
}

} // namespace matrix

#endif // MATRIX_SUPPORT_PAIRS_H
