//===- Symbols.h - names and source lines of a program ----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_DEBUG_SYMBOLS_H
#define MATRIX_SIMULATOR_DEBUG_SYMBOLS_H

#include "ReadDwarf.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/Object/ELFObjectFile.h"
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace matrix {
namespace sim {

/// A line of source; 0: not known.
struct SourcePlace {
  std::string file;
  unsigned line = 0;
  bool operator==(const SourcePlace &other) const {
    return line == other.line && file == other.file;
  }
};

/// The symbol table and the line tables, read once, both ways.
class Symbols {
public:
  explicit Symbols(const llvm::object::ObjectFile &object);

  /// The address of a symbol; false if there is none.
  bool address(const std::string &name, uint64_t &address) const;
  /// "main+0x10", or empty in front of all symbols.
  std::string name(uint64_t address) const;

  /// Where the instruction comes from.
  SourcePlace place(uint64_t address) const;
  /// First instructions of a line, one per run of it; the file may be given by
  /// the end of its path, or not at all. Lines without code give the next one
  /// that has some, in `line`.
  std::vector<uint64_t> addresses(llvm::StringRef file, unsigned &line) const;

  /// For unwinding; null where there is none.
  llvm::DWARFContext *dwarf() const { return debug.dwarf.get(); }
  bool isDamaged() const { return debug.isDamaged; }

private:
  void readSymbols(const llvm::object::ObjectFile &object);
  void readLines();

  std::map<std::string, uint64_t> byName;
  std::map<uint64_t, std::string> byAddress;
  struct Row {
    SourcePlace place;
    bool isStatement, isEnd;
  };
  std::map<uint64_t, Row> rows;
  DebugInformation debug;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_DEBUG_SYMBOLS_H
