//===- Thunks.cpp - range-extension thunks --------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds calls whose target is out of range, reuses a thunk in range or
// instantiates a new one, and redirects the call to it. A thunk is placed
// before or after the section that contains the call. Its address is
// tentative until the next assignment of addresses; a call that does not reach
// its thunk then is redirected again. The search for a thunk in range is
// linear.
//
//===----------------------------------------------------------------------===//

#include "Thunks.h"
#include "MCTargetDesc/MatrixELF.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace matrix;
using namespace matrix::linker;

static constexpr StringLiteral TemplateSection = ".text.thunk",
                               TemplateTarget = "__thunk_target";

/// A call, its section, and its target without a thunk.
struct ThunkMaker::Call {
  InputSection &Section;
  const ELFT::Rela &Relocation;
  Symbol &Target;

  uint64_t address() const { return Section.address() + Relocation.r_offset; }
  uint64_t destination() const {
    return Target.address() + Relocation.r_addend;
  }
  bool reaches(uint64_t Address) const {
    return elf::fits(*elf::lookupRelocation(Relocation.getType(false)),
                     Address - address());
  }
};

struct ThunkMaker::Thunk {
  Symbol *Target;
  int64_t Addend;
  InputSection *Section;
  Symbol *Entry;
  uint64_t Expected; // tentative until addresses are assigned again

  uint64_t address() const { return Expected ? Expected : Section->address(); }
};

ThunkMaker::ThunkMaker(SymbolTable &Symbols, std::string Template)
    : Symbols(Symbols), Template(std::move(Template)) {}
ThunkMaker::~ThunkMaker() = default;

Expected<bool> ThunkMaker::addTo(Layout &Program) {
  if (Template.empty())
    return false;
  Changed = false;
  for (auto &T : Thunks)
    T->Expected = 0;
  for (auto &Out : Program.Sections)
    if (Out->In == Region::Code) {
      auto Added = addTo(*Out);
      if (!Added)
        return Added.takeError();
    }
  return Changed;
}

/// Only calls have thunks. Iterates over a copy of the list, because thunks are
/// inserted into it.
Expected<bool> ThunkMaker::addTo(OutputSection &Out) {
  std::vector<InputSection *> Before = Out.Inputs;
  for (InputSection *Section : Before)
    for (const ELFT::Rela &R : Section->Relocations) {
      Symbol *Target = Section->File->Symbols[R.getSymbol(false)];
      if (R.getType(false) != elf::R_MATRIX_JUMP21W || !Target ||
          !Target->isDefined() || (Target->Section && !Target->Section->Out))
        continue;
      Call C{*Section, R, *Target};
      Symbol *Now = Section->Thunks.lookup(&R);
      if (C.reaches(Now ? Now->address() : C.destination()))
        continue;
      if (Error E = redirect(C, Out))
        return std::move(E);
    }
  return Changed;
}

ThunkMaker::Thunk *ThunkMaker::findInReach(const Call &C) {
  for (auto &T : Thunks)
    if (T->Target == &C.Target && T->Addend == C.Relocation.r_addend &&
        C.reaches(T->address()))
      return T.get();
  return nullptr;
}

/// Places a new thunk after the call's section or before it. If neither
/// is in range the call is unchanged, and reported by relocation.
Error ThunkMaker::redirect(const Call &C, OutputSection &Out) {
  if (Thunk *Found = findInReach(C)) {
    C.Section.Thunks[&C.Relocation] = Found->Entry;
    Changed = true; // addresses change in the next round
    return Error::success();
  }
  uint64_t Start = C.Section.address(), End = Start + C.Section.Size;
  bool Fits = C.reaches(alignTo(End, C.Section.Alignment));
  if (!Fits && !C.reaches(Start))
    return Error::success();
  auto Created = create(C);
  if (!Created)
    return Created.takeError();
  Thunk &New = **Created;
  New.Expected = Fits ? alignTo(End, New.Section->Alignment) : Start;
  New.Section->Out = &Out;
  auto Place = find(Out.Inputs, &C.Section);
  Out.Inputs.insert(Fits ? std::next(Place) : Place, New.Section);
  C.Section.Thunks[&C.Relocation] = New.Entry;
  Changed = true;
  return Error::success();
}

/// Returns the call's target as a symbol without addend.
Symbol *ThunkMaker::targetOf(const Call &C, ObjectFile &File) {
  File.Locals.push_back(std::make_unique<Symbol>(C.Target));
  Symbol &Target = *File.Locals.back();
  Target.Name = ""; // the executable has the name only once
  Target.Value += C.Relocation.r_addend;
  return &Target;
}

/// Reads the template object again for each thunk: the copy has its own
/// section, whose relocations against __thunk_target refer to the target of the
/// call.
Expected<ThunkMaker::Thunk *> ThunkMaker::create(const Call &C) {
  if (!Buffer) {
    auto Read = MemoryBuffer::getFile(Template);
    if (!Read)
      return makeError("matrix-ld: error: cannot read " + Template + ": " +
                       Read.getError().message() +
                       "; build the target matrix-runtime");
    Buffer = std::move(*Read);
  }
  auto File = ObjectFile::create(Buffer->getMemBufferRef(), Template);
  if (!File)
    return File.takeError();
  InputSection *Code = nullptr;
  for (auto &Section : (*File)->Sections)
    if (Section && Section->Name == TemplateSection)
      Code = Section.get();
    else
      Section.reset();
  if (!Code)
    return (*File)->error("no section " + TemplateSection);
  Symbol *Target = targetOf(C, **File);
  for (const RawSymbol &Raw : (*File)->RawSymbols)
    (*File)->Symbols.push_back(Raw.Name == TemplateTarget ? Target : nullptr);
  (*File)->Locals.push_back(std::make_unique<Symbol>());
  Symbol *Entry = (*File)->Locals.back().get();
  Entry->Name = "__thunk";
  Entry->Kind = Symbol::Defined;
  Entry->Binding = ELF::STB_LOCAL;
  Entry->Type = ELF::STT_FUNC;
  Entry->File = File->get();
  Entry->Section = Code;
  Entry->Size = Code->Size;
  Symbols.Objects.push_back(std::move(*File));
  Thunks.push_back(std::make_unique<Thunk>(
      Thunk{&C.Target, C.Relocation.r_addend, Code, Entry, 0}));
  return Thunks.back().get();
}
