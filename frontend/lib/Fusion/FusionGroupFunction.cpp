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
// bufferization may place in any buffer. Launches that share a function pass
// what it reads for their own operands: a slice's source or an unpadded tensor,
// which may have the type of the operand.
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

static LaunchInput getLaunchInput(const StridedOperand &operand, Operation *op,
                                  bool ofEpilogue, unsigned number) {
  using Kind = LaunchInput::Kind;
  Value whole = op->getOperand(number);
  tensor::PadOp pad = getPadding(whole);
  if (operand.tensor == whole)
    return {Kind::Operand, ofEpilogue, number};
  bool isUnpadded = pad && pad.getSource() == operand.tensor;
  return {isUnpadded ? Kind::Unpadded : Kind::Viewed, ofEpilogue, number};
}

SmallVector<LaunchInput> matrix::getLaunchInputs(const FusionGroup &group) {
  SmallVector<LaunchInput> found;
  linalg::GenericOp root = group.root, epilogue = group.epilogue;
  for (const StridedInput &input : group.inputs)
    found.push_back(getLaunchInput(input, root, /*ofEpilogue=*/false,
                                   input.argument.getArgNumber()));
  for (const StridedInput &input : group.epilogueInputs)
    found.push_back(getLaunchInput(input, epilogue, /*ofEpilogue=*/true,
                                   input.argument.getArgNumber()));
  if (group.init)
    found.push_back(
        getLaunchInput(*group.init, root, /*ofEpilogue=*/false,
                       root.getDpsInitOperand(0)->getOperandNumber()));
  return found;
}

Value matrix::getSource(const LaunchInput &input, linalg::GenericOp root,
                        linalg::GenericOp epilogue) {
  Value operand =
      (input.ofEpilogue ? epilogue : root)->getOperand(input.number);
  switch (input.kind) {
  case LaunchInput::Kind::Operand:
    return operand;
  case LaunchInput::Kind::Viewed:
    return getTensorView(operand).root;
  case LaunchInput::Kind::Unpadded:
    return getPadding(operand).getSource();
  }
  llvm_unreachable("kind of input");
}
