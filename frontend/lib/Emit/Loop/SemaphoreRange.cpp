//===- SemaphoreRange.cpp - semaphores of a launch ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Semaphores are those of multicasts, or one for the turns of cores. The range
// starts at 0 or at half of the semaphores of a core; it is an attribute of the
// launch's function, which outlives the plan.
//
//===----------------------------------------------------------------------===//

#include "SemaphoreRange.h"

using namespace mlir;
using namespace matrix;

static constexpr StringLiteral kSemaphoresAttrName = "matrix.semaphores";

SemaphoreRange matrix::chooseSemaphores(const BlockPlan &plan,
                                        const desc::VariantInfo &variant,
                                        bool inTurn, bool second) {
  SemaphoreRange range{0, inTurn};
  for (auto [buffers, isShared] : llvm::zip(plan.loadBuffers, plan.multicasts))
    range.count += isShared ? countSemaphores(buffers) : 0;
  int64_t half = variant.parameters.semaphores.value_or(0) / 2;
  range.first = second && range.count <= half ? half : 0;
  return range;
}

void matrix::setSemaphores(FunctionOpInterface function, SemaphoreRange range) {
  if (range.count)
    function->setAttr(kSemaphoresAttrName,
                      DenseI64ArrayAttr::get(function->getContext(),
                                             {range.first, range.count}));
}

SemaphoreRange matrix::getSemaphores(FunctionOpInterface function) {
  auto range = function->getAttrOfType<DenseI64ArrayAttr>(kSemaphoresAttrName);
  return range ? SemaphoreRange{range[0], range[1]} : SemaphoreRange();
}
