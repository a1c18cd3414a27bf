//===- MCTargetDesc/MatrixInstPrinter.cpp - print instructions ------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints operands for the generated assembly writer: registers, immediates,
// control registers by name, and branch targets, which the disassembler prints
// as addresses. A pair is printed in two lines, between braces.
//
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/MatrixInstPrinter.h"
#include "MCTargetDesc/MatrixMCTargetDesc.h"
#include "MCTargetDesc/MatrixOpcodes.h"
#include "MCTargetDesc/MatrixPair.h"
#include "matrix/Description/Variants.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCInst.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

#define PRINT_ALIAS_INSTR
#include "MatrixGenAsmWriter.inc"

void MatrixInstPrinter::printInst(const MCInst *MI, uint64_t Address,
                                  StringRef Annotation,
                                  const MCSubtargetInfo &STI, raw_ostream &OS) {
  if (Matrix::isPair(*MI)) {
    OS << "\t{";
    printInst(&Matrix::ofPair(*MI, 0), Address, "", STI, OS);
    OS << "\n\t";
    printInst(&Matrix::ofPair(*MI, 1), Address, "", STI, OS);
    OS << "\t}";
  } else if (!PrintAliases || !printAliasInstr(MI, Address, OS))
    printInstruction(MI, Address, OS);
  printAnnotation(OS, Annotation);
}

/// Handles `-M no-aliases` of the disassembler.
bool MatrixInstPrinter::applyTargetSpecificCLOption(StringRef Option) {
  if (Option != "no-aliases")
    return false;
  PrintAliases = false;
  return true;
}

void MatrixInstPrinter::printRegName(raw_ostream &OS, MCRegister Reg) {
  OS << getRegisterName(Reg);
}

void MatrixInstPrinter::printOperand(const MCInst *MI, unsigned OpNo,
                                     raw_ostream &OS) {
  const MCOperand &Operand = MI->getOperand(OpNo);
  if (Operand.isReg())
    printRegName(OS, Operand.getReg());
  else if (Operand.isImm())
    OS << Operand.getImm();
  else
    MAI.printExpr(OS, *Operand.getExpr());
}

void MatrixInstPrinter::printPcRelative(const MCInst *MI, uint64_t Address,
                                        unsigned OpNo, raw_ostream &OS) {
  const MCOperand &Operand = MI->getOperand(OpNo);
  if (Operand.isImm() && PrintBranchImmAsAddress)
    OS << formatHex(Address + Operand.getImm());
  else
    printOperand(MI, OpNo, OS);
}

void MatrixInstPrinter::printCsr(const MCInst *MI, unsigned OpNo,
                                 raw_ostream &OS) {
  int64_t Number = MI->getOperand(OpNo).getImm();
  for (const auto &Csr : matrix::desc::csrs)
    if (Csr.number == Number) {
      OS << StringRef(Csr.name);
      return;
    }
  OS << Number;
}
