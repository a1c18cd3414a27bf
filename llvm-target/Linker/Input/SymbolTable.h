//===- SymbolTable.h - symbol resolution ------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Precedence: the first strong definition, then the largest common symbol, then
// the first weak definition. An archive member is loaded if a strong reference
// is otherwise undefined; archives are searched in command-line order,
// repeatedly.
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
  /// A symbol, and the name of the one that defines it.
  using Alias = std::pair<Symbol *, std::string>;

  /// Adds an object or an archive, of which it loads all members if `Whole`.
  llvm::Error addInput(llvm::MemoryBufferRef Buffer, bool Whole = false);
  /// Redirects references in objects that are added later: to Name, and to
  /// __real_Name.
  void wrap(llvm::StringRef Name);
  /// Defines a symbol by a number, or, with resolveDefinitions, by another one.
  llvm::Error defineAs(llvm::StringRef Name, llvm::StringRef Value);
  /// Definitions by symbols that layout defines wait for the last call.
  llvm::Error resolveDefinitions(bool IsLast);
  /// Adds a reference by the linker, such as to the entry point.
  llvm::Error require(llvm::StringRef Name);
  /// Defines a symbol whose address layout assigns, if an object or a
  /// definition references it; returns null otherwise.
  Symbol *defineIfWanted(llvm::StringRef Name);

  Symbol *find(llvm::StringRef Name) const;
  /// Reports every unresolved strong reference and a location that refers to
  /// it.
  llvm::Error reportUndefined(llvm::StringRef Entry,
                              llvm::ArrayRef<std::string> Required) const;
  /// Allocates storage of common symbols in their files.
  void allocateCommons();

  std::vector<std::unique_ptr<ObjectFile>> Objects;
  const llvm::MapVector<llvm::StringRef, std::unique_ptr<Symbol>> &
  globals() const {
    return Globals;
  }

private:
  llvm::Error addObject(std::unique_ptr<ObjectFile> Object);
  llvm::Error addArchive(llvm::MemoryBufferRef Buffer, bool Whole);
  llvm::Error addMember(std::unique_ptr<ObjectFile> Object);
  llvm::Error addGlobal(ObjectFile &File, const RawSymbol &Raw, Symbol *&Slot);
  void addLocal(ObjectFile &File, const RawSymbol &Raw, Symbol *&Slot);
  void discardKnownGroups(ObjectFile &File);
  llvm::Error fetch(Symbol &S);
  llvm::Error resolve(const Alias &Definition) const;
  llvm::Error reportCycles(llvm::ArrayRef<Alias> Definitions) const;
  Symbol &intern(llvm::StringRef Name);
  llvm::StringRef redirected(llvm::StringRef Name) const;

  std::vector<std::unique_ptr<llvm::object::Archive>> Archives;
  std::vector<std::unique_ptr<ObjectFile>> Members; // null after loading
  llvm::MapVector<llvm::StringRef, std::unique_ptr<Symbol>> Globals;
  llvm::StringSet<> KnownGroups;
  llvm::StringMap<std::string> Redirections; // of references
  std::vector<Alias> Aliases;                // of --defsym
};

} // namespace linker
} // namespace matrix

#endif // MATRIX_LINKER_SYMBOLTABLE_H
