//===- Slices.h - parts of a function as programs ---------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations of @main that compute tensors, in the order of the program:
// Linalg operations, elementwise operations on tensors, loops and calls. Fills,
// constants and what only moves elements belong to their users.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_RUN_SLICES_H
#define MATRIX_RUN_SLICES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/MemoryBuffer.h"

namespace matrix {
namespace run {

/// Results of operations, by their numbers.
struct SlicedValue {
  size_t Operation;
  unsigned Result;
};
using SlicedValues = std::vector<SlicedValue>;

class Slices {
public:
  explicit Slices(mlir::ModuleOp Module);

  size_t size() const { return Operations.size(); }
  /// "linalg.matmul at model.mlir:7:10"
  std::string describe(size_t Number) const;
  size_t numResults(size_t Number) const {
    return Operations[Number]->getNumResults();
  }

  /// What of operations 0 to `Last` others, or the function's results, use.
  SlicedValues liveBehind(size_t Last) const;
  /// What an operation takes from others.
  SlicedValues operandsOf(size_t Number) const;

  /// A module whose @main gives these values, and its own results besides if
  /// `KeepResults`. `Arguments`: further arguments instead of these values.
  std::unique_ptr<llvm::MemoryBuffer>
  program(const SlicedValues &Results, bool KeepResults,
          const SlicedValues &Arguments = {}) const;

private:
  mlir::Value valueOf(const SlicedValue &V) const {
    return Operations[V.Operation]->getResult(V.Result);
  }
  SlicedValues neededBy(llvm::ArrayRef<mlir::Operation *> Users,
                        size_t Limit) const;

  mlir::ModuleOp Module;
  mlir::Operation *Return = nullptr;
  std::vector<mlir::Operation *> Operations;
};

} // namespace run
} // namespace matrix

#endif // MATRIX_RUN_SLICES_H
