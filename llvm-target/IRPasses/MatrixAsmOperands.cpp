//===- MatrixAsmOperands.cpp - values of inline assembly ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares the type of each operand and result of inline assembly with its
// constraint. SelectionDAG asserts on combinations that no register and no
// memory operand can hold, so they are rejected on LLVM IR.
//
//===----------------------------------------------------------------------===//

#include "IRPasses/MatrixAsmOperands.h"
#include "llvm/CodeGen/TargetLowering.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;
using Matrix::UnsupportedAsmValue;

/// Whether all codes are of the type, in all alternatives ("r|m") if there are
/// several.
static bool isOfType(const InlineAsm::ConstraintInfo &Info,
                     TargetLowering::ConstraintType Type,
                     const TargetLowering &TLI) {
  auto AreOfType = [&](const InlineAsm::ConstraintCodeVector &Codes) {
    return all_of(Codes, [&](StringRef Code) {
      return TLI.getConstraintType(Code) == Type;
    });
  };
  if (!Info.isMultipleAlternative)
    return AreOfType(Info.Codes);
  return all_of(Info.multipleAlternatives,
                [&](const InlineAsm::SubConstraintInfo &Alternative) {
                  return AreOfType(Alternative.Codes);
                });
}

/// Code generation may select the alternative, in which a value has no address.
static bool hasMemoryAlternative(const InlineAsm::ConstraintInfo &Info,
                                 const TargetLowering &TLI) {
  return any_of(Info.multipleAlternatives,
                [&](const InlineAsm::SubConstraintInfo &Alternative) {
                  return any_of(Alternative.Codes, [&](StringRef Code) {
                    return TLI.getConstraintType(Code) ==
                           TargetLowering::C_Memory;
                  });
                });
}

static std::optional<UnsupportedAsmValue>
checkValue(Type *T, const InlineAsm::ConstraintInfo &Info,
           const TargetLowering &TLI) {
  if (T->isAggregateType())
    return UnsupportedAsmValue{T, "pass its members or, by '*m', its address"};
  if (isOfType(Info, TargetLowering::C_Address, TLI) && !T->isPointerTy())
    return UnsupportedAsmValue{T, "pass a pointer"};
  if (Info.Type != InlineAsm::isOutput)
    return std::nullopt;
  if (isOfType(Info, TargetLowering::C_Memory, TLI) ||
      hasMemoryAlternative(Info, TLI))
    return UnsupportedAsmValue{T, "use '=*m' and pass an address"};
  if (!EVT::getEVT(T, /*HandleUnknown=*/true).isSimple())
    return UnsupportedAsmValue{T, "use a type of 8, 16, 32, 64 or 128 bits"};
  return std::nullopt;
}

/// Type of result `Index`; several results are a structure.
static Type *resultType(const CallBase &Call, unsigned Index) {
  auto *Struct = dyn_cast<StructType>(Call.getType());
  return Struct ? Struct->getElementType(Index) : Call.getType();
}

std::optional<UnsupportedAsmValue>
Matrix::findUnsupportedAsmValue(const CallBase &Call,
                                const TargetLowering &TLI) {
  const auto &Asm = *cast<InlineAsm>(Call.getCalledOperand());
  unsigned Argument = 0, Result = 0;
  for (const InlineAsm::ConstraintInfo &Info : Asm.ParseConstraints()) {
    if (!Info.hasArg() && Info.Type != InlineAsm::isOutput)
      continue; // clobbers and labels
    Type *T = Info.hasArg() ? Call.getArgOperand(Argument++)->getType()
                            : resultType(Call, Result++);
    if (Info.isIndirect)
      continue;
    if (auto Found = checkValue(T, Info, TLI))
      return Found;
  }
  return std::nullopt;
}
