//===- SimState.cpp - names of row memories and configuration state -------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For looking into the simulator: which members of its row state there are,
// under the names that people know. MatrixSimRowState.inc declares them.
//
//===----------------------------------------------------------------------===//

#include "Model.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;
using namespace matrix::tblgen;

static void emitMemories(const RecordKeeper &records, raw_ostream &os) {
  for (const Record *s : recordsInOrder(records, "Space"))
    if (int64_t rows = s->getValueAsInt("Rows"))
      os << formatv("ROW_MEMORY({0}, \"{1}\", {2}, {3})\n", s->getName(),
                    s->getValueAsString("Name"), rows,
                    s->getValueAsInt("RowSize"));
}

static void emitStates(const RecordKeeper &records, raw_ostream &os) {
  for (const Record *s : recordsInOrder(records, "State")) {
    StringRef member = s->getName(), name = s->getValueAsString("Name");
    if (s->isSubClassOf("TileState"))
      os << formatv("TILE_STATE({0}, \"{1}\", \"{2}\", {3}, {4})\n", member,
                    name, s->getValueAsDef("Fmt")->getValueAsString("Suffix"),
                    s->getValueAsInt("Rows"), s->getValueAsInt("Columns"));
    else
      os << formatv("NUMBER_STATE({0}, \"{1}\")\n", member, name);
  }
}

static void emitState(const RecordKeeper &records, raw_ostream &os) {
  writeBanner(os, "Row memories and configuration state of the simulator");
  os << "#ifdef ROW_MEMORY\n";
  emitMemories(records, os);
  os << "#undef ROW_MEMORY\n#endif\n\n#ifdef NUMBER_STATE\n";
  emitStates(records, os);
  os << "#undef NUMBER_STATE\n#undef TILE_STATE\n#endif\n";
}

static TableGen::Emitter::Opt
    option("gen-sim-state", emitState,
           "Row memories and configuration state of the simulator");
