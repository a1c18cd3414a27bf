//===- LowerScatterLoops.cpp - scatter loops in scratchpads ---------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass matrix-lower-scatter-loops: each scatter loop that takes fewer
// cycles in scratchpads becomes a launch of a function of all cores.
//
//===----------------------------------------------------------------------===//

#include "Access/BodyMatchers.h"
#include "Fusion/FusionGroupFunction.h"
#include "ScatterEmitter.h"
#include "StagedTensor.h"
#include "matrix/Description/Target.h"
#include "matrix/Dialect/Matrix/IR/MatrixLaunchOp.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Frontend/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "matrix-lower-scatter-loops"

namespace matrix {
#define GEN_PASS_DEF_MATRIXLOWERSCATTERLOOPSPASS
#include "matrix/Frontend/Passes.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

namespace {

struct LowerScatterLoops
    : matrix::impl::MatrixLowerScatterLoopsPassBase<LowerScatterLoops> {
  using MatrixLowerScatterLoopsPassBase::MatrixLowerScatterLoopsPassBase;

  void runOnOperation() override {
    const desc::VariantInfo &variant = getTarget(getOperation());
    if (!variant.dma || !variant.memoryIn(desc::address_space::scratchpad))
      return;
    SymbolTable symbols(getOperation());
    int64_t used = cores > 0 ? int64_t(cores) : variant.cores;
    SmallVector<scf::ForOp> loops;
    getOperation().walk<WalkOrder::PreOrder>([&](scf::ForOp loop) {
      std::optional<ScatterLoop> nest = matchScatterLoop(loop);
      if (!nest)
        return WalkResult::advance();
      if (std::optional<ScatterPlan> plan = planScatter(*nest, variant, used)) {
        LDBG() << plan->numPieces() << " pieces, " << plan->block
               << " iterations in a block: " << loop;
        lower(symbols, *nest, *plan, used);
        loops.push_back(loop);
      }
      return WalkResult::skip();
    });
    for (scf::ForOp loop : loops)
      loop.erase();
    numLoops += loops.size();
  }

private:
  /// Returns the value of all elements of the table before the loop if
  /// transfers can fill them in, else null.
  static TypedAttr getFill(const ScatterLoop &nest, const ScatterPlan &plan) {
    TypedAttr fill;
    RankedTensorType type = nest.getTableType();
    bool isFilled =
        matchFill(nest.getInit(), fill) &&
        fill.getType() == type.getElementType() && getFillPattern(fill) &&
        StagedTensor::canFill(type, getLayout(nest, nest.table, plan));
    return isFilled ? fill : TypedAttr();
  }

  static void lower(SymbolTable &symbols, const ScatterLoop &nest,
                    const ScatterPlan &plan, int64_t used) {
    SmallVector<Value> inputs;
    for (const ScatterOperand &operand : nest.operands)
      inputs.push_back(operand.tensor);
    TypedAttr fill = getFill(nest, plan);
    SmallVector<int64_t> elementwise;
    if (!fill) {
      elementwise.push_back(inputs.size());
      inputs.push_back(nest.getInit());
    }
    llvm::append_range(inputs, nest.scalars);
    scf::ForOp loop = nest.outer();
    func::FuncOp function =
        createFusionGroupFunction(symbols, loop, inputs, loop.getResults());
    ImplicitLocOpBuilder body(loop.getLoc(), function.front().getTerminator());
    emitScatter(body, nest, plan, fill, function.getArguments(), used);
    ImplicitLocOpBuilder builder(loop.getLoc(), loop);
    RankedTensorType type = nest.getTableType();
    Value empty = tensor::EmptyOp::create(builder, type.getShape(),
                                          type.getElementType());
    auto launch =
        LaunchOp::create(builder, loop.getResultTypes(), function.getSymName(),
                         inputs, empty, elementwise, /*all_cores=*/true);
    loop->replaceAllUsesWith(launch.getResults());
  }
};

} // namespace
