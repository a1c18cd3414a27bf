//===- FusionGroupFunction.cpp - functions of fusion groups ---------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Creates the functions of fusion groups and the destination tensors of their
// launches. Destinations whose contents are not used become tensor.empty, which
// bufferization may place in any buffer. The source of an operand follows from
// the type of the argument: launches that share a function must pass what it
// reads, a slice's source or an unpadded tensor.
//
//===----------------------------------------------------------------------===//

#include "FusionGroupFunction.h"
#include "Access/BodyMatchers.h"
#include "Access/Padding/Padding.h"
#include "Access/TensorView.h"
#include "Plan/PlannedCost.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace matrix;

static constexpr StringLiteral kFunctionName = "matrix_fusion_group";

func::FuncOp matrix::createFusionGroupFunction(SymbolTable &symbols,
                                               Operation *root,
                                               ValueRange inputs,
                                               ValueRange outputs) {
  SmallVector<Type> types;
  for (Value value : llvm::concat<Value>(inputs, outputs))
    types.push_back(isa<RankedTensorType>(value.getType())
                        ? LaunchOp::getBufferType(value.getType())
                        : value.getType());
  OpBuilder builder(root->getContext());
  Location loc = root->getLoc();
  auto function = func::FuncOp::create(loc, kFunctionName,
                                       builder.getFunctionType(types, {}));
  function.setPrivate();
  builder.setInsertionPointToEnd(function.addEntryBlock());
  func::ReturnOp::create(builder, loc);
  auto user = root->getParentOfType<func::FuncOp>();
  symbols.insert(function, std::next(Block::iterator(user)));
  if (auto plan = root->getAttrOfType<PlanAttr>(PlanAttr::kAttrName))
    setPlannedCost(function, plan);
  return function;
}

void matrix::disableInlining(func::FuncOp function) {
  OpBuilder builder(function.getContext());
  function.setNoInline(true);
  // Conversion to LLVM drops that, and hands this on.
  function->setAttr("passthrough", builder.getStrArrayAttr({"noinline"}));
}

Value matrix::getDestination(ImplicitLocOpBuilder &builder, Value init) {
  TypedAttr constant;
  if (!init.getDefiningOp<tensor::EmptyOp>() && !matchFill(init, constant))
    return init;
  auto type = cast<RankedTensorType>(init.getType());
  return tensor::EmptyOp::create(builder, type.getShape(),
                                 type.getElementType());
}

Value matrix::getSource(Value operand, Type argument) {
  if (auto type = dyn_cast<RankedTensorType>(operand.getType());
      type && type.hasStaticShape() &&
      LaunchOp::getBufferType(type) != argument)
    if (Value root = getTensorView(operand).root;
        LaunchOp::getBufferType(root.getType()) == argument)
      return root;
  tensor::PadOp pad = getPadding(operand);
  bool isRemoved = pad &&
                   LaunchOp::getBufferType(pad.getSourceType()) == argument &&
                   LaunchOp::getBufferType(pad.getResultType()) != argument;
  return isRemoved ? pad.getSource() : operand;
}
