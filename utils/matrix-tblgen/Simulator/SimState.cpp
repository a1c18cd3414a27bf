//===- SimState.cpp - names of state and registers ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tables for inspection of the simulator: the members of its row state under
// their names in the description. MatrixSimRowState.inc declares them.
//
//===----------------------------------------------------------------------===//

#include "Model/Model.h"
#include "Model/ProgramModel.h"
#include "Support/Generator.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace matrix::tblgen;

static void emitMemories(const RecordKeeper &records, raw_ostream &os) {
  for (const Record *s : recordsInOrder(records, "Space"))
    if (int64_t rows = s->getValueAsInt("Rows"))
      os << formatv("ROW_MEMORY({0}, \"{1}\", {2}, {3})\n", s->getName(),
                    s->getValueAsString("Name"), rows,
                    s->getValueAsInt("RowSize"));
}

/// Returns ",qkv,gemmini,": the variants with instructions that use the state.
static std::string usersOf(const Record *state, const Model &model) {
  std::string users = ",";
  for (const Variant &v : model.Variants)
    if (any_of(model.Instructions, [&](const Instruction &i) {
          return i.isAvailable(v) && (is_contained(i.ReadStates, state) ||
                                      is_contained(i.WrittenStates, state));
        }))
      users += v.CPU + ",";
  return users;
}

static void emitStates(const Model &model, raw_ostream &os) {
  for (const Record *s : recordsInOrder(model.Records, "State")) {
    StringRef member = s->getName(), name = s->getValueAsString("Name");
    std::string users = usersOf(s, model);
    if (s->isSubClassOf("TileState"))
      os << formatv(
          "TILE_STATE({0}, \"{1}\", \"{2}\", {3}, {4}, \"{5}\")\n", member,
          name, s->getValueAsDef("Fmt")->getValueAsString("Suffix"),
          s->getValueAsInt("Rows"), s->getValueAsInt("Columns"), users);
    else
      os << formatv("NUMBER_STATE({0}, \"{1}\", \"{2}\")\n", member, name,
                    users);
  }
}

/// DWARF numbers of scalar registers, general registers first.
static void emitDebugNumbers(const RecordKeeper &records, raw_ostream &os) {
  for (StringRef registerClass : {"GPR", "FPR64"})
    for (const Record *r : registersOf(records, registerClass))
      os << formatv("DEBUG_NUMBER(\"{0}\", {1})\n",
                    r->getValueAsString("AsmName"),
                    r->getValueAsListOfInts("DwarfNumbers").front());
}

static void emitState(const RecordKeeper &records, raw_ostream &os) {
  writeBanner(os, "Row memories and configuration state of the simulator");
  os << "#ifdef ROW_MEMORY\n";
  emitMemories(records, os);
  os << "#undef ROW_MEMORY\n#endif\n\n#ifdef NUMBER_STATE\n";
  emitStates(Model::create(records), os);
  os << "#undef NUMBER_STATE\n#undef TILE_STATE\n#endif\n"
        "\n#ifdef DEBUG_NUMBER\n";
  emitDebugNumbers(records, os);
  os << "#undef DEBUG_NUMBER\n#endif\n";
}

static Generator
    option("gen-sim-state", emitState,
           "Row memories and configuration state of the simulator");
