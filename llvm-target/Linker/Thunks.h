//===- Thunks.h - calls beyond the reach of their instruction ---*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Range-extension thunks. A call whose target its field does not reach goes to
// a thunk nearby, a few instructions that load the target's address into a
// register and jump. Their code is an object of the runtime, thunk.o: its
// section .text.thunk, whose relocations refer to __thunk_target, is linked
// once for each target and neighborhood.
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
  /// Template: the path of thunk.o; empty: make none.
  ThunkMaker(SymbolTable &Symbols, std::string Template);
  ~ThunkMaker();

  /// Adds what thunks calls need at the addresses they have now. True: there
  /// are new ones, and addresses must be assigned again.
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
