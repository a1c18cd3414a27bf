//===- StackDepth.cpp - stack that a module needs -------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Depth-first search; each function is visited once. A function whose search is
// in progress has depth 0, so that cycles end.
//
//===----------------------------------------------------------------------===//

#include "StackDepth.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;
using namespace matrix::compiler;

static uint64_t getDepth(const Function &F, const FrameSizes &Frames,
                         FrameSizes &Depths) {
  auto [Known, IsNew] = Depths.try_emplace(&F, 0);
  if (!IsNew)
    return Known->second;
  uint64_t Callees = 0;
  for (const Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I))
      if (const Function *Callee = Call->getCalledFunction())
        Callees = std::max(Callees, getDepth(*Callee, Frames, Depths));
  return Depths[&F] = Frames.lookup(&F) + Callees;
}

uint64_t matrix::compiler::getStackDepth(const Module &Module,
                                         const FrameSizes &Frames) {
  FrameSizes Depths;
  uint64_t Deepest = 0;
  for (const Function &F : Module)
    Deepest = std::max(Deepest, getDepth(F, Frames, Depths));
  return Deepest;
}
