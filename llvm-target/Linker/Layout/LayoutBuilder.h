//===- LayoutBuilder.h - state of the layout --------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state of layOut. Its passes are in three files:
//
//   Layout.cpp         merging of sections, addresses, symbols of the linker
//   ThreadLocal.cpp    initial values and blocks of thread-local variables
//   MemorySizes.cpp    checks that sections fit into the memories
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LINKER_LAYOUTBUILDER_H
#define MATRIX_LINKER_LAYOUTBUILDER_H

#include "Layout.h"
#include "matrix/Description/Variants.h"
#include "llvm/ADT/StringMap.h"

namespace matrix {
namespace linker {

/// Assigns addresses to the sections of one program.
class LayoutBuilder {
public:
  LayoutBuilder(SymbolTable &Symbols, const desc::VariantInfo &Variant,
                const LayoutOptions &Options)
      : Symbols(Symbols), Variant(Variant), Thunks(Options.Thunks),
        WithoutDebug(Options.WithoutDebug),
        StackSize(Options.StackSize ? Options.StackSize : Variant.stackSize) {}
  llvm::Expected<Layout> build();

private:
  void collect();
  void add(InputSection &Section);
  void sort();
  void alignThreadLocal();
  uint64_t blockSize() const;
  void place(OutputSection &Out);
  void assignAddresses();
  void assignRegion(Region In, uint64_t &Address);
  void extendThreadLocal(OutputSection &Out, uint64_t Address);
  void defineSymbols();
  void defineThreadLocalSymbols();
  void define(const llvm::Twine &Name, uint64_t Value);
  llvm::Error checkProgramSize() const;
  llvm::Error checkScratchpadSize() const;
  bool isStackIn(unsigned Space) const {
    return Variant.stack->number == Space;
  }
  uint64_t endOf(Region In) const;

  SymbolTable &Symbols;
  const desc::VariantInfo &Variant;
  ThunkMaker *Thunks;
  bool WithoutDebug;
  uint64_t StackSize;
  Layout Result;
  llvm::StringMap<OutputSection *> ByName;
  OutputSection *Blocks = nullptr; // of thread-local variables, one per core
};

} // namespace linker
} // namespace matrix

#endif // MATRIX_LINKER_LAYOUTBUILDER_H
