//===- StagedAccesses.cpp - accesses of a block of iterations -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An index of an operand is a linear expression of the loops without negative
// coefficients. With a coefficient of the divided loop, its window is what the
// other loops span.
//
//===----------------------------------------------------------------------===//

#include "StagedAccesses.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "mlir/Analysis/FlatLinearValueConstraints.h"

using namespace mlir;
using namespace matrix;

SmallVector<int64_t> StagedAccess::getShape(int64_t iterations) const {
  SmallVector<int64_t> shape(getType().getShape());
  if (isSlice())
    shape[dim] = step * (iterations - 1) + window;
  return shape;
}

int64_t StagedAccess::rowElements() const {
  return llvm::product_of(getType().getShape().drop_front(dim + 1));
}

namespace {

class AccessFinder {
public:
  AccessFinder(linalg::GenericOp op, int64_t loop)
      : op(op), loop(loop), extents(op.getStaticLoopRanges()) {}

  std::optional<SmallVector<StagedAccess>> run() {
    for (OpOperand &operand : op->getOpOperands())
      if (isa<MemRefType>(operand.get().getType()) && !addOperand(operand))
        return std::nullopt;
    for (auto load : op.getBody()->getOps<memref::LoadOp>())
      addLoad(load);
    return std::move(accesses);
  }

private:
  bool addOperand(OpOperand &operand) {
    StagedAccess access(operand.get());
    access.operand = operand.getOperandNumber();
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [dim, index] : llvm::enumerate(map.getResults()))
      if (index.isFunctionOfDim(loop) && !addIndex(access, dim, map, index))
        return false;
    access.isStored = op.isDpsInit(&operand);
    access.isLoaded = op.payloadUsesValueFromOperand(&operand);
    accesses.push_back(access);
    return true;
  }

  bool addIndex(StagedAccess &access, int64_t dim, AffineMap map,
                AffineExpr index) {
    SmallVector<int64_t> coefficients;
    if (access.isSlice() ||
        failed(getFlattenedAffineExpr(index, map.getNumDims(), 0,
                                      &coefficients)) ||
        coefficients.size() != map.getNumDims() + 1 ||
        llvm::any_of(coefficients, [](int64_t value) { return value < 0; }))
      return false;
    access.dim = dim;
    access.step = coefficients[loop];
    access.window = 1 + coefficients.back();
    for (auto [number, extent] : llvm::enumerate(extents))
      if (int64_t(number) != loop)
        access.window += coefficients[number] * (extent - 1);
    return true;
  }

  void addLoad(memref::LoadOp load) {
    StagedAccess access(load.getMemRef());
    for (auto [dim, index] : llvm::enumerate(load.getIndices())) {
      auto counter = index.getDefiningOp<linalg::IndexOp>();
      if (!access.isSlice() && counter && int64_t(counter.getDim()) == loop) {
        access.dim = dim;
        access.step = access.window = 1;
      }
    }
    access.isLoaded = true;
    auto *known = llvm::find_if(accesses, [&](const StagedAccess &other) {
      return other.operand < 0 && other.memref == access.memref &&
             other.dim == access.dim;
    });
    if (known == accesses.end())
      known = accesses.insert(known, access);
    known->loads.push_back(load);
  }

  linalg::GenericOp op;
  int64_t loop;
  SmallVector<int64_t> extents;
  SmallVector<StagedAccess> accesses;
};

} // namespace

std::optional<SmallVector<StagedAccess>>
matrix::findAccesses(linalg::GenericOp op, int64_t loop) {
  return AccessFinder(op, loop).run();
}

bool matrix::mayStage(Operation *op, const StagedAccess &access) {
  MemRefType type = access.getType();
  return type.getLayout().isIdentity() && type.getRank() > 0 &&
         isDramCopyable(op, type);
}
