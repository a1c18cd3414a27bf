//===- DecoderTables.cpp - disassembler tables ----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// -gen-decoder-tables: the decoder namespaces of the instructions; llvm-tblgen
// writes a table for each. The handwritten disassembler includes the list and
// tries the tables in turn, so that a namespace of a new variant needs no edit.
//
//===----------------------------------------------------------------------===//

#include "Model/Model.h"
#include "Support/Generator.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace matrix::tblgen;

static void emitDecoderTables(const RecordKeeper &records, raw_ostream &os) {
  writeBanner(os, "Tables of the disassembler");
  StringSet<> seen;
  for (const Instruction &i : Model::create(records).Instructions) {
    StringRef name = i.Def->getValueAsString("DecoderNamespace");
    if (seen.insert(name).second)
      os << "MATRIX_DECODER_TABLE(" << name << ")\n";
  }
}

static Generator registration("gen-decoder-tables", emitDecoderTables,
                              "Generate the list of the disassembler's tables");
