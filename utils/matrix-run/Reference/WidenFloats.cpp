//===- WidenFloats.cpp - conversion of a module to f64 --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces types, attributes and resources of float types by f64, and removes
// conversions that have become identities. Every format up to 64 bits is exact
// in f64, so that constants keep their value. Bitcasts of floats are rejected:
// their result depends on the format.
//
//===----------------------------------------------------------------------===//

#include "ReferenceLowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/TypeUtilities.h"

using namespace llvm;
using namespace matrix;
using namespace matrix::run;

static bool isFloat(mlir::Type Type) {
  return isa<mlir::FloatType>(mlir::getElementTypeOrSelf(Type));
}

static APFloat toDouble(APFloat Value) {
  bool Inexact;
  Value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &Inexact);
  return Value;
}

static mlir::Attribute widenElements(mlir::DenseFPElementsAttr Elements) {
  return Elements.mapValues(
      mlir::Float64Type::get(Elements.getContext()),
      [](const APFloat &X) { return toDouble(X).bitcastToAPInt(); });
}

/// Constants in the resource section of the file.
static std::optional<std::pair<mlir::Attribute, mlir::WalkResult>>
widenResource(mlir::DenseResourceElementsAttr Resource) {
  mlir::AsmResourceBlob *Blob = Resource.getRawHandle().getBlob();
  if (!Blob || !isFloat(Resource.getType()))
    return std::nullopt;
  auto Elements = dyn_cast<mlir::DenseFPElementsAttr>(
      mlir::DenseElementsAttr::getFromRawBuffer(Resource.getType(),
                                                Blob->getData()));
  if (!Elements)
    return std::nullopt;
  return std::pair(widenElements(Elements), mlir::WalkResult::skip());
}

/// The attribute of a float constant includes its type.
static mlir::AttrTypeReplacer makeReplacer() {
  mlir::AttrTypeReplacer Replacer;
  Replacer.addReplacement([](mlir::FloatType Type) -> mlir::Type {
    return mlir::Float64Type::get(Type.getContext());
  });
  Replacer.addReplacement([](mlir::FloatAttr Attr) -> mlir::Attribute {
    return mlir::FloatAttr::get(mlir::Float64Type::get(Attr.getContext()),
                                toDouble(Attr.getValue()));
  });
  Replacer.addReplacement([](mlir::DenseFPElementsAttr Attr)
                              -> std::pair<mlir::Attribute, mlir::WalkResult> {
    return {widenElements(Attr), mlir::WalkResult::skip()};
  });
  Replacer.addReplacement(widenResource);
  return Replacer;
}

/// Reports operations on the bits of a float.
static LogicalResult rejectBits(mlir::ModuleOp Module) {
  auto Result = Module.walk([](mlir::Operation *Op) {
    auto SeesFloats = [](mlir::TypeRange Types) {
      return any_of(Types, isFloat);
    };
    bool Casts = Op->getName().stripDialect() == "bitcast";
    if (!Casts || !(SeesFloats(Op->getOperandTypes()) ||
                    SeesFloats(Op->getResultTypes())))
      return mlir::WalkResult::advance();
    Op->emitError("'")
        << Op->getName()
        << "' depends on the bits of a float, which f64 changes; use --check";
    return mlir::WalkResult::interrupt();
  });
  return failure(Result.wasInterrupted());
}

static void removeConversions(mlir::ModuleOp Module) {
  Module.walk([](mlir::Operation *Op) {
    if (!isa<mlir::arith::ExtFOp, mlir::arith::TruncFOp>(Op) ||
        Op->getOperand(0).getType() != Op->getResult(0).getType())
      return;
    Op->getResult(0).replaceAllUsesWith(Op->getOperand(0));
    Op->erase();
  });
}

LogicalResult run::widenFloats(mlir::ModuleOp Module) {
  if (failed(rejectBits(Module)))
    return failure();
  makeReplacer().recursivelyReplaceElementsIn(Module, /*replaceAttrs=*/true,
                                              /*replaceLocs=*/false,
                                              /*replaceTypes=*/true);
  removeConversions(Module);
  return success();
}
