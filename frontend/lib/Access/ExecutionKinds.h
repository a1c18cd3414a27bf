//===- ExecutionKinds.h - how code runs on several cores --------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which cores execute an operation in SPMD code: all of them, core 0 alone, or
// all with divided work. Serialization of scalar code and barriers depend on
// it.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_EXECUTIONKINDS_H
#define MATRIX_FRONTEND_LIB_EXECUTIONKINDS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseSet.h"

namespace matrix {

/// The cores that execute an operation in code that all cores run.
enum class ExecutionKind {
  NoDramEffects, // all cores; no effects in DRAM
  ReadsDram,     // all cores
  WritesDram,    // core 0 only
  Collective,    // all cores, which divide the work
  Structured     // all cores, including its blocks
};

/// Returns the kind of an operation with the operations in its regions.
/// `isSingleCore`: one core runs the code.
ExecutionKind classifyExecution(mlir::Operation *op, bool isSingleCore);

/// Calls `fn` with each memref in DRAM that the operation itself has the effect
/// on: MemoryEffects::Read or MemoryEffects::Write.
template <typename Effect>
void forEachDramEffect(mlir::Operation *op,
                       llvm::function_ref<void(mlir::Value)> fn);

/// Returns an identity of the buffer underlying a view: the name of a global,
/// an allocation, or an argument of a function. Returns null if it is unknown,
/// so that the buffer may be any other one.
const void *getUnderlyingBuffer(mlir::Value memref);

/// The buffers in DRAM that the operations in an operation write.
class WrittenBuffers {
public:
  explicit WrittenBuffers(mlir::Operation *op);

  /// Returns false for a buffer that none of them writes.
  bool mayContain(mlir::Value memref) const;

private:
  llvm::DenseSet<const void *> buffers;
  bool hasUnknown = false;
};

/// Whether the test holds for the operation or one inside it.
bool containsOperation(mlir::Operation *op,
                       llvm::function_ref<bool(mlir::Operation *)> test);

/// A predicate for containsOperation.
bool isLaunch(mlir::Operation *op);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_EXECUTIONKINDS_H
