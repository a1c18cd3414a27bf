//===- RowConfiguration.h - insertion of configuration ----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Forward dataflow analysis over configuration state. Configuration is inserted
// where the known contents of state differ from what an instruction requires. A
// numeric state with one value throughout a loop is written before the loop.
// The pass runs after row allocation: a tile held in state is invalid as soon
// as its rows are overwritten.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_ROWS_ROWCONFIGURATION_H
#define MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_ROWS_ROWCONFIGURATION_H

#include "matrix/Dialect/Matrix/IR/InstructionTable.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include <map>

namespace matrix {

/// The contents of a state: a constant, or a value (a number or a memref).
struct StateValue {
  mlir::Value value;
  mlir::TypedAttr constant;
  bool operator==(const StateValue &o) const {
    return constant || o.constant ? constant == o.constant : value == o.value;
  }
};
using StateMap = std::map<int, StateValue>; // by state

/// Inserts the writes of configuration state into a function. A StateMap
/// contains the known contents of state at a program point; a state without an
/// entry has unknown contents.
class Configurator {
public:
  explicit Configurator(mlir::func::FuncOp function)
      : function(function), variant(getTarget(function)),
        builder(function.getContext()) {}
  mlir::LogicalResult run() {
    if (function.isExternal())
      return mlir::success();
    StateMap known;
    return configure(function.getBody().front(), known);
  }

private:
  mlir::LogicalResult configure(mlir::Block &block, StateMap &known);
  mlir::LogicalResult configureRegions(mlir::Operation *op, StateMap &known);
  mlir::LogicalResult configureOperation(mlir::Operation *op, StateMap &known);
  StateMap getRequirements(mlir::Operation *op);
  StateMap getFixedRequirements(const table::Instruction &inst);
  StateMap getInvariantRequirements(mlir::Operation *op, StateMap &required);
  mlir::LogicalResult establish(mlir::Operation *before, const StateMap &wanted,
                                StateMap &known);
  const table::Instruction *findWriter(int state, const StateMap &wanted,
                                       const StateMap &known);
  std::optional<int> cost(const table::Instruction &writer,
                          const StateMap &wanted, const StateMap &known);
  std::optional<StateValue> valueFor(int state, const StateMap &wanted,
                                     const StateMap &known);
  void write(mlir::Operation *before, const table::Instruction &writer,
             const StateMap &wanted, StateMap &known);
  mlir::Value asInput(const StateValue &stateValue, const table::Operand &input,
                      mlir::Location loc);
  mlir::TypedAttr constantOf(int state, int64_t bits);
  void invalidateOverwritten(mlir::Operation *op,
                             const table::Instruction &inst, StateMap &known);

  mlir::func::FuncOp function;
  const desc::VariantInfo &variant;
  mlir::OpBuilder builder;
};

} // namespace matrix

#endif // MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_ROWS_ROWCONFIGURATION_H
