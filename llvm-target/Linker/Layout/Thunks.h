//===- Thunks.h - range-extension thunks ------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Range-extension thunks. A call whose target is out of range of its immediate
// is redirected to a nearby thunk, which loads the target's address into a
// register and jumps. The code of a thunk is a runtime object, thunk.o: its
// section .text.thunk, whose relocations refer to __thunk_target, is
// instantiated for each target and neighborhood.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LINKER_THUNKS_H
#define MATRIX_LINKER_THUNKS_H

#include "Layout.h"

namespace llvm {
class MemoryBuffer;
}

namespace matrix {
namespace linker {

class ThunkMaker {
public:
  /// Template: path of thunk.o; empty: no thunks.
  ThunkMaker(SymbolTable &Symbols, std::string Template);
  ~ThunkMaker();

  /// Inserts the thunks required at the current addresses. Returns true if it
  /// inserted any; addresses must then be assigned again.
  llvm::Expected<bool> addTo(Layout &Program);

private:
  struct Call;
  struct Thunk;
  llvm::Expected<bool> addTo(OutputSection &Out);
  llvm::Error redirect(const Call &C, OutputSection &Out);
  Thunk *findInReach(const Call &C);
  llvm::Expected<Thunk *> create(const Call &C);
  Symbol *targetOf(const Call &C, ObjectFile &File);

  SymbolTable &Symbols;
  std::string Template;
  std::unique_ptr<llvm::MemoryBuffer> Buffer;
  std::vector<std::unique_ptr<Thunk>> Thunks;
  bool Changed = false;
};

} // namespace linker
} // namespace matrix

#endif // MATRIX_LINKER_THUNKS_H
