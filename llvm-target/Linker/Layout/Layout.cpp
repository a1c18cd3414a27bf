//===- Layout.cpp - section merging and addresses -------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Merges input sections by name, orders output sections by region, assigns
// addresses, and checks that each region fits into its memory. Thunks and
// addresses are computed alternately until a fixed point, within a bounded
// number of rounds. The relative order of input sections is kept, except in
// arrays of constructors and destructors, which are ordered by priority.
//
//===----------------------------------------------------------------------===//

#include "LayoutBuilder.h"
#include "Linker/Input/Note.h"
#include "MCTargetDesc/MatrixELF.h"
#include "Thunks.h"
#include "matrix/Description/Target.h"
#include "matrix/Description/Variants.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace llvm;
using namespace matrix;
using namespace matrix::linker;

uint64_t InputSection::address() const { return Out->Address + Offset; }

uint64_t Symbol::address() const {
  return Kind == Defined && Section ? Section->address() + Value : Value;
}

//===----------------------------------------------------------------------===//
// Mapping of input to output sections
//===----------------------------------------------------------------------===//

/// Input sections of these names, or `<name>.<anything>`, are merged.
static constexpr StringLiteral MergedNames[] = {
    ".text", ".rodata", ".init_array", ".fini_array",
    ".data", ".bss",    ".tdata",      ".tbss"};

static bool isScratchpad(const InputSection &Section) {
  return Section.isAllocated() && Section.Name.starts_with(".spad");
}

static StringRef outputName(const InputSection &Section) {
  if (isScratchpad(Section))
    return Section.Type == ELF::SHT_NOBITS ? ".spad.bss" : ".spad.data";
  if (!Section.isAllocated())
    return Section.Name;
  if (Section.isBeforeConstructors())
    return ".init_array";
  for (StringRef Name : MergedNames)
    if (Section.Name == Name || Section.Name.starts_with((Name + ".").str()))
      return Name;
  return Section.Name;
}

static Region regionOf(const InputSection &Section) {
  if (!Section.isAllocated())
    return Region::None;
  if (isScratchpad(Section))
    return Region::Scratchpad;
  if (Section.Flags & ELF::SHF_WRITE)
    return Region::Data;
  return Section.Flags & ELF::SHF_EXECINSTR ? Region::Code : Region::Constants;
}

/// Sections that the linker interprets and does not copy.
static bool isConsumed(const InputSection &Section) {
  return Section.Discarded || Section.Name == elf::NoteSection ||
         Section.Name == KernelSection ||
         (!Section.isAllocated() && !Section.Name.starts_with(".debug_"));
}

Expected<Layout> matrix::linker::layOut(SymbolTable &Symbols, StringRef Variant,
                                        const LayoutOptions &Options) {
  return LayoutBuilder(Symbols, *desc::lookupVariant(std::string_view(Variant)),
                       Options)
      .build();
}

/// The iteration converges within two or three rounds; calls still out of range
/// are errors.
static constexpr unsigned MaxRounds = 100;

Expected<Layout> LayoutBuilder::build() {
  collect();
  sort();
  alignThreadLocal();
  // A thunk moves the code after it, which may put further calls out of range.
  unsigned Rounds = 0;
  for (bool Changed = true; Changed && Rounds < MaxRounds; ++Rounds) {
    for (auto &Out : Result.Sections)
      place(*Out);
    assignAddresses();
    auto Added = Thunks ? Thunks->addTo(Result) : Expected<bool>(false);
    if (!Added)
      return Added.takeError();
    Changed = *Added;
  }
  if (Error E = joinErrors(checkProgramSize(), checkScratchpadSize()))
    return std::move(E);
  defineSymbols();
  return std::move(Result);
}

void LayoutBuilder::collect() {
  for (auto &File : Symbols.Objects)
    for (auto &Section : File->Sections)
      if (Section && !isConsumed(*Section) &&
          (!WithoutDebug || Section->isAllocated()))
        add(*Section);
}

/// An output section of inputs in different regions is in the first of them;
/// one with contents is not NOBITS.
void LayoutBuilder::add(InputSection &Section) {
  StringRef Name = outputName(Section);
  OutputSection *&Out = ByName[Name];
  if (!Out) {
    Result.Sections.push_back(std::make_unique<OutputSection>());
    Out = Result.Sections.back().get();
    Out->Name = Name.str();
    Out->In = regionOf(Section);
  }
  if (Section.Type != ELF::SHT_NOBITS)
    Out->Type = Section.isBeforeConstructors() ? uint32_t(ELF::SHT_INIT_ARRAY)
                                               : Section.Type;
  Out->Flags |= Section.Flags & (ELF::SHF_ALLOC | ELF::SHF_WRITE |
                                 ELF::SHF_EXECINSTR | ELF::SHF_TLS);
  Out->In = std::min(Out->In, regionOf(Section));
  Out->Alignment = std::max(Out->Alignment, Section.Alignment);
  Out->Inputs.push_back(&Section);
  Section.Out = Out;
}

/// Returns the priority of `.init_array.00101` or `.fini_array.00101`; sections
/// without a number are last. Destructors run from the end. Only addresses of
/// indirect functions, with priority 0, are resolved before `.preinit_array`.
static unsigned priority(const InputSection *Section) {
  if (Section->isBeforeConstructors())
    return 1;
  unsigned Priority = 65536;
  StringRef Number = Section->Name;
  if (Number.consume_front(".init_array.") ||
      Number.consume_front(".fini_array."))
    Number.getAsInteger(10, Priority);
  return Priority;
}

/// Stable sort by priority.
static void sortByPriority(std::vector<InputSection *> &Sections) {
  std::multimap<unsigned, InputSection *> Sorted;
  for (InputSection *Section : Sections)
    Sorted.emplace(priority(Section), Section);
  auto Next = Sorted.begin();
  for (InputSection *&Section : Sections)
    Section = (Next++)->second;
}

/// Orders by region, within each thread-local sections first and NOBITS last;
/// otherwise keeps the input order.
void LayoutBuilder::sort() {
  for (size_t I = 0; I < Result.Sections.size(); ++I)
    Result.Sections[I]->Index = I;
  auto Key = [](const OutputSection &S) {
    return std::make_tuple(S.In, !S.isThreadLocal(), !S.hasContents(), S.Index);
  };
  llvm::sort(Result.Sections,
             [&](const auto &A, const auto &B) { return Key(*A) < Key(*B); });
  for (StringRef Name : {".init_array", ".fini_array"})
    if (OutputSection *Array = ByName.lookup(Name))
      sortByPriority(Array->Inputs);
}

/// Assigns offsets and copies contents of one output section.
void LayoutBuilder::place(OutputSection &Out) {
  if (&Out == Blocks)
    return;
  Out.Size = 0;
  for (InputSection *Section : Out.Inputs) {
    Out.Size = alignTo(Out.Size, Section->Alignment);
    Section->Offset = Out.Size;
    Out.Size += Section->Size;
  }
  if (!Out.hasContents())
    return;
  Out.Contents.resize(Out.Size);
  for (InputSection *Section : Out.Inputs)
    copy(Section->Contents, Out.Contents.begin() + Section->Offset);
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

/// Segments start on separate pages, so that loaders can map them.
static constexpr uint64_t SegmentAlignment = 4096;

static uint32_t segmentFlags(Region In) {
  switch (In) {
  case Region::Code:
    return ELF::PF_R | ELF::PF_X;
  case Region::Constants:
    return ELF::PF_R;
  default:
    return ELF::PF_R | ELF::PF_W;
  }
}

void LayoutBuilder::assignAddresses() {
  Result.Segments.clear();
  Result.ThreadLocal.reset();
  uint64_t Address = Variant.map.program;
  for (Region In : {Region::Code, Region::Constants, Region::Data})
    assignRegion(In, Address);
  Address = Variant.map.ownScratchpad;
  assignRegion(Region::Scratchpad, Address);
}

/// One segment per region. NOBITS sections are last, so that the contents are a
/// prefix of the segment: its size in the file ends with the last contents.
void LayoutBuilder::assignRegion(Region In, uint64_t &Address) {
  Segment S;
  S.Flags = segmentFlags(In);
  S.Alignment = SegmentAlignment;
  for (auto &Out : Result.Sections)
    if (Out->In == In)
      S.Alignment = std::max(S.Alignment, Out->Alignment);
  S.Address = Address = alignTo(Address, S.Alignment);
  for (auto &Out : Result.Sections) {
    if (Out->In != In)
      continue;
    if (Out->isThreadLocal()) {
      extendThreadLocal(*Out, Address);
      if (!Out->hasContents())
        continue; // only in the blocks
    }
    Out->Address = Address = alignTo(Address, Out->Alignment);
    Address += Out->Size;
    S.MemorySize = Address - S.Address;
    if (Out->hasContents())
      S.FileSize = S.MemorySize;
  }
  if (S.MemorySize)
    Result.Segments.push_back(S);
}

uint64_t LayoutBuilder::endOf(Region In) const {
  uint64_t End = 0;
  for (const auto &Out : Result.Sections)
    if (Out->In <= In && (In != Region::Scratchpad || Out->In == In))
      End = std::max(End, Out->Address + Out->Size);
  return End;
}

//===----------------------------------------------------------------------===//
// Symbols defined by the linker
//===----------------------------------------------------------------------===//

void LayoutBuilder::define(const Twine &Name, uint64_t Value) {
  SmallString<64> Buffer;
  if (Symbol *S = Symbols.defineIfWanted(Name.toStringRef(Buffer)))
    S->Value = Value;
}

void LayoutBuilder::defineSymbols() {
  for (StringRef Name : {"init_array", "fini_array"}) {
    const OutputSection *Array = ByName.lookup(("." + Name).str());
    define("__" + Name + "_start", Array ? Array->Address : 0);
    define("__" + Name + "_end", Array ? Array->Address + Array->Size : 0);
  }
  defineThreadLocalSymbols();
  define("_end", endOf(Region::Data));
  define("__stack_size", StackSize);
  for (const auto &Out : Result.Sections) {
    define("__start_" + Twine(Out->Name), Out->Address);
    define("__stop_" + Twine(Out->Name), Out->Address + Out->Size);
  }
}
