//===- Matcher.h - meanings against vector operations -----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds out whether an operation, with those that produce its operands, is the
// meaning of an instruction, and what the instruction's operands then are.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_MATCHER_H
#define MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_MATCHER_H

#include "Parameters.h"
#include "matrix/Dialect/Matrix/IR/InstructionTable.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <string>

namespace matrix {

/// What an input of the instruction is.
struct Binding {
  mlir::Value value;        ///< tile, scalar, memref
  mlir::TypedAttr constant; ///< a scalar that no value holds yet
  std::optional<int64_t> immediate;
  bool isBound() const { return value || constant || immediate; }
  bool operator==(const Binding &other) const {
    return value == other.value && constant == other.constant &&
           immediate == other.immediate;
  }
};

/// A block of memory that is read or written row by row.
struct Access {
  mlir::Operation *op = nullptr;
  mlir::Value memref;
  mlir::ValueRange indices;
  bool broadcast = false; ///< one row, over and over
  int64_t column = 0;     ///< from the last index on
};

/// A block of flat memory, transposed or not, that instructions on rows read
/// or write: its rows lie along dimension `down` of the memref (none: one row,
/// over and over), its columns along `across`.
struct Window {
  mlir::Operation *op = nullptr;
  mlir::Value memref;
  mlir::ValueRange indices;
  std::optional<unsigned> down;
  unsigned across = 0;
  bool operator==(const Window &other) const { return op == other.op; }
};

struct Match {
  llvm::SmallVector<Binding> inputs;
  Access access;
  llvm::SmallVector<mlir::Operation *> covered;
  /// Operators with parameters that the program has, and that it lacks: those
  /// get operands that change nothing.
  unsigned parametersUsed = 0, parametersIdle = 0;
  ParameterRows rows;
  // Instructions on rows.
  int target = -1;                   ///< the input where the result goes
  llvm::SmallVector<Window> windows; ///< of inputs in flat memory
};

/// Why a form is not the meaning of a piece of program: the first mismatch of
/// the attempt that came furthest.
struct Refusal {
  std::string why;
  size_t progress = 0; ///< operations that matched before
};

class Matcher {
public:
  /// `refusal`: filled if given and nothing matches.
  Matcher(const table::Instruction &inst, const table::Form &form,
          const desc::VariantInfo &variant, Refusal *refusal = nullptr)
      : inst(inst), form(form), variant(variant), refusal(refusal) {}

  /// The match whose result (or effect) is that of `root`.
  std::optional<Match> match(mlir::Operation *root);

private:
  /// A tree under way: the form's, or the body of a composed operator, whose
  /// operand is an argument in the tree around it.
  struct Tree {
    llvm::ArrayRef<table::Node> nodes;
    const Tree *around = nullptr;
    int argument = -1;
    mlir::Value *bound = nullptr;
    const table::Node &arg(const table::Node &node, unsigned i) const {
      return nodes[node.args[i]];
    }
  };

  bool attempt(mlir::Operation *root);
  bool isComplete();
  bool hasParameterRows();

  //===--- Choices: which operand of a commutative operator comes first
  //----===//
  bool choose();
  bool nextChoice();

  bool refuse(llvm::function_ref<std::string()> why);
  bool refuseNode(const table::Node &node, mlir::Value value);

  bool node(const Tree &tree, const table::Node &node, mlir::Value value);
  bool nodeOfType(const Tree &tree, const table::Node &node, mlir::Value value);
  bool operation(const Tree &tree, const table::Node &node, mlir::Value value);
  bool operand(const Tree &tree, const table::Node &node, mlir::Value value);

  //===--- max(x, 0) that only one side had so far
  //---------------------------===//
  enum class Carried : uint8_t { Nothing, FromProgram, FromMeaning };
  std::optional<bool> positive(const Tree &tree, const table::Node &node,
                               mlir::Value &value);
  bool mayCarry(const Tree &tree, const table::Node &node);
  void carryFromProgram();
  bool letsThrough(const Tree &tree, const table::Node &node,
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
  bool computedNarrow(const Tree &tree, const table::Node &node,
                      mlir::Value value);
  bool parameter(const Tree &tree, const table::Node &node, mlir::Value value);
  bool withParameter(const Tree &tree, const table::Node &node,
                     unsigned position, mlir::Value value);
  bool idle(const Tree &tree, const table::Node &node, mlir::Value value);
  bool narrowed(const Tree &tree, const table::Node &node, mlir::Value value);
  bool cast(const Tree &tree, const table::Node &node, mlir::Value value);
  bool at(const Tree &tree, const table::Node &node, mlir::Value value);
  bool reduce(const Tree &tree, const table::Node &node, mlir::Value value);
  bool contract(const Tree &tree, const table::Node &node, mlir::Value value);
  bool contracted(const Tree &tree, const table::Node &node, mlir::Value value);
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
  bool place(const table::Node &node, mlir::Value value, bool transposed);
  bool set(const Tree &tree, const table::Node &node, mlir::Operation *root);
  bool reaches(const table::Operand &input, const Window &window, int64_t rows,
               int64_t columns);
  bool hasTransposedType(const table::Node &node, mlir::Type type);
  bool isWhole(mlir::Operation *root);
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
  bool mayBeNeededElsewhere(mlir::Operation *op);
  bool nothingElseNeeds(mlir::Operation *root);
  bool canReadAt(mlir::Operation *root);

  const table::Instruction &inst;
  const table::Form &form;
  const desc::VariantInfo &variant;
  Refusal *refusal;
  Match found;
  llvm::SmallVector<bool> choices; ///< those of this attempt, in order
  size_t chosen = 0;
  Carried carried = Carried::Nothing;
};

} // namespace matrix

#endif // MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_MATCHER_H
