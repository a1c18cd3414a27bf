//===- InstructionOpBase.cpp - identifiers of operations ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The identifiers of the operations of instructions. They are allocated by
// name, not by class, so that neither the library nor its registration depends
// on the generated classes.
//
//===----------------------------------------------------------------------===//

#include "matrix/Dialect/Matrix/IR/InstructionOpBase.h"
#include "matrix/Dialect/Matrix/IR/RowOperation.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mlir;
using namespace matrix;

namespace {

/// The addresses of the entries are the identifiers.
struct InstructionTypeIDs {
  InstructionTypeIDs() {
    std::string prefix = (MatrixDialect::getDialectNamespace() + ".").str();
    for (const table::BaseMnemonic &baseMnemonic : table::baseMnemonics())
      ids.try_emplace(prefix + baseMnemonic.name.str());
    for (const table::Instruction &inst : table::rowInstructions())
      ids.try_emplace(getRowOperationName(inst));
  }
  llvm::StringMap<SelfOwningTypeID> ids;
};

} // namespace

TypeID matrix::getInstructionTypeID(StringRef operationName) {
  static const InstructionTypeIDs all;
  auto found = all.ids.find(operationName);
  if (found == all.ids.end())
    llvm::report_fatal_error(
        "the description of this library has no operation '" +
        Twine(operationName) + "'");
  return found->second.getTypeID();
}

const table::Instruction *matrix::getAnyInstruction(Operation *op) {
  return isTileOperation(op) ? getInstruction(op) : getRowInstruction(op);
}
