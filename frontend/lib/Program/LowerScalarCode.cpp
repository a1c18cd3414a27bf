//===- LowerScalarCode.cpp - loops of scalar code -------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass matrix-lower-scalar-code: converts Linalg operations on buffers to
// loops. A parallel loop becomes the innermost one of marked operations
// (IndependentIterations.h), so that its iterations can be interleaved.
//
//===----------------------------------------------------------------------===//

#include "Access/IndependentIterations.h"
#include "Interleaving/ScalarLoops.h"
#include "matrix/Dialect/Matrix/IR/MatrixDialect.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Frontend/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"

namespace matrix {
#define GEN_PASS_DEF_MATRIXLOWERSCALARCODEPASS
#include "matrix/Frontend/Passes.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

/// Returns the last parallel loop if it has enough iterations to interleave,
/// otherwise the longest one.
static unsigned chooseInner(linalg::LinalgOp op) {
  SmallVector<unsigned> parallel;
  op.getParallelDims(parallel);
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  if (extents[parallel.back()] >= kInterleaved)
    return parallel.back();
  return *llvm::max_element(parallel, [&](unsigned a, unsigned b) {
    return extents[a] < extents[b];
  });
}

/// The reductions of each element keep their order.
static linalg::LinalgOp moveInnermost(IRRewriter &rewriter,
                                      linalg::LinalgOp op) {
  auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
  unsigned inner = generic ? chooseInner(op) : 0;
  if (!generic || inner + 1 == op.getNumLoops())
    return op;
  SmallVector<unsigned> order;
  for (unsigned dim = 0; dim < op.getNumLoops(); ++dim)
    if (dim != inner)
      order.push_back(dim);
  order.push_back(inner);
  return *linalg::interchangeGenericOp(rewriter, generic, order);
}

namespace {

struct LowerScalarCode
    : matrix::impl::MatrixLowerScalarCodePassBase<LowerScalarCode> {
  using MatrixLowerScalarCodePassBase::MatrixLowerScalarCodePassBase;

  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops)
      interleaveLoads(loop);
    SmallVector<linalg::LinalgOp> ops;
    getOperation().walk([&](linalg::LinalgOp op) {
      if (op.hasPureBufferSemantics())
        ops.push_back(op);
    });
    for (linalg::LinalgOp op : ops)
      if (failed(lower(op)))
        return signalPassFailure();
  }

private:
  void interleaveLoads(scf::ForOp loop) {
    std::optional<APInt> extent = loop.getStaticTripCount();
    if (!extent || !isConstantIntValue(loop.getLowerBound(), 0) ||
        !isConstantIntValue(loop.getStep(), 1) || !onlyStoresInOrder(loop))
      return;
    ++numInterleaved;
    transformScalarLoops(
        ScalarLoop{loop, extent->getSExtValue(), /*isParallel=*/true},
        /*cores=*/1);
  }

  LogicalResult lower(linalg::LinalgOp op) {
    bool isDivided = op->hasAttr(kDividedAttrName);
    bool isInterleaved = isDivided || op->hasAttr(kInterleavedAttrName);
    IRRewriter rewriter(op);
    if (isInterleaved)
      op = moveInnermost(rewriter, op);
    rewriter.setInsertionPoint(op);
    FailureOr<linalg::LinalgLoops> loops =
        linalg::linalgOpToLoops(rewriter, op);
    if (failed(loops))
      return op.emitError("cannot be converted to loops");
    if (isInterleaved) {
      numInterleaved += !isDivided;
      numDivided += isDivided;
      transformScalarLoops(describe(op, *loops), isDivided ? usedCores(op) : 1);
    } else if (op->hasAttr(kReadsAheadAttrName)) {
      ++numInterleaved;
      transformScalarLoops(describe(op, *loops), /*cores=*/1);
    }
    op.erase();
    return success();
  }

  static SmallVector<ScalarLoop> describe(linalg::LinalgOp op,
                                          const linalg::LinalgLoops &loops) {
    SmallVector<ScalarLoop> described;
    for (auto [loop, extent, kind] : llvm::zip_equal(
             loops, op.getStaticLoopRanges(), op.getIteratorTypesArray()))
      described.push_back({cast<scf::ForOp>(loop), extent,
                           kind == utils::IteratorType::parallel});
    described.back().hasOwnBuffers = op->hasAttr(kReadsAheadAttrName);
    return described;
  }

  int64_t usedCores(Operation *op) {
    return cores > 0 ? int64_t(cores) : int64_t(getTarget(op).cores);
  }
};

} // namespace
