//===- Archives.cpp - symbols of archive members --------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Enters the definitions of archive members as lazy symbols, and loads a member
// when a strong reference to one of its symbols is found. Since a lazy symbol
// remains in the table, a reference in a later input loads the member as well:
// archives need not be repeated or grouped on the command line. Every member is
// parsed when its archive is read; the archive's own index is not used, because
// it may be stale.
//
//===----------------------------------------------------------------------===//

#include "SymbolTable.h"

using namespace llvm;
using namespace matrix::linker;

static Error archiveError(StringRef Name, Error E) {
  return makeError(Name +
                   ": error: damaged archive: " + toString(std::move(E)));
}

/// Reads the symbol tables of the members; the archive's index may be stale.
Error SymbolTable::addArchive(MemoryBufferRef Buffer, bool Whole) {
  std::string Name = Buffer.getBufferIdentifier().str();
  auto Created = object::Archive::create(Buffer);
  if (!Created)
    return archiveError(Name, Created.takeError());
  Archives.push_back(std::move(*Created));
  Error Damage = Error::success();
  for (const object::Archive::Child &Child :
       Archives.back()->children(Damage)) {
    auto Member = Child.getMemoryBufferRef();
    if (!Member)
      return joinErrors(std::move(Damage),
                        archiveError(Name, Member.takeError()));
    auto Object = ObjectFile::create(
        *Member, Name + "(" + Member->getBufferIdentifier().str() + ")");
    if (!Object)
      return joinErrors(std::move(Damage), Object.takeError());
    if (Error E = Whole ? addObject(std::move(*Object))
                        : addMember(std::move(*Object)))
      return joinErrors(std::move(Damage), std::move(E));
  }
  return Damage ? archiveError(Name, std::move(Damage)) : Error::success();
}

/// Registers the member's definitions as lazy symbols, and loads it if one of
/// them is referenced.
Error SymbolTable::addMember(std::unique_ptr<ObjectFile> Object) {
  unsigned Index = Members.size();
  ObjectFile &File = *Object;
  Members.push_back(std::move(Object));
  for (size_t I = 1; I < File.RawSymbols.size(); ++I) {
    const RawSymbol &Raw = File.RawSymbols[I];
    if (Raw.Entry->getBinding() == ELF::STB_LOCAL ||
        Raw.Entry->st_shndx == ELF::SHN_UNDEF)
      continue;
    Symbol &S = intern(Raw.Name);
    if (S.Kind != Symbol::Undefined)
      continue;
    S.Kind = Symbol::Lazy;
    S.Member = Index;
    if (S.isWeak())
      continue;
    return fetch(S);
  }
  return Error::success();
}

/// The member is removed from the list first: its own references may lead back
/// to it while it is added.
Error SymbolTable::fetch(Symbol &S) {
  S.Kind = Symbol::Undefined;
  std::unique_ptr<ObjectFile> Member = std::move(Members[S.Member]);
  return Member ? addObject(std::move(Member)) : Error::success();
}
