//===- Matcher.h - matching of expression trees -----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides whether an operation, together with the operations that produce its
// operands, computes an expression tree of an instruction. A match binds the
// inputs of the instruction to values and lists the operations covered.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_MATCHING_MATCHER_H
#define MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_MATCHING_MATCHER_H

#include "Matching/Parameters.h"
#include "matrix/Dialect/Matrix/IR/InstructionTable.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <string>

namespace matrix {

/// The value bound to an input of the instruction.
struct Binding {
  mlir::Value value;        ///< tile, scalar, memref
  mlir::TypedAttr constant; ///< a scalar constant without a value
  std::optional<int64_t> immediate;
  bool isBound() const { return value || constant || immediate; }
  bool operator==(const Binding &other) const {
    return value == other.value && constant == other.constant &&
           immediate == other.immediate;
  }
};

/// A block of memory that is accessed row by row.
struct Access {
  mlir::Operation *op = nullptr;
  mlir::Value memref;
  mlir::ValueRange indices;
  bool broadcast = false; ///< every row of the block is the same row
  int64_t column = 0;     ///< offset added to the last index
};

/// A block of DRAM, possibly transposed, that row instructions read or write.
/// Its rows run along dimension `rowDim` of the memref (none: every row is the
/// same row), its columns along `columnDim`.
struct Window {
  mlir::Operation *op = nullptr;
  mlir::Value memref;
  mlir::ValueRange indices;
  std::optional<unsigned> rowDim;
  unsigned columnDim = 0;
  bool operator==(const Window &other) const { return op == other.op; }
};

/// A successful match: the bindings of the inputs, in the order of the table,
/// and the operations that the instruction replaces.
struct Match {
  llvm::SmallVector<Binding, 6> inputs;
  Access access;
  llvm::SmallVector<mlir::Operation *> covered;
  /// The number of parameterized operators that the program contains and lacks.
  /// Lacking ones get the operand that makes the operator the identity.
  unsigned parametersPresent = 0, parametersAbsent = 0;
  ParameterRows rows;
  // Row instructions only.
  int target = -1;                      ///< the input that receives the result
  llvm::SmallVector<Window, 6> windows; ///< of inputs in DRAM
};

/// The reason of a match failure: the first mismatch of the attempt that
/// covered the most operations.
struct MatchFailure {
  std::string reason;
  size_t progress = 0; ///< operations matched before the mismatch
};

/// Matches one tree of one instruction. A matcher does not modify the program
/// and may be used for several roots. The members below match a node against
/// the value that is to be computed; they add to `found`, which is meaningless
/// after a failed attempt.
class Matcher {
public:
  /// `matchFailure`, if given, receives the reason of a match failure.
  Matcher(const table::Instruction &inst, const table::Pattern &pattern,
          const desc::VariantInfo &variant,
          MatchFailure *matchFailure = nullptr)
      : inst(inst), pattern(pattern), variant(variant),
        matchFailure(matchFailure) {}

  /// Returns the match whose result or effect is that of `root`.
  std::optional<Match> match(mlir::Operation *root);

  /// Returns whether the root may be an operation with one result of that type,
  /// or, if it is null, with another number of results.
  bool mayGive(mlir::Type type);

private:
  /// The tree under matching: that of the instruction, or the body of a
  /// composed operator, whose operand is an argument in the enclosing tree.
  struct Tree {
    llvm::ArrayRef<table::Node> nodes;
    const Tree *enclosing = nullptr;
    int argument = -1;
    mlir::Value *bound = nullptr;
    const table::Node &arg(const table::Node &node, unsigned i) const {
      return nodes[node.args[i]];
    }
  };

  bool attempt(mlir::Operation *root);
  bool isComplete();
  bool hasParameterRows();

  // Operand order of commutative operators.
  bool choose();
  bool nextChoice();

  bool notifyMatchFailure(llvm::function_ref<std::string()> reason);
  bool notifyNodeMismatch(const table::Node &node, mlir::Value value);

  bool node(const Tree &tree, const table::Node &node, mlir::Value value);
  bool nodeOfType(const Tree &tree, const table::Node &node, mlir::Value value);
  bool operation(const Tree &tree, const table::Node &node, mlir::Value value);
  bool operand(const Tree &tree, const table::Node &node, mlir::Value value);

  // max(x, 0) that so far only the program or only the semantics contains.
  enum class PendingMaximum : uint8_t { None, InProgram, InSemantics };
  std::optional<bool> matchPositivePart(const Tree &tree,
                                        const table::Node &node,
                                        mlir::Value &value);
  bool mayDeferMaximum(const Tree &tree, const table::Node &node);
  void deferMaximumOfProgram();
  bool commutesWithMaximum(const Tree &tree, const table::Node &node,
                           mlir::Value value);

  bool elementwise(const Tree &tree, const table::Node &node,
                   mlir::Value value);
  bool arguments(const Tree &tree, const table::Node &node,
                 llvm::ArrayRef<mlir::Value> values);
  bool composed(const Tree &tree, const table::Node &node, mlir::Value value);
  bool throughMask(const Tree &tree, const table::Node &node,
                   mlir::Value value);
  bool comparison(const Tree &tree, const table::Node &node,
                  mlir::Operation *op, bool isSwapped);
  bool selection(const Tree &tree, const table::Node &node,
                 mlir::Operation *op);
  bool roundedOnce(const Tree &tree, const table::Node &node, mlir::Value value,
                   llvm::StringRef name);
  bool computedInNarrowFormat(const Tree &tree, const table::Node &node,
                              mlir::Value value);
  bool parameter(const Tree &tree, const table::Node &node, mlir::Value value);
  bool withParameter(const Tree &tree, const table::Node &node,
                     unsigned position, mlir::Value value);
  bool absentParameter(const Tree &tree, const table::Node &node,
                       mlir::Value value);
  bool saturatedCast(const Tree &tree, const table::Node &node,
                     mlir::Value value);
  bool cast(const Tree &tree, const table::Node &node, mlir::Value value);
  bool at(const Tree &tree, const table::Node &node, mlir::Value value);
  bool reduce(const Tree &tree, const table::Node &node, mlir::Value value);
  bool contract(const Tree &tree, const table::Node &node, mlir::Value value);
  bool contractionOperand(const Tree &tree, const table::Node &node,
                          mlir::Value value);
  bool part(const Tree &tree, const table::Node &node, mlir::Value value);
  bool insert(const Tree &tree, const table::Node &node, mlir::Value value);
  bool leading(const Tree &tree, const table::Node &node, mlir::Value value);
  bool splat(const Tree &tree, const table::Node &node, mlir::Value value);
  bool iota(const Tree &tree, const table::Node &node, mlir::Value value);
  bool mask(const Tree &tree, const table::Node &node, mlir::Value value);
  bool element(const Tree &tree, const table::Node &node, mlir::Value value);
  bool load(const Tree &tree, const table::Node &node, mlir::Value value,
            bool transposed);
  bool store(const Tree &tree, const table::Node &node, mlir::Operation *op);
  bool memoryOperand(const table::Node &node, mlir::Value value,
                     bool transposed);
  bool set(const Tree &tree, const table::Node &node, mlir::Operation *root);
  bool canAddressRows(const table::Operand &input, const Window &window,
                      int64_t rows, int64_t columns);
  bool hasTransposedType(const table::Node &node, mlir::Type type);
  bool hasRequiredInputs(mlir::Operation *root);
  bool hasExtent(const table::Extent &extent, int64_t size);
  bool address(const Tree &tree, const table::Node &node, unsigned first,
               const Access &access);

  bool bind(int input, const Binding &binding);
  bool bindNumber(const Tree &tree, const table::Node &node, int64_t number);
  bool bindScalar(const Tree &tree, const table::Node &node, Binding scalar);
  bool bindImmediate(const table::Node &node, const Binding &scalar);
  bool isImmediate(const table::Node &node) const {
    return node.kind == table::NodeKind::Operand &&
           inst.inputs[node.index].use == table::OperandUse::Immediate;
  }
  bool hasType(const table::Node &node, mlir::Type type);
  bool cover(mlir::Operation *op);
  bool mayHaveOtherUsers(mlir::Operation *op);
  bool hasNoOtherUsers(mlir::Operation *root);
  bool canReadAt(mlir::Operation *root);

  const table::Instruction &inst;
  const table::Pattern &pattern;
  const desc::VariantInfo &variant;
  MatchFailure *matchFailure;
  Match found;
  llvm::SmallVector<bool> choices; ///< operand orders of this attempt
  size_t numChosen = 0;
  PendingMaximum pendingMaximum = PendingMaximum::None;
};

} // namespace matrix

#endif // MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_MATCHING_MATCHER_H
