//===- AddressTerms.cpp - addresses as origin + constant ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scalar evolutions of sums have the constant first; the constant of a
// recurrence is that of its start.
//
//===----------------------------------------------------------------------===//

#include "AddressTerms.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

static int64_t constantTerm(const SCEV *Address) {
  if (auto *Recurrence = dyn_cast<SCEVAddRecExpr>(Address))
    return constantTerm(Recurrence->getStart());
  auto *Sum = dyn_cast<SCEVAddExpr>(Address);
  auto *Term = Sum ? dyn_cast<SCEVConstant>(Sum->getOperand(0)) : nullptr;
  return Term ? Term->getAPInt().getSExtValue() : 0;
}

AddressTerms::AddressTerms(Value *Address, ScalarEvolution &SE) {
  const SCEV *Whole = SE.getSCEV(Address);
  Constant = constantTerm(Whole);
  Type *Number = SE.getEffectiveSCEVType(Whole->getType());
  Origin = SE.getAddExpr(Whole,
                         SE.getConstant(Number, -Constant, /*isSigned=*/true));
}

void llvm::forEachRange(MutableArrayRef<int64_t> Constants, int64_t Span,
                        function_ref<void(int64_t, int64_t)> Visit) {
  llvm::sort(Constants);
  for (ArrayRef<int64_t> Rest = Constants; !Rest.empty();) {
    int64_t First = Rest.front();
    ArrayRef<int64_t> Range =
        Rest.take_while([&](int64_t C) { return C <= First + Span; });
    Visit(First, Range.back());
    Rest = Rest.drop_front(Range.size());
  }
}

/// Returns the place after the definition of a value, or the begin of the
/// function.
static BasicBlock::iterator placeAfter(Value *V, Function &F) {
  if (auto *I = dyn_cast<Instruction>(V))
    if (auto Place = I->getInsertionPointAfterDef())
      return *Place;
  return F.getEntryBlock().getFirstInsertionPt();
}

Value *llvm::anchorAt(Value *Address, int64_t Distance, Function &F) {
  if (Distance == 0)
    return Address;
  BasicBlock::iterator Place = placeAfter(Address, F);
  IRBuilder<> Builder(Place->getParent(), Place);
  return Builder.CreatePtrAdd(Address, Builder.getInt64(Distance), "anchor");
}
