//===- Symbols.h - symbols and source lines of a program --------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Indexes the symbol table and the line tables by name, address and line, for
// messages, the debugger and the C interface. Queries take logarithmic time,
// except the one by line, which scans all rows.
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

/// A source line; line 0: unknown.
struct SourceLocation {
  std::string file;
  unsigned line = 0;
  bool operator==(const SourceLocation &other) const {
    return line == other.line && file == other.file;
  }
};

/// The symbol table and the line tables, read once and indexed in both
/// directions.
class Symbols {
public:
  explicit Symbols(const llvm::object::ObjectFile &object);

  /// Looks up the address of a symbol; returns false if there is none.
  bool address(const std::string &name, uint64_t &address) const;
  /// Symbol and offset, "main+0x10"; empty before the first symbol.
  std::string name(uint64_t address) const;

  /// Source location of the instruction.
  SourceLocation location(uint64_t address) const;
  /// Addresses of the first instructions of a line, one per contiguous run.
  /// `file` may be a path suffix or empty. For a line without code the next
  /// line with code is used and stored in `line`.
  std::vector<uint64_t> addresses(llvm::StringRef file, unsigned &line) const;

  /// For unwinding; null if there is none.
  llvm::DWARFContext *dwarf() const { return debug.dwarf.get(); }
  bool isDamaged() const { return debug.isDamaged; }

private:
  void readSymbols(const llvm::object::ObjectFile &object);
  void readLines();

  std::map<std::string, uint64_t> byName;
  std::map<uint64_t, std::string> byAddress;
  struct Row {
    SourceLocation location;
    bool isStatement, isEnd;
  };
  std::map<uint64_t, Row> rows;
  DebugInformation debug;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_DEBUG_SYMBOLS_H
