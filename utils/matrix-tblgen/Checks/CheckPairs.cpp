//===- CheckPairs.cpp - short forms of pair words -------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks the short forms against each other: two forms that share a slot must
// differ in a bit that is fixed in both. The reader reports errors within a
// form. A message about an overlap lists the codes that are free in the slots
// of the form.
//
//===----------------------------------------------------------------------===//

#include "Checks/DescriptionChecks.h"
#include "Model/OpcodeMap.h"
#include "Model/ShortForms.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace matrix::tblgen;

static bool overlap(const ShortForm &a, const ShortForm &b) {
  bool together = (a.First && b.First) || (a.Second && b.Second);
  uint32_t both = a.SlotMask & b.SlotMask;
  return together && (a.SlotValue & both) == (b.SlotValue & both);
}

/// Returns the codes that no other form has in a slot of this one, as ranges of
/// whole slots.
static std::string freeCodes(ArrayRef<ShortForm> forms, const ShortForm &form,
                             unsigned slotBits) {
  std::string runs;
  bool isFree = false;
  for (uint32_t code = 0; code <= (1u << slotBits); ++code) {
    bool now = code < (1u << slotBits);
    for (const ShortForm &f : forms)
      now &= &f == &form ||
             !((f.First && form.First) || (f.Second && form.Second)) ||
             (code & f.SlotMask) != f.SlotValue;
    if (now && !isFree)
      runs += (runs.empty() ? "" : ", ") + formatv("{0:x}", code).str();
    else if (!now && isFree)
      runs += "-" + formatv("{0:x}", code - 1).str();
    isFree = now;
  }
  return runs.empty() ? "none" : runs;
}

/// The opcodes of pairs belong to no instruction.
static void checkOpcodes(Checks &c, const PairWords &words) {
  for (const Instruction &i : c.m.Instructions) {
    uint32_t both = words.Mask & i.Code.Mask;
    if (i.HasCode && words.SlotBits &&
        (words.Value & both) == (i.Code.Value & both))
      c.error(i.Def, "Op", "encoding of " + i.Name + " overlaps pair words",
              "free opcodes: " + OpcodeMap(c.m).freeOpcodes());
  }
}

void matrix::tblgen::checkPairs(Checks &c) {
  PairWords words = readPairWords(c.m.Records);
  checkOpcodes(c, words);
  std::vector<ShortForm> forms = readShortForms(c.m);
  for (size_t i = 0; i < forms.size(); ++i)
    for (size_t k = 0; k < i; ++k) {
      if (!overlap(forms[i], forms[k]))
        continue;
      c.error(forms[i].Def, "Prefix",
              "the short form of " + forms[i].Of->Name + " overlaps that of " +
                  forms[k].Of->Name,
              "some slots decode as both; free are: " +
                  freeCodes(forms, forms[i], words.SlotBits));
      pointAt(forms[k].Def, "that of " + forms[k].Of->Name + " is here");
    }
}
