//===- LegalizeVectors.cpp - the pass matrix-legalize-vectors -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewrites vector operations that no instruction performs. The pass exposes the
// first step of matrix-select (Legalization.h) for tests and for the inspection
// of its result.
//
//===----------------------------------------------------------------------===//

#include "Legalization/Legalization.h"
#include "PassStatistics.h"
#include "matrix/Dialect/Matrix/IR/MatrixDialect.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/Transforms/MatrixPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#define DEBUG_TYPE "matrix-legalize-vectors"

namespace matrix {
#define GEN_PASS_DEF_LEGALIZEVECTORS
#include "matrix/Dialect/Matrix/Transforms/MatrixPasses.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

namespace {

struct LegalizeVectors
    : public matrix::impl::LegalizeVectorsBase<LegalizeVectors> {
  void runOnOperation() override {
    ReplacementCounter counter(DEBUG_TYPE, numRewritten);
    if (failed(legalizeVectors(getOperation(), getTarget(getOperation()),
                               &counter)))
      signalPassFailure();
  }
};

} // namespace
