//===- MatrixMCAsmInfo.h - assembly syntax properties -----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Properties of the assembly language for assembler, printer and debug
// information: pointer size, data directives, and relocation specifiers.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_MCTARGETDESC_MATRIXMCASMINFO_H
#define MATRIX_MCTARGETDESC_MATRIXMCASMINFO_H

#include "llvm/MC/MCAsmInfoELF.h"

namespace llvm {

class MatrixMCAsmInfo : public MCAsmInfoELF {
public:
  MatrixMCAsmInfo();
  void printSpecifierExpr(raw_ostream &OS,
                          const MCSpecifierExpr &Expr) const override;
  /// A symbol with the name of a register is a symbol if it is quoted.
  bool isValidUnquotedName(StringRef Name) const override;
};

} // namespace llvm

#endif // MATRIX_MCTARGETDESC_MATRIXMCASMINFO_H
