//===- MCTargetDesc/MatrixInstPrinter.h - print instructions ----*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints an MCInst as assembly, with aliases unless -M no-aliases is given. The
// assembly strings are generated from the description.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_MCTARGETDESC_MATRIXINSTPRINTER_H
#define MATRIX_MCTARGETDESC_MATRIXINSTPRINTER_H

#include "llvm/MC/MCInstPrinter.h"

namespace llvm {

class MatrixInstPrinter : public MCInstPrinter {
public:
  using MCInstPrinter::MCInstPrinter;

  void printInst(const MCInst *MI, uint64_t Address, StringRef Annotation,
                 const MCSubtargetInfo &STI, raw_ostream &OS) override;
  void printRegName(raw_ostream &OS, MCRegister Reg) override;
  bool applyTargetSpecificCLOption(StringRef Option) override;

  // Generated.
  std::pair<const char *, uint64_t>
  getMnemonic(const MCInst &MI) const override;
  void printInstruction(const MCInst *MI, uint64_t Address, raw_ostream &OS);
  bool printAliasInstr(const MCInst *MI, uint64_t Address, raw_ostream &OS);
  void printCustomAliasOperand(const MCInst *MI, uint64_t Address,
                               unsigned OpNo, unsigned Method, raw_ostream &OS);
  static const char *getRegisterName(MCRegister Reg);

private:
  void printOperand(const MCInst *MI, unsigned OpNo, raw_ostream &OS);
  void printPcRelative(const MCInst *MI, uint64_t Address, unsigned OpNo,
                       raw_ostream &OS);
  void printCsr(const MCInst *MI, unsigned OpNo, raw_ostream &OS);
};

} // namespace llvm

#endif // MATRIX_MCTARGETDESC_MATRIXINSTPRINTER_H
