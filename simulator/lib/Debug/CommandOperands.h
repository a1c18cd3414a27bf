//===- CommandOperands.h - operands of debugger commands --------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses addresses, code locations and blocks in debugger commands.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_DEBUG_COMMANDOPERANDS_H
#define MATRIX_SIMULATOR_DEBUG_COMMANDOPERANDS_H

#include "DebugInfo/Symbols.h"
#include "Inspect.h"

namespace matrix {
namespace sim {

/// Parser of command operands. Every function returns false and sets `error` to
/// one line if the text is invalid.
class CommandOperands {
public:
  CommandOperands(const Machine &machine, const Symbols &symbols,
                  std::string &error)
      : machine(machine), symbols(symbols), error(error) {}

  /// A sum of numbers, registers of the core and symbols: "sp+16", "main-4".
  bool number(llvm::StringRef text, const Core &core, uint64_t &value);

  /// Code locations: "file.c:12" and ":12" (all runs of the line), "*0x10040",
  /// "main".
  bool code(llvm::StringRef text, const Core &core,
            std::vector<uint64_t> &addresses);

  /// Blocks: "t3", "d1[8:4]" (four rows from row 8), "scratchpad", "sp:64"
  /// (bytes), "0x2000:16x64" (rows of 64 bytes). `first`: number of the first
  /// row.
  bool block(llvm::StringRef text, const Core &core, Block &block,
             uint64_t &first);

  bool format(llvm::StringRef text, const Block &block,
              std::optional<ElementFormat> &format);

private:
  bool fail(const llvm::Twine &what) {
    error = what.str();
    return false;
  }
  bool term(llvm::StringRef text, const Core &core, uint64_t &value);
  bool memory(llvm::StringRef text, const Core &core, Block &block);
  bool named(llvm::StringRef text, const Core &core, Block &block,
             uint64_t &first);

  const Machine &machine;
  const Symbols &symbols;
  std::string &error;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_DEBUG_COMMANDOPERANDS_H
