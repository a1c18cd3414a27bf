//===- ScatterCode.h - what the code of a scatter loop uses -----*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The buffers and values that the emitters of a scatter loop share. Operands of
// the loop are mapped to values of the emitted code: constants are created
// where they are used, because they are not in the function.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_SCATTERCODE_H
#define MATRIX_FRONTEND_LIB_SCATTERCODE_H

#include "Program/Interleaving/ScalarLoops.h"
#include "ScatterPlan.h"
#include "StagedTensor.h"
#include "mlir/IR/IRMapping.h"

namespace matrix {

struct ScatterCode {
  using Builder = mlir::ImplicitLocOpBuilder;
  using Values = llvm::SmallVector<mlir::Value>;

  const ScatterLoop &nest;
  const ScatterPlan &plan;
  mlir::IRMapping scalars = mlir::IRMapping(); ///< of the nest, from outside
  llvm::DenseMap<mlir::Value, StagedTensor> tensors =
      llvm::DenseMap<mlir::Value, StagedTensor>();
  Piece piece = {};
  /// Loops whose iterations are interleaved in the end, inside of others first.
  llvm::SmallVector<ScalarLoop> scalarLoops = {};

  StagedTensor &table() { return tensors.find(nest.table.tensor)->second; }

  /// Returns how many of `count` columns or iterations the piece has.
  mlir::Value countOwn(Builder &builder, int64_t count) const;
  /// Emits a loop from 0 to `bound` whose iterations are interleaved later.
  void emitInnerLoop(Builder &builder, mlir::Value bound, bool isParallel,
                     llvm::function_ref<void(Builder &, mlir::Value)> body);
};

/// Return values of the emitted code.
mlir::Value mapScalar(mlir::ImplicitLocOpBuilder &builder, mlir::Value value,
                      mlir::IRMapping &values);
llvm::SmallVector<mlir::Value> mapScalars(mlir::ImplicitLocOpBuilder &builder,
                                          mlir::ValueRange list,
                                          mlir::IRMapping &values);
llvm::SmallVector<mlir::Value>
mapOffsets(mlir::ImplicitLocOpBuilder &builder,
           llvm::ArrayRef<mlir::OpFoldResult> offsets, mlir::IRMapping &values);
/// Copies an operation on scalars.
void cloneScalar(mlir::ImplicitLocOpBuilder &builder, mlir::Operation &op,
                 mlir::IRMapping &values);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_SCATTERCODE_H
