//===- MCTargetDesc/MatrixMCAsmInfo.cpp - assembly syntax properties ------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Directives and comment characters of the assembly language, and the spelling
// of relocation specifiers, `%name(symbol)`. It is the ELF syntax of LLVM's
// other targets.
//
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/MatrixMCAsmInfo.h"
#include "MCTargetDesc/MatrixMCTargetDesc.h"
#include "matrix/Description/Variants.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

MatrixMCAsmInfo::MatrixMCAsmInfo() {
  CodePointerSize = 8;
  CalleeSaveStackSlotSize = 8;
  IsLittleEndian = true;
  CommentString = "#";
  AlignmentIsInBytes = false;
  Data64bitsDirective = "\t.quad\t";
  MinInstAlignment = 4;
  UsesELFSectionDirectiveForBSS = true;
  SupportsDebugInformation = true;
  // The machine does not unwind; call frame information serves debuggers.
  ExceptionsType = ExceptionHandling::None;
  UsesCFIWithoutEH = true;
}

void MatrixMCAsmInfo::printSpecifierExpr(raw_ostream &OS,
                                         const MCSpecifierExpr &Expr) const {
  OS << '%' << Matrix::specifierName(Expr.getSpecifier()) << '(';
  printExpr(OS, *Expr.getSubExpr());
  OS << ')';
}

bool MatrixMCAsmInfo::isValidUnquotedName(StringRef Name) const {
  using namespace matrix::desc::registers;
  for (StringRef Prefix : {generalPrefix, floatPrefix, tilePrefix})
    if (StringRef Number = Name; Number.consume_front(Prefix) &&
                                 !Number.empty() && all_of(Number, isDigit))
      return false;
  return MCAsmInfoELF::isValidUnquotedName(Name);
}
