//===- MatrixTargetTransformInfo.cpp - costs of IR ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Costs that LLVM's passes on IR use: constants by the number of instructions
// that materialize them, unless an instruction contains them as an immediate;
// and vectors, which have no instructions except tiles. A constant of two moves
// or fewer is free, because hoisting it would occupy a register. Loop strength
// reduction compares the number of instructions first.
//
//===----------------------------------------------------------------------===//

#include "TargetMachine/MatrixTargetTransformInfo.h"
#include "Utils/MatrixConstants.h"
#include "matrix/Description/Target.h"
#include <tuple>

using namespace llvm;
using TTI = TargetTransformInfo;
namespace immediate = matrix::desc::immediate;

InstructionCost
MatrixTTIImpl::getIntImmCost(const APInt &Imm, Type *Ty,
                             TTI::TargetCostKind CostKind) const {
  if (Imm == 0)
    return TTI::TCC_Free;
  if (Imm.getBitWidth() > 64)
    return 2 * TTI::TCC_Basic;
  if (immediate::SignedImmediate.contains(Imm.getSExtValue()))
    return TTI::TCC_Basic;
  return Matrix::stepsTo(Imm.getSExtValue()).size() * TTI::TCC_Basic;
}

/// Returns true for constants of logic that are the mask of a bit field.
static bool isFieldMask(int64_t Imm) {
  return isShiftedMask_64(Imm) || isShiftedMask_64(~Imm);
}

/// Returns true if an instruction holds the constant.
static bool isFolded(unsigned Opcode, unsigned Operand, int64_t Imm) {
  switch (Opcode) {
  case Instruction::Add:
  case Instruction::ICmp:
    return immediate::SignedImmediate.contains(Imm);
  case Instruction::Sub:
    return Operand == 1 && immediate::SignedImmediate.contains(-uint64_t(Imm));
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
    return immediate::UnsignedImmediate.contains(Imm) || isFieldMask(Imm);
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
    return Operand == 1;
  case Instruction::Mul: // shifts and shifted sums
    return isPowerOf2_64(Imm) || Imm == 3 || Imm == 5 || Imm == 9;
  default:
    return false;
  }
}

InstructionCost MatrixTTIImpl::getIntImmCostInst(unsigned Opcode,
                                                 unsigned Operand,
                                                 const APInt &Imm, Type *Ty,
                                                 TTI::TargetCostKind CostKind,
                                                 Instruction *) const {
  switch (Opcode) {
  case Instruction::Add:
  case Instruction::ICmp:
  case Instruction::Sub:
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
  case Instruction::Mul:
  case Instruction::Store:
    break;
  default: // of a constant that legalization or later passes treat better
    return TTI::TCC_Free;
  }
  if (Imm.getBitWidth() <= 64 &&
      (Opcode == Instruction::Store
           ? Operand == 1 || Imm == 0
           : isFolded(Opcode, Operand, Imm.getSExtValue())))
    return TTI::TCC_Free;
  // Two moves are cheaper than a register for the life of a hoisted constant.
  InstructionCost Cost = getIntImmCost(Imm, Ty, CostKind);
  return Cost <= 2 * TTI::TCC_Basic ? TTI::TCC_Free : Cost;
}

unsigned MatrixTTIImpl::getNumberOfRegisters(unsigned ClassID) const {
  bool IsVector = ClassID == 1;
  if (IsVector)
    return 0;
  return Matrix::GPRRegClass.getNumRegs() - 3; // zero, stack, return address
}

bool MatrixTTIImpl::isLSRCostLess(const TTI::LSRCost &A,
                                  const TTI::LSRCost &B) const {
  auto Key = [](const TTI::LSRCost &C) {
    return std::tie(C.Insns, C.NumRegs, C.AddRecCost, C.NumIVMuls,
                    C.NumBaseAdds, C.ScaleCost, C.ImmCost, C.SetupCost);
  };
  return Key(A) < Key(B);
}
