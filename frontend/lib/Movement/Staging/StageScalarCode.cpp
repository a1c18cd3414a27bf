//===- StageScalarCode.cpp - scalar operations in scratchpads -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass matrix-stage-scalar-code: Linalg operations that compile to scalar
// code and that all cores execute access scratchpads instead of DRAM, block by
// block, where that takes fewer cycles.
//
//===----------------------------------------------------------------------===//

#include "Access/IndependentIterations.h"
#include "StagedOperationEmitter.h"
#include "matrix/Description/Target.h"
#include "matrix/Dialect/Matrix/IR/MatrixDialect.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Frontend/Passes.h"
#include "matrix/Frontend/Techniques.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "matrix-stage-scalar-code"

namespace matrix {
#define GEN_PASS_DEF_MATRIXSTAGESCALARCODEPASS
#include "matrix/Frontend/Passes.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

namespace {

struct StageScalarCode
    : matrix::impl::MatrixStageScalarCodePassBase<StageScalarCode> {
  using MatrixStageScalarCodePassBase::MatrixStageScalarCodePassBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    const desc::VariantInfo &variant = getTarget(function);
    if (!variant.dma || !variant.memoryIn(desc::address_space::scratchpad) ||
        isDisabled(function, Technique::StagedScalars))
      return;
    int64_t used = cores > 0 ? int64_t(cores) : int64_t(variant.cores);
    StringRef marker = used > 1 ? kDividedAttrName : kInterleavedAttrName;
    SmallVector<linalg::GenericOp> ops;
    function.walk([&](linalg::GenericOp op) {
      if (op->hasAttr(marker))
        ops.push_back(op);
    });
    for (linalg::GenericOp op : ops)
      if (auto plan = planStagedOperation(op, variant, used)) {
        LDBG() << "blocks of " << plan->block << " iterations of loop "
               << plan->loop << ": " << op;
        // In scalar code of a single core, stores may precede without a fence.
        if (used == 1) {
          OpBuilder builder(op);
          FenceOp::create(builder, op.getLoc());
        }
        emitStagedOperation(*plan, used);
        ++numStaged;
      }
  }
};

} // namespace
