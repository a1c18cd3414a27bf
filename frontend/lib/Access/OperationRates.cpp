//===- OperationRates.cpp - rates of scalar operations --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rates follow from the class of the operation alone, independent of its
// format. Operations of `math` have the rate of transcendentals, except for
// those that only round, clear or copy bits, and fused multiply-adds.
//
//===----------------------------------------------------------------------===//

#include "OperationRates.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace matrix;

bool matrix::hasTranscendentalRate(Operation &op) {
  return isa<arith::DivFOp>(op) ||
         (op.getDialect()->getNamespace() == "math" &&
          !isa<math::AbsFOp, math::AbsIOp, math::FloorOp, math::CeilOp,
               math::RoundOp, math::RoundEvenOp, math::TruncOp, math::FmaOp,
               math::CopySignOp>(op));
}

bool matrix::hasNoCost(Operation &op) {
  return isa<CastOpInterface, arith::CmpFOp, arith::CmpIOp, linalg::YieldOp,
             linalg::IndexOp>(op) ||
         op.hasTrait<OpTrait::ConstantLike>() ||
         llvm::all_of(op.getOperands(), [](Value v) {
           Operation *from = v.getDefiningOp();
           return from && from->hasTrait<OpTrait::ConstantLike>();
         });
}

double matrix::getTileCycles(Operation &op, const desc::VariantInfo &variant) {
  if (hasNoCost(op))
    return 0;
  int64_t rate = hasTranscendentalRate(op)
                     ? variant.parameters.sfuBytes.value_or(1)
                     : variant.parameters.ewBytes.value_or(1);
  return double(variant.tileBytes()) / double(rate);
}

double matrix::getTileCycles(Block &body, const desc::VariantInfo &variant) {
  double cycles = 0;
  for (Operation &op : body)
    cycles += getTileCycles(op, variant);
  return cycles;
}
