//===- ReferenceLowering.cpp - upstream lowering of Linalg to LLVM --------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pass pipeline of the reference: conversion to Linalg, bufferization, loops,
// conversion to the LLVM dialect. Narrow floats are handled between loops and
// conversion, on scalars: operations that f32 would round twice are replaced by
// calls, the others are emulated in f32 with a rounding after each, and the
// conversions that the emulation has introduced are replaced last. Fast-math
// flags of conversions are removed, because they permit folding of these
// roundings.
//
//===----------------------------------------------------------------------===//

#include "ReferenceLowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"
#include <mutex>

using namespace llvm;
using namespace matrix;
using namespace matrix::run;

/// Converts other dialects on tensors to Linalg.
static constexpr StringLiteral Linalg =
    "lift-cf-to-scf,lower-affine,"
    "tosa-attach-target{level=none profiles=pro_int,pro_fp extensions=int16,"
    "int4,bf16,fp8e4m3,fp8e5m2,fft,variable,controlflow,doubleround,"
    "inexactround,dynamic},"
    "tosa-to-scf,tosa-to-linalg-pipeline,"
    "tosa-to-arith{include-apply-rescale=true},tosa-to-tensor";
/// Lowers to naive loops. Function results become arguments.
static constexpr StringLiteral Loops =
    "func.func(llvm-request-c-wrappers),symbol-dce,"
    "convert-elementwise-to-linalg,"
    "one-shot-bufferize{bufferize-function-boundaries "
    "allow-return-allocs-from-loops "
    "function-boundary-type-conversion=identity-layout-map},"
    "buffer-results-to-out-params{modify-public-functions=true},"
    "func.func(scf-forall-to-for,convert-linalg-to-loops),"
    "convert-complex-to-standard,"
    "convert-bufferization-to-memref,expand-strided-metadata,"
    "lower-affine";
static constexpr StringLiteral Conversion =
    "math-expand-ops{ops=rsqrt,fpowi,sincos},"
    "convert-math-to-funcs,convert-math-to-llvm,convert-math-to-libm,"
    "convert-scf-to-cf,convert-to-llvm,reconcile-unrealized-casts";

//===----------------------------------------------------------------------===//
// The pipeline
//===----------------------------------------------------------------------===//

/// Removes attributes for the accelerator's compiler.
static void removeForeignAttributes(mlir::ModuleOp Module) {
  SmallVector<mlir::NamedAttribute> Attributes(Module->getDiscardableAttrs());
  for (mlir::NamedAttribute Attribute : Attributes)
    if (!Attribute.getNameDialect())
      Module->removeDiscardableAttr(Attribute.getName());
}

/// Upstream finds the dropped dimensions of a memref's slice by strides, and
/// fails if a dimension of size 1, whose stride is neutral, has another one.
/// The compiler has a pattern for it, which the reference does not share.
static void resetUnitStrides(mlir::ModuleOp Module) {
  auto Reset = [](auto Op) {
    SmallVector<int64_t> Strides(Op.getStaticStrides());
    for (auto [Stride, Size] : llvm::zip_equal(Strides, Op.getStaticSizes()))
      if (Size == 1 && !mlir::ShapedType::isDynamic(Stride))
        Stride = 1;
    Op.setStaticStrides(Strides);
  };
  Module.walk([&](mlir::Operation *Op) {
    llvm::TypeSwitch<mlir::Operation *>(Op)
        .Case<mlir::tensor::ExtractSliceOp, mlir::tensor::InsertSliceOp,
              mlir::tensor::ParallelInsertSliceOp>(Reset);
  });
}

/// Upstream's bufferization takes an init that a body does not read for one
/// without contents, also where the map does not cover the result, and
/// operations write to it where its elements are still read. Inits of other
/// maps than permutations are therefore copies.
static void copyPartialInits(mlir::ModuleOp Module) {
  Module.getContext()->loadDialect<mlir::bufferization::BufferizationDialect>();
  Module.walk([&](mlir::linalg::LinalgOp Op) {
    if (!Op.hasPureTensorSemantics())
      return;
    mlir::OpBuilder Builder(Op);
    for (mlir::OpOperand &Init : Op.getDpsInitsMutable()) {
      auto Type = cast<mlir::RankedTensorType>(Init.get().getType());
      if (Op.getMatchingIndexingMap(&Init).isProjectedPermutation() ||
          Op.payloadUsesValueFromOperand(&Init) || !Type.hasStaticShape())
        continue;
      auto Copy = mlir::bufferization::AllocTensorOp::create(
          Builder, Op.getLoc(), Type, mlir::ValueRange(), Init.get());
      Init.set(Copy);
    }
  });
}

/// Upstream does not translate resources of i1, which have a byte for each
/// element, and of `index`.
static mlir::DenseElementsAttr
readResource(mlir::DenseResourceElementsAttr Resource) {
  mlir::AsmResourceBlob *Blob = Resource.getRawHandle().getBlob();
  mlir::ShapedType Type = Resource.getType();
  size_t Bytes = Blob ? Blob->getData().size() : 0,
         Count = Type.getNumElements();
  if (Type.getElementType().isInteger(1) && Bytes == Count)
    return mlir::DenseElementsAttr::get(Type, Blob->getDataAs<bool>());
  if (Type.getElementType().isIndex() && Bytes == Count * sizeof(int64_t))
    return mlir::DenseIntElementsAttr::get(Type, Blob->getDataAs<int64_t>());
  return {};
}

static void readResources(mlir::ModuleOp Module) {
  Module.walk([](mlir::arith::ConstantOp Op) {
    auto Resource = dyn_cast<mlir::DenseResourceElementsAttr>(Op.getValue());
    if (mlir::DenseElementsAttr Elements =
            Resource ? readResource(Resource) : nullptr)
      Op.setValueAttr(Elements);
  });
}

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

/// Before the emulation, which would change the types of scales.
static void expandScaling(mlir::ModuleOp Module) {
  mlir::RewritePatternSet Patterns(Module.getContext());
  mlir::arith::populateExpandScalingExtTruncPatterns(Patterns);
  mlir::walkAndApplyPatterns(Module, std::move(Patterns));
}

/// Excludes the other patterns of arith-expand: its maxima and minima treat -0
/// and +0 as equal.
static void expandArithmetic(mlir::ModuleOp Module) {
  mlir::RewritePatternSet Patterns(Module.getContext());
  mlir::arith::populateCeilFloorDivExpandOpsPatterns(Patterns);
  mlir::arith::populateExpandBFloat16Patterns(Patterns);
  mlir::walkAndApplyPatterns(Module, std::move(Patterns));
}

LogicalResult run::lowerToLinalg(mlir::ModuleOp Module) {
  static std::once_flag Registered;
  std::call_once(Registered, [] { mlir::registerAllPasses(); });
  removeForeignAttributes(Module);
  readResources(Module);
  return runPasses(Module, Linalg);
}

LogicalResult run::lowerToLLVM(mlir::ModuleOp Module) {
  if (failed(lowerToLinalg(Module)))
    return failure();
  resetUnitStrides(Module);
  if (failed(decomposeOperations(Module)))
    return failure();
  copyPartialInits(Module);
  if (failed(runPasses(Module, Loops)))
    return failure();
  expandMath(Module);
  expandScaling(Module);
  callNarrowArithmetic(Module);
  if (failed(runPasses(Module, makeEmulation(findNarrowFloats(Module)))))
    return failure();
  keepRoundings(Module);
  callNarrowConversions(Module);
  expandArithmetic(Module);
  return runPasses(Module, Conversion);
}
