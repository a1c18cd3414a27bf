//===- JsonPairs.cpp - pair words as JSON ---------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The layout of pair words, and the short forms with their bits in the slot and
// in the word of the instruction. Scripts of tests and the replay of recorded
// runs expand pair words by them.
//
//===----------------------------------------------------------------------===//

#include "Model/ShortForms.h"
#include "Json/Json.h"

using namespace llvm;

namespace matrix::tblgen {

static json::Value operandToJson(const ShortOperand &o) {
  json::Array runs;
  for (const BitRun &r : o.Runs)
    runs.push_back(json::Object{
        {"word_low", r.InstLow}, {"low", r.FieldLow}, {"width", r.Width}});
  return json::Object{{"name", o.Name},         {"low", o.Low},
                      {"width", o.Width},       {"signed", o.Signed},
                      {"shift", o.Shift},       {"base", o.Base},
                      {"runs", std::move(runs)}};
}

json::Value pairsToJson(const Model &m) {
  PairWords words = readPairWords(m.Records);
  json::Array forms;
  for (const ShortForm &f : readShortForms(m)) {
    json::Array operands;
    for (const ShortOperand &o : f.Operands)
      operands.push_back(operandToJson(o));
    forms.push_back(json::Object{{"instruction", f.Of->Name},
                                 {"first", f.First},
                                 {"second", f.Second},
                                 {"mask", f.SlotMask},
                                 {"value", f.SlotValue},
                                 {"word_value", f.WordValue},
                                 {"operands", std::move(operands)}});
  }
  return json::Object{{"mask", words.Mask},
                      {"value", words.Value},
                      {"slot_bits", words.SlotBits},
                      {"forms", std::move(forms)}};
}

} // namespace matrix::tblgen
