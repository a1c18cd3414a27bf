//===- MatrixInlineAsm.cpp - operands of inline assembly ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constraints are those of RISC-V, which C front ends check, and `t` for tiles:
//
//   r   a general register        I   an immediate of addi
//   f   a floating-point register J   the integer 0
//   t   a tile register           A   memory addressed by a register alone
//
// A register class is rejected for a type that common code cannot convert to
// it: the error then names the constraint, where the conversion would fail an
// assertion.
//
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/MatrixInstPrinter.h"
#include "MatrixISelLowering.h"
#include "MatrixSubtarget.h"
#include "llvm/CodeGen/SelectionDAG.h"

using namespace llvm;

TargetLowering::ConstraintType
MatrixTargetLowering::getConstraintType(StringRef Constraint) const {
  if (Constraint == "f" || Constraint == "t")
    return C_RegisterClass;
  if (Constraint == "I" || Constraint == "J")
    return C_Immediate;
  if (Constraint == "A")
    return C_Memory;
  return TargetLowering::getConstraintType(Constraint);
}

InlineAsm::ConstraintCode
MatrixTargetLowering::getInlineAsmMemConstraint(StringRef Constraint) const {
  return Constraint == "A"
             ? InlineAsm::ConstraintCode::A
             : TargetLowering::getInlineAsmMemConstraint(Constraint);
}

/// Whether common code converts values of type `VT` to and from registers of
/// the class. Clobbers have the type MVT::Other.
static bool canHold(const TargetRegisterInfo &TRI,
                    const TargetRegisterClass &Class, MVT VT) {
  if (VT == MVT::Other || TRI.isTypeLegalForClass(Class, VT))
    return true;
  if (Matrix::FPR32RegClass.hasSubClassEq(&Class) ||
      Matrix::FPR64RegClass.hasSubClassEq(&Class))
    return VT.isFloatingPoint() && !VT.isVector() && VT != MVT::f128;
  return Matrix::GPRRegClass.hasSubClassEq(&Class);
}

std::pair<unsigned, const TargetRegisterClass *>
MatrixTargetLowering::getRegForInlineAsmConstraint(
    const TargetRegisterInfo *TRI, StringRef Constraint, MVT VT) const {
  auto Found = getRegForConstraint(TRI, Constraint, VT);
  if (Found.second && !canHold(*TRI, *Found.second, VT))
    return {0, nullptr};
  return Found;
}

std::pair<unsigned, const TargetRegisterClass *>
MatrixTargetLowering::getRegForConstraint(const TargetRegisterInfo *TRI,
                                          StringRef Constraint, MVT VT) const {
  if (Constraint == "r")
    return {0, &Matrix::GPRRegClass};
  if (Constraint == "f")
    return {0,
            VT == MVT::f64 ? &Matrix::FPR64RegClass : &Matrix::FPR32RegClass};
  if (Constraint == "t" && ST.tileType() != MVT::Other)
    return {0, &Matrix::TRRegClass};
  return TargetLowering::getRegForInlineAsmConstraint(TRI, Constraint, VT);
}

/// Adds no operand if the constraint is violated; LLVM reports the error.
void MatrixTargetLowering::LowerAsmOperandForConstraint(
    SDValue Op, StringRef Constraint, std::vector<SDValue> &Operands,
    SelectionDAG &DAG) const {
  if (Constraint != "I" && Constraint != "J")
    return TargetLowering::LowerAsmOperandForConstraint(Op, Constraint,
                                                        Operands, DAG);
  auto *Constant = dyn_cast<ConstantSDNode>(Op);
  if (!Constant)
    return;
  int64_t Value = Constant->getSExtValue();
  if (Constraint == "J" ? Value == 0 : isLegalAddImmediate(Value))
    Operands.push_back(DAG.getTargetConstant(Value, SDLoc(Op), MVT::i64));
}

/// Named registers are restricted to those that are not allocatable. C front
/// ends use RISC-V's name of the stack pointer.
Register
MatrixTargetLowering::getRegisterByName(const char *Name, LLT,
                                        const MachineFunction &MF) const {
  if (StringRef(Name) == "sp")
    return getStackPointerRegisterToSaveRestore();
  BitVector Reserved = ST.getRegisterInfo()->getReservedRegs(MF);
  for (MCRegister R : Matrix::GPRRegClass)
    if (StringRef(MatrixInstPrinter::getRegisterName(R)) == Name)
      return Reserved.test(R) ? Register(R) : Register();
  return Register();
}
