//===- Reference.cpp - CPU execution of the module ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers a copy of the module with ReferenceLowering, compiles it with MLIR's
// ExecutionEngine (JIT), and calls it on memref descriptors. A descriptor has
// the words
//
//   allocated pointer | aligned pointer | offset | sizes | strides
//
// Results are arguments of the compiled function, allocated here. In f64,
// module and inputs are widened before lowering. A signal of the executed code
// becomes an error, so that a division by zero does not end the tool.
//
//===----------------------------------------------------------------------===//

#include "Reference.h"
#include "ReferenceLowering.h"
#include "matrix/Frontend/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include <cstring>

using namespace llvm;
using namespace matrix;
using namespace matrix::run;

static constexpr StringLiteral KernelName = "main";

/// Runtime libraries: memrefCopy, and conversions of 16-bit floats.
static constexpr StringLiteral SupportLibraries[] = {
    "libmlir_c_runner_utils.so", "libmlir_float16_utils.so"};

/// Returns the path of a library of MLIR: beside the tools in a package that
/// contains MLIR, otherwise in the installation of the build.
static std::string supportLibrary(StringRef Name) {
  SmallString<128> Path(sys::path::parent_path(sys::fs::getMainExecutable(
      nullptr, reinterpret_cast<void *>(&supportLibrary))));
  sys::path::append(Path, "..", "lib", Name);
  if (!sys::fs::exists(Path))
    Path = (MATRIX_MLIR_LIBRARY_DIR "/" + Name).str();
  return std::string(Path);
}

static Error alreadyReported() { return makeError(""); }

mlir::DialectRegistry run::makeReferenceRegistry() {
  mlir::DialectRegistry Registry;
  mlir::registerAllDialects(Registry);
  mlir::registerAllExtensions(Registry);
  mlir::registerAllToLLVMIRTranslations(Registry);
  return Registry;
}

//===----------------------------------------------------------------------===//
// Calling
//===----------------------------------------------------------------------===//

/// Builds a memref descriptor: two pointers, offset, sizes, strides.
static std::vector<int64_t> makeDescriptor(sim::NpyArray &Array) {
  size_t Rank = Array.shape.size();
  std::vector<int64_t> Words(3 + 2 * Rank);
  Words[0] = Words[1] = reinterpret_cast<intptr_t>(Array.data.data());
  int64_t Stride = 1;
  for (size_t D = Rank; D--; Stride *= Array.shape[D]) {
    Words[3 + D] = Array.shape[D];
    Words[3 + Rank + D] = Stride;
  }
  return Words;
}

/// A signal, for instance of an integer division by zero, becomes an error.
static Error invoke(mlir::ExecutionEngine &Engine,
                    std::vector<void *> &Arguments, StringRef Path) {
  Error Failure = Error::success();
  CrashRecoveryContext::Enable();
  CrashRecoveryContext Recovery;
  bool Ended = Recovery.RunSafely([&] {
    ErrorAsOutParameter Unchecked(Failure);
    Failure =
        Engine.invokePacked(("_mlir_ciface_" + KernelName).str(), Arguments);
  });
  CrashRecoveryContext::Disable();
  if (Ended)
    return Failure;
  consumeError(std::move(Failure));
  return makeError(Path +
                   ": error: the execution on the CPU ends with a signal (" +
                   Twine(strsignal(Recovery.RetCode - 128)) +
                   "): the program's behavior is undefined for these inputs");
}

static Error call(mlir::ExecutionEngine &Engine,
                  std::vector<sim::NpyArray> &Inputs,
                  std::vector<sim::NpyArray> &Results, StringRef Path) {
  std::vector<std::vector<int64_t>> Descriptors;
  for (auto *List : {&Inputs, &Results})
    for (sim::NpyArray &Array : *List)
      Descriptors.push_back(makeDescriptor(Array));
  std::vector<void *> Pointers, Packed;
  // The C interface takes pointers to descriptors, and invokePacked pointers to
  // arguments.
  for (std::vector<int64_t> &Descriptor : Descriptors)
    Pointers.push_back(Descriptor.data());
  for (void *&Pointer : Pointers)
    Packed.push_back(&Pointer);
  return invoke(Engine, Packed, Path);
}

static Error checkSignature(mlir::func::FuncOp Kernel, size_t Arguments,
                            StringRef Path) {
  if (!Kernel)
    return makeError(Path + ": error: no function '@" + KernelName +
                     "' to run");
  auto IsStatic = [](mlir::Type T) {
    auto Tensor = dyn_cast<mlir::RankedTensorType>(T);
    return Tensor && Tensor.hasStaticShape();
  };
  mlir::FunctionType Type = Kernel.getFunctionType();
  if (!all_of(Type.getInputs(), IsStatic) ||
      !all_of(Type.getResults(), IsStatic) ||
      Type.getNumInputs() + Type.getNumResults() != Arguments)
    return makeError(
        Path +
        ": error: --check runs functions on tensors of static shape only");
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

using Arrays = std::vector<sim::NpyArray>;

static std::string elementOf(mlir::Type Tensor) {
  std::string Text;
  raw_string_ostream(Text) << cast<mlir::ShapedType>(Tensor).getElementType();
  return Text;
}

/// Converts the module and the floating-point inputs to f64.
static Error widen(mlir::ModuleOp Module, mlir::func::FuncOp Kernel,
                   Arrays &Inputs) {
  for (auto [Type, Input] : zip_equal(Kernel.getArgumentTypes(), Inputs))
    Input = widenTensor(elementOf(Type), std::move(Input));
  // Other dialects than Linalg restrict the types of elements.
  return succeeded(lowerToLinalg(Module)) && succeeded(widenFloats(Module))
             ? Error::success()
             : alreadyReported();
}

static Arrays makeResults(const std::vector<Tensor> &Outputs,
                          Precision Format) {
  Arrays Results;
  for (const Tensor &Output : Outputs) {
    Results.push_back(zeroTensor(Output));
    if (Format == Precision::Double)
      Results.back() = widenTensor(Output.type, std::move(Results.back()));
  }
  return Results;
}

static Error compileAndCall(mlir::ModuleOp Module, Arrays &Inputs,
                            Arrays &Results, StringRef Path) {
  if (failed(lowerToLLVM(Module)))
    return alreadyReported();
  auto Optimize =
      mlir::makeOptimizingTransformer(/*optLevel=*/2, /*sizeLevel=*/0, nullptr);
  mlir::ExecutionEngineOptions Options;
  Options.transformer = Optimize;
  SmallVector<std::string> Paths;
  for (StringRef Name : SupportLibraries)
    Paths.push_back(supportLibrary(Name));
  SmallVector<StringRef> Libraries(Paths.begin(), Paths.end());
  Options.sharedLibPaths = Libraries;
  // The perf listener would create a folder for each run.
  Options.enableGDBNotificationListener = false;
  Options.enablePerfNotificationListener = false;
  auto Engine = mlir::ExecutionEngine::create(Module, Options);
  if (!Engine)
    return Engine.takeError();
  registerNarrowFloats(**Engine);
  return call(**Engine, Inputs, Results, Path);
}

static Expected<Arrays> runModule(mlir::ModuleOp Module,
                                  const std::string &Path, Arrays Inputs,
                                  const std::vector<Tensor> &Outputs,
                                  Precision Format) {
  auto Kernel = Module.lookupSymbol<mlir::func::FuncOp>(KernelName);
  if (Error E = checkSignature(Kernel, Inputs.size() + Outputs.size(), Path))
    return std::move(E);
  if (Format == Precision::Double)
    if (Error E = widen(Module, Kernel, Inputs))
      return std::move(E);
  Arrays Results = makeResults(Outputs, Format);
  if (Error E = compileAndCall(Module, Inputs, Results, Path))
    return std::move(E);
  return Results;
}

/// Files of arguments and results are those of the compiled program.
static LogicalResult convertEntry(mlir::ModuleOp Module) {
  mlir::PassManager Passes(Module.getContext());
  Passes.addPass(createMatrixConvertEntryTypesPass());
  return Passes.run(Module);
}

Expected<Arrays> run::runReference(std::unique_ptr<MemoryBuffer> Source,
                                   Arrays Inputs,
                                   const std::vector<Tensor> &Outputs,
                                   Precision Format) {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  std::string Name = Source->getBufferIdentifier().str();
  mlir::MLIRContext Context(makeReferenceRegistry(),
                            mlir::MLIRContext::Threading::DISABLED);
  Context.allowUnregisteredDialects(); // accelerator attributes
  Context.printOpOnDiagnostic(false);
  auto Sources = std::make_shared<SourceMgr>();
  Sources->AddNewSourceBuffer(std::move(Source), SMLoc());
  mlir::SourceMgrDiagnosticHandler Printer(*Sources, &Context);
  auto Module = mlir::parseSourceFile<mlir::ModuleOp>(Sources, &Context);
  if (!Module || failed(convertEntry(*Module)))
    return alreadyReported();
  return runModule(*Module, Name, std::move(Inputs), Outputs, Format);
}
