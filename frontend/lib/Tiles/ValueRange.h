//===- ValueRange.h - ranges of the elements of tiles -----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Intervals that operations on constants prove for the elements of a column
// block. Values are compared as doubles, which represent all of f32 and i32.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_VALUERANGE_H
#define MATRIX_FRONTEND_LIB_VALUERANGE_H

#include "mlir/IR/Value.h"
#include <cmath>
#include <optional>

namespace matrix {

struct Bounds {
  double low = -INFINITY, high = INFINITY;
};

/// Returns the value of a splat constant, if it is one.
std::optional<double> constantOf(mlir::Value columnBlock);

/// Returns the bounds that clamps with constants impose; `source` receives the
/// clamped value.
Bounds boundsOf(mlir::Value columnBlock, mlir::Value &source);

/// Returns whether clamps restrict the elements to integers of that width.
bool isWithin(mlir::Value columnBlock, unsigned bits, bool isSigned);

/// Returns a bound of the magnitude of all elements that are numbers; infinity
/// if none is known.
double largestMagnitude(mlir::Value columnBlock);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_VALUERANGE_H
