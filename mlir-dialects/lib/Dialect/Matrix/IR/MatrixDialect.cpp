//===- MatrixDialect.cpp - dialect, attributes, types ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers the operations, types and attributes, and verifies the target and
// memory space attributes against the description. Attributes contain the names
// of variants and spaces instead of numbers, so that IR remains readable and
// valid when a description numbers them differently.
//
//===----------------------------------------------------------------------===//

#include "matrix/Dialect/Matrix/IR/MatrixDialect.h"
#include "matrix/Dialect/Matrix/IR/MatrixLaunchOp.h"
#include "matrix/Dialect/Matrix/IR/MatrixPlan.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "matrix/Dialect/Matrix/IR/RowOperation.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/IR/TileOperation.h"
#include "mlir/Conversion/ConvertToLLVM/ToLLVMInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace matrix;

#include "matrix/Dialect/Matrix/IR/MatrixDialect.cpp.inc"

#include "matrix/Dialect/Matrix/IR/MatrixEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "matrix/Dialect/Matrix/IR/MatrixAttributes.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "matrix/Dialect/Matrix/IR/MatrixTypes.cpp.inc"

void MatrixDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "matrix/Dialect/Matrix/IR/MatrixAttributes.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "matrix/Dialect/Matrix/IR/MatrixTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "matrix/Dialect/Matrix/IR/MatrixLaunchOp.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "matrix/Dialect/Matrix/IR/MatrixPlanOp.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.cpp.inc"
      >();
  registerTileOperations(*this);
  registerRowOperations(*this);
  declarePromisedInterface<ConvertToLLVMPatternInterface, MatrixDialect>();
}

//===----------------------------------------------------------------------===//
// matrix.target
//===----------------------------------------------------------------------===//

LogicalResult MatrixDialect::verifyOperationAttribute(Operation *op,
                                                      NamedAttribute attr) {
  if (attr.getName() != kTargetAttrName)
    return success();
  if (!isa<ModuleOp>(op) || !isa<TargetAttr>(attr.getValue()))
    return op->emitOpError("'")
           << kTargetAttrName
           << "' belongs on a module and is a #matrix.target<\"...\">";
  return success();
}

/// Returns the names of all variants for diagnostics: "base", "edge", ...
static std::string knownTargets() {
  std::string names;
  for (const desc::VariantInfo &variant : desc::variants)
    names += (names.empty() ? "" : ", ") + std::string(variant.cpu);
  return names;
}

LogicalResult TargetAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 StringRef cpu) {
  if (desc::lookupVariant(cpu))
    return success();
  return emitError() << "unknown target '" << cpu
                     << "'; known are: " << knownTargets();
}

//===----------------------------------------------------------------------===//
// #matrix.space
//===----------------------------------------------------------------------===//

LogicalResult SpaceAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                StringRef name) {
  if (desc::lookupSpace(name))
    return success();
  InFlightDiagnostic diag = emitError();
  diag << "unknown memory space '" << name << "'; known are:";
  for (const desc::SpaceInfo &space : desc::spaces)
    diag << ' ' << space.name;
  return diag;
}

unsigned SpaceAttr::getNumber() const {
  return desc::lookupSpace(getName())->number;
}

Attribute SpaceAttr::parse(AsmParser &parser, Type) {
  StringRef name;
  SMLoc loc;
  if (parser.parseLess() || parser.getCurrentLocation(&loc) ||
      parser.parseKeyword(&name) || parser.parseGreater())
    return {};
  auto emitError = [&] { return parser.emitError(loc); };
  return getChecked(emitError, parser.getContext(), name);
}

void SpaceAttr::print(AsmPrinter &printer) const {
  printer << '<' << getName() << '>';
}
