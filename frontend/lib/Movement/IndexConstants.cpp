//===- IndexConstants.cpp - scalars of loop indices alone -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The body is visited in order, with the set of loops on which each known
// scalar depends. Known scalars that others use become constants; what computed
// them is dead then.
//
//===----------------------------------------------------------------------===//

#include "IndexConstants.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace matrix;

bool matrix::isExactArithmetic(Operation *op) {
  return isa<arith::ArithDialect>(op->getDialect()) ||
         isa<linalg::IndexOp, linalg::YieldOp, math::AbsIOp, math::AbsFOp>(op);
}

DenseElementsAttr matrix::getConstant(RankedTensorType type,
                                      const KnownElements::Elements &elements) {
  auto format = dyn_cast<FloatType>(type.getElementType());
  if (!format)
    return DenseElementsAttr::get(type, elements);
  SmallVector<APFloat> numbers;
  for (const APInt &bits : elements)
    numbers.emplace_back(format.getFloatSemantics(), bits);
  return DenseElementsAttr::get(type, numbers);
}

namespace {

class IndexConstants {
public:
  IndexConstants(linalg::GenericOp op, KnownElements &elements)
      : op(op), elements(elements), extents(op.getStaticLoopRanges()) {}

  linalg::GenericOp run() {
    if (!op.hasPureTensorSemantics() || op.hasDynamicShape() ||
        !op.hasIndexSemantics() || !hasScalarBody())
      return {};
    for (Operation &inner : *op.getBody())
      visit(inner);
    findConstants();
    return constants.empty() ? linalg::GenericOp() : create();
  }

private:
  /// Gathers compute indices, which stay integers of 64 bits.
  bool hasScalarBody() {
    return llvm::all_of(*op.getBody(), [](Operation &inner) {
      return inner.getNumRegions() == 0 && isMemoryEffectFree(&inner) &&
             llvm::none_of(inner.getOperandTypes(),
                           [](Type type) { return isa<TensorType>(type); });
    });
  }

  /// Records the loops on which the result depends, if they are all.
  void visit(Operation &inner) {
    if (!isExactArithmetic(&inner) || inner.getNumResults() != 1)
      return;
    llvm::SmallBitVector loops(op.getNumLoops());
    if (auto index = dyn_cast<linalg::IndexOp>(inner))
      loops.set(index.getDim());
    for (Value operand : inner.getOperands())
      if (known.contains(operand))
        loops |= known[operand];
      else if (!matchPattern(operand, m_Constant()))
        return;
    if (loops.any())
      known[inner.getResult(0)] = loops;
  }

  static bool hasTileType(Type type) {
    return type.isIntOrFloat() && type.getIntOrFloatBitWidth() <= 32;
  }

  bool isUsedByOthers(Value scalar) {
    return llvm::any_of(scalar.getUsers(), [&](Operation *user) {
      return user->getNumResults() != 1 || !known.contains(user->getResult(0));
    });
  }

  void findConstants() {
    for (auto &[scalar, loops] : known) {
      if (!hasTileType(scalar.getType()) || !isUsedByOthers(scalar))
        continue;
      SmallVector<int64_t> shape(extents.size(), 1);
      for (unsigned loop : loops.set_bits())
        shape[loop] = extents[loop];
      if (auto values = elements.evaluate(scalar, op, shape))
        constants[scalar] = *values;
    }
  }

  linalg::GenericOp create() {
    ImplicitLocOpBuilder b(op.getLoc(), op);
    SmallVector<Value> inputs = op.getInputs();
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    for (auto &[scalar, values] : constants) {
      SmallVector<int64_t> shape;
      SmallVector<AffineExpr> indices;
      for (unsigned loop : known[scalar].set_bits()) {
        shape.push_back(extents[loop]);
        indices.push_back(b.getAffineDimExpr(loop));
      }
      maps.insert(maps.begin() + inputs.size(),
                  AffineMap::get(extents.size(), 0, indices, b.getContext()));
      auto type = RankedTensorType::get(shape, scalar.getType());
      inputs.push_back(arith::ConstantOp::create(b, getConstant(type, values)));
    }
    auto result = linalg::GenericOp::create(b, op->getResultTypes(), inputs,
                                            op.getOutputs(), maps,
                                            op.getIteratorTypesArray());
    result->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    result.getRegion().takeBody(op.getRegion());
    unsigned position = op.getInputs().size();
    for (auto &[scalar, values] : constants)
      Value(scalar).replaceAllUsesWith(result.getBody()->insertArgument(
          position++, scalar.getType(), scalar.getLoc()));
    op.replaceAllUsesWith(result);
    return result;
  }

  linalg::GenericOp op;
  KnownElements &elements;
  SmallVector<int64_t> extents;
  llvm::MapVector<Value, llvm::SmallBitVector> known;
  llvm::MapVector<Value, KnownElements::Elements> constants;
};

} // namespace

linalg::GenericOp matrix::readIndexConstants(linalg::GenericOp op,
                                             KnownElements &known) {
  return IndexConstants(op, known).run();
}
