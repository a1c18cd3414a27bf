//===- MatrixTargetTransformInfo.h - costs of IR ----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Costs of IR for the passes of the code generator: constant hoisting, loop
// strength reduction, code placement. Vector registers have no bits and no
// number, so that LLVM does not vectorize loops.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_MATRIXTARGETTRANSFORMINFO_H
#define MATRIX_MATRIXTARGETTRANSFORMINFO_H

#include "TargetMachine/MatrixTargetMachine.h"
#include "llvm/CodeGen/BasicTTIImpl.h"

namespace llvm {

class MatrixTTIImpl final : public BasicTTIImplBase<MatrixTTIImpl> {
  using Base = BasicTTIImplBase<MatrixTTIImpl>;
  using TTI = TargetTransformInfo;
  friend Base;
  const MatrixSubtarget *ST;
  const MatrixTargetLowering *Lowering;

  const MatrixSubtarget *getST() const { return ST; }
  const MatrixTargetLowering *getTLI() const { return Lowering; }

public:
  MatrixTTIImpl(const MatrixTargetMachine *TM, const Function &F)
      : Base(TM, F.getDataLayout()), ST(TM->getSubtargetImpl(F)),
        Lowering(ST->getTargetLowering()) {}

  InstructionCost getIntImmCost(const APInt &Imm, Type *Ty,
                                TTI::TargetCostKind CostKind) const override;
  InstructionCost getIntImmCostInst(unsigned Opcode, unsigned Operand,
                                    const APInt &Imm, Type *Ty,
                                    TTI::TargetCostKind CostKind,
                                    Instruction *Inst) const override;

  TTI::PopcntSupportKind getPopcntSupport(unsigned) const override {
    return TTI::PSK_FastHardware;
  }
  TypeSize getRegisterBitWidth(TTI::RegisterKind Kind) const override {
    return TypeSize::getFixed(Kind == TTI::RGK_Scalar ? 64 : 0);
  }
  unsigned getNumberOfRegisters(unsigned ClassID) const override;
  /// Instructions first: cores issue one in each cycle.
  bool isLSRCostLess(const TTI::LSRCost &A,
                     const TTI::LSRCost &B) const override;
  bool isNumRegsMajorCostOfLSR() const override { return false; }
};

} // namespace llvm

#endif // MATRIX_MATRIXTARGETTRANSFORMINFO_H
