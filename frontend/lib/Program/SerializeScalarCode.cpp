//===- SerializeScalarCode.cpp - scalar code on core 0 --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass matrix-serialize-scalar-code: applies the transformation of
// ScalarCodeSerializer.h to the functions that all cores execute, and to
// launches of one core. Copies between memrefs become loops.
//
//===----------------------------------------------------------------------===//

#include "ScalarCodeSerializer.h"
#include "matrix/Dialect/Matrix/IR/MatrixLaunchOp.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Frontend/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace matrix {
#define GEN_PASS_DEF_MATRIXSERIALIZESCALARCODEPASS
#include "matrix/Frontend/Passes.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

/// Copies become Linalg and later loops; otherwise they would become calls.
static void expandCopies(func::FuncOp function) {
  function.walk([](memref::CopyOp op) {
    OpBuilder builder(op);
    linalg::makeMemRefCopyOp(builder, op.getLoc(), op.getSource(),
                             op.getTarget());
    op.erase();
  });
}

namespace {

struct SerializeScalarCode
    : matrix::impl::MatrixSerializeScalarCodePassBase<SerializeScalarCode> {
  using MatrixSerializeScalarCodePassBase::MatrixSerializeScalarCodePassBase;

  void runOnOperation() override {
    const desc::VariantInfo &variant = getTarget(getOperation());
    int64_t used = cores > 0 ? int64_t(cores) : variant.cores;
    ScalarCodeCounts counts;
    llvm::StringMap<LaunchOp> launches;
    getOperation().walk(
        [&](LaunchOp launch) { launches[launch.getCallee()] = launch; });
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      LaunchOp launch = launches.lookup(function.getSymName());
      if (function.isExternal() || (launch && launch.getAllCores()))
        continue;
      expandCopies(function);
      if (failed(serializeScalarCode(function, launch ? 1 : used, counts)))
        return signalPassFailure();
    }
    numGuards += counts.guards;
    numBarriers += counts.barriers;
    numDivided += counts.divided;
  }
};

} // namespace
