//===- SimTileFiles.cpp - tile functions by file --------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Distributes the tile functions over a fixed number of files by a hash of the
// name, so that a new instruction recompiles one of them. An index file maps
// each opcode to its function as file and position in the list of the file.
// Opcodes number instructions by name, so a new one shifts the numbers of
// others; files of functions therefore contain names only.
//
//===----------------------------------------------------------------------===//

#include "Simulator/SimRows.h"
#include "Simulator/SimTile.h"
#include "Support/Generator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/xxhash.h"
#include "llvm/TableGen/Main.h"
#include <list>

using namespace llvm;
using namespace matrix::tblgen;

namespace {

cl::opt<unsigned> shardCount("sim-shards", cl::init(1),
                             cl::desc("Files that -gen-sim-tile divides tile "
                                      "functions over"));

bool hasFunction(const Instruction &i) {
  return i.Class == InstructionClass::Rows ||
         (i.hasSemantics() && !i.Semantics.is(ExprKind::Role));
}

class ShardWriter {
public:
  explicit ShardWriter(const RecordKeeper &records)
      : model(Model::create(records)), shards(std::max(1u, +shardCount)) {
    for (const Instruction &i : model.Instructions)
      if (hasFunction(i))
        shards[shardOf(i)].push_back(&i);
  }

  TableGenOutputFiles write() {
    TableGenOutputFiles files;
    raw_string_ostream os(files.MainFile);
    writeBanner(os, "Where the simulator's tile functions are");
    writeFunctionIndices(os);
    for (unsigned number = 0; number < shards.size(); ++number)
      files.AdditionalFiles[suffix(number)] = shard(number);
    return files;
  }

private:
  unsigned shardOf(const Instruction &i) const {
    return xxh3_64bits(i.Name) % shards.size();
  }

  /// TableGen refers to the strings and does not copy them.
  static StringRef suffix(unsigned number) {
    static std::list<std::string> kept;
    return kept.emplace_back(std::to_string(number) + ".inc");
  }

  void writeGeometries(raw_ostream &os) const {
    os << "#ifdef GET_GEOMETRIES\n";
    for (const Geometry &g : model.Geometries)
      os << formatv("GEOMETRY({0}, {1})\n", g.Rows, g.RowBytes);
    os << "#endif\n";
  }

  /// Writes file and list index by opcode.
  void writeFunctionIndices(raw_ostream &os) const {
    os << "#ifdef GET_SHARDS\n#define MATRIX_SIM_SHARDS(X, host)";
    for (unsigned number = 0; number < shards.size(); ++number)
      os << " X(host, " << number << ")";
    os << "\n#endif\n\n#ifdef GET_FUNCTION_INDICES\n";
    std::vector<unsigned> used(shards.size());
    for (const Instruction &i : model.Instructions)
      if (hasFunction(i))
        os << formatv("FUNCTION_INDEX({0}, {1}) // {2}\n", shardOf(i),
                      used[shardOf(i)]++, i.Name);
      else
        os << "NO_FUNCTION\n";
    os << "#endif\n";
  }

  std::string shard(unsigned number) const {
    std::string text;
    raw_string_ostream os(text);
    writeBanner(os, "Tile and row instructions of the simulator");
    os << "#ifdef GET_FUNCTIONS\n";
    for (const Instruction *i : shards[number])
      if (i->Class == InstructionClass::Rows)
        emitRowFunction(*i, os);
      else
        emitTileFunction(*i, os);
    os << "#endif\n\n#ifdef GET_LIST\n";
    for (const Instruction *i : shards[number])
      os << (i->Class == InstructionClass::Rows ? "ROWS(" : "TILES(") << i->Name
         << ")\n";
    os << "#endif\n\n";
    writeGeometries(os);
    return text;
  }

  const Model model;
  std::vector<std::vector<const Instruction *>> shards;
};

TableGenOutputFiles emitTile(StringRef, const RecordKeeper &records) {
  return ShardWriter(records).write();
}

/// A separate file, because the whole simulator includes it.
void emitRows(const RecordKeeper &records, raw_ostream &os) {
  writeBanner(os, "Row memories and configuration state of the simulator");
  writeSection(os, "GET_ROW_MEMORIES", [&] { emitRowMemories(records, os); });
  writeSection(os, "GET_ROW_STATE", [&] { emitRowState(records, os); });
}

} // namespace

static Generator rowState("gen-sim-row-state", emitRows,
                          "Declare row memories and states");
static Generator option("gen-sim-tile", emitTile,
                        "Tile and row instructions of the simulator");
