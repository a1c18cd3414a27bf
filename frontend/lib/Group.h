//===- Group.h - operations that become one loop over tiles --------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A group is a linalg.generic, the root, and at most one elementwise consumer
// of its result, the epilogue. Both are seen as one iteration space in which
// every tensor is addressed by strides: transposed, broadcast, reshaped and
// sliding-window operands differ in nothing but numbers.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_GROUP_H
#define MATRIX_FRONTEND_LIB_GROUP_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace matrix {

enum class GroupKind { Contraction, Reduction, Elementwise };

/// On an operation: what form-groups found it to be.
inline constexpr llvm::StringLiteral kTileAttrName = "matrix.tile";
/// On an operation: why instructions on row memories don't compute it.
inline constexpr llvm::StringLiteral kScalarAttrName = "matrix.scalar";
inline constexpr llvm::StringLiteral kEpilogue = "epilogue";
llvm::StringRef stringify(GroupKind kind);

/// One dimension of the iteration space.
struct Dim {
  int64_t extent;
  bool reduction;
};

/// A tensor as the iteration space sees it: element i0, i1, .. is at
/// offset + sum(strides[d] * i_d).
struct Operand {
  mlir::Value tensor;
  llvm::SmallVector<int64_t> strides;
  int64_t offset = 0;

  mlir::Type getElementType() const;
  bool dependsOn(int dim) const { return dim >= 0 && strides[dim] != 0; }
};

/// A tensor that a body reads through a block argument.
struct Input : Operand {
  mlir::BlockArgument argument;
};

struct Group {
  GroupKind kind;
  mlir::linalg::GenericOp root;
  mlir::linalg::GenericOp epilogue; // may be null

  llvm::SmallVector<Dim> dims;
  llvm::SmallVector<Input> inputs;         // of the root
  llvm::SmallVector<Input> epilogueInputs; // without the root's result
  llvm::SmallVector<Operand> outputs;      // of the last operation

  // Contractions and reductions:
  mlir::Type accumulator;                         // f32 or i32
  std::optional<Operand> init;                    // where it starts ..
  mlir::TypedAttr initConstant;                   // .. one of the two
  llvm::SmallVector<mlir::BlockArgument> results; // the root's, in the epilogue

  // Contractions: positions in `inputs`; m and n are -1 where missing.
  unsigned lhs = 0, rhs = 1;
  bool unsignedLhs = false, unsignedRhs = false;
  int m = -1, n = -1, k = -1;

  // Reductions: combine(what is reduced, result so far).
  mlir::vector::CombiningKind combiner{};
  mlir::Value reduced;

  mlir::linalg::GenericOp last() const { return epilogue ? epilogue : root; }
  mlir::Block &lastBody() const {
    return *mlir::linalg::GenericOp(last()).getBody();
  }
};

/// Whether the body is acc + extend(a) * extend(b) over a common dimension.
bool isContraction(mlir::linalg::GenericOp op);

/// The group of a root, with its epilogue if given. Failure leaves in `why`
/// what about the operations does not fit this view.
mlir::FailureOr<Group> getGroup(mlir::linalg::GenericOp root,
                                mlir::linalg::GenericOp epilogue,
                                std::string &why);

/// The elementwise operation that can be `root`'s epilogue: the only user of
/// its only result, reading each element at its own place.
mlir::linalg::GenericOp findEpilogue(mlir::linalg::GenericOp root);

/// Merges dimensions that every operand runs through in one stride.
void mergeDims(Group &group);
/// Cuts dimension `dim` in two: `inner` elements, and what is left outside.
/// The new dimension is the last one; `dim` is the outer part.
void splitDim(Group &group, unsigned dim, int64_t inner);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_GROUP_H
