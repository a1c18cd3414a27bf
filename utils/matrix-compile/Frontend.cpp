//===- Frontend.cpp - MLIR to LLVM IR -------------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses the module, runs the MLIR pipeline for the target variant, and
// translates the LLVM dialect to LLVM IR. The pipeline is stopped after the
// stage of the requested output. Diagnostics are printed with their source
// line; a filter removes remarks and warnings that the options hide.
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"
#include "matrix/Description/Target.h"
#include "matrix/Description/Variants.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Frontend/Passes.h"
#include "matrix/Support/Nesting.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace matrix;
using namespace matrix::compiler;

namespace {
/// Compilation of one module. Diagnostics are printed immediately, with the
/// source line.
class Session {
public:
  Session(std::unique_ptr<MemoryBuffer> Source, const CompileOptions &Options);
  Expected<FrontendResult> run(LLVMContext &Context);

private:
  Error parse();
  bool isStackGiven();
  Error lower(uint64_t StackSize);
  std::string print();
  static mlir::DialectRegistry registry();

  const CompileOptions &Options;
  unsigned Errors = 0;
  std::shared_ptr<SourceMgr> Sources = std::make_shared<SourceMgr>();
  mlir::MLIRContext Mlir;
  mlir::SourceMgrDiagnosticHandler Printer;
  mlir::ScopedDiagnosticHandler Filter;
  mlir::OwningOpRef<mlir::ModuleOp> Module;
};
} // namespace

Expected<FrontendResult>
compiler::runFrontend(std::unique_ptr<MemoryBuffer> Source,
                      const CompileOptions &Options, LLVMContext &Context) {
  return Session(std::move(Source), Options).run(Context);
}

mlir::DialectRegistry Session::registry() {
  mlir::DialectRegistry Registry;
  registerFrontendDialects(Registry);
  mlir::registerAllToLLVMIRTranslations(Registry);
  return Registry;
}

static SourceMgr &add(SourceMgr &Sources,
                      std::unique_ptr<MemoryBuffer> Source) {
  Sources.AddNewSourceBuffer(std::move(Source), SMLoc());
  return Sources;
}

static bool isHidden(mlir::DiagnosticSeverity Severity,
                     const CompileOptions &Options) {
  if (Severity == mlir::DiagnosticSeverity::Remark)
    return !Options.Explain && !Options.ReportScalarCode;
  return Severity == mlir::DiagnosticSeverity::Warning ? Options.HideWarnings
                                                       : Options.HideErrors;
}

Session::Session(std::unique_ptr<MemoryBuffer> Source,
                 const CompileOptions &Options)
    : Options(Options),
      Mlir(registry(), mlir::MLIRContext::Threading::DISABLED),
      Printer(add(*Sources, std::move(Source)), &Mlir),
      Filter(&Mlir, [&Options, this](mlir::Diagnostic &D) {
        Errors += D.getSeverity() == mlir::DiagnosticSeverity::Error;
        return success(isHidden(D.getSeverity(), Options)); // stops others
      }) {
  Mlir.printOpOnDiagnostic(false); // the source line is printed instead
}

/// Names an operation that no pass has lowered. The translation would only name
/// a conversion cast beside it, without a location.
static LogicalResult verifyLowered(mlir::ModuleOp Module) {
  mlir::Operation *Found = nullptr;
  Module.walk([&](mlir::Operation *Op) {
    bool IsLowered = isa<mlir::ModuleOp>(Op) ||
                     isa_and_nonnull<mlir::LLVM::LLVMDialect>(Op->getDialect());
    if (!IsLowered && (!Found || isa<mlir::UnrealizedConversionCastOp>(Found)))
      Found = Op;
  });
  if (!Found)
    return success();
  return Found->emitError() << "'" << Found->getName() << "' of type "
                            << mlir::FunctionType::get(Module.getContext(),
                                                       Found->getOperandTypes(),
                                                       Found->getResultTypes())
                            << " has no lowering to LLVM IR";
}

//===----------------------------------------------------------------------===//
// Stack
//===----------------------------------------------------------------------===//

bool Session::isStackGiven() {
  auto Target =
      (*Module)->getAttrOfType<TargetAttr>(MatrixDialect::kTargetAttrName);
  return Target && Target.getStack();
}

/// Functions that other files define have frames of unknown size.
static bool hasExternalFunctions(mlir::ModuleOp Module) {
  return any_of(Module.getOps<mlir::FunctionOpInterface>(),
                [](auto Function) { return Function.isExternal(); });
}

/// Frames of kernels are small unless tiles are spilled. The first size that is
/// tried has room for a set of tile registers; a small part of a large
/// scratchpad seldom requires a second compilation.
static uint64_t chooseStack(mlir::ModuleOp Module,
                            const CompileOptions &Options) {
  const desc::VariantInfo *Variant =
      Options.Cpu.empty() ? &getTarget(Module)
                          : desc::lookupVariant(std::string_view(Options.Cpu));
  if (Options.StackSize || !Variant || hasExternalFunctions(Module) ||
      Variant->stack->number != desc::address_space::scratchpad ||
      !Variant->hasTiles())
    return Options.StackSize;
  constexpr uint64_t Part = 32;
  uint64_t Registers = Variant->tileBytes() * Variant->tileRegisters;
  uint64_t First =
      alignTo(std::max(Registers, getLargestStack(*Variant) / Part),
              uint64_t(desc::stackAlignment));
  return First < Variant->stackSize ? First : 0;
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

Expected<FrontendResult> Session::run(LLVMContext &Context) {
  if (Error E = parse())
    return std::move(E);
  FrontendResult Result;
  Result.IsStackGiven = isStackGiven();
  if (Error E = lower(chooseStack(*Module, Options)))
    return std::move(E);
  Result.Cpu = std::string(getTarget(*Module).cpu);
  Result.StackSize = getTarget(*Module).stackSize;
  Result.LargestStack = getLargestStack(getTarget(*Module));
  if (Options.Output < Emit::LLVM) {
    Result.Text = print();
    return Result;
  }
  if (failed(verifyLowered(*Module)))
    return alreadyReported();
  // The translation derives the alignments of loads and stores from this
  // layout.
  (*Module)->setAttr(mlir::LLVM::LLVMDialect::getDataLayoutAttrName(),
                     mlir::StringAttr::get(&Mlir, desc::dataLayout));
  Result.Module = mlir::translateModuleToLLVMIR(*Module, Context);
  if (!Result.Module)
    return alreadyReported();
  return Result;
}

Error Session::parse() {
  if (Error E =
          checkNesting(*Sources->getMemoryBuffer(Sources->getMainFileID())))
    return E;
  mlir::ParserConfig Config(&Mlir);
  Module = mlir::parseSourceFile<mlir::ModuleOp>(Sources, Config);
  return Module ? checkKernelArguments(*Module) : alreadyReported();
}

static Stage lastStage(Emit Output) {
  switch (Output) {
  case Emit::Plan:
  case Emit::PlanCandidates:
    return Stage::Plan;
  case Emit::Tiles:
    return Stage::Tiles;
  case Emit::Dialect:
    return Stage::Dialect;
  default:
    return Stage::LLVM;
  }
}

static void addPasses(mlir::PassManager &Passes, const CompileOptions &Options,
                      uint64_t StackSize) {
  PipelineOptions Pipeline;
  Pipeline.cpu = Options.Cpu;
  Pipeline.cores = Options.Cores;
  Pipeline.stack = StackSize;
  Pipeline.plans = Options.Plans;
  Pipeline.tuned = Options.Tuned;
  if (Options.Output == Emit::PlanCandidates)
    Pipeline.candidates = Options.Candidates;
  Pipeline.explain = Options.Explain;
  Pipeline.shareBuffers = Options.ShareBuffers;
  llvm::append_range(Pipeline.disabled, Options.Disabled);
  Pipeline.reportScalarCode = Options.Explain || Options.ReportScalarCode;
  Pipeline.stopAfter = lastStage(Options.Output);
  buildPipeline(Passes, Pipeline);
  // MLIR locations become line information of the program.
  if (Pipeline.stopAfter == Stage::LLVM)
    Passes.addPass(mlir::LLVM::createDIScopeForLLVMFuncOpPass());
}

void compiler::printPasses(raw_ostream &OS, const CompileOptions &Options) {
  mlir::MLIRContext Mlir(mlir::MLIRContext::Threading::DISABLED);
  auto Passes = mlir::PassManager::on<mlir::ModuleOp>(&Mlir);
  addPasses(Passes, Options, Options.StackSize);
  Passes.printAsTextualPipeline(OS);
}

namespace {
/// Names a pass that fails without an error, as rewriting without end does.
struct FailureReport : mlir::PassInstrumentation {
  explicit FailureReport(const unsigned &Errors) : Errors(Errors) {}

  void runAfterPassFailed(mlir::Pass *Pass, mlir::Operation *Op) override {
    if (Errors == 0)
      Op->emitError() << "pass '" << Pass->getArgument() << "' failed";
  }

private:
  const unsigned &Errors;
};
} // namespace

Error Session::lower(uint64_t StackSize) {
  mlir::PassManager Passes(&Mlir);
  addPasses(Passes, Options, StackSize);
  // --mlir-print-ir-after-all etc., if the tool has registered them.
  mlir::applyDefaultTimingPassManagerCLOptions(Passes);
  if (Options.HasPassOptions && failed(mlir::applyPassManagerCLOptions(Passes)))
    return alreadyReported();
  Passes.enableVerifier(Options.VerifyEach);
  Passes.addInstrumentation(std::make_unique<FailureReport>(Errors));
  bool IsLowered = succeeded(Passes.run(*Module)) &&
                   (Options.VerifyEach || succeeded(mlir::verify(*Module)));
  return IsLowered ? Error::success() : alreadyReported();
}

std::string Session::print() {
  std::string Text;
  raw_string_ostream OS(Text);
  if (Options.Output == Emit::Plan) {
    printPlans(*Module, Options.Cores, OS);
    return Text;
  }
  if (Options.Output == Emit::PlanCandidates) {
    printPlanCandidates(*Module, Options.Cores, OS);
    return Text;
  }
  Module->print(OS);
  OS << '\n';
  return Text;
}
