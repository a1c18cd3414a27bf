//===- Relocate.cpp - relocations -----------------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes S + A, or S + A - P for PC-relative relocations, checks the range of
// the field, and patches the contents of output sections. Locations of
// thread-local variables in debug information become offsets from a register.
//
//===----------------------------------------------------------------------===//

#include "Relocate.h"
#include "MCTargetDesc/MatrixELF.h"
#include "matrix/Description/Target.h"
#include "matrix/Description/Variants.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Support/LEB128.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace matrix;
using namespace matrix::linker;

//===----------------------------------------------------------------------===//
// One relocation
//===----------------------------------------------------------------------===//

static Error overflow(const ObjectFile &File, const std::string &Place,
                      const elf::RelocationInfo &Info, const Symbol &Target,
                      uint64_t Value) {
  std::string Number = Info.What == elf::Value::PcRelative
                           ? "distance " + itostr(int64_t(Value))
                           : "value 0x" + utohexstr(Value, true);
  return File.error(Place + ": relocation " + Info.Name + " against " +
                    Target.quotedName() + " overflows: " + Number +
                    " does not fit in " + Twine(unsigned(Info.Bits)) + " bits" +
                    (Info.Number == elf::R_MATRIX_JUMP21W
                         ? "; there is no place for a thunk in reach, compile "
                           "with -function-sections"
                         : ""));
}

/// Returns S + A. Undefined weak symbols, and references of debug information
/// to discarded sections, have address 0.
static uint64_t targetValue(const Symbol *Target, int64_t Addend) {
  if (!Target)
    return Addend;
  if (Target->isGone())
    return 0;
  return (Target->isDefined() ? Target->address() : 0) + Addend;
}

/// Reports references by address to thread-local symbols, which have an address
/// on each core, and by offset to others.
static Error checkThreadLocal(const ObjectFile &File,
                              const InputSection &Section, const ELFT::Rela &R,
                              const elf::RelocationInfo &Info,
                              const Symbol &Target) {
  bool ByOffset = Info.What == elf::Value::ThreadRelative;
  if (ByOffset == Target.isThreadLocal() ||
      (!Target.isDefined() && Target.Type != ELF::STT_TLS) ||
      (!ByOffset && !Section.isAllocated()))
    return Error::success();
  std::string Definition =
      Target.isDefined() && Target.File && Target.File != &File
          ? " in " + Target.File->name().str()
          : "";
  return File.error(File.describe(Section, R.r_offset) + ": relocation " +
                    Info.Name + " against " + Target.quotedName() +
                    ", which is " +
                    (ByOffset ? "not thread-local" : "thread-local") +
                    Definition + "; declare it alike wherever it is used");
}

/// A jump to an undefined weak symbol continues at the next instruction, as on
/// AArch64: address 0 may be out of reach, and code compares it before a call.
static bool isJumpToNowhere(const elf::RelocationInfo &Info,
                            const Symbol *Target) {
  return (Info.Where == elf::Field::Branch || Info.Where == elf::Field::Jump) &&
         Target && !Target->isDefined();
}

//===----------------------------------------------------------------------===//
// Locations of thread-local variables in debug information
//===----------------------------------------------------------------------===//

/// Makes `DW_OP_const8u <offset>, DW_OP_form_tls_address` the expression
/// `DW_OP_breg<thread pointer> <offset>`: programs are static, and debuggers
/// ask an operating system for the address otherwise. The offset is padded, so
/// that both have the same size. `Operand` is the place of the 64-bit offset.
static void relaxThreadLocalLocation(MutableArrayRef<uint8_t> Contents,
                                     uint64_t Operand, int64_t Value) {
  constexpr unsigned Size = sizeof(uint64_t);
  if (Operand == 0 || Operand + Size >= Contents.size() ||
      Contents[Operand - 1] != dwarf::DW_OP_const8u ||
      (Contents[Operand + Size] != dwarf::DW_OP_form_tls_address &&
       Contents[Operand + Size] != dwarf::DW_OP_GNU_push_tls_address))
    return;
  using namespace desc::registers;
  Contents[Operand - 1] = dwarf::DW_OP_breg0 + debugNumbers[threadPointer];
  encodeSLEB128(Value, &Contents[Operand], /*PadTo=*/Size + 1);
}

//===----------------------------------------------------------------------===//
// All relocations
//===----------------------------------------------------------------------===//

/// Computes the value, checks it against symbol and field, and patches the
/// output section. Allocated sections must not refer to sections that are left
/// out; debug information may, and has the value 0 there.
static Error apply(const ObjectFile &File, const InputSection &Section,
                   const ELFT::Rela &R, uint64_t ThreadLocalStart) {
  const elf::RelocationInfo &Info = *elf::lookupRelocation(R.getType(false));
  if (Info.Where == elf::Field::None)
    return Error::success();
  const Symbol None, *Target = File.Symbols[R.getSymbol(false)];
  const Symbol *Thunk = Section.Thunks.lookup(&R);
  if (Target && Target->isGone() && Section.isAllocated())
    return File.error(File.describe(Section, R.r_offset) + ": refers to " +
                      Target->quotedName() +
                      " in a section that is not part of the program");
  if (Target)
    if (Error E = checkThreadLocal(File, Section, R, Info, *Target))
      return E;
  uint64_t Value = Thunk ? Thunk->address() : targetValue(Target, R.r_addend);
  if (Info.What == elf::Value::PcRelative)
    Value -= Section.address() + R.r_offset;
  if (isJumpToNowhere(Info, Target))
    Value = desc::instructionBytes;
  if (Info.What == elf::Value::ThreadRelative && Target && !Target->isGone() &&
      Target->isDefined())
    Value -= ThreadLocalStart;
  if (Info.What == elf::Value::PcRelative &&
      Value & maskTrailingOnes<uint64_t>(Info.Shift))
    return File.error(File.describe(Section, R.r_offset) + ": relocation " +
                      Info.Name + " against " +
                      (Target ? *Target : None).quotedName() + ": distance " +
                      itostr(int64_t(Value)) + " is not a multiple of " +
                      Twine(1u << Info.Shift));
  if (!elf::fits(Info, Value))
    return overflow(File, File.describe(Section, R.r_offset), Info,
                    Target ? *Target : None, Value);
  elf::patch(Info, &Section.Out->Contents[Section.Offset + R.r_offset], Value);
  if (Info.What == elf::Value::ThreadRelative && !Section.isAllocated())
    relaxThreadLocalLocation(Section.Out->Contents, Section.Offset + R.r_offset,
                             Value);
  return Error::success();
}

Error matrix::linker::relocate(const SymbolTable &Symbols,
                               uint64_t ThreadLocalStart) {
  Error Errors = Error::success();
  for (const auto &File : Symbols.Objects)
    for (const auto &Section : File->Sections)
      if (Section && Section->Out)
        for (const ELFT::Rela &R : Section->Relocations)
          Errors = joinErrors(std::move(Errors),
                              apply(*File, *Section, R, ThreadLocalStart));
  return Errors;
}
