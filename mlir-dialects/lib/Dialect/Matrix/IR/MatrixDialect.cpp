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
#include "matrix/Description/Target.h"
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

/// The key is what the attribute prints; the variant follows from it.
struct matrix::detail::TargetAttrStorage : AttributeStorage {
  using KeyTy = std::pair<StringRef, uint64_t>;

  explicit TargetAttrStorage(const KeyTy &key)
      : cpu(key.first), stack(key.second),
        variant(*desc::lookupVariant(key.first)) {
    if (stack)
      variant.stackSize = stack;
  }
  static TargetAttrStorage *construct(AttributeStorageAllocator &allocator,
                                      const KeyTy &key) {
    return new (allocator.allocate<TargetAttrStorage>())
        TargetAttrStorage({allocator.copyInto(key.first), key.second});
  }
  bool operator==(const KeyTy &key) const { return key == KeyTy(cpu, stack); }

  StringRef cpu;
  uint64_t stack;
  desc::VariantInfo variant;
};

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
                                 StringRef cpu, uint64_t stack) {
  const desc::VariantInfo *variant = desc::lookupVariant(cpu);
  if (!variant)
    return emitError() << "unknown target '" << cpu
                       << "'; known are: " << knownTargets();
  if (stack % desc::stackAlignment == 0 && stack <= getLargestStack(*variant))
    return success();
  return emitError() << "'stack = " << int64_t(stack) << "' of '" << cpu
                     << "'; it must be a multiple of " << desc::stackAlignment
                     << " up to " << getLargestStack(*variant);
}

StringRef TargetAttr::getCpu() const { return getImpl()->cpu; }
uint64_t TargetAttr::getStack() const { return getImpl()->stack; }
const desc::VariantInfo &TargetAttr::getVariant() const {
  return getImpl()->variant;
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
