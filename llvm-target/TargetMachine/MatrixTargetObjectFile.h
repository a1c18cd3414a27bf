//===- MatrixTargetObjectFile.h - sections ----------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sections of globals: ELF's for DRAM, .spad.data and .spad.bss for the
// scratchpad, which start-up code copies to every core. The linker recognizes
// them by these names.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_MATRIXTARGETOBJECTFILE_H
#define MATRIX_MATRIXTARGETOBJECTFILE_H

#include "llvm/CodeGen/TargetLoweringObjectFileImpl.h"

namespace llvm {

/// Globals of address space 1 are placed in the scratchpad: sections
/// `.spad.data` and `.spad.bss`, copied to every core.
class MatrixTargetObjectFile : public TargetLoweringObjectFileELF {
public:
  MCSection *SelectSectionForGlobal(const GlobalObject *Object,
                                    SectionKind Kind,
                                    const TargetMachine &TM) const override;
  const MCExpr *
  getDebugThreadLocalSymbol(const MCSymbol *Symbol) const override;
};

} // namespace llvm

#endif // MATRIX_MATRIXTARGETOBJECTFILE_H
