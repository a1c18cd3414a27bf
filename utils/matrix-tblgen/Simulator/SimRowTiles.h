//===- SimRowTiles.h - tiles in memories of the simulator -------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiles in memories are operands of row instructions or views of operands. Each
// has local variables, declared before elements are computed and used by
// SimElement.cpp:
//
//   a_NAME   null address: neither read nor written
//   v_NAME   pointer to the first element, or null
//   p_NAME   row pitch in elements
//   b_NAME   column block pitch in elements, if it has column blocks
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_SIMROWTILES_H
#define MATRIX_TBLGEN_SIMROWTILES_H

#include "Model/Model.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

namespace matrix::tblgen {

/// Emits the locals of the tiles of one statement, each tile once.
class RowTiles {
public:
  RowTiles(const Instruction &inst, llvm::raw_ostream &os)
      : inst(inst), os(os) {}

  /// Declares the locals of all counts and tiles below `e`. The generated
  /// function returns if a count is too large or rows are outside their memory.
  void declare(const Expr &e);
  /// Reports all tiles below `e` to the access log, each once.
  void log(const Expr &e, bool isWrite);
  /// Starts a new scope without declared or logged tiles.
  void clear();

  /// Returns the local that holds the address of an operand, a register or an
  /// immediate.
  static std::string addressOf(const Operand &o);
  static bool mayBeNull(const llvm::Record *tile);

private:
  struct Tile {
    std::string Name;
    const llvm::Record *Def; // TileAt
    Shape Size;
    std::string From; // register or state with the address,
    std::vector<const llvm::Record *> Fields; // and further fields

    const llvm::Record *space() const { return Def->getValueAsDef("In"); }
    bool isInRows() const { return space()->getValueAsInt("Rows"); }
    int64_t elementBytes() const;
    /// Returns the elements per row of the row memory.
    int64_t rowElements() const;
    /// Returns the simulator's member for the state; empty without one.
    std::string state(llvm::StringRef field) const;
    std::string address() const;
    std::string isNull() const;
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
