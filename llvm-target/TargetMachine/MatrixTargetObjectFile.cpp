//===- MatrixTargetObjectFile.cpp - sections ------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Selects sections by address space, and describes thread-local variables to
// debuggers by their offset from the thread pointer. With -fdata-sections each
// scratchpad global has a section of its own, so that --gc-sections discards
// it.
//
//===----------------------------------------------------------------------===//

#include "TargetMachine/MatrixTargetObjectFile.h"
#include "MCTargetDesc/MatrixELF.h"
#include "matrix/Description/Target.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/IR/GlobalObject.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCSectionELF.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

MCSection *
MatrixTargetObjectFile::SelectSectionForGlobal(const GlobalObject *Object,
                                               SectionKind Kind,
                                               const TargetMachine &TM) const {
  if (Object->getAddressSpace() != matrix::desc::address_space::scratchpad)
    return TargetLoweringObjectFileELF::SelectSectionForGlobal(Object, Kind,
                                                               TM);
  bool IsZero = Kind.isBSS() || Kind.isBSSLocal() || Kind.isBSSExtern() ||
                Kind.isCommon();
  std::string Name = IsZero ? ".spad.bss" : ".spad.data";
  if (TM.getDataSections())
    Name += "." + TM.getSymbol(Object)->getName().str();
  return getContext().getELFSection(
      Name, IsZero ? ELF::SHT_NOBITS : ELF::SHT_PROGBITS,
      ELF::SHF_ALLOC | ELF::SHF_WRITE);
}

/// DWARF has the variable's offset from the thread pointer.
const MCExpr *MatrixTargetObjectFile::getDebugThreadLocalSymbol(
    const MCSymbol *Symbol) const {
  return MCSpecifierExpr::create(MCSymbolRefExpr::create(Symbol, getContext()),
                                 matrix::elf::R_MATRIX_TPREL_64, getContext());
}
