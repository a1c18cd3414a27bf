//===- ReferenceLowering.cpp - upstream lowering of Linalg to LLVM --------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pass pipeline of the reference: bufferization, loops, conversion to the LLVM
// dialect; before it, rewrites of operations that upstream does not lower.
//
//===----------------------------------------------------------------------===//

#include "ReferenceLowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "llvm/ADT/SetVector.h"
#include <mutex>

using namespace llvm;
using namespace matrix;
using namespace matrix::run;

/// Lowers to naive loops. Function results become arguments.
static constexpr StringLiteral Loops =
    "func.func(llvm-request-c-wrappers),symbol-dce,"
    "convert-elementwise-to-linalg,"
    "one-shot-bufferize{bufferize-function-boundaries "
    "allow-return-allocs-from-loops "
    "function-boundary-type-conversion=identity-layout-map},"
    "buffer-results-to-out-params{modify-public-functions=true},"
    "func.func(scf-forall-to-for,convert-linalg-to-loops),"
    "convert-complex-to-libm,convert-complex-to-standard,"
    "convert-bufferization-to-memref,expand-strided-metadata,"
    "lower-affine";
static constexpr StringLiteral Conversion =
    "math-expand-ops{ops=rsqrt,fpowi,sincos},"
    "convert-math-to-funcs,convert-math-to-llvm,convert-math-to-libm,"
    "convert-scf-to-cf,convert-to-llvm,reconcile-unrealized-casts";

//===----------------------------------------------------------------------===//
// Operations without an upstream loop lowering
//===----------------------------------------------------------------------===//

/// `linalg.softmax` on narrow floats computes in f32 and rounds once
/// (docs/contracts.md).
static void widenSoftmax(mlir::linalg::SoftmaxOp Op,
                         mlir::IRRewriter &Rewriter) {
  auto Type = cast<mlir::RankedTensorType>(Op.getInput().getType());
  auto Element = dyn_cast<mlir::FloatType>(Type.getElementType());
  if (!Element || Element.getWidth() >= 32 || !Type.hasStaticShape())
    return;
  Rewriter.setInsertionPoint(Op);
  mlir::Location Loc = Op.getLoc();
  auto Wide = cast<mlir::RankedTensorType>(Type.clone(Rewriter.getF32Type()));
  mlir::Value Input =
      mlir::arith::ExtFOp::create(Rewriter, Loc, Wide, Op.getInput());
  mlir::Value Empty = mlir::tensor::EmptyOp::create(
      Rewriter, Loc, Wide.getShape(), Wide.getElementType());
  mlir::Value Softmax =
      mlir::linalg::SoftmaxOp::create(Rewriter, Loc, mlir::TypeRange(Wide),
                                      Input, Empty, Op.getDimension())
          .getResult()
          .front();
  Rewriter.replaceOpWithNewOp<mlir::arith::TruncFOp>(Op, Type, Softmax);
}

/// Decomposes aggregate operations, for which the pipeline has no loops.
static LogicalResult decompose(mlir::Operation *Op,
                               mlir::IRRewriter &Rewriter) {
  Rewriter.setInsertionPoint(Op);
  if (auto Pack = dyn_cast<mlir::linalg::PackOp>(Op))
    return mlir::linalg::lowerPack(Rewriter, Pack);
  if (auto UnPack = dyn_cast<mlir::linalg::UnPackOp>(Op))
    return mlir::linalg::lowerUnPack(Rewriter, UnPack);
  auto Aggregate = cast<mlir::linalg::AggregatedOpInterface>(Op);
  FailureOr<SmallVector<mlir::Value>> Parts =
      Aggregate.decomposeOperation(Rewriter);
  if (failed(Parts))
    return failure();
  Rewriter.replaceOp(Op, *Parts);
  return success();
}

template <typename... Ops>
static SmallVector<mlir::Operation *> collect(mlir::ModuleOp Module) {
  SmallVector<mlir::Operation *> Found;
  Module.walk([&](mlir::Operation *Op) {
    if (isa<Ops...>(Op))
      Found.push_back(Op);
  });
  return Found;
}

static LogicalResult decomposeAggregates(mlir::ModuleOp Module) {
  mlir::IRRewriter Rewriter(Module.getContext());
  for (mlir::Operation *Op : collect<mlir::linalg::SoftmaxOp>(Module))
    widenSoftmax(cast<mlir::linalg::SoftmaxOp>(Op), Rewriter);
  for (mlir::Operation *Op :
       collect<mlir::linalg::AggregatedOpInterface, mlir::linalg::PackOp,
               mlir::linalg::UnPackOp>(Module))
    if (failed(decompose(Op, Rewriter)))
      return Op->emitError("cannot be decomposed for this machine");
  mlir::RewritePatternSet Concatenations(Module.getContext());
  mlir::tensor::populateDecomposeTensorConcatPatterns(Concatenations);
  mlir::walkAndApplyPatterns(Module, std::move(Concatenations));
  return success();
}

/// Removes attributes for the accelerator's compiler.
static void removeForeignAttributes(mlir::ModuleOp Module) {
  SmallVector<mlir::NamedAttribute> Attributes(Module->getDiscardableAttrs());
  for (mlir::NamedAttribute Attribute : Attributes)
    if (!Attribute.getNameDialect())
      Module->removeDiscardableAttr(Attribute.getName());
}

//===----------------------------------------------------------------------===//
// The pipeline
//===----------------------------------------------------------------------===//

static LogicalResult runPasses(mlir::ModuleOp Module, StringRef Pipeline) {
  mlir::PassManager Passes(Module.getContext());
  if (failed(mlir::parsePassPipeline(Pipeline, Passes)))
    return failure();
  return Passes.run(Module);
}

/// Collects the float types below 32 bits in the module.
static SetVector<mlir::Type> findNarrowFloats(mlir::ModuleOp Module) {
  SetVector<mlir::Type> Found;
  auto Add = [&](mlir::Type Type) {
    mlir::Type Element = mlir::getElementTypeOrSelf(Type);
    if (isNarrow(Element))
      Found.insert(Element);
  };
  Module.walk([&](mlir::Operation *Op) {
    llvm::for_each(Op->getResultTypes(), Add);
    for (mlir::Region &Region : Op->getRegions())
      for (mlir::Block &Block : Region)
        llvm::for_each(Block.getArgumentTypes(), Add);
  });
  return Found;
}

/// Emulates narrow floats in f32.
static std::string makeEmulation(const SetVector<mlir::Type> &Narrow) {
  std::string Text = "math-extend-to-supported-types";
  raw_string_ostream Out(Text);
  if (!Narrow.empty()) {
    Out << ",arith-emulate-unsupported-floats{source-types=";
    llvm::interleave(Narrow, Out, ",");
    Out << " target-type=f32}";
  }
  return Text;
}

/// Removes fast-math flags that would fold the emulation's conversions, so that
/// every operation rounds.
static void keepRoundings(mlir::ModuleOp Module) {
  auto None = mlir::arith::FastMathFlagsAttr::get(
      Module.getContext(), mlir::arith::FastMathFlags::none);
  Module.walk([&](mlir::arith::ExtFOp Op) { Op.setFastmathAttr(None); });
  Module.walk([&](mlir::arith::TruncFOp Op) { Op.setFastmathAttr(None); });
}

/// Excludes the other patterns of arith-expand: its maxima and minima treat -0
/// and +0 as equal.
static void expandArithmetic(mlir::ModuleOp Module) {
  mlir::RewritePatternSet Patterns(Module.getContext());
  mlir::arith::populateCeilFloorDivExpandOpsPatterns(Patterns);
  mlir::arith::populateExpandBFloat16Patterns(Patterns);
  mlir::walkAndApplyPatterns(Module, std::move(Patterns));
}

LogicalResult run::lowerToLLVM(mlir::ModuleOp Module) {
  static std::once_flag Registered;
  std::call_once(Registered, [] { mlir::registerAllPasses(); });
  removeForeignAttributes(Module);
  if (failed(decomposeAggregates(Module)) || failed(runPasses(Module, Loops)))
    return failure();
  expandMath(Module);
  callNarrowArithmetic(Module);
  if (failed(runPasses(Module, makeEmulation(findNarrowFloats(Module)))))
    return failure();
  keepRoundings(Module);
  callNarrowConversions(Module);
  expandArithmetic(Module);
  return runPasses(Module, Conversion);
}
