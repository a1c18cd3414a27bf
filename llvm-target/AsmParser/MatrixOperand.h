//===- MatrixOperand.h - operands of assembly text --------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An operand of an instruction as the assembler parses it: a token of the
// mnemonic, a register, or an expression. The generated matcher tests operands
// by the predicates of this class and adds them to the MCInst.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_ASMPARSER_MATRIXOPERAND_H
#define MATRIX_ASMPARSER_MATRIXOPERAND_H

#include "MCTargetDesc/MatrixInstPrinter.h"
#include "MCTargetDesc/MatrixMCTargetDesc.h"
#include "matrix/Description/Target.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCParser/MCParsedAsmOperand.h"
#include "llvm/Support/MathExtras.h"

namespace llvm {

class MatrixOperand : public MCParsedAsmOperand {
  enum { Token, Register, Immediate } Kind;
  SMLoc Start, End;
  StringRef Text;
  MCRegister Reg;
  const MCExpr *Expr = nullptr;

  MatrixOperand(decltype(Kind) Kind, SMLoc Start, SMLoc End)
      : Kind(Kind), Start(Start), End(End) {}

public:
  static std::unique_ptr<MatrixOperand> token(StringRef Text, SMLoc Loc) {
    std::unique_ptr<MatrixOperand> Op(new MatrixOperand(Token, Loc, Loc));
    Op->Text = Text;
    return Op;
  }
  static std::unique_ptr<MatrixOperand> reg(MCRegister Reg, SMLoc S, SMLoc E) {
    std::unique_ptr<MatrixOperand> Op(new MatrixOperand(Register, S, E));
    Op->Reg = Reg;
    return Op;
  }
  static std::unique_ptr<MatrixOperand> imm(const MCExpr *X, SMLoc S, SMLoc E) {
    std::unique_ptr<MatrixOperand> Op(new MatrixOperand(Immediate, S, E));
    Op->Expr = X;
    return Op;
  }

  SMLoc getStartLoc() const override { return Start; }
  SMLoc getEndLoc() const override { return End; }
  bool isToken() const override { return Kind == Token; }
  bool isReg() const override { return Kind == Register; }
  bool isImm() const override { return Kind == Immediate; }
  bool isMem() const override { return false; }
  StringRef getToken() const { return Text; }
  MCRegister getReg() const override { return Reg; }
  void print(raw_ostream &OS, const MCAsmInfo &MAI) const override {
    if (isToken())
      OS << Text;
    else if (isReg())
      OS << MatrixInstPrinter::getRegisterName(Reg);
    else
      MAI.printExpr(OS, *Expr);
  }

  // Predicates and renderers called by the generated matcher.
  template <unsigned Width, bool Signed, unsigned Shift, int Bias>
  bool isMatrixImm() const {
    int64_t Value;
    return isConstant(Value) &&
           Matrix::isMatrixImm<Width, Signed, Shift, Bias>(Value);
  }
  bool isMoveImmediate() const {
    int64_t Value;
    return isConstant(Value)
               ? matrix::desc::immediate::MoveImmediate.contains(Value)
               : isImm() && isa<MCSpecifierExpr>(Expr) &&
                     matrix::elf::lookupRelocation(
                         cast<MCSpecifierExpr>(Expr)->getSpecifier())
                             ->Where == matrix::elf::Field::Move;
  }
  template <unsigned Width> bool isPcRelative() const {
    int64_t Value;
    return isConstant(Value)
               ? Matrix::isMatrixImm<
                     Width, true, matrix::desc::immediate::CallTarget.shift, 0>(
                     Value)
               : isImm() && !isa<MCSpecifierExpr>(Expr);
  }
  void addRegOperands(MCInst &Inst, unsigned) const {
    Inst.addOperand(MCOperand::createReg(Reg));
  }
  void addImmOperands(MCInst &Inst, unsigned) const {
    int64_t Value;
    Inst.addOperand(isConstant(Value) ? MCOperand::createImm(Value)
                                      : MCOperand::createExpr(Expr));
  }

private:
  bool isConstant(int64_t &Value) const {
    return isImm() && Expr->evaluateAsAbsolute(Value);
  }
};

} // namespace llvm

#endif // MATRIX_ASMPARSER_MATRIXOPERAND_H
