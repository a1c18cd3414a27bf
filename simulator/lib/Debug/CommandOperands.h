//===- CommandOperands.h - operands of debugger commands --------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses addresses, code locations and blocks in debugger commands. Parsing
// evaluates: registers have the value of the given core, symbols their address.
// Nothing is written.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_DEBUG_COMMANDOPERANDS_H
#define MATRIX_SIMULATOR_DEBUG_COMMANDOPERANDS_H

#include "DebugInfo/Symbols.h"
#include "Inspect.h"
#include "llvm/Support/Error.h"

namespace matrix {
namespace sim {

/// Rows of a block; `first` is the number of the first one.
struct BlockRows {
  Block block;
  uint64_t first = 0;
};

/// Parser of command operands. Errors are one line.
class CommandOperands {
public:
  CommandOperands(const System &system, const Symbols &symbols)
      : system(system), symbols(symbols) {}

  /// A sum of numbers, registers of the core and symbols: "sp+16", "main-4".
  llvm::Expected<uint64_t> number(llvm::StringRef text, const Core &core) const;

  /// Code locations: "file.c:12" and ":12" (all runs of the line), "*0x10040",
  /// "main".
  llvm::Expected<std::vector<uint64_t>> code(llvm::StringRef text,
                                             const Core &core) const;

  /// Blocks: "t3", "d1[8:4]" (four rows from row 8), "scratchpad", "sp:64"
  /// (bytes), "0x2000:16x64" (rows of 64 bytes).
  llvm::Expected<BlockRows> block(llvm::StringRef text, const Core &core) const;

  /// A format of the block's elements; empty: that of the block.
  llvm::Expected<ElementFormat> format(llvm::StringRef text,
                                       const Block &block) const;

private:
  llvm::Expected<uint64_t> term(llvm::StringRef text, const Core &core) const;
  llvm::Expected<BlockRows> memory(llvm::StringRef text,
                                   const Core &core) const;
  llvm::Expected<BlockRows> named(llvm::StringRef text, const Core &core) const;

  const System &system;
  const Symbols &symbols;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_DEBUG_COMMANDOPERANDS_H
