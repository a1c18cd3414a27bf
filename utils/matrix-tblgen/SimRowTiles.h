//===- SimRowTiles.h - tiles in memories, in the simulator ------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An instruction on rows names tiles in memories by operands or by views of
// them. Before its elements are computed, each has locals, by which
// SimElement.cpp finds its elements:
//
//   a_NAME   it is absent: neither read nor written
//   v_NAME   its first element, or null if it is absent
//   p_NAME   elements from row to row
//   b_NAME   elements from column block to column block, where it has such
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_SIMROWTILES_H
#define MATRIX_TBLGEN_SIMROWTILES_H

#include "Model.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

namespace matrix::tblgen {

class RowTiles {
public:
  RowTiles(const Instruction &inst, llvm::raw_ostream &os)
      : inst(inst), os(os) {}

  /// Locals for all counts and tiles below `e`. The function that is written
  /// returns where a count is too large or rows are in no memory.
  void declare(const Expr &e);
  /// Tells the access log of all tiles below `e`, each once.
  void log(const Expr &e, bool isWrite);
  /// A new scope: nothing is declared or logged.
  void clear();

  /// What says where rows are: a local, for rows a register or an immediate.
  static std::string addressOf(const Operand &o);
  static bool mayBeAbsent(const llvm::Record *tile);

private:
  struct Tile {
    std::string Name;
    const llvm::Record *Def; // TileAt
    Shape Size;
    std::string From; // the register or the state that has its address,
    std::vector<const llvm::Record *> Fields; // among others

    const llvm::Record *space() const { return Def->getValueAsDef("In"); }
    bool isInRows() const { return space()->getValueAsInt("Rows"); }
    int64_t elementBytes() const;
    /// Elements of a row of the row memory.
    int64_t rowElements() const;
    /// The state of that name, as the simulator has it; empty without one.
    std::string state(llvm::StringRef field) const;
    std::string address() const;
    std::string isAbsent() const;
    std::string pitch() const;
  };
  std::optional<Tile> tileOf(const Expr &e) const;

  void declareCount(const Extent &x);
  void declareTile(const Tile &tile);
  std::string inRowSpace(const Tile &tile);
  static std::string inFlatSpace(const Tile &tile);
  void logTile(const Tile &tile, bool isWrite);

  const Instruction &inst;
  llvm::raw_ostream &os;
  std::set<std::string> declared, logged;
};

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_SIMROWTILES_H
