//===- MatrixRetarget.cpp - modules of a RISC-V front end -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plugin for clang and opt with one module pass, matrix-retarget: C compiled
// for RISC-V, whose C ABI is this target's, becomes a module of this target.
// The pass sets the data layout, and removes the triple and what names the
// other processor. In default pipelines it runs last, and keeps the data
// layout, which clang verifies at the end; llc sets its own.
//
//===----------------------------------------------------------------------===//

#include "matrix/Description/Target.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

static void removeAttributes(Module &M) {
  for (Function &F : M)
    for (StringRef Name : {"target-cpu", "target-features", "tune-cpu"})
      F.removeFnAttr(Name);
}

/// Module flags of the RISC-V front end.
static bool isOfRiscv(StringRef Flag) {
  return Flag == "target-abi" || Flag == "riscv-isa" ||
         Flag == "SmallDataLimit";
}

static void removeFlags(Module &M) {
  SmallVector<Module::ModuleFlagEntry> Flags;
  M.getModuleFlagsMetadata(Flags);
  NamedMDNode *Node = M.getModuleFlagsMetadata();
  if (!Node)
    return;
  Node->clearOperands();
  for (const Module::ModuleFlagEntry &Flag : Flags)
    if (!isOfRiscv(Flag.Key->getString()))
      M.addModuleFlag(Flag.Behavior, Flag.Key->getString(), Flag.Val);
}

namespace {
class RetargetPass : public PassInfoMixin<RetargetPass> {
public:
  explicit RetargetPass(bool SetsLayout) : SetsLayout(SetsLayout) {}

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    if (!M.getTargetTriple().isRISCV())
      return PreservedAnalyses::all();
    // LLVM's opt rejects the triple of this target.
    M.setTargetTriple(Triple());
    if (SetsLayout)
      M.setDataLayout(matrix::desc::dataLayout);
    // Instead of the name of a temporary file.
    M.setModuleIdentifier(M.getSourceFileName());
    removeAttributes(M);
    removeFlags(M);
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }

private:
  bool SetsLayout;
};
} // namespace

static bool parsePass(StringRef Name, ModulePassManager &Passes,
                      ArrayRef<PassBuilder::PipelineElement>) {
  if (Name != "matrix-retarget")
    return false;
  Passes.addPass(RetargetPass(/*SetsLayout=*/true));
  return true;
}

static void registerPasses(PassBuilder &Builder) {
  Builder.registerPipelineParsingCallback(parsePass);
  Builder.registerOptimizerLastEPCallback(
      [](ModulePassManager &Passes, OptimizationLevel, ThinOrFullLTOPhase) {
        Passes.addPass(RetargetPass(/*SetsLayout=*/false));
      });
}

extern "C" LLVM_EXTERNAL_VISIBILITY PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "Matrix", LLVM_VERSION_STRING,
          registerPasses};
}
