//===- MatrixTargetMachine.cpp - the target machine -----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Creates the target machine and the code generation pipeline, and registers
// target and passes. The passes on IR run in this order: unsupported features,
// which removes the functions that others could not process; features of the
// module; constrained floating-point operations; intrinsics; atomics; tile
// offsets; LLVM's own. The pass on sign-extensions needs SSA form, and branch
// relaxation follows register allocation.
//
//===----------------------------------------------------------------------===//

#include "TargetMachine/MatrixTargetMachine.h"
#include "Matrix.h"
#include "MatrixMachineFunctionInfo.h"
#include "TargetInfo/MatrixTargetInfo.h"
#include "TargetMachine/MatrixTargetObjectFile.h"
#include "TargetMachine/MatrixTargetTransformInfo.h"
#include "matrix/Description/Target.h"
#include "matrix/Description/Variants.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/Function.h"
#include "llvm/InitializePasses.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;

static cl::opt<std::string>
    StackUsage("matrix-stack-usage", cl::Hidden, cl::value_desc("file"),
               cl::desc("Write the size of each function's frame"));

MatrixTargetMachine::MatrixTargetMachine(const Target &T, const Triple &TT,
                                         StringRef CPU, StringRef FS,
                                         const TargetOptions &Options,
                                         std::optional<Reloc::Model> RM,
                                         std::optional<CodeModel::Model> CM,
                                         CodeGenOptLevel OptLevel)
    : CodeGenTargetMachineImpl(T, matrix::desc::dataLayout, TT, CPU, FS,
                               Options, RM.value_or(Reloc::Static),
                               getEffectiveCodeModel(CM, CodeModel::Small),
                               OptLevel),
      ObjectFile(std::make_unique<MatrixTargetObjectFile>()) {
  initAsmInfo();
  this->Options.StackUsageOutput = StackUsage;
  setCFIFixup(true);
  setMachineOutliner(true);
  setSupportsDefaultOutlining(true); // of functions that are optimized for size
}

const MatrixSubtarget *
MatrixTargetMachine::getSubtargetImpl(const Function &F) const {
  Attribute CPU = F.getFnAttribute("target-cpu");
  Attribute Features = F.getFnAttribute("target-features");
  const auto &Variant =
      CPU.isValid()
          ? Matrix::variantOf(CPU.getValueAsString(),
                              "target-cpu of function '" + F.getName() + "'")
          : Matrix::variantOf(TargetCPU);
  StringRef FS = Features.isValid() ? Features.getValueAsString() : TargetFS;
  auto &Subtarget =
      Subtargets[(Twine(StringRef(Variant.cpu)) + "|" + FS).str()];
  if (!Subtarget)
    Subtarget =
        std::make_unique<MatrixSubtarget>(TargetTriple, Variant, FS, *this);
  return Subtarget.get();
}

TargetTransformInfo
MatrixTargetMachine::getTargetTransformInfo(const Function &F) const {
  return TargetTransformInfo(std::make_unique<MatrixTTIImpl>(this, F));
}

ScheduleDAGInstrs *
MatrixTargetMachine::createMachineScheduler(MachineSchedContext *C) const {
  return createMatrixScheduler(C);
}

MachineFunctionInfo *MatrixTargetMachine::createMachineFunctionInfo(
    BumpPtrAllocator &Allocator, const Function &F,
    const TargetSubtargetInfo *STI) const {
  return MatrixMachineFunctionInfo::create<MatrixMachineFunctionInfo>(Allocator,
                                                                      F, STI);
}

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

namespace {
class MatrixPassConfig : public TargetPassConfig {
public:
  MatrixPassConfig(MatrixTargetMachine &TM, PassManagerBase &PM)
      : TargetPassConfig(TM, PM) {
    // A loop that ends where a pointer has a certain value needs no counter.
    EnableLoopTermFold = true;
  }

  void addIRPasses() override {
    addPass(createMatrixUnsupported(getTM<MatrixTargetMachine>()));
    addPass(createMatrixModuleLowering(getTM<MatrixTargetMachine>()));
    addPass(createMatrixStrictFloat());
    addPass(createMatrixIntrinsics());
    addPass(createAtomicExpandLegacyPass());
    if (getOptLevel() != CodeGenOptLevel::None) {
      addPass(createMatrixTileOffsets(getTM<MatrixTargetMachine>()));
      addPass(createMatrixDescriptors(getTM<MatrixTargetMachine>()));
    }
    TargetPassConfig::addIRPasses();
    if (getOptLevel() != CodeGenOptLevel::None)
      addPass(createMatrixRowAddresses(getTM<MatrixTargetMachine>()));
  }
  /// Globals of a module that are merged share the address of one base.
  bool addPreISel() override {
    if (getOptLevel() != CodeGenOptLevel::None)
      addPass(createGlobalMergePass(
          TM, matrix::desc::immediate::SignedImmediate.max()));
    return false;
  }
  bool addInstSelector() override {
    addPass(createMatrixISelDag(getTM<MatrixTargetMachine>(), getOptLevel()));
    return false;
  }
  void addMachineSSAOptimization() override {
    TargetPassConfig::addMachineSSAOptimization();
    addPass(createMatrixSignExtension());
    addPass(createMatrixConstantRebasing());
  }
  void addPreEmitPass() override { addPass(&BranchRelaxationPassID); }
  /// After the outliner and the passes on directives of unwinding.
  void addPreEmitPass2() override {
    if (getOptLevel() != CodeGenOptLevel::None)
      addPass(createMatrixPairing());
  }
};
} // namespace

/// Returns the pass named by an option like -start-after, without the instance
/// number.
static StringRef passOf(StringRef Option) {
  auto Found = cl::getRegisteredOptions().find(Option);
  if (Found == cl::getRegisteredOptions().end())
    return "";
  auto *Text = static_cast<cl::opt<std::string> *>(Found->second);
  return StringRef(Text->getValue()).split(',').first;
}

/// The result of register allocation (VirtRegMap) is not part of serialized
/// MIR; without it LLVM's rewriter crashes.
static void reportStartWithoutRegisters() {
  StringRef After = passOf("start-after");
  if (After == "greedy" || After == "regallocbasic" ||
      After == "regallocpbqp" || passOf("start-before") == "virtregrewriter")
    reportFatalUsageError("a MIR file does not hold what the register "
                          "allocator assigned; start before 'greedy' or after "
                          "'virtregrewriter'");
}

TargetPassConfig *MatrixTargetMachine::createPassConfig(PassManagerBase &PM) {
  reportStartWithoutRegisters();
  return new MatrixPassConfig(*this, PM);
}

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

/// `-march=matrix` keeps the host's triple, and any misspelled triple is an
/// unknown architecture, for which the registry selects this target.
static Triple checkedTriple(const Triple &TT) {
  if (TT.getArch() != Triple::UnknownArch)
    return Triple("matrix-unknown-elf");
  if (TT.getArchName() != "matrix")
    reportFatalUsageError("unknown target triple '" + Twine(TT.str()) + "'");
  if (!TT.isOSBinFormatELF())
    reportFatalUsageError("target triple '" + Twine(TT.str()) +
                          "': only ELF is supported, use matrix-unknown-elf");
  return TT;
}

static TargetMachine *createTargetMachine(const Target &T, const Triple &TT,
                                          StringRef CPU, StringRef FS,
                                          const TargetOptions &Options,
                                          std::optional<Reloc::Model> RM,
                                          std::optional<CodeModel::Model> CM,
                                          CodeGenOptLevel OptLevel, bool) {
  if (CM && *CM != CodeModel::Small)
    reportFatalUsageError("only the small code model is supported: programs "
                          "and their globals lie below 4 GiB");
  if (Options.FloatABIType == FloatABI::Soft)
    reportFatalUsageError("floats are passed in floating-point registers; "
                          "leave out --float-abi=soft");
  if (CPU != "help")
    CPU = Matrix::variantOf(CPU).cpu;
  return new MatrixTargetMachine(T, checkedTriple(TT), CPU, FS, Options, RM, CM,
                                 OptLevel);
}

extern "C" void LLVMInitializeMatrixTarget() {
  TargetRegistry::RegisterTargetMachine(getTheMatrixTarget(),
                                        createTargetMachine);
  initializeGlobalMergePass(*PassRegistry::getPassRegistry());
  initializeLoopSimplifyPass(*PassRegistry::getPassRegistry());
  initializeMatrixPairingPass(*PassRegistry::getPassRegistry());
}
