//===- UnitedOperands.cpp - operands that short forms unite ---------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// -gen-united-operands: the instructions with a short form that has one field
// for the result and another register, with the number of the latter among the
// operands. They are hints for register allocation.
//
//===----------------------------------------------------------------------===//

#include "Model/ShortForms.h"
#include "Support/Generator.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace matrix::tblgen;

/// Returns the operand in the field of the first result, or 0.
static int unitedOperand(const ShortForm &form) {
  const std::vector<Operand> &all = form.Of->Operands;
  for (const ShortOperand &a : form.Operands)
    for (const ShortOperand &b : form.Operands) {
      int result = form.Of->find(a.Name), other = form.Of->find(b.Name);
      if (result == 0 && all[0].Out && other > 0 && a.Low == b.Low &&
          all[other].Class == all[0].Class)
        return other;
    }
  return 0;
}

static void emitUnitedOperands(const RecordKeeper &records, raw_ostream &os) {
  writeBanner(os, "Operands that short forms unite with the result");
  Model model = Model::create(records);
  StringSet<> seen;
  for (const ShortForm &form : readShortForms(model))
    if (int operand = unitedOperand(form))
      if (seen.insert(form.Of->Name).second)
        os << formatv("MATRIX_UNITED_OPERAND({0}, {1})\n", form.Of->Name,
                      operand);
}

static Generator registration("gen-united-operands", emitUnitedOperands,
                              "Generate the operands that short forms unite "
                              "with the result");
