//===- MatrixStrictFloat.cpp - constrained floating point -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The machine has no floating-point status flags and a single rounding mode, to
// nearest even. This pass replaces each constrained intrinsic by its
// unconstrained counterpart; other rounding modes are errors. The environment
// has no state: it reads as zero, and writing it has no effect.
//
//===----------------------------------------------------------------------===//

#include "Matrix.h"
#include "Utils/MatrixDiagnostics.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Pass.h"

using namespace llvm;

namespace {
class MatrixStrictFloat : public FunctionPass {
public:
  static char ID;
  MatrixStrictFloat() : FunctionPass(ID) {}
  StringRef getPassName() const override {
    return "Matrix constrained floating-point lowering";
  }
  bool runOnFunction(Function &F) override;
};
} // namespace

char MatrixStrictFloat::ID = 0;

FunctionPass *llvm::createMatrixStrictFloat() { return new MatrixStrictFloat; }

//===----------------------------------------------------------------------===//
// Counterparts
//===----------------------------------------------------------------------===//

static Value *createInstruction(IRBuilder<> &Builder, unsigned Opcode,
                                ConstrainedFPIntrinsic &Call) {
  if (auto *Compare = dyn_cast<ConstrainedFPCmpIntrinsic>(&Call))
    return Builder.CreateFCmp(Compare->getPredicate(), Call.getArgOperand(0),
                              Call.getArgOperand(1));
  if (Instruction::isCast(Opcode))
    return Builder.CreateCast(Instruction::CastOps(Opcode),
                              Call.getArgOperand(0), Call.getType());
  return Builder.CreateBinOp(Instruction::BinaryOps(Opcode),
                             Call.getArgOperand(0), Call.getArgOperand(1));
}

static Value *createCall(IRBuilder<> &Builder, Intrinsic::ID Plain,
                         ConstrainedFPIntrinsic &Call) {
  SmallVector<Value *, 3> Arguments(
      drop_end(Call.args(), Call.arg_size() - Call.getNonMetadataArgCount()));
  return Builder.CreateIntrinsic(Call.getType(), Plain, Arguments);
}

/// Returns null for intrinsics without an unconstrained counterpart in LLVM.
static Value *createPlain(IRBuilder<> &Builder, ConstrainedFPIntrinsic &Call) {
  switch (Call.getIntrinsicID()) {
#define INSTRUCTION(Name, Arguments, Rounding, Constrained)                    \
  case Intrinsic::Constrained:                                                 \
    return createInstruction(Builder, Instruction::Name, Call);
#define FUNCTION(Name, Arguments, Rounding, Constrained)                       \
  case Intrinsic::Constrained:                                                 \
    return createCall(Builder, Intrinsic::Name, Call);
#include "llvm/IR/ConstrainedOps.def"
  default:
    return nullptr;
  }
}

//===----------------------------------------------------------------------===//
// Rounding
//===----------------------------------------------------------------------===//

static void reportRounding(const Instruction &I) {
  Matrix::reportError(*I.getFunction(), I.getDebugLoc(),
                      "the machine rounds to nearest even only");
}

/// A dynamic rounding mode is the fixed one of the machine. Exception behavior
/// is ignored, since there are no status flags.
static bool lower(ConstrainedFPIntrinsic &Call) {
  RoundingMode Mode = Call.getRoundingMode().value_or(RoundingMode::Dynamic);
  if (Mode != RoundingMode::Dynamic && Mode != RoundingMode::NearestTiesToEven)
    reportRounding(Call);
  IRBuilder<> Builder(&Call);
  if (isa<FPMathOperator>(Call))
    Builder.setFastMathFlags(Call.getFastMathFlags());
  Value *Plain = createPlain(Builder, Call);
  if (!Plain) {
    Matrix::reportError(*Call.getFunction(), Call.getDebugLoc(),
                        "'" + Call.getCalledFunction()->getName() +
                            "' is not supported; use the operation without "
                            "constraints");
    return false;
  }
  Call.replaceAllUsesWith(Plain);
  Call.eraseFromParent();
  return true;
}

/// llvm.set.rounding: only the fixed mode is accepted.
static bool lowerSetRounding(IntrinsicInst &Call) {
  auto *Mode = dyn_cast<ConstantInt>(Call.getArgOperand(0));
  if (!Mode ||
      Mode->getZExtValue() != uint64_t(RoundingMode::NearestTiesToEven))
    reportRounding(Call);
  Call.eraseFromParent();
  return true;
}

/// Returns false for other intrinsics.
static bool lowerEnvironment(IntrinsicInst &Call) {
  switch (Call.getIntrinsicID()) {
  case Intrinsic::get_fpenv:
  case Intrinsic::get_fpmode:
    Call.replaceAllUsesWith(Constant::getNullValue(Call.getType()));
    break;
  case Intrinsic::set_fpenv:
  case Intrinsic::set_fpmode:
  case Intrinsic::reset_fpenv:
  case Intrinsic::reset_fpmode:
    break;
  default:
    return false;
  }
  Call.eraseFromParent();
  return true;
}

/// With the attribute strictfp, the code generator would create constrained
/// nodes.
static bool dropStrictness(Function &F) {
  bool Changed = F.hasFnAttribute(Attribute::StrictFP);
  F.removeFnAttr(Attribute::StrictFP);
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I))
      Call->removeFnAttr(Attribute::StrictFP);
  return Changed;
}

/// llvm.fptrunc.round
static bool lowerRoundedTruncation(IntrinsicInst &Call) {
  auto *Mode = cast<MDString>(
      cast<MetadataAsValue>(Call.getArgOperand(1))->getMetadata());
  if (convertStrToRoundingMode(Mode->getString()) !=
      RoundingMode::NearestTiesToEven)
    reportRounding(Call);
  IRBuilder<> Builder(&Call);
  Call.replaceAllUsesWith(
      Builder.CreateFPTrunc(Call.getArgOperand(0), Call.getType()));
  Call.eraseFromParent();
  return true;
}

bool MatrixStrictFloat::runOnFunction(Function &F) {
  bool Changed = dropStrictness(F);
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Call = dyn_cast<IntrinsicInst>(&I);
    if (!Call)
      continue;
    if (auto *Constrained = dyn_cast<ConstrainedFPIntrinsic>(Call))
      Changed |= lower(*Constrained);
    else if (Call->getIntrinsicID() == Intrinsic::set_rounding)
      Changed |= lowerSetRounding(*Call);
    else if (Call->getIntrinsicID() == Intrinsic::fptrunc_round)
      Changed |= lowerRoundedTruncation(*Call);
    else
      Changed |= lowerEnvironment(*Call);
  }
  return Changed;
}
