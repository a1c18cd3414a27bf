//===- TileTrialSelection.cpp - trial selection of tile code --------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the loop of a group into a scratch module, canonicalizes and selects
// it. The simplification must equal that of the pipeline, because selection
// matches the simplified form. Results are cached by a textual key of the
// group, in which values are numbered; patterns of the canonicalizer are
// collected once.
//
//===----------------------------------------------------------------------===//

#include "TileTrialSelection.h"
#include "Emit/Loop/FusionGroupLoops.h"
#include "matrix/Dialect/Matrix/IR/MatrixLaunchOp.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/Transforms/Selection.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace matrix;

/// Returns the patterns of the canonicalizer pass.
static RewritePatternSet getCanonicalization(MLIRContext *context) {
  RewritePatternSet patterns(context);
  for (Dialect *dialect : context->getLoadedDialects())
    dialect->getCanonicalizationPatterns(patterns);
  for (RegisteredOperationName op : context->getRegisteredOperations())
    op.getCanonicalizationPatterns(patterns, context);
  return patterns;
}

TileTrialSelection::TileTrialSelection(MLIRContext *context,
                                       const desc::VariantInfo &variant,
                                       int64_t cores)
    : context(context), variant(variant), cores(cores),
      canonicalization(getCanonicalization(context)) {}

//===----------------------------------------------------------------------===//
// Cache of results
//===----------------------------------------------------------------------===//

namespace {

/// Serializes everything that the tile code of a group depends on. Values are
/// numbered, because only the equality of operands matters.
class TextualKey {
public:
  std::string get(const FusionGroup &group) {
    os << unsigned(group.kind) << ' ' << group.accumulator << ' '
       << group.initConstant << ' ' << group.lhs << ' ' << group.rhs << '\n';
    for (const LoopDim &dim : group.dims)
      os << dim.extent << (dim.reduction ? "r " : "p ");
    add(group.root);
    if (group.epilogue)
      add(group.epilogue);
    for (ArrayRef<StridedInput> inputs :
         {ArrayRef<StridedInput>(group.inputs),
          ArrayRef<StridedInput>(group.epilogueInputs)})
      for (const StridedInput &input : inputs)
        add(input);
    for (const StridedOperand &output : group.outputs)
      add(output);
    if (group.init)
      add(*group.init);
    return text;
  }

private:
  /// The MLIR printer would number all values of the function.
  void add(linalg::GenericOp op) {
    os << '\n' << op->getAttrDictionary();
    for (BlockArgument argument : op.getBody()->getArguments())
      os << ' ' << argument.getType() << numberOf(argument);
    for (Operation &inner : *op.getBody()) {
      os << '\n' << inner.getName() << inner.getAttrDictionary();
      for (Value operand : inner.getOperands())
        add(operand);
      for (Value result : inner.getResults())
        os << ' ' << result.getType() << numberOf(result);
    }
  }

  void add(Value operand) {
    Attribute constant;
    if (matchPattern(operand, m_Constant(&constant)))
      os << ' ' << constant;
    else
      os << ' ' << numberOf(operand);
  }

  unsigned numberOf(Value value) {
    return numbers.try_emplace(value, numbers.size()).first->second;
  }

  void add(const StridedOperand &operand) {
    os << '\n'
       << numberOf(operand.tensor) << ' ' << operand.tensor.getType() << ' '
       << operand.offset;
    for (int64_t stride : operand.strides)
      os << ' ' << stride;
    for (const TensorDim &dim : operand.tensorDims) {
      os << " [" << dim.size << ' ' << dim.stride << ' ' << dim.offset;
      for (int64_t factor : dim.factors)
        os << ' ' << factor;
    }
    if (const GatheredDims &dims = operand.gathered)
      os << " g" << dims.loop << ' ' << dims.inner << ' ' << dims.outer << ' '
         << dims.radix;
    if (operand.padding)
      os << " p" << operand.padding;
  }

  std::string text;
  llvm::raw_string_ostream os{text};
  llvm::DenseMap<Value, unsigned> numbers;
};

} // namespace

LogicalResult TileTrialSelection::run(const FusionGroup &group,
                                      MatchFailureRecorder &failures,
                                      function_ref<LogicalResult()> check) {
  auto [entry, isNew] = known.try_emplace(TextualKey().get(group));
  if (isNew) {
    LogicalResult result = check();
    if (failed(result))
      entry->second = failures.message();
    return result;
  }
  if (!entry->second)
    return success();
  return failures.notifyMatchFailure(group.root) << *entry->second;
}

//===----------------------------------------------------------------------===//
// Trial
//===----------------------------------------------------------------------===//

/// Emits the loop of the group into a function whose arguments are the tensors.
static func::FuncOp
emitFunction(ImplicitLocOpBuilder &builder, FusionGroupContext &group,
             function_ref<void(ImplicitLocOpBuilder &)> emitLoop) {
  auto function = func::FuncOp::create(builder, "trial_selection",
                                       builder.getFunctionType({}, {}));
  mlir::Block *body = function.addEntryBlock();
  for (std::vector<OperandBlock> *blocks : {&group.loads, &group.stores})
    for (OperandBlock &block : *blocks)
      block.setMemory(body->addArgument(
          LaunchOp::getBufferType(block.getTensor().getType()),
          builder.getLoc()));
  function.setFunctionType(
      builder.getFunctionType(body->getArgumentTypes(), {}));
  builder.setInsertionPointToStart(body);
  emitLoop(builder);
  func::ReturnOp::create(builder);
  return function;
}

/// Simplifies like the passes between tile code and selection, which do not
/// simplify regions.
void TileTrialSelection::simplify(Operation *function) {
  (void)applyPatternsGreedily(
      function, canonicalization,
      GreedyRewriteConfig().setRegionSimplificationLevel(
          GreedySimplifyRegionLevel::Disabled));
  IRRewriter rewriter(context);
  DominanceInfo dominance(function);
  eliminateCommonSubExpressions(rewriter, dominance, function);
}

LogicalResult TileTrialSelection::select(const FusionGroup &group,
                                         const BlockPlan &plan,
                                         MatchFailureRecorder &failures) {
  FusionGroupContext own(group, plan, variant);
  return select(group, own, failures, [&](ImplicitLocOpBuilder &builder) {
    emitFusionGroupLoop(builder, own, cores);
  });
}

LogicalResult TileTrialSelection::select(const GroupChain &chain,
                                         MatchFailureRecorder &failures) {
  FusionGroupContext boundary(chain.boundary, chain.plan, variant);
  return select(chain.boundary, boundary, failures,
                [&](ImplicitLocOpBuilder &builder) {
                  emitGroupChainLoop(builder, boundary, chain, cores);
                });
}

LogicalResult TileTrialSelection::select(
    const FusionGroup &group, FusionGroupContext &own,
    MatchFailureRecorder &failures,
    function_ref<void(ImplicitLocOpBuilder &)> emitLoop) {
  ImplicitLocOpBuilder builder(UnknownLoc::get(context), context);
  OwningOpRef<ModuleOp> module = ModuleOp::create(builder.getUnknownLoc());
  (*module)->setAttr(MatrixDialect::kTargetAttrName,
                     TargetAttr::get(context, StringRef(variant.cpu)));
  builder.setInsertionPointToStart(module->getBody());
  func::FuncOp function = emitFunction(builder, own, emitLoop);
  simplify(function);
  std::string missing = selectScratch(function, variant);
  if (missing.empty())
    return success();
  return failures.notifyMatchFailure(group.root) << missing;
}
