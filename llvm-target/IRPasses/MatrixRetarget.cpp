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
// The pass sets the data layout, renames the registers of inline assembly, and
// removes the triple and what names the other processor. In default pipelines
// it runs last, and keeps the data layout, which clang verifies at the end; llc
// sets its own.
//
//===----------------------------------------------------------------------===//

#include "IRPasses/MatrixAsmErrors.h"
#include "IRPasses/MatrixTileValues.h"
#include "matrix/Description/Target.h"
#include "matrix/Description/Variants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
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

/// Constraints of the front end name RISC-V's registers, x9 and f9; those of
/// this target have the same numbers.
static std::string renameRegisters(std::string Constraints) {
  using namespace matrix::desc;
  for (auto [From, To] : {std::pair("{x", registers::generalPrefix),
                          std::pair("{f", registers::floatPrefix)})
    for (size_t At = 0; (At = Constraints.find(From, At)) != std::string::npos;
         ++At)
      Constraints.replace(At + 1, 1, To);
  return Constraints;
}

static void renameRegisters(Module &M) {
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallBase>(&I);
      auto *Asm =
          Call ? dyn_cast<InlineAsm>(Call->getCalledOperand()) : nullptr;
      if (Asm)
        Call->setCalledOperand(
            InlineAsm::get(Asm->getFunctionType(), Asm->getAsmString(),
                           renameRegisters(Asm->getConstraintString().str()),
                           Asm->hasSideEffects(), Asm->isAlignStack(),
                           Asm->getDialect(), Asm->canThrow()));
    }
}

/// LLVM's opt rejects the triple of this target, and accepts none or "unknown".
/// The writer of bitcode parses assembly of file scope for the names of symbols
/// by a parser that it chooses by the triple: an empty one selects any target.
static StringRef tripleOf(const Module &M) {
  return M.getModuleInlineAsm().empty() ? "" : "unknown";
}

namespace {
class RetargetPass : public PassInfoMixin<RetargetPass> {
public:
  explicit RetargetPass(bool SetsLayout) : SetsLayout(SetsLayout) {}

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    const Triple &Before = M.getTargetTriple();
    if (!Before.isRISCV() && Before.getArch() != Triple::UnknownArch)
      return PreservedAnalyses::all();
    if (SetsLayout)
      M.setDataLayout(matrix::desc::dataLayout);
    M.setTargetTriple(Triple(tripleOf(M)));
    // Instead of the name of a temporary file.
    M.setModuleIdentifier(M.getSourceFileName());
    Matrix::returnTilesOnStack(M);
    renameRegisters(M);
    removeAttributes(M);
    removeFlags(M);
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }

private:
  bool SetsLayout;
};

class TileValuesPass : public PassInfoMixin<TileValuesPass> {
public:
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    // Optimized IR, which opt reads, has been through this pass in clang.
    bool Changed = M.getTargetTriple().isRISCV() && Matrix::passTilesByValue(M);
    return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};
} // namespace

static bool parsePass(StringRef Name, ModulePassManager &Passes,
                      ArrayRef<PassBuilder::PipelineElement>) {
  if (Name != "matrix-retarget")
    return false;
  Passes.addPass(TileValuesPass());
  Passes.addPass(RetargetPass(/*SetsLayout=*/true));
  return true;
}

static void registerPasses(PassBuilder &Builder) {
  Builder.registerPipelineParsingCallback(parsePass);
  Builder.registerPipelineStartEPCallback(
      [](ModulePassManager &Passes, OptimizationLevel) {
        Passes.addPass(Matrix::AsmErrorsPass());
        Passes.addPass(TileValuesPass());
      });
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
