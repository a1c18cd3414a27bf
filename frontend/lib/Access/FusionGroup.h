//===- FusionGroup.h - fusion groups ----------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A group is a linalg.generic, the root, and optionally one elementwise
// consumer of its result, the epilogue. Both share one iteration space in which
// every tensor is addressed by strides, so that transposed, broadcast, reshaped
// and sliding-window operands have a uniform representation.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_FUSIONGROUP_H
#define MATRIX_FRONTEND_LIB_FUSIONGROUP_H

#include "MatchFailureRecorder.h"
#include "matrix/Description/Variants.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace matrix {

enum class FusionGroupKind { Contraction, Reduction, Elementwise };

/// Attribute of operations: the kind of group found by
/// matrix-form-fusion-groups.
inline constexpr llvm::StringLiteral kFusionGroupAttrName =
    "matrix.fusion_group";
/// Attribute of operations: why row instructions cannot compute them.
inline constexpr llvm::StringLiteral kScalarReasonAttrName =
    "matrix.scalar_reason";
/// Attribute of roots: the numbers of the resident values among the inputs, the
/// inputs of the epilogue, and the outputs of a group; 0: none, negative: an
/// output that is not stored.
inline constexpr llvm::StringLiteral kResidentsAttrName = "matrix.residents";
/// Attribute of roots: the bytes of scratchpad of resident values that are live
/// during the launch.
inline constexpr llvm::StringLiteral kReservedAttrName = "matrix.reserved";
/// Attribute of roots: the first column and the one after the last that are
/// written to DRAM, if a resident output is stored in part.
inline constexpr llvm::StringLiteral kStoredColumnsAttrName =
    "matrix.stored_columns";
/// Attribute of buffers: the number of the resident value.
inline constexpr llvm::StringLiteral kResidentAttrName = "matrix.resident";
inline constexpr llvm::StringLiteral kEpilogue = "epilogue";
/// The operand of an epilogue that is the result of its root.
inline constexpr llvm::StringLiteral kEpilogueOperandAttrName =
    "matrix.epilogue_operand";
inline constexpr llvm::StringLiteral kInit = "init";
llvm::StringRef stringify(FusionGroupKind kind);

/// One loop dimension of the iteration space.
struct LoopDim {
  int64_t extent;
  bool reduction;
};

/// A dimension of a tensor in the iteration space: its index is offset +
/// sum(factors[d] * i_d).
struct TensorDim {
  int64_t size;
  int64_t stride; ///< of the tensor, in elements
  int64_t offset = 0;
  llvm::SmallVector<int64_t> factors;
};

/// Two dimensions of a tensor that one loop indexes: `inner` by its index
/// modulo `radix`, `outer` by the quotient, in addition to other loops.
/// Operands contain it, in lists with inline elements: it is small.
struct GatheredDims {
  int16_t loop = -1; ///< none
  uint16_t inner = 0, outer = 0, radix = 1;

  explicit operator bool() const { return loop >= 0; }
};

/// A value that stays in the scratchpads between launches: each core has the
/// rows that it computes.
struct Resident {
  int32_t number = 0;    ///< of the value, in the program; 0: not resident
  bool isStored = false; ///< of outputs: whether they are written to DRAM, too

  explicit operator bool() const { return number != 0; }
};

/// The dimensions of the tiles of an operand.
struct TileDims {
  int rows, cols;
  /// Whether its rows are the columns of a contraction's result.
  bool ofRhs = false;

  bool operator==(const TileDims &other) const {
    return rows == other.rows && cols == other.cols && ofRhs == other.ofRhs;
  }
};

/// A tensor in the iteration space: element i0, i1, .. is at offset +
/// sum(strides[d] * i_d). The tensor of a slice is its source.
struct StridedOperand {
  mlir::Value tensor;
  llvm::SmallVector<int64_t> strides;
  int64_t offset = 0;
  /// The same by dimensions of the tensor; none if dimensions of the iteration
  /// space were merged or split.
  llvm::SmallVector<TensorDim> tensorDims;
  GatheredDims gathered;
  /// The value of elements beyond the edges of the tensor; null: zero.
  mlir::TypedAttr padding;
  /// Whether an earlier group of the chain left its block in the scratchpad.
  bool isKept = false;
  /// Whether the operation reads a slice of the tensor, or a reshape of one.
  bool isView = false;
  /// The dimensions of a tensor that a contraction of a chain reads or writes;
  /// none: the rows and columns of the chain.
  std::optional<TileDims> tileDims;
  Resident resident;

  /// Returns the type of the elements in memory: truth values are bytes.
  mlir::Type getElementType() const;
  bool dependsOn(int dim) const { return dim >= 0 && strides[dim] != 0; }
};

/// A tensor that a body reads through a block argument.
struct StridedInput : StridedOperand {
  mlir::BlockArgument argument;
};

/// A root, and its epilogue if it has one, in their iteration space. Each list
/// of strides has one entry for each of `dims`.
struct FusionGroup {
  FusionGroupKind kind;
  mlir::linalg::GenericOp root;
  mlir::linalg::GenericOp epilogue; // may be null

  llvm::SmallVector<LoopDim> dims;
  llvm::SmallVector<StridedInput> inputs;         // of the root
  llvm::SmallVector<StridedInput> epilogueInputs; // without the root's result
  llvm::SmallVector<StridedOperand> outputs;      // of the last operation

  // Contractions and reductions:
  mlir::Type accumulator;                         // f32 or i32
  std::optional<StridedOperand> init;             // initial value: a tensor ..
  mlir::TypedAttr initConstant;                   // .. or a constant
  llvm::SmallVector<mlir::BlockArgument> results; // root results, in epilogue
  /// Bytes of scratchpad that resident values occupy during the launch.
  int64_t reservedBytes = 0;

  // Contractions: indices into `inputs`; m and n are -1 if absent.
  unsigned lhs = 0, rhs = 1;
  bool unsignedLhs = false, unsignedRhs = false;
  int m = -1, n = -1, k = -1;

  // Reductions: combine(reduced value, accumulator).
  mlir::vector::CombiningKind combiner{};
  mlir::Value reduced;

  mlir::linalg::GenericOp last() const { return epilogue ? epilogue : root; }
  mlir::Block &lastBody() const {
    return *mlir::linalg::GenericOp(last()).getBody();
  }
};

/// Returns whether the variant computes fusion groups: on tiles, which DMA
/// brings to the scratchpad. Others compute fusion trees, or scalar code.
inline bool computesFusionGroups(const desc::VariantInfo &variant) {
  return variant.hasTiles() && variant.dma;
}

/// Returns whether the body is acc + extend(a) * extend(b) over a common
/// dimension.
bool isContraction(mlir::linalg::GenericOp op);

/// Returns the group of a root, with its epilogue if given. On failure,
/// `failures` receives the reason.
mlir::FailureOr<FusionGroup> getFusionGroup(mlir::linalg::GenericOp root,
                                            mlir::linalg::GenericOp epilogue,
                                            MatchFailureRecorder &failures);

/// Returns whether an elementwise operation reads every element of the only
/// result of a contraction or reduction at its own index, so that it is the
/// epilogue if it is the only user.
bool canBeEpilogue(mlir::linalg::GenericOp root, mlir::linalg::GenericOp user);

/// Returns the elementwise operation that can be the epilogue of `root`: the
/// only user of its result.
mlir::linalg::GenericOp findEpilogue(mlir::linalg::GenericOp root);

/// Returns the epilogue of a marked root; null if its group has none.
mlir::linalg::GenericOp findMarkedEpilogue(mlir::linalg::GenericOp root);

/// Returns the operands that may be resident, in the order of the attribute.
llvm::SmallVector<StridedOperand *> getResidentOperands(FusionGroup &group);

/// Sets the resident values of a group by the attributes of its root.
void readResidents(FusionGroup &group);

/// Returns whether an operand is read backwards in the dimension.
bool isReversed(const FusionGroup &group, int dim);

/// Merges dimensions that have a single common stride in every operand.
void mergeDims(FusionGroup &group);
/// Splits dimension `dim`: the new last dimension has `inner` elements, `dim`
/// becomes the outer dimension.
void splitDim(FusionGroup &group, unsigned dim, int64_t inner);
/// Returns the extent of the inner one of two dimensions into which a single
/// one is split such that both sides of tiles are filled: the divisor with the
/// fewest tiles, and of those the one with the longest rows.
int64_t chooseInnerExtent(int64_t extent, int64_t tileRows, int64_t columns);

/// A dimension that replaces part of dimension `source`: its index counts in
/// steps of `multiplier`. Without a source (-1), no operand depends on it.
struct PartialDim {
  LoopDim dim;
  int source;
  int64_t multiplier;
};
/// Replaces all dimensions of a group. Those of a contraction lose their roles.
void replaceDims(FusionGroup &group, llvm::ArrayRef<PartialDim> parts);

/// Returns the tensor that reshapes without a copy derive `tensor` from.
mlir::Value skipReshapes(mlir::Value tensor);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_FUSIONGROUP_H
