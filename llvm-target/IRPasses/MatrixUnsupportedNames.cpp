//===- MatrixUnsupportedNames.cpp - unsupported attributes and intrinsics -===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tables of unsupported attributes and intrinsics, each group with its remedy,
// and their lookup. Intrinsics are found by prefix, so that an entry covers all
// overloads.
//
//===----------------------------------------------------------------------===//

#include "IRPasses/MatrixUnsupportedNames.h"
#include "llvm/CodeGen/ValueTypes.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;
using Matrix::UnsupportedNames;

static constexpr UnsupportedNames FunctionAttributes[] = {
    {"compile without -fsanitize", {"safestack", "shadowcallstack"}},
    {"compile without it",
     {"hybrid_patchable", "branch-target-enforcement", "fentry-call",
      "guarded-control-stack", "hw-shadow-stack", "patchable-function",
      "patchable-function-prefix", "probe-stack", "sign-return-address",
      "split-stack", "zero-call-used-regs"}},
    {"run opt, which splits coroutines", {"presplitcoroutine"}},
    {"there are no interrupts", {"interrupt"}},
    {"floats are passed in floating-point registers", {"use-soft-float"}},
    {"compile without -fxray-instrument",
     {"function-instrument", "xray-instruction-threshold"}},
};

static constexpr UnsupportedNames ParameterAttributes[] = {
    {"use the C calling convention's arguments", {"inalloca", "preallocated"}},
};

static constexpr UnsupportedNames Intrinsics[] = {
    {"use llvm.frameaddress or llvm.returnaddress",
     {"llvm.addressofreturnaddress", "llvm.localaddress", "llvm.sponentry"}},
    {"code cannot be written when a program runs; pass the environment",
     {"llvm.adjust.trampoline", "llvm.init.trampoline"}},
    {"run opt, which lowers it",
     {"llvm.alloc.token", "llvm.coro", "llvm.experimental.guard",
      "llvm.icall.branch.funnel", "llvm.instrprof", "llvm.matrix",
      "llvm.preserve.static.offset", "llvm.ssa.copy",
      "llvm.type.checked.load"}},
    {"compile without -fsanitize", {"llvm.asan", "llvm.hwasan"}},
    {"use the C calling convention's arguments",
     {"llvm.call.preallocated", "llvm.swift"}},
    {"there is no unwinding",
     {"llvm.eh.exceptioncode", "llvm.eh.exceptionpointer", "llvm.eh.recoverfp",
      "llvm.eh.return", "llvm.eh.sjlj", "llvm.eh.typeid.for",
      "llvm.localescape", "llvm.localrecover"}},
    {"code is not patched",
     {"llvm.experimental.deoptimize", "llvm.experimental.patchpoint",
      "llvm.experimental.stackmap"}},
    {"there is no garbage collector",
     {"llvm.experimental.gc", "llvm.gc", "llvm.gcread", "llvm.gcroot",
      "llvm.gcwrite"}},
    {"write it with operations on elements",
     {"llvm.experimental.vector.extract.last.active", "llvm.experimental.vp",
      "llvm.vector.partial.reduce.fadd", "llvm.vp.ceil", "llvm.vp.copysign",
      "llvm.vp.cttz.elts", "llvm.vp.floor", "llvm.vp.is.fpclass",
      "llvm.vp.llrint", "llvm.vp.load.ff", "llvm.vp.lrint", "llvm.vp.maximum",
      "llvm.vp.minimum", "llvm.vp.nearbyint", "llvm.vp.rint", "llvm.vp.round",
      "llvm.vp.roundeven", "llvm.vp.roundtozero"}},
    {"there are no hardware loops",
     {"llvm.loop.decrement", "llvm.set.loop.iterations",
      "llvm.start.loop.iterations", "llvm.test.set.loop.iterations",
      "llvm.test.start.loop.iterations"}},
    {"compile without Objective-C", {"llvm.objc"}},
    {"there are no markers in code", {"llvm.pcmarker"}},
    {"pointers are not signed", {"llvm.ptrauth"}},
    {"use llvm.sincos", {"llvm.sincospi"}},
    {"vectors have a fixed size", {"llvm.vscale"}},
    {"compile without it", {"llvm.xray"}},
};

ArrayRef<UnsupportedNames> llvm::Matrix::unsupportedFunctionAttributes() {
  return FunctionAttributes;
}

ArrayRef<UnsupportedNames> llvm::Matrix::unsupportedParameterAttributes() {
  return ParameterAttributes;
}

static bool isOfFamily(StringRef Name, StringRef Family) {
  return Name.consume_front(Family) && (Name.empty() || Name.front() == '.');
}

/// Returns the advice of the table, which lists names and families
/// (`llvm.eh.sjlj` and all below it).
static std::optional<StringRef> adviceForName(StringRef Name) {
  for (const UnsupportedNames &R : Intrinsics)
    for (StringRef Family : R.Names)
      if (isOfFamily(Name, Family))
        return R.Advice;
  return std::nullopt;
}

/// Overloads that common code does not expand, of intrinsics whose other
/// overloads it does expand.
static bool isUnexpandedOverload(const CallBase &Call, Intrinsic::ID Number,
                                 MVT Tile) {
  Type *Result = Call.getType();
  switch (Number) {
  case Intrinsic::masked_expandload:
  case Intrinsic::masked_gather:
  case Intrinsic::masked_load: // one branch and one copy per element
    return !Result->isPtrOrPtrVectorTy() && EVT::getEVT(Result) == Tile;
  case Intrinsic::experimental_get_vector_length:
    return cast<ConstantInt>(Call.getArgOperand(2))->isOne(); // scalable
  case Intrinsic::powi:
    return Call.getArgOperand(1)->getType()->getIntegerBitWidth() > 32;
  case Intrinsic::lrint:
  case Intrinsic::llrint:
  case Intrinsic::lround:
  case Intrinsic::llround:
  case Intrinsic::fptosi_sat:
  case Intrinsic::fptoui_sat:
    return Result->getScalarSizeInBits() > 128;
  case Intrinsic::sdiv_fix:
  case Intrinsic::sdiv_fix_sat:
  case Intrinsic::udiv_fix:
  case Intrinsic::udiv_fix_sat: // a quotient of twice the width
    return Result->getScalarSizeInBits() > 64;
  default:
    return false;
  }
}

std::optional<StringRef> llvm::Matrix::adviceForIntrinsic(const CallBase &Call,
                                                          MVT Tile) {
  const Function &Callee = *Call.getCalledFunction();
  Intrinsic::ID Number = Callee.getIntrinsicID();
  if (auto Advice = adviceForName(Callee.getName()))
    return Advice;
  if (Number == Intrinsic::not_intrinsic)
    return "LLVM has no such intrinsic";
  if (Intrinsic::isTargetIntrinsic(Number))
    return "it is an instruction of another machine";
  if (isUnexpandedOverload(Call, Number, Tile))
    return "use other types";
  return std::nullopt;
}
