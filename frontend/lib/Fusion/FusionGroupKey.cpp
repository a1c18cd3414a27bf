//===- FusionGroupKey.cpp - structural equality of fusion groups ----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A key is a sequence of numbers: the addresses of uniqued attributes, types
// and operation names, and the numbers of body values in the order of
// definition. Tensors enter with their types, padding and slices only.
// Attributes of the operations include marks and plans, so that groups with
// different plans have different keys.
//
//===----------------------------------------------------------------------===//

#include "FusionGroupKey.h"
#include "Access/BodyMatchers.h"
#include "Access/Padding/Padding.h"
#include "Access/TensorView.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace matrix;

namespace {

class KeyBuilder {
public:
  FusionGroupKey key;

  /// Returns false if the operation depends on something that the key cannot
  /// express.
  bool add(linalg::GenericOp op, Value rootResult) {
    addPointer(op->getAttrDictionary());
    key.push_back(op->getNumOperands());
    for (OpOperand &use : op->getOpOperands()) {
      addPointer(use.get().getType());
      key.push_back(use.get() == rootResult);
      addPadding(use.get());
      addView(use.get());
      TypedAttr constant;
      if (op.isDpsInit(&use) && op.getNumReductionLoops() &&
          matchFill(use.get(), constant))
        addPointer(constant);
      else
        key.push_back(0);
    }
    for (BlockArgument argument : op.getBody()->getArguments())
      number(argument);
    return llvm::all_of(*op.getBody(),
                        [&](Operation &inner) { return add(inner); });
  }

private:
  template <typename T> void addPointer(T uniqued) {
    key.push_back(reinterpret_cast<intptr_t>(uniqued.getAsOpaquePointer()));
  }

  /// Transfers of a group may fill it in.
  void addPadding(Value operand) {
    tensor::PadOp pad = getPadding(operand);
    key.push_back(bool(pad));
    if (!pad)
      return;
    addPointer(pad.getSourceType());
    addPointer(pad.getStaticLowAttr());
    addPointer(getPaddingValue(pad));
  }

  /// Groups read slices in their sources.
  void addView(Value operand) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    bool isView =
        type && type.hasStaticShape() && getTensorView(operand).root != operand;
    key.push_back(isView);
    if (!isView)
      return;
    TensorView view = getTensorView(operand);
    addPointer(view.root.getType());
    key.push_back(view.offset);
    key.insert(key.end(), view.strides.begin(), view.strides.end());
  }

  void number(Value value) { numbers.try_emplace(value, numbers.size()); }

  bool add(Operation &op) {
    addPointer(op.getName());
    addPointer(op.getAttrDictionary());
    key.push_back(op.getNumOperands());
    for (Value operand : op.getOperands())
      if (!add(operand))
        return false;
    for (Value result : op.getResults()) {
      addPointer(result.getType());
      number(result);
    }
    return op.getNumRegions() == 0;
  }

  bool add(Value operand) {
    Attribute constant;
    if (matchPattern(operand, m_Constant(&constant))) {
      key.push_back(-1);
      addPointer(constant);
      return true;
    }
    auto known = numbers.find(operand);
    if (known == numbers.end())
      return false;
    key.push_back(known->second);
    return true;
  }

  llvm::DenseMap<Value, unsigned> numbers;
};

} // namespace

std::optional<FusionGroupKey>
matrix::getFusionGroupKey(linalg::GenericOp root, linalg::GenericOp epilogue) {
  KeyBuilder builder;
  if (!builder.add(root, Value()) ||
      (epilogue && !builder.add(epilogue, root->getResult(0))))
    return std::nullopt;
  return builder.key;
}
