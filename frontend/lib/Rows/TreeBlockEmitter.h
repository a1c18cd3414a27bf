//===- TreeBlockEmitter.h - blocks of fusion trees --------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits blocks on demand from the root: the block of an operation needs those
// of its operands, and so on to the leaves, which are read from memory. Each
// block is computed once for a position of its dimensions. Operations that
// depend on fewer dimensions than the root are hoisted out of the other loops.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_TREEBLOCKEMITTER_H
#define MATRIX_FRONTEND_LIB_TREEBLOCKEMITTER_H

#include "FusionTree.h"
#include "PackedOperand.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"

namespace matrix {

struct FusionTreeEmitter {
  mlir::ImplicitLocOpBuilder &builder;
  const FusionTree &tree;
  const mlir::IRMapping &outside;
  llvm::DenseMap<mlir::OpOperand *, std::unique_ptr<PackedOperand>> memories =
      llvm::DenseMap<mlir::OpOperand *, std::unique_ptr<PackedOperand>>();
  llvm::SmallVector<Position> position = {}; // by dimension
  llvm::DenseMap<mlir::Operation *, mlir::Value> blocks =
      llvm::DenseMap<mlir::Operation *, mlir::Value>();
  /// One row of the initial constant of a contraction.
  llvm::DenseMap<mlir::Operation *, mlir::Value> rows =
      llvm::DenseMap<mlir::Operation *, mlir::Value>();

  void emit(mlir::Value output, bool skipCopies);

private:
  using BlockBody = llvm::function_ref<mlir::Value(mlir::Value)>;

  // Loops over blocks, in FusionTreeEmitter.cpp.
  mlir::Value makeIndex(int64_t number);
  mlir::Value makeBound(int64_t number);
  mlir::func::FuncOp getFunction();
  void enterSingleBlocks();
  void emitOuter(llvm::ArrayRef<unsigned> dims, PackedOperand &result);
  void computeReady();
  mlir::Value forEachBlock(unsigned number, mlir::Value carried,
                           BlockBody emitBody);
  mlir::Value emitLoop(unsigned number, int64_t first, int64_t end,
                       mlir::Value carried, BlockBody emitBody);
  mlir::Value atPosition(unsigned dim, Position blockPosition,
                         mlir::Value carried, BlockBody emitBody);

  // Operations on one block, in TreeBlockEmitter.cpp.
  mlir::VectorType blockType(llvm::ArrayRef<unsigned> dims, mlir::Type element);
  mlir::Value makeSplat(mlir::VectorType type, mlir::TypedAttr element);
  mlir::Value compute(mlir::linalg::GenericOp op);
  void storeConstants(bool fill);
  mlir::Value getInit(mlir::linalg::GenericOp op,
                      llvm::ArrayRef<unsigned> dims);
  mlir::Value get(mlir::OpOperand &use, llvm::ArrayRef<unsigned> dims);
  mlir::Value align(mlir::Value vector, llvm::ArrayRef<unsigned> from,
                    llvm::ArrayRef<unsigned> to);
  mlir::Value map(mlir::linalg::GenericOp op);
  mlir::Value reduce(mlir::linalg::GenericOp op);
  mlir::Value evaluateBody(mlir::linalg::GenericOp op, mlir::Value root,
                           llvm::ArrayRef<unsigned> dims);
  mlir::Value
  translateOne(mlir::linalg::GenericOp op, mlir::Value value,
               llvm::ArrayRef<unsigned> dims,
               const std::function<mlir::Value(mlir::Value)> &translate);
  mlir::Value contract(mlir::linalg::GenericOp op,
                       const TreeContraction &contraction);
  mlir::Value accumulate(const TreeContraction &contraction,
                         llvm::ArrayRef<unsigned> sums,
                         llvm::ArrayRef<unsigned> wanted, mlir::Value sum);
  mlir::Value factor(mlir::OpOperand &use, const TreeContraction &contraction,
                     mlir::Type accumulator);
  mlir::Value multiply(const TreeContraction &contraction,
                       llvm::ArrayRef<unsigned> wanted, mlir::Value sum);
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_TREEBLOCKEMITTER_H
