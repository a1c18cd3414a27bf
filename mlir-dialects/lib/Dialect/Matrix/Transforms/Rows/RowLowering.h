//===- RowLowering.h - emission of row operations ---------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory assignment: each value resides in the memory that its instruction
// writes. Users in another memory get a copy along the shortest path of move
// instructions. Reads are emitted at their first user. A value that is
// overwritten in place is saved first if it has later users. Loop-carried
// values reside in one buffer.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_ROWS_ROWLOWERING_H
#define MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_ROWS_ROWLOWERING_H

#include "Rows/RowMatching.h"
#include "mlir/Analysis/AliasAnalysis.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace matrix {

/// Creates the operation of an instruction from `values`, one for each input.
/// Null entries follow from the match or from strides, or are ignored.
mlir::Operation *createRowOperation(mlir::ImplicitLocOpBuilder &builder,
                                    const table::Instruction &inst,
                                    llvm::ArrayRef<mlir::Value> values,
                                    llvm::ArrayRef<Binding> bindings = {});
mlir::Operation *createRowMove(mlir::ImplicitLocOpBuilder &builder,
                               const RowMove &move, mlir::Value target,
                               mlir::Value source);

/// The steps of selectRows: emission of row operations on buffers, row
/// allocation, and configuration.
mlir::LogicalResult lowerToRowOperations(mlir::func::FuncOp function,
                                         bool explain = false);
mlir::LogicalResult allocateRows(mlir::func::FuncOp function);
mlir::LogicalResult configureRows(mlir::func::FuncOp function);
/// Replaces instructions by others with a configuration state of their own.
void distributeOverAlternatives(mlir::func::FuncOp function);

/// Emits the choices of a plan. The demands of the plan are consumed: each
/// emitted use is removed, so that they state the uses that follow in program
/// order.
class RowLowering {
public:
  RowLowering(RowPlan &plan, mlir::func::FuncOp function)
      : plan(plan), function(function), aliases(function) {}
  mlir::LogicalResult run() { return emitBlock(function.getBody().front()); }

private:
  using Space = const desc::SpaceInfo *;
  /// A buffer that contains a value, and its memory.
  struct BufferAssignment {
    Space space;
    mlir::Value memref;
  };
  using Path = llvm::SmallVector<const RowMove *>;

  mlir::LogicalResult emitBlock(mlir::Block &block);
  mlir::LogicalResult emitLoop(mlir::scf::ForOp loop);
  mlir::LogicalResult finishLoop(mlir::scf::ForOp loop, unsigned number);
  mlir::LogicalResult emitRoot(const RowChoice &choice);
  bool readIntoArgument(mlir::scf::ForOp loop, unsigned number);
  /// Emits the instruction of a choice; its result is in the buffer `into`, if
  /// given.
  mlir::FailureOr<mlir::Value>
  emit(const RowChoice &choice, mlir::Operation *before, mlir::Value into = {});
  mlir::FailureOr<mlir::Value> input(const RowChoice &choice, unsigned index,
                                     mlir::Operation *before);
  mlir::FailureOr<mlir::Value> target(const RowChoice &choice,
                                      mlir::Operation *before);
  void releaseDemands(const RowChoice &choice);

  /// Returns a buffer of the value in that space for `user` to read.
  mlir::FailureOr<mlir::Value> getBuffer(mlir::Value value, Space space,
                                         mlir::Operation *user);
  /// Returns a buffer of the value in that space for `user` to overwrite.
  mlir::FailureOr<mlir::Value> acquireForWriting(mlir::Value value, Space space,
                                                 mlir::Operation *user);
  mlir::FailureOr<mlir::Value> rematerialize(mlir::Value value, Space space,
                                             mlir::Operation *user);
  mlir::LogicalResult materialize(mlir::Value value, Space space,
                                  mlir::Operation *user);
  mlir::LogicalResult materializeLoopArgument(mlir::BlockArgument argument,
                                              Space space);
  mlir::FailureOr<mlir::Value> copyAlong(mlir::Value value,
                                         BufferAssignment from,
                                         const Path &path, mlir::Operation *at,
                                         mlir::Value last, bool record);
  std::optional<std::pair<BufferAssignment, Path>>
  findPath(mlir::Value value, Space to, Space except, bool throughDram);
  mlir::LogicalResult reportNoPath(mlir::Value value, Space to,
                                   mlir::Operation *user);
  mlir::Operation *readPosition(const RowChoice &choice, mlir::Operation *user);
  bool canRead(const Window &window, mlir::Operation *position);
  mlir::Value allocate(mlir::Location loc, mlir::VectorType type, Space space,
                       mlir::Operation *before);
  mlir::Value *findAssignment(mlir::Value value, Space space);
  void removeAssignment(mlir::Value value, Space space);
  const RowChoice *findReadInto(mlir::Value value, Space space);

  RowPlan &plan;
  mlir::func::FuncOp function;
  mlir::AliasAnalysis aliases;
  llvm::DenseMap<mlir::Value, llvm::SmallVector<BufferAssignment>> assignments;
  llvm::DenseMap<mlir::Value, mlir::Value> loopBuffers;
};

} // namespace matrix

#endif // MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_ROWS_ROWLOWERING_H
