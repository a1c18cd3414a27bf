//===- SetTarget.cpp - target of a module ---------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass matrix-set-target: sets or verifies the module attribute
// `matrix.target`. The name of the option, or the default, is replaced by the
// name of the variant, so that later passes only look it up. A module that has
// a target keeps it if the option is empty, and its stack.
//
//===----------------------------------------------------------------------===//

#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Frontend/Passes.h"
#include "matrix/Frontend/Techniques.h"
#include "mlir/IR/BuiltinOps.h"

namespace matrix {
#define GEN_PASS_DEF_MATRIXSETTARGETPASS
#include "matrix/Frontend/Passes.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

static std::string listVariants() {
  std::string names;
  for (const desc::VariantInfo &variant : desc::variants)
    names += (names.empty() ? "" : ", ") + std::string(variant.cpu);
  return names;
}

namespace {

struct SetTarget : matrix::impl::MatrixSetTargetPassBase<SetTarget> {
  using MatrixSetTargetPassBase::MatrixSetTargetPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (std::optional<std::string> unknown =
            disableTechniques(module, llvm::to_vector(disable))) {
      module.emitError("unknown technique '")
          << *unknown << "'; known are " << listTechniques();
      return signalPassFailure();
    }
    auto present =
        module->getAttrOfType<TargetAttr>(MatrixDialect::kTargetAttrName);
    std::string name = cpu;
    if (name.empty() && present)
      name = present.getCpu();
    const desc::VariantInfo *variant = desc::lookupVariant(name);
    if (!variant) {
      module.emitError("unknown target '")
          << name << "'; known are " << listVariants();
      return signalPassFailure();
    }
    if (present && present.getCpu() != StringRef(variant->cpu)) {
      module.emitError("the module is for '")
          << present.getCpu() << "', not for '" << StringRef(variant->cpu)
          << "'";
      return signalPassFailure();
    }
    uint64_t size = present && present.getStack() ? present.getStack() : stack;
    auto emitError = [&] { return module.emitError(); };
    auto target = TargetAttr::getChecked(emitError, &getContext(),
                                         StringRef(variant->cpu), size);
    if (!target)
      return signalPassFailure();
    numSet += !present;
    numDisabled += disable.size();
    module->setAttr(MatrixDialect::kTargetAttrName, target);
  }
};

} // namespace
