//===- BodyStages.h - stages on tiles and in scalar code --------*- C++ -*-===//
//-*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations of a body form a graph. Stages are numbered along its paths:
// an operation on tiles that uses a result of scalar code is in a later stage
// than this, and the other way round. Stages of odd numbers are scalar code.
//
//   %i = arith.sitofp %in : i64 to f32     stage 1
//   %p = arith.mulf %i, %c                 stage 2
//   %e = math.exp %p                       stage 2
//
// Each operation is in the last stage that its users permit, so that as few
// values as possible pass from one stage to another.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_BODYSTAGES_H
#define MATRIX_FRONTEND_LIB_BODYSTAGES_H

#include "matrix/Description/Variants.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/MapVector.h"

namespace matrix {

class BodyStages {
public:
  /// Assigns stages to a body without regions, gathers and loop indices.
  BodyStages(mlir::linalg::GenericOp op, const desc::VariantInfo &variant);

  /// Whether tiles compute a stage for which scalar code would take far more
  /// cycles, and scalar code another one. The last stage yields the results.
  bool isDivided() const { return last > 0; }
  int64_t getLast() const { return last; }
  /// Returns the stage of an operation; that of the terminator is the last one.
  int64_t getStage(mlir::Operation *op) const { return stages.lookup(op); }

private:
  bool isTileStage(int64_t stage) const { return stage % 2 == 0; }
  void assign();
  void assignFirst();
  void assignLast();
  bool moveCheapStages();
  bool usesResultsLast();
  bool isExpensive(int64_t stage);

  mlir::linalg::GenericOp op;
  /// The operations but constants, and whether tiles compute them.
  llvm::MapVector<mlir::Operation *, bool> onTiles;
  llvm::DenseMap<mlir::Operation *, int64_t> stages;
  int64_t last = 0;
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_BODYSTAGES_H
