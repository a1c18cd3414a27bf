//===- SymbolTable.h - resolve names ----------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first strong definition wins, then a common symbol of the largest size,
// then the first weak definition. A member of an archive is loaded when a
// strong reference asks for a name that only it defines; archives are searched
// in command-line order, as often as needed.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LINKER_SYMBOLTABLE_H
#define MATRIX_LINKER_SYMBOLTABLE_H

#include "InputFile.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Object/Archive.h"
#include "llvm/Support/StringSaver.h"

namespace matrix {
namespace linker {

class SymbolTable {
public:
  /// An object or an archive.
  llvm::Error addInput(llvm::MemoryBufferRef Buffer);
  /// Asks for a name, as the entry point is asked for.
  llvm::Error require(llvm::StringRef Name);
  /// A symbol at an address that layout knows; defined only where an object
  /// asks for it. Gives null otherwise.
  Symbol *defineIfWanted(llvm::StringRef Name);

  Symbol *find(llvm::StringRef Name) const;
  /// Every strong reference that nothing satisfies, with who refers to it.
  llvm::Error reportUndefined() const;
  /// Gives common symbols storage in their files.
  void allocateCommons();

  std::vector<std::unique_ptr<ObjectFile>> Objects;
  const llvm::MapVector<llvm::StringRef, std::unique_ptr<Symbol>> &
  globals() const {
    return Globals;
  }

private:
  llvm::Error addObject(std::unique_ptr<ObjectFile> Object);
  llvm::Error addArchive(llvm::MemoryBufferRef Buffer);
  llvm::Error addMember(std::unique_ptr<ObjectFile> Object);
  llvm::Error addGlobal(ObjectFile &File, const RawSymbol &Raw, Symbol *&Slot);
  void addLocal(ObjectFile &File, const RawSymbol &Raw, Symbol *&Slot);
  void discardKnownGroups(ObjectFile &File);
  llvm::Error fetch(Symbol &S);
  Symbol &intern(llvm::StringRef Name);

  std::vector<std::unique_ptr<llvm::object::Archive>> Archives;
  std::vector<std::unique_ptr<ObjectFile>> Members; // null once loaded
  llvm::MapVector<llvm::StringRef, std::unique_ptr<Symbol>> Globals;
  llvm::StringSet<> KnownGroups;
};

} // namespace linker
} // namespace matrix

#endif // MATRIX_LINKER_SYMBOLTABLE_H
