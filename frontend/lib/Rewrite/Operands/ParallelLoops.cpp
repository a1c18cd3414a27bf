//===- ParallelLoops.cpp - loops that index all results -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Iterations of a loop that is an index of a result by itself, and in no sum,
// read and write different elements of it. If that holds for each result, no
// iteration depends on another one.
//
//===----------------------------------------------------------------------===//

#include "ParallelLoops.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace matrix;
using utils::IteratorType;

static bool indexesAllResults(linalg::GenericOp op, unsigned loop) {
  AffineExpr dim = getAffineDimExpr(loop, op.getContext());
  return op.getNumDpsInits() > 0 &&
         llvm::all_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
           return llvm::is_contained(
               op.getMatchingIndexingMap(&init).getResults(), dim);
         });
}

static void setKinds(linalg::GenericOp op, ArrayRef<IteratorType> kinds) {
  SmallVector<Attribute> attributes;
  for (IteratorType kind : kinds)
    attributes.push_back(linalg::IteratorTypeAttr::get(op.getContext(), kind));
  op.setIteratorTypesAttr(ArrayAttr::get(op.getContext(), attributes));
}

void matrix::markParallelLoops(ModuleOp module) {
  module.walk([](linalg::GenericOp op) {
    if (!op.hasPureTensorSemantics())
      return;
    SmallVector<IteratorType> kinds = op.getIteratorTypesArray();
    for (auto [loop, kind] : llvm::enumerate(kinds))
      if (kind == IteratorType::reduction && indexesAllResults(op, loop))
        kind = IteratorType::parallel;
    setKinds(op, kinds);
  });
}
