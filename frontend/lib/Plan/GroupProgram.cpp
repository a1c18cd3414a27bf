//===- GroupProgram.cpp - a fusion group as a program ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clones the operations of a group into a function. Each operand becomes an
// argument, even if two are the same tensor, except for initial values that are
// constant or not used. Slices and padding of operands are cloned as well,
// since groups read their sources. Plans are removed, and no locations are
// printed, so that the text depends on the structure only; the key is a prefix
// of its SHA-256 hash.
//
//===----------------------------------------------------------------------===//

#include "GroupProgram.h"
#include "Access/BodyMatchers.h"
#include "Access/Padding/Padding.h"
#include "Access/TensorView.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"

using namespace mlir;
using namespace matrix;

namespace {

class ProgramBuilder {
public:
  explicit ProgramBuilder(MLIRContext *context)
      : builder(context), module(ModuleOp::create(builder.getUnknownLoc())) {
    builder.setInsertionPointToStart(module->getBody());
    main = func::FuncOp::create(builder, loc(), "main",
                                builder.getFunctionType({}, {}));
    builder.setInsertionPointToStart(main.addEntryBlock());
  }

  /// Returns the copy of an operation whose operand `known` is `copy`, or null
  /// if it uses non-constant values from outside.
  Operation *add(linalg::GenericOp op, Value known, Value copy) {
    IRMapping constants;
    if (!addConstants(op.getRegion(), constants))
      return nullptr;
    SmallVector<Value> operands;
    for (OpOperand &use : op->getOpOperands())
      operands.push_back(use.get() == known ? copy : addOperand(op, use));
    Operation *cloned = builder.clone(*op, constants);
    cloned->setOperands(operands);
    cloned->removeAttr(PlanAttr::kAttrName);
    cloned->removeAttr(kPlanCandidatesAttrName);
    return cloned;
  }

  std::string finish(ValueRange results) {
    func::ReturnOp::create(builder, loc(), results);
    main.setType(builder.getFunctionType(main.getBody().getArgumentTypes(),
                                         results.getTypes()));
    std::string text;
    llvm::raw_string_ostream os(text);
    module->print(os);
    os << '\n';
    return text;
  }

private:
  Location loc() { return builder.getUnknownLoc(); }

  bool addConstants(Region &body, IRMapping &constants) {
    llvm::SetVector<Value> outside;
    getUsedValuesDefinedAbove(body, outside);
    return llvm::all_of(outside, [&](Value value) {
      if (!matchPattern(value, m_Constant()))
        return false;
      constants.map(value, builder.clone(*value.getDefiningOp())->getResult(0));
      return true;
    });
  }

  /// Groups read slices in their sources: adds slices and reshapes of an
  /// argument.
  Value addView(Value tensor) {
    auto type = dyn_cast<RankedTensorType>(tensor.getType());
    if (!type || !type.hasStaticShape() || getTensorView(tensor).root == tensor)
      return main.getBody().addArgument(tensor.getType(), loc());
    Operation *op = tensor.getDefiningOp();
    IRMapping source;
    source.map(op->getOperand(0), addView(op->getOperand(0)));
    return builder.clone(*op, source)->getResult(0);
  }

  Value addOperand(linalg::GenericOp op, OpOperand &use) {
    auto type = dyn_cast<RankedTensorType>(use.get().getType());
    if (tensor::PadOp pad = getPadding(use.get())) {
      Value source = main.getBody().addArgument(pad.getSourceType(), loc());
      Value value =
          arith::ConstantOp::create(builder, loc(), getPaddingValue(pad));
      return tensor::PadOp::create(builder, loc(), type, source,
                                   pad.getMixedLowPad(), pad.getMixedHighPad(),
                                   value);
    }
    if (!type || !op.isDpsInit(&use))
      return addView(use.get());
    TypedAttr constant;
    bool isFill = op.getNumReductionLoops() && matchFill(use.get(), constant);
    if (!isFill && op.payloadUsesValueFromOperand(&use))
      return main.getBody().addArgument(type, loc());
    Value empty = tensor::EmptyOp::create(builder, loc(), type.getShape(),
                                          type.getElementType());
    if (!isFill)
      return empty;
    Value value = arith::ConstantOp::create(builder, loc(), constant);
    return linalg::FillOp::create(builder, loc(), value, empty).getResult(0);
  }

  OpBuilder builder;
  OwningOpRef<ModuleOp> module;
  func::FuncOp main;
};

} // namespace

static std::string hash(StringRef text) {
  auto digest = llvm::SHA256::hash(llvm::arrayRefFromStringRef(text));
  return llvm::toHex(ArrayRef(digest).take_front(16), /*LowerCase=*/true);
}

std::optional<GroupProgram> matrix::getGroupProgram(const NamedGroup &group) {
  linalg::GenericOp root = group.root;
  ProgramBuilder builder(root->getContext());
  Operation *last = builder.add(root, Value(), Value());
  if (last && group.epilogue)
    last = builder.add(group.epilogue, root->getResult(0), last->getResult(0));
  if (!last)
    return std::nullopt;
  GroupProgram program;
  program.text = builder.finish(last->getResults());
  program.key = hash(program.text);
  StringRef kind =
      root->getAttrOfType<StringAttr>(kFusionGroupAttrName).getValue();
  program.name = (kind + "_0").str();
  program.numResults = last->getNumResults();
  return program;
}
