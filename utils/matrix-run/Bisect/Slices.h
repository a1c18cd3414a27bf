//===- Slices.h - partial programs ------------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers the operations of @main that compute tensors in program order: Linalg
// operations, elementwise operations on tensors, loops and calls. Fills,
// constants and data movement belong to their users. Modules with a subset of
// them can be extracted.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_RUN_SLICES_H
#define MATRIX_RUN_SLICES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/MemoryBuffer.h"

namespace matrix {
namespace run {

/// Results of operations, by operation number.
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

  /// Returns the values of operations 0 to `Last` that later operations or
  /// results use.
  SlicedValues liveBehind(size_t Last) const;
  /// Returns the values of other operations that an operation uses.
  SlicedValues operandsOf(size_t Number) const;

  /// Builds a module whose @main returns these values, and also its own results
  /// if `KeepResults`. `Arguments`: values replaced by additional arguments.
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
