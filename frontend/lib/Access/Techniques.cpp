//===- Techniques.cpp - techniques that can be disabled -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Disabled techniques are an array of names in the module, so that passes of a
// pipeline and tools such as matrix-opt read them without an option of their
// own. Names are validated before the attribute is set.
//
//===----------------------------------------------------------------------===//

#include "matrix/Frontend/Techniques.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace matrix;

static constexpr StringLiteral kDisabledAttrName = "matrix.disabled";

/// In the order of the enumeration.
static constexpr StringLiteral kNames[] = {
    "tiles",          "fusion",       "register-blocks", "pipelining",
    "overlap",        "multicast",    "kept-tensors",    "staged-copies",
    "staged-scalars", "reassociation"};

std::string matrix::listTechniques() {
  return llvm::join(ArrayRef(kNames), ", ");
}

std::optional<std::string>
matrix::findUnknownTechnique(ArrayRef<std::string> names) {
  for (const std::string &name : names)
    if (!llvm::is_contained(kNames, StringRef(name)))
      return name;
  return std::nullopt;
}

std::optional<std::string>
matrix::disableTechniques(ModuleOp module, ArrayRef<std::string> names) {
  std::optional<std::string> unknown = findUnknownTechnique(names);
  if (!unknown && !names.empty())
    module->setAttr(kDisabledAttrName,
                    Builder(module.getContext())
                        .getStrArrayAttr(SmallVector<StringRef>(names.begin(),
                                                                names.end())));
  return unknown;
}

bool matrix::isDisabled(Operation *op, Technique technique) {
  auto module =
      isa<ModuleOp>(op) ? cast<ModuleOp>(op) : op->getParentOfType<ModuleOp>();
  auto names =
      module ? module->getAttrOfType<ArrayAttr>(kDisabledAttrName) : nullptr;
  return names && llvm::any_of(names, [&](Attribute name) {
           auto text = dyn_cast<StringAttr>(name);
           return text && text.getValue() == kNames[unsigned(technique)];
         });
}
