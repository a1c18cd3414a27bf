//===- ConvertToLinalg.cpp - conversion of the input to Linalg ------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass matrix-convert-to-linalg. It runs upstream's conversions on
// functions that contain what they convert: TOSA, branches between blocks,
// affine loops, elementwise operations on tensors, and aggregate operations.
// Remaining operations on tensors without an implementation on buffers are
// errors.
//
//===----------------------------------------------------------------------===//

#include "Constants/FoldConstants.h"
#include "Constants/ResourceConstants.h"
#include "GatherScatter.h"
#include "Operands/ParallelLoops.h"
#include "Slices/PartialResults.h"
#include "UnrollLoops.h"
#include "matrix/Frontend/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Conversion/TosaToLinalg/TosaToLinalg.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace matrix {
#define GEN_PASS_DEF_MATRIXCONVERTTOLINALGPASS
#include "matrix/Frontend/Passes.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

static bool isTensor(Type type) { return isa<TensorType>(type); }

static bool hasTensors(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), isTensor) ||
         llvm::any_of(op->getResultTypes(), isTensor);
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {

struct LowerPack : OpRewritePattern<linalg::PackOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(linalg::PackOp op,
                                PatternRewriter &rewriter) const override {
    return linalg::lowerPack(rewriter, op);
  }
};

struct LowerUnPack : OpRewritePattern<linalg::UnPackOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(linalg::UnPackOp op,
                                PatternRewriter &rewriter) const override {
    return linalg::lowerUnPack(rewriter, op);
  }
};

/// Elementwise conversions take the operation of the arith dialect.
struct LowerBitcast : OpRewritePattern<tensor::BitcastOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::BitcastOp op,
                                PatternRewriter &rewriter) const override {
    auto isSignless = [](Type type) {
      return getElementTypeOrSelf(type).isSignlessIntOrFloat();
    };
    if (!isSignless(op.getSource().getType()) || !isSignless(op.getType()))
      return rewriter.notifyMatchFailure(op, "type with a sign");
    rewriter.replaceOpWithNewOp<arith::BitcastOp>(op, op.getType(),
                                                  op.getSource());
    return success();
  }
};

/// Any value refines poison, also that of a buffer that nothing has written.
struct LowerPoison : OpRewritePattern<ub::PoisonOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ub::PoisonOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<RankedTensorType>(op.getType());
    if (!type || !type.hasStaticShape())
      return rewriter.notifyMatchFailure(op, "not a tensor of static shape");
    rewriter.replaceOpWithNewOp<tensor::EmptyOp>(op, type.getShape(),
                                                 type.getElementType());
    return success();
  }
};

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// The stride of a dimension of size 1 is neutral. Upstream finds the dropped
/// dimensions of a memref's slice by strides, and fails if a dimension of size
/// 1 has one other than 1.
template <typename Op> struct ResetUnitStrides : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    SmallVector<int64_t> strides(op.getStaticStrides());
    for (auto [stride, size] : llvm::zip_equal(strides, op.getStaticSizes()))
      if (size == 1 && !ShapedType::isDynamic(stride))
        stride = 1;
    if (ArrayRef(strides) == op.getStaticStrides())
      return rewriter.notifyMatchFailure(op, "no stride of a unit dimension");
    rewriter.modifyOpInPlace(op, [&] { op.setStaticStrides(strides); });
    return success();
  }
};

/// A reduction without iterations writes nothing. Upstream's patterns take its
/// inits for tensors without contents if the body does not read them.
struct DropEmptyReduction : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<int64_t> extents = op.getStaticLoopRanges();
    SmallVector<unsigned> reduced;
    op.getReductionDims(reduced);
    if (!op.hasPureTensorSemantics() ||
        llvm::none_of(reduced, [&](unsigned d) { return extents[d] == 0; }))
      return rewriter.notifyMatchFailure(op, "no empty reduction on tensors");
    rewriter.replaceOp(op, op.getDpsInits());
    return success();
  }
};

struct ConvertToLinalg
    : matrix::impl::MatrixConvertToLinalgPassBase<ConvertToLinalg> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    set.add<LowerPack, LowerUnPack, LowerBitcast, LowerPoison,
            DropEmptyReduction, ResetUnitStrides<tensor::ExtractSliceOp>,
            ResetUnitStrides<tensor::InsertSliceOp>,
            ResetUnitStrides<tensor::ParallelInsertSliceOp>>(context);
    linalg::populateDecomposeWinogradOpsPatterns(set);
    populateGatherScatterPatterns(set);
    populatePartialResultPatterns(set);
    populateResourceConstantPatterns(set);
    patterns = std::move(set);
    return success();
  }

  void runOnOperation() override {
    OpPassManager passes(ModuleOp::getOperationName());
    addStructurePasses(passes);
    numUpstreamPasses += passes.size();
    if (failed(runPipeline(passes, getOperation())))
      return signalPassFailure();
    markParallelLoops(getOperation());
    walkAndApplyPatterns(getOperation(), patterns);
    passes.clear();
    if (contains([](Operation *op) {
          return OpTrait::hasElementwiseMappableTraits(op) && hasTensors(op);
        }))
      passes.addPass(createConvertElementwiseToLinalgPass());
    numUpstreamPasses += passes.size();
    if (failed(runPipeline(passes, getOperation())) ||
        failed(verifyConverted()))
      return signalPassFailure();
    // A pass manager initializes its passes once.
    OpPassManager cleanup(ModuleOp::getOperationName());
    cleanup.addPass(createCanonicalizerPass());
    if (unrollDynamicLoops(getOperation()) &&
        failed(runPipeline(cleanup, getOperation())))
      return signalPassFailure();
    getOperation()->walk([&](linalg::LinalgOp) { ++numLinalg; });
  }

private:
  template <typename Predicate> bool contains(Predicate predicate) {
    return getOperation()
        ->walk([&](Operation *op) {
          return predicate(op) ? WalkResult::interrupt()
                               : WalkResult::advance();
        })
        .wasInterrupted();
  }

  void addStructurePasses(OpPassManager &passes) {
    if (contains([](Operation *op) {
          return isa<cf::BranchOp, cf::CondBranchOp, cf::SwitchOp>(op);
        }))
      passes.addPass(createLiftControlFlowToSCFPass());
    if (contains([](Operation *op) {
          return isa<affine::AffineForOp, affine::AffineIfOp>(op) &&
                 hasTensors(op);
        }))
      passes.addPass(createLowerAffinePass());
    if (contains([](Operation *op) {
          return isa_and_nonnull<tosa::TosaDialect>(op->getDialect());
        }))
      addTosaPasses(passes);
  }

  /// Control flow is converted before its operations, since the conversion to
  /// Linalg rejects the terminators of TOSA. Profiles, extensions and levels of
  /// TOSA describe targets, and are not a condition here.
  static void addTosaPasses(OpPassManager &passes) {
    passes.addPass(createTosaToSCFPass());
    tosa::addTosaToLinalgPasses(passes, TosaToLinalgOptions(),
                                TosaToLinalgNamedOptions(),
                                /*validationOptions=*/std::nullopt);
    passes.addPass(createTosaToArithPass({/*includeApplyRescale=*/true}));
    passes.addPass(createTosaToTensorPass());
  }

  /// Softmax is decomposed later (matrix-legalize).
  LogicalResult verifyConverted() {
    Operation *unsupported = nullptr;
    getOperation()->walk([&](Operation *op) {
      if (auto truncate = dyn_cast<arith::TruncFOp>(op);
          truncate && !roundsToNearestEven(truncate)) {
        unsupported = op;
        return WalkResult::interrupt();
      }
      bool isSupported =
          !hasTensors(op) || op->hasTrait<OpTrait::IsTerminator>() ||
          isa<linalg::SoftmaxOp, bufferization::BufferizableOpInterface>(op);
      if (isSupported)
        return WalkResult::advance();
      unsupported = op;
      return WalkResult::interrupt();
    });
    if (!unsupported)
      return success();
    if (isa<arith::TruncFOp>(unsupported))
      return unsupported->emitError(
          "the machine rounds to nearest even only; remove the rounding mode");
    return unsupported->emitError()
           << "'" << unsupported->getName() << "' has no lowering to Linalg";
  }

  FrozenRewritePatternSet patterns;
};

} // namespace
