//===- InstructionOpBase.h - base of operation classes ----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The base of the generated classes of operations (InstructionOps.h). They are
// usual classes of operations, for isa and cast, patterns, walks and conversion
// targets, but have no hooks: registration, parsing and verification are in the
// library and interpret the instruction table.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_DIALECT_MATRIX_IR_INSTRUCTIONOPBASE_H
#define MATRIX_DIALECT_MATRIX_IR_INSTRUCTIONOPBASE_H

#include "matrix/Dialect/Matrix/IR/MatrixDialect.h"
#include "matrix/Dialect/Matrix/IR/TileOperation.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/OpDefinition.h"

namespace matrix {

/// Returns the identifier under which the operation of an instruction is
/// registered. Terminates the program if the description of the library has no
/// operation of that name.
mlir::TypeID getInstructionTypeID(llvm::StringRef operationName);

/// Returns the instruction of a tile operation or row operation on the module's
/// target; null if there is none.
const table::Instruction *getAnyInstruction(mlir::Operation *op);

/// The base of all classes. They have no state: an object refers to an
/// operation.
template <typename ConcreteOp, template <typename> class... Traits>
class InstructionOp
    : public mlir::Op<ConcreteOp, mlir::OpTrait::ZeroRegions,
                      mlir::OpTrait::ZeroSuccessors, Traits...> {
  using Base = mlir::Op<ConcreteOp, mlir::OpTrait::ZeroRegions,
                        mlir::OpTrait::ZeroSuccessors, Traits...>;

public:
  using Base::Base;
  using Base::getOperation;

  static mlir::TypeID resolveTypeID() {
    static const mlir::TypeID id =
        getInstructionTypeID(ConcreteOp::getOperationName());
    return id;
  }

  mlir::OperandRange getOperands() { return getOperation()->getOperands(); }
  /// Returns the attribute that selects the instruction where types are
  /// ambiguous, or the specialization of a row instruction; empty if there is
  /// none.
  llvm::StringRef getForm() {
    auto form =
        getOperation()->template getAttrOfType<mlir::StringAttr>(kFormAttrName);
    return form ? form.getValue() : llvm::StringRef();
  }
  /// Returns the entry of the instruction table that types and attributes
  /// select on the module's target; null if there is none.
  const table::Instruction *getInstruction() {
    return getAnyInstruction(getOperation());
  }

protected:
  template <typename T> mlir::TypedValue<T> getTypedOperand(unsigned index) {
    return mlir::cast<mlir::TypedValue<T>>(getOperation()->getOperand(index));
  }
  int64_t getImmediate(llvm::StringRef name) {
    return getOperation()
        ->template getAttrOfType<mlir::IntegerAttr>(name)
        .getInt();
  }
  void setImmediate(llvm::StringRef name, int64_t value) {
    mlir::Builder builder(getOperation()->getContext());
    getOperation()->setAttr(name, builder.getI64IntegerAttr(value));
  }
  bool hasBroadcast() { return getOperation()->hasAttr(kBroadcastAttrName); }

  static void addImmediate(mlir::OperationState &state, llvm::StringRef name,
                           int64_t value) {
    mlir::Builder builder(state.getContext());
    state.addAttribute(name, builder.getI64IntegerAttr(value));
  }
  static void addBroadcast(mlir::OperationState &state, bool broadcast) {
    if (broadcast)
      state.addAttribute(kBroadcastAttrName,
                         mlir::UnitAttr::get(state.getContext()));
  }
  static void addForm(mlir::OperationState &state, llvm::StringRef form) {
    if (!form.empty())
      state.addAttribute(kFormAttrName,
                         mlir::StringAttr::get(state.getContext(), form));
  }
};

template <typename ConcreteOp>
using NoResultOp = InstructionOp<ConcreteOp, mlir::OpTrait::ZeroResults>;
/// The result is a tile.
template <typename ConcreteOp>
using TileResultOp =
    InstructionOp<ConcreteOp, mlir::OpTrait::OneResult,
                  mlir::OpTrait::OneTypedResult<mlir::VectorType>::Impl>;
/// The result is a number.
template <typename ConcreteOp>
using ScalarResultOp =
    InstructionOp<ConcreteOp, mlir::OpTrait::OneResult,
                  mlir::OpTrait::OneTypedResult<mlir::Type>::Impl>;

/// The operands of an operation in a conversion pattern, after conversion.
template <typename RangeT> class InstructionAdaptor {
public:
  template <typename OpT>
  InstructionAdaptor(RangeT operands, OpT op)
      : operands(operands), attributes(op->getAttrDictionary()) {}
  RangeT getOperands() { return operands; }
  mlir::DictionaryAttr getAttributes() { return attributes; }

protected:
  RangeT operands;
  mlir::DictionaryAttr attributes;
};

} // namespace matrix

#endif // MATRIX_DIALECT_MATRIX_IR_INSTRUCTIONOPBASE_H
