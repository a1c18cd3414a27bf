//===- InstructionModel.cpp - registration of operations ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The hooks shared by all operations of instructions. Attributes are
// discardable and kept in the dictionary of the operation; the number of
// results is a trait, because MLIR's classes of operations test traits by
// identifier.
//
//===----------------------------------------------------------------------===//

#include "InstructionModel.h"
#include "matrix/Dialect/Matrix/IR/InstructionOpBase.h"

using namespace mlir;
using namespace matrix;

InstructionModel::InstructionModel(StringRef mnemonic, bool hasResult,
                                   InstructionHooks hooks,
                                   MatrixDialect &dialect)
    : Impl((MatrixDialect::getDialectNamespace() + "." + mnemonic).str(),
           &dialect,
           getInstructionTypeID(
               (MatrixDialect::getDialectNamespace() + "." + mnemonic).str()),
           mlir::detail::InterfaceMap()),
      hasResult(hasResult), hooks(hooks) {}

void InstructionModel::add(std::unique_ptr<InstructionModel> model,
                           ArrayRef<StringRef> attributeNames) {
  RegisteredOperationName::insert(std::move(model), attributeNames);
}

bool InstructionModel::hasTrait(TypeID id) {
  TypeID results = hasResult ? TypeID::get<OpTrait::OneResult>()
                             : TypeID::get<OpTrait::ZeroResults>();
  return id == results || id == TypeID::get<OpTrait::ZeroRegions>() ||
         id == TypeID::get<OpTrait::ZeroSuccessors>();
}

LogicalResult InstructionModel::verifyInvariants(Operation *op) {
  return failure(failed(OpTrait::impl::verifyZeroRegions(op)) ||
                 failed(OpTrait::impl::verifyZeroSuccessors(op)) ||
                 failed(hooks.verify(op)));
}

std::optional<Attribute> InstructionModel::getInherentAttr(Operation *op,
                                                           StringRef name) {
  return op->getDiscardableAttr(name);
}

void InstructionModel::setInherentAttr(Operation *op, StringAttr name,
                                       Attribute value) {
  op->setDiscardableAttr(name, value);
}

LogicalResult InstructionModel::setPropertiesFromAttr(
    OperationName, OpaqueProperties, Attribute,
    function_ref<InFlightDiagnostic()> emitError) {
  emitError() << "this operation does not support properties";
  return failure();
}
