//===- MatrixPasses.h - passes of the dialect -------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the constructors and the registration of the passes in
// MatrixPasses.td. Dialects that the passes depend on are declared in advance,
// so that users of the header do not include theirs.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_DIALECT_MATRIX_TRANSFORMS_MATRIXPASSES_H
#define MATRIX_DIALECT_MATRIX_TRANSFORMS_MATRIXPASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir {
namespace arith {
class ArithDialect;
} // namespace arith
namespace math {
class MathDialect;
} // namespace math
namespace memref {
class MemRefDialect;
} // namespace memref
namespace scf {
class SCFDialect;
} // namespace scf
namespace vector {
class VectorDialect;
} // namespace vector
} // namespace mlir

namespace matrix {
class MatrixDialect;

/// The fewest instructions of a sequence that matrix-schedule-tiles orders
/// without a mark.
inline constexpr unsigned kMinOrderedTiles = 200;

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "matrix/Dialect/Matrix/Transforms/MatrixPasses.h.inc"

} // namespace matrix

#endif // MATRIX_DIALECT_MATRIX_TRANSFORMS_MATRIXPASSES_H
