//===- Layout.h - section merging and addresses -----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   DRAM, from AddressMap.Program        code | constants | .tdata, data, bss,
//                                        blocks of thread-local variables
//   own scratchpad, from its alias       .spad.data, .spad.bss ... stack
//
// Consecutive sections of equal permissions form one segment.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LINKER_LAYOUT_H
#define MATRIX_LINKER_LAYOUT_H

#include "Linker/Input/SymbolTable.h"

namespace matrix {
namespace linker {

/// Location of an output section, in address order; sections after Scratchpad
/// are not loaded.
enum class Region { Code, Constants, Data, Scratchpad, None };

struct OutputSection {
  std::string Name;
  Region In = Region::None;
  uint32_t Type = llvm::ELF::SHT_NOBITS;
  uint64_t Flags = 0;
  uint64_t Alignment = 1;
  uint64_t Size = 0;
  uint64_t Address = 0;
  uint64_t FileOffset = 0;
  uint32_t Index = 0; // section header index
  std::vector<InputSection *> Inputs;
  std::vector<uint8_t> Contents; // empty for NOBITS

  bool hasContents() const { return Type != llvm::ELF::SHT_NOBITS; }
  bool isThreadLocal() const { return Flags & llvm::ELF::SHF_TLS; }
};

struct Segment {
  uint32_t Flags = 0;
  uint64_t Alignment = 1;
  uint64_t Address = 0, FileOffset = 0, FileSize = 0, MemorySize = 0;
};

struct Layout {
  std::vector<std::unique_ptr<OutputSection>> Sections; // in file order
  std::vector<Segment> Segments;
  /// Initial contents of thread-local variables (PT_TLS). `.tbss` follows
  /// `.tdata` in each core's block only; other data have its addresses.
  std::optional<Segment> ThreadLocal;

  uint64_t threadLocalAddress() const {
    return ThreadLocal ? ThreadLocal->Address : 0;
  }
};

class ThunkMaker;

struct LayoutOptions {
  uint64_t StackSize = 0; // bytes per core; 0: default of the variant
  ThunkMaker *Thunks = nullptr;
  bool WithoutDebug = false; // leave out sections that are not loaded
};

/// Lays out the objects for `Variant` and defines the linker's symbols (`_end`,
/// `__start_<section>`, ...).
llvm::Expected<Layout> layOut(SymbolTable &Symbols, llvm::StringRef Variant,
                              const LayoutOptions &Options);

} // namespace linker
} // namespace matrix

#endif // MATRIX_LINKER_LAYOUT_H
