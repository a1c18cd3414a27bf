//===- SymbolTable.cpp - resolve names ------------------------------------===//
//
// Part of the Matrix project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SymbolTable.h"
#include "llvm/BinaryFormat/Magic.h"

using namespace llvm;
using namespace matrix::linker;

Symbol &SymbolTable::intern(StringRef Name) {
  std::unique_ptr<Symbol> &Slot = Globals[Name];
  if (!Slot) {
    Slot = std::make_unique<Symbol>();
    Slot->Name = Name;
    Slot->Binding = ELF::STB_WEAK; // until someone asks strongly
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

Error SymbolTable::addInput(MemoryBufferRef Buffer) {
  if (identify_magic(Buffer.getBuffer()) == file_magic::archive)
    return addArchive(Buffer);
  return addObject(Buffer, Buffer.getBufferIdentifier().str());
}

Error SymbolTable::addObject(MemoryBufferRef Buffer, std::string Name) {
  auto Created = ObjectFile::create(Buffer, std::move(Name));
  if (!Created)
    return Created.takeError();
  Objects.push_back(std::move(*Created));
  ObjectFile &File = *Objects.back();
  discardKnownGroups(File);
  // Members of archives may be loaded on the way, which reallocates Objects.
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

/// Whether the entry gives its symbol a value here.
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

/// Whether a definition replaces what the name stands for so far. Two strong
/// ones are an error, found by the caller.
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

Error SymbolTable::addGlobal(ObjectFile &File, const RawSymbol &Raw,
                             Symbol *&Slot) {
  Symbol &S = intern(Raw.Name);
  Slot = &S;
  const ELFT::Sym &Entry = *Raw.Entry;
  S.Visibility = std::max(S.Visibility, Entry.getVisibility());
  if (isDefinition(File, Entry)) {
    if (conflicts(Entry, S))
      return File.error("duplicate symbol '" + Raw.Name +
                        "', also defined in " + S.File->name());
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
// Archives
//===----------------------------------------------------------------------===//

static Error archiveError(StringRef Name, Error E) {
  return makeError(Name +
                   ": error: damaged archive: " + toString(std::move(E)));
}

Error SymbolTable::addArchive(MemoryBufferRef Buffer) {
  std::string Name = Buffer.getBufferIdentifier().str();
  auto Created = object::Archive::create(Buffer);
  if (!Created)
    return archiveError(Name, Created.takeError());
  unsigned Index = Archives.size();
  Archives.push_back({Name, std::move(*Created), {}, {}});
  std::vector<std::pair<StringRef, unsigned>> Offered;
  DenseMap<uint64_t, unsigned> MemberAt;
  for (const object::Archive::Symbol &S : Archives[Index].Archive->symbols()) {
    auto Member = S.getMember();
    if (!Member)
      return archiveError(Name, Member.takeError());
    auto [It, New] = MemberAt.try_emplace(Member->getChildOffset(),
                                          Archives[Index].Members.size());
    if (New)
      Archives[Index].Members.push_back(*Member);
    Offered.emplace_back(S.getName(), It->second);
  }
  if (Offered.empty() && !Archives[Index].Archive->isEmpty())
    return makeError(
        Name +
        ": error: archive without a symbol index; run llvm-ranlib on it");
  Archives[Index].Loaded.resize(Archives[Index].Members.size());
  for (auto [SymbolName, Member] : Offered) {
    Symbol &S = intern(SymbolName);
    if (S.Kind != Symbol::Undefined)
      continue;
    S.Kind = Symbol::Lazy;
    S.Archive = Index;
    S.Member = Member;
    if (!S.isWeak())
      if (Error E = fetch(S))
        return E;
  }
  return Error::success();
}

Error SymbolTable::fetch(Symbol &S) {
  S.Kind = Symbol::Undefined;
  return addMember(S.Archive, S.Member);
}

Error SymbolTable::addMember(unsigned Archive, unsigned Member) {
  ArchiveFile &From = Archives[Archive];
  if (From.Loaded[Member])
    return Error::success();
  From.Loaded[Member] = true;
  auto Buffer = From.Members[Member].getMemoryBufferRef();
  if (!Buffer)
    return archiveError(From.Name, Buffer.takeError());
  return addObject(*Buffer,
                   From.Name + "(" + Buffer->getBufferIdentifier().str() + ")");
}

//===----------------------------------------------------------------------===//
// Names that the linker itself asks for or supplies
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
  if (!S || S->isDefined() || !S->File)
    return nullptr;
  S->Kind = Symbol::Absolute;
  S->Binding = ELF::STB_GLOBAL;
  return S;
}

void SymbolTable::allocateCommons() {
  for (auto &[Name, S] : Globals) {
    if (S->Kind != Symbol::Common)
      continue;
    auto Section = std::make_unique<InputSection>();
    Section->File = S->File;
    Section->Name = ".bss";
    Section->Type = ELF::SHT_NOBITS;
    Section->Flags = ELF::SHF_ALLOC | ELF::SHF_WRITE;
    Section->Alignment = PowerOf2Ceil(S->Value);
    Section->Size = S->Size;
    S->Section = Section.get();
    S->Kind = Symbol::Defined;
    S->Type = ELF::STT_OBJECT;
    S->Value = 0;
    S->File->Sections.push_back(std::move(Section));
  }
}

/// The first reference from allocated contents to symbol `S`.
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

Error SymbolTable::reportUndefined() const {
  Error Errors = Error::success();
  for (const auto &[Name, S] : Globals) {
    if (S->isDefined() || S->isWeak())
      continue;
    if (!S->File) {
      Errors = joinErrors(std::move(Errors),
                          makeError("matrix-ld: error: entry point '" + Name +
                                    "' is not defined"));
      continue;
    }
    for (const auto &File : Objects) {
      std::string Reference = firstReference(*File, *S);
      if (Reference.empty() && S->File != File.get())
        continue;
      Errors =
          joinErrors(std::move(Errors), File->error("undefined symbol '" +
                                                    Name + "'" + Reference));
      break;
    }
  }
  return Errors;
}
