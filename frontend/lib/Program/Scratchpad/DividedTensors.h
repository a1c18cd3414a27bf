//===- DividedTensors.h - tensors in several scratchpads --------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor in one scratchpad is limited by its size, and stores of all cores
// pass through one port. A tensor that is divided by its first dimension has
// equal parts in the scratchpads of consecutive cores, its owners, all at one
// offset:
//
//   owner 0             owner 1             owner 2             owner 3
//   [0, C/4)            [C/4, 2C/4)         [2C/4, 3C/4)        [3C/4, C)
//   base                base + pitch        base + 2 * pitch    base + 3 *
//   pitch
//
// A transfer of all of the first dimension becomes one for each owner. They
// complete in order: the token of the last one takes the place of the others.
// Other transfers access the part of one owner.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_DIVIDEDTENSORS_H
#define MATRIX_FRONTEND_LIB_DIVIDEDTENSORS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/MapVector.h"
#include <map>
#include <tuple>

namespace matrix {

/// A tensor of `elements` elements, of which each of `owners` cores has as
/// many.
struct DividedTensor {
  int64_t elements = 0, owners = 1;

  bool operator<(const DividedTensor &other) const {
    return std::tie(elements, owners) < std::tie(other.elements, other.owners);
  }
};

/// Divides the transfers of tensors, also in functions that receive their
/// addresses. Functions are copied for calls with other divisions.
class TensorDivider {
public:
  /// `pitch`: bytes between the scratchpads of consecutive cores.
  TensorDivider(mlir::SymbolTable &symbols, int64_t pitch)
      : symbols(symbols), pitch(pitch) {}

  /// Divides the transfers of a tensor that is at the address of its first
  /// part.
  void divide(mlir::Value tensor, DividedTensor division);

  /// Divides the transfers of called functions, after all tensors.
  void divideCallees();

private:
  /// The arguments that are addresses of divided tensors.
  using Division = std::map<unsigned, DividedTensor>;

  mlir::func::FuncOp specialize(mlir::func::FuncOp callee,
                                const Division &division, bool inPlace);

  mlir::SymbolTable &symbols;
  int64_t pitch;
  llvm::MapVector<mlir::func::CallOp, Division> calls;
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_DIVIDEDTENSORS_H
