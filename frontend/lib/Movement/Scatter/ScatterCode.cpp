//===- ScatterCode.cpp - what the code of a scatter loop uses -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constants of the loop are copied, other scalars are mapped. The last piece
// has the columns or iterations that remain.
//
//===----------------------------------------------------------------------===//

#include "ScatterCode.h"
#include "Emit/BlockStep.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace matrix;

Value ScatterCode::countOwn(Builder &b, int64_t count) const {
  IndexMath math(b);
  if (piece.end <= count)
    return math.constant(plan.width);
  Value rest = math.sub(math.constant(count), math.min(piece.first, count));
  return math.min(rest, plan.width);
}

void ScatterCode::emitInnerLoop(
    Builder &b, Value bound, bool isParallel,
    llvm::function_ref<void(Builder &, Value)> body) {
  IndexMath math(b);
  auto loop = scf::ForOp::create(b, math.constant(0), bound, math.constant(1));
  Builder inside(b.getLoc(), loop.getBody()->getTerminator());
  body(inside, loop.getInductionVar());
  scalarLoops.push_back(
      {loop, getConstantIntValue(bound).value_or(ShapedType::kDynamic),
       isParallel, /*hasOwnBuffers=*/true});
}

Value matrix::mapScalar(ImplicitLocOpBuilder &b, Value value,
                        IRMapping &values) {
  Attribute constant;
  if (!values.contains(value) && matchPattern(value, m_Constant(&constant)))
    values.map(value, arith::ConstantOp::create(b, cast<TypedAttr>(constant)));
  return values.lookup(value);
}

SmallVector<Value> matrix::mapScalars(ImplicitLocOpBuilder &b, ValueRange list,
                                      IRMapping &values) {
  return llvm::map_to_vector(
      list, [&](Value value) { return mapScalar(b, value, values); });
}

SmallVector<Value> matrix::mapOffsets(ImplicitLocOpBuilder &b,
                                      ArrayRef<OpFoldResult> offsets,
                                      IRMapping &values) {
  return llvm::map_to_vector(offsets, [&](OpFoldResult offset) -> Value {
    if (auto value = dyn_cast<Value>(offset))
      return mapScalar(b, value, values);
    return IndexMath(b).constant(*getConstantIntValue(offset));
  });
}

void matrix::cloneScalar(ImplicitLocOpBuilder &b, Operation &op,
                         IRMapping &values) {
  mapScalars(b, op.getOperands(), values);
  b.clone(op, values);
}
