//===- Reference.cpp - the same MLIR on this machine ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reference.h"
#include "matrix/Description/Variants.h"
#include "matrix/Dialect/Matrix/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include <mutex>

using namespace llvm;
using namespace matrix;
using namespace matrix::run;

/// Naive loops. The results of functions become further arguments.
static constexpr StringLiteral Bufferization =
    "func.func(llvm-request-c-wrappers),canonicalize,cse,symbol-dce,"
    "linalg-generalize-named-ops,linalg-fuse-elementwise-ops,"
    "one-shot-bufferize{bufferize-function-boundaries "
    "function-boundary-type-conversion=identity-layout-map},"
    "buffer-results-to-out-params{modify-public-functions=true},"
    "func.func(convert-linalg-to-loops,canonicalize),"
    "expand-strided-metadata,lower-affine,";
static constexpr StringLiteral Conversion =
    "math-expand-ops{ops=rsqrt,fpowi},matrix-expand-integer-math,"
    "convert-math-to-libm,arith-expand{"
    "include-bf16=true},matrix-expand-small-floats,"
    "convert-scf-to-cf,convert-to-llvm,reconcile-unrealized-casts";

/// Floats that LLVM has no types for are computed with in f32.
static std::string makePipeline() {
  std::vector<std::string> Small;
  for (const desc::FormatInfo &Format : desc::formats)
    if (Format.isFloat && Format.bits <= 8)
      Small.push_back(std::string(Format.mlir));
  std::string Emulation;
  if (!Small.empty())
    Emulation = "math-extend-to-supported-types{extra-types=bf16,f16},"
                "arith-emulate-unsupported-floats{source-types=" +
                join(Small, ",") + " target-type=f32},";
  return (Bufferization + Emulation + Conversion).str();
}

static constexpr StringLiteral KernelName = "main";

/// memrefCopy, and conversions of narrow floats.
static const StringRef SupportLibraries[] = {
    MATRIX_MLIR_LIBRARY_DIR "/libmlir_c_runner_utils.so",
    MATRIX_MLIR_LIBRARY_DIR "/libmlir_float16_utils.so"};

static Error alreadyReported() { return makeError(""); }

//===----------------------------------------------------------------------===//
// Lowering
//===----------------------------------------------------------------------===//

mlir::DialectRegistry run::makeReferenceRegistry() {
  mlir::DialectRegistry Registry;
  mlir::registerAllDialects(Registry);
  mlir::registerAllExtensions(Registry);
  mlir::registerAllToLLVMIRTranslations(Registry);
  return Registry;
}

/// Operations that are sums of others, such as softmax: the pipeline has no
/// loops for them.
static LogicalResult decomposeAggregates(mlir::ModuleOp Module) {
  mlir::IRRewriter Rewriter(Module.getContext());
  SmallVector<mlir::linalg::AggregatedOpInterface> Aggregates;
  Module.walk([&](mlir::linalg::AggregatedOpInterface Op) {
    Aggregates.push_back(Op);
  });
  for (mlir::linalg::AggregatedOpInterface Op : Aggregates) {
    Rewriter.setInsertionPoint(Op);
    FailureOr<SmallVector<mlir::Value>> Parts = Op.decomposeOperation(Rewriter);
    if (failed(Parts))
      return failure();
    Rewriter.replaceOp(Op, *Parts);
  }
  return success();
}

/// What is said to the accelerator's compiler alone.
static void removeForeignAttributes(mlir::ModuleOp Module) {
  SmallVector<mlir::NamedAttribute> Attributes(Module->getDiscardableAttrs());
  for (mlir::NamedAttribute Attribute : Attributes)
    if (!Attribute.getNameDialect())
      Module->removeDiscardableAttr(Attribute.getName());
}

static Error lower(mlir::ModuleOp Module) {
  removeForeignAttributes(Module);
  static std::once_flag Registered;
  std::call_once(Registered, [] {
    mlir::registerAllPasses();
    registerMatrixPasses();
  });
  mlir::PassManager Passes(Module.getContext());
  if (failed(mlir::parsePassPipeline(makePipeline(), Passes)) ||
      failed(decomposeAggregates(Module)) || failed(Passes.run(Module)))
    return alreadyReported();
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Calling
//===----------------------------------------------------------------------===//

/// A memref's descriptor: two pointers, offset, sizes, strides.
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

static Error call(mlir::ExecutionEngine &Engine,
                  std::vector<sim::NpyArray> &Inputs,
                  std::vector<sim::NpyArray> &Results) {
  std::vector<std::vector<int64_t>> Descriptors;
  for (auto *List : {&Inputs, &Results})
    for (sim::NpyArray &Array : *List)
      Descriptors.push_back(makeDescriptor(Array));
  std::vector<void *> Pointers, Packed;
  for (std::vector<int64_t> &Descriptor : Descriptors)
    Pointers.push_back(Descriptor.data());
  for (void *&Pointer : Pointers)
    Packed.push_back(&Pointer);
  return Engine.invokePacked(("_mlir_ciface_" + KernelName).str(), Packed);
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

static Error compileAndCall(mlir::ModuleOp Module, const std::string &Path,
                            std::vector<sim::NpyArray> &Inputs,
                            std::vector<sim::NpyArray> &Results) {
  mlir::func::FuncOp Kernel =
      Module.lookupSymbol<mlir::func::FuncOp>(KernelName);
  if (Error E = checkSignature(Kernel, Inputs.size() + Results.size(), Path))
    return E;
  if (Error E = lower(Module))
    return E;
  auto Optimise =
      mlir::makeOptimizingTransformer(/*optLevel=*/2, /*sizeLevel=*/0, nullptr);
  mlir::ExecutionEngineOptions Options;
  Options.transformer = Optimise;
  Options.sharedLibPaths = SupportLibraries;
  auto Engine = mlir::ExecutionEngine::create(Module, Options);
  return Engine ? call(**Engine, Inputs, Results) : Engine.takeError();
}

Error run::runReference(std::unique_ptr<MemoryBuffer> Source,
                        std::vector<sim::NpyArray> &Inputs,
                        std::vector<sim::NpyArray> &Results) {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  std::string Name = Source->getBufferIdentifier().str();
  mlir::MLIRContext Context(makeReferenceRegistry(),
                            mlir::MLIRContext::Threading::DISABLED);
  Context.allowUnregisteredDialects(); // attributes for the accelerator
  Context.printOpOnDiagnostic(false);
  auto Sources = std::make_shared<SourceMgr>();
  Sources->AddNewSourceBuffer(std::move(Source), SMLoc());
  mlir::SourceMgrDiagnosticHandler Printer(*Sources, &Context);
  auto Module = mlir::parseSourceFile<mlir::ModuleOp>(Sources, &Context);
  return Module ? compileAndCall(*Module, Name, Inputs, Results)
                : alreadyReported();
}

Error run::runReference(const std::string &Path,
                        std::vector<sim::NpyArray> &Inputs,
                        std::vector<sim::NpyArray> &Results) {
  auto Source = MemoryBuffer::getFile(Path);
  return Source ? runReference(std::move(*Source), Inputs, Results)
                : makeError(Path + ": error: cannot read: " +
                            Source.getError().message());
}
