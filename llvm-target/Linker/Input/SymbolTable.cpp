//===- SymbolTable.cpp - symbol resolution --------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Resolves names over objects and archives in command-line order: a hash table
// maps each name to its symbol, and lazy symbols refer to archive members until
// a strong reference loads them. Loading a member adds an object, which may
// load further ones: the recursion ends because a member is loaded once. The
// order of insertion is kept, so that messages and output do not depend on
// hashes. Storage of common symbols is allocated at the end, when their largest
// size is known.
//
//===----------------------------------------------------------------------===//

#include "SymbolTable.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Demangle/Demangle.h"

using namespace llvm;
using namespace matrix::linker;

/// Returns the name in quotes, followed by its demangled form in C++.
static std::string quote(StringRef Name) {
  std::string Plain = demangle(Name);
  return ("'" + Name + "'" + (Plain == Name ? "" : " (" + Plain + ")")).str();
}

Symbol &SymbolTable::intern(StringRef Name) {
  std::unique_ptr<Symbol> &Slot = Globals[Name];
  if (!Slot) {
    Slot = std::make_unique<Symbol>();
    Slot->Name = Name;
    Slot->Binding = ELF::STB_WEAK; // until a strong reference
  }
  return *Slot;
}

Symbol *SymbolTable::find(StringRef Name) const {
  auto It = Globals.find(Name);
  return It == Globals.end() ? nullptr : It->second.get();
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

Error SymbolTable::addInput(MemoryBufferRef Buffer, bool Whole) {
  if (identify_magic(Buffer.getBuffer()) == file_magic::archive)
    return addArchive(Buffer, Whole);
  auto Object = ObjectFile::create(Buffer, Buffer.getBufferIdentifier().str());
  return Object ? addObject(std::move(*Object)) : Object.takeError();
}

Error SymbolTable::addObject(std::unique_ptr<ObjectFile> Object) {
  Objects.push_back(std::move(Object));
  // Symbol resolution may load archive members, which reallocates Objects.
  ObjectFile &File = *Objects.back();
  discardKnownGroups(File);
  File.Symbols.resize(File.RawSymbols.size());
  Error Errors = Error::success();
  for (size_t I = 1; I < File.RawSymbols.size(); ++I) {
    const RawSymbol &Raw = File.RawSymbols[I];
    if (Raw.Entry->getBinding() == ELF::STB_LOCAL)
      addLocal(File, Raw, File.Symbols[I]);
    else
      Errors =
          joinErrors(std::move(Errors), addGlobal(File, Raw, File.Symbols[I]));
  }
  return Errors;
}

void SymbolTable::discardKnownGroups(ObjectFile &File) {
  for (const auto &[Signature, Members] : File.Groups)
    if (!KnownGroups.insert(Signature).second)
      for (uint32_t Index : Members)
        if (InputSection *Section = File.Sections[Index].get())
          Section->Discarded = true;
}

static void define(Symbol &S, ObjectFile &File, const RawSymbol &Raw) {
  const ELFT::Sym &Entry = *Raw.Entry;
  S.File = &File;
  S.Binding = Entry.getBinding();
  S.Type = Entry.getType();
  S.Value = Entry.st_value;
  S.Size = Entry.st_size;
  S.Section = nullptr;
  if (Entry.st_shndx == ELF::SHN_COMMON) {
    S.Kind = Symbol::Common;
  } else if (Entry.st_shndx == ELF::SHN_ABS) {
    S.Kind = Symbol::Absolute;
  } else {
    S.Kind = Symbol::Defined;
    S.Section = File.Sections[Entry.st_shndx].get();
  }
}

/// Returns true if the entry defines its symbol in this file.
static bool isDefinition(const ObjectFile &File, const ELFT::Sym &Entry) {
  if (Entry.st_shndx == ELF::SHN_UNDEF)
    return false;
  if (Entry.st_shndx >= ELF::SHN_LORESERVE)
    return true;
  const InputSection *Section = File.Sections[Entry.st_shndx].get();
  return Section && !Section->Discarded;
}

void SymbolTable::addLocal(ObjectFile &File, const RawSymbol &Raw,
                           Symbol *&Slot) {
  File.Locals.push_back(std::make_unique<Symbol>());
  Slot = File.Locals.back().get();
  Slot->Name = Raw.Name;
  if (isDefinition(File, *Raw.Entry))
    define(*Slot, File, Raw);
  Slot->File = &File;
  Slot->Type = Raw.Entry->getType();
  Slot->Binding = ELF::STB_LOCAL;
}

/// Returns true if the new definition has precedence. Two strong definitions
/// are an error, reported by the caller.
static bool replaces(const ELFT::Sym &New, const Symbol &Old) {
  if (!Old.isDefined())
    return true;
  bool NewWeak = New.getBinding() == ELF::STB_WEAK;
  bool NewCommon = New.st_shndx == ELF::SHN_COMMON;
  if (Old.isWeak())
    return !NewWeak;
  if (Old.Kind == Symbol::Common)
    return NewCommon ? New.st_size > Old.Size : !NewWeak;
  return false;
}

static bool conflicts(const ELFT::Sym &New, const Symbol &Old) {
  return Old.isDefined() && !Old.isWeak() && Old.Kind != Symbol::Common &&
         New.getBinding() != ELF::STB_WEAK && New.st_shndx != ELF::SHN_COMMON;
}

/// Definitions keep their name under --wrap, references are redirected. The
/// value of a common symbol is its alignment: of several, the largest size and
/// the largest alignment apply.
Error SymbolTable::addGlobal(ObjectFile &File, const RawSymbol &Raw,
                             Symbol *&Slot) {
  const ELFT::Sym &Entry = *Raw.Entry;
  bool IsDefinition = isDefinition(File, Entry);
  Symbol &S = intern(IsDefinition ? Raw.Name : redirected(Raw.Name));
  Slot = &S;
  S.Visibility = std::max(S.Visibility, Entry.getVisibility());
  if (IsDefinition && !S.Prescribed) {
    if (conflicts(Entry, S))
      return File.error("duplicate symbol " + quote(Raw.Name) +
                        ", also defined in " + S.File->name());
    uint64_t Alignment = S.Kind == Symbol::Common ? S.Value : 1;
    if (replaces(Entry, S))
      define(S, File, Raw);
    if (S.Kind == Symbol::Common && Entry.st_shndx == ELF::SHN_COMMON)
      S.Value = std::max({Alignment, uint64_t(Entry.st_value), uint64_t(1)});
    return Error::success();
  }
  if (!S.File)
    S.File = &File;
  if (S.isDefined() || Entry.getBinding() == ELF::STB_WEAK)
    return Error::success();
  S.Binding = ELF::STB_GLOBAL;
  return S.Kind == Symbol::Lazy ? fetch(S) : Error::success();
}

//===----------------------------------------------------------------------===//
// Symbols referenced or defined by the linker
//===----------------------------------------------------------------------===//

Error SymbolTable::require(StringRef Name) {
  Symbol &S = intern(Name);
  if (S.isDefined())
    return Error::success();
  S.Binding = ELF::STB_GLOBAL;
  return S.Kind == Symbol::Lazy ? fetch(S) : Error::success();
}

Symbol *SymbolTable::defineIfWanted(StringRef Name) {
  Symbol *S = find(Name);
  bool IsWanted = S && (S->File || any_of(Aliases, [&](const Alias &A) {
                          return A.second == Name;
                        }));
  if (!IsWanted || S->isDefined())
    return nullptr;
  S->Kind = Symbol::Absolute;
  S->Binding = ELF::STB_GLOBAL;
  return S;
}

/// Each common symbol becomes a section of zeros in the file of its definition,
/// so that layout and --gc-sections need no further case.
void SymbolTable::allocateCommons() {
  for (auto &[Name, S] : Globals) {
    if (S->Kind != Symbol::Common)
      continue;
    auto Section = std::make_unique<InputSection>();
    Section->File = S->File;
    bool IsThreadLocal = S->Type == ELF::STT_TLS;
    Section->Name = IsThreadLocal ? ".tbss" : ".bss";
    Section->Type = ELF::SHT_NOBITS;
    Section->Flags =
        ELF::SHF_ALLOC | ELF::SHF_WRITE | (IsThreadLocal ? ELF::SHF_TLS : 0);
    Section->Alignment = PowerOf2Ceil(S->Value);
    Section->Size = S->Size;
    S->Section = Section.get();
    S->Kind = Symbol::Defined;
    S->Type = IsThreadLocal ? ELF::STT_TLS : ELF::STT_OBJECT;
    S->Value = 0;
    S->File->Sections.push_back(std::move(Section));
  }
}

/// Returns the first reference to `S` from allocated contents.
static std::string firstReference(const ObjectFile &File, const Symbol &S) {
  for (const auto &Section : File.Sections) {
    if (!Section || Section->Discarded)
      continue;
    for (const ELFT::Rela &R : Section->Relocations)
      if (File.Symbols[R.getSymbol(false)] == &S)
        return ", referenced at " + File.describe(*Section, R.r_offset);
  }
  return "";
}

/// One error per symbol, with the first file that refers to it.
Error SymbolTable::reportUndefined(StringRef Entry,
                                   ArrayRef<std::string> Required) const {
  Error Errors = Error::success();
  for (const auto &[Name, S] : Globals) {
    if (S->isDefined() || S->isWeak())
      continue;
    if (!S->File) { // of the command line
      if (Name == Entry || is_contained(Required, Name))
        Errors = joinErrors(
            std::move(Errors),
            makeError("matrix-ld: error: " +
                      Twine(Name == Entry ? "entry point" : "required symbol") +
                      " '" + Name + "' is not defined"));
      continue;
    }
    for (const auto &File : Objects) {
      std::string Reference = firstReference(*File, *S);
      if (Reference.empty() && S->File != File.get())
        continue;
      Errors =
          joinErrors(std::move(Errors), File->error("undefined symbol " +
                                                    quote(Name) + Reference));
      break;
    }
  }
  return Errors;
}
