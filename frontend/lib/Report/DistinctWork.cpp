//===- DistinctWork.cpp - copy of a program without redundancy ------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computations in different forms become equal by generalization and by the
// replacement of initial values that bodies do not use. The original name of an
// operation is in its location, which elimination ignores.
//
//===----------------------------------------------------------------------===//

#include "DistinctWork.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/Inliner.h"

using namespace mlir;
using namespace matrix;

/// Calls of functions of several blocks remain, and recursion, which is an
/// error, beyond this depth. The number of calls can grow with each level.
static constexpr unsigned kMaxDepth = 16, kMaxCalls = 1 << 10;

static bool inlineCall(func::CallOp call, ModuleOp module) {
  auto callee = module.lookupSymbol<func::FuncOp>(call.getCallee());
  if (!callee || callee.isExternal() || !callee.getBody().hasOneBlock())
    return false;
  if (callee->isAncestor(call)) // the cloned region would grow
    return false;
  InlinerInterface interface(module.getContext());
  if (failed(mlir::inlineCall(interface, InlinerConfig().getCloneCallback(),
                              cast<CallOpInterface>(call.getOperation()),
                              cast<CallableOpInterface>(callee.getOperation()),
                              &callee.getBody())))
    return false;
  call.erase();
  return true;
}

static void inlineCalls(func::FuncOp entry, ModuleOp module) {
  bool isChanged = true;
  unsigned tried = 0;
  for (unsigned depth = 0; isChanged && depth < kMaxDepth; ++depth) {
    isChanged = false;
    for (auto call : llvm::to_vector(entry.getOps<func::CallOp>()))
      if (tried++ < kMaxCalls)
        isChanged |= inlineCall(call, module);
  }
}

static void generalize(func::FuncOp entry) {
  IRRewriter rewriter(entry.getContext());
  SmallVector<linalg::LinalgOp> named;
  entry.walk([&](linalg::LinalgOp op) {
    op->setLoc(FusedLoc::get(
        entry.getContext(), {op.getLoc()},
        StringAttr::get(entry.getContext(), op->getName().getStringRef())));
    if (!isa<linalg::GenericOp, linalg::FillOp>(op.getOperation()))
      named.push_back(op);
  });
  for (linalg::LinalgOp op : named) {
    rewriter.setInsertionPoint(op);
    (void)linalg::generalizeNamedOp(rewriter, op);
  }
}

/// The initial values that a body does not use are those of elements that no
/// iteration writes.
static void dropUnusedInits(func::FuncOp entry) {
  OpBuilder builder(entry.getContext());
  entry.walk([&](linalg::GenericOp op) {
    for (OpOperand &init : op.getDpsInitsMutable()) {
      auto type = dyn_cast<RankedTensorType>(init.get().getType());
      if (!type || !type.hasStaticShape() ||
          op.payloadUsesValueFromOperand(&init) ||
          !op.getMatchingIndexingMap(&init).isProjectedPermutation())
        continue;
      builder.setInsertionPoint(op);
      init.set(tensor::EmptyOp::create(builder, op.getLoc(), type.getShape(),
                                       type.getElementType(),
                                       type.getEncoding()));
    }
  });
}

/// Folds bodies and moves, and removes what is not used.
static void simplify(func::FuncOp entry) {
  MLIRContext *context = entry.getContext();
  RewritePatternSet patterns(context);
  for (RegisteredOperationName op : context->getRegisteredOperations())
    if (isa<arith::ArithDialect, math::MathDialect, linalg::LinalgDialect,
            tensor::TensorDialect>(op.getDialect()))
      op.getCanonicalizationPatterns(patterns, context);
  GreedyRewriteConfig config;
  config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
  (void)applyPatternsGreedily(entry, std::move(patterns), config);
}

OwningOpRef<ModuleOp> matrix::copyDistinctWork(ModuleOp module) {
  OwningOpRef<ModuleOp> copy(module.clone());
  auto entry = copy->lookupSymbol<func::FuncOp>("main");
  inlineCalls(entry, *copy);
  generalize(entry);
  dropUnusedInits(entry);
  simplify(entry);
  IRRewriter rewriter(module.getContext());
  DominanceInfo dominance(entry);
  eliminateCommonSubExpressions(rewriter, dominance, entry);
  return copy;
}

StringRef matrix::originalNameOf(Operation *op) {
  auto name = op->getLoc()->findInstanceOf<FusedLocWith<StringAttr>>();
  return name ? name.getMetadata().getValue() : op->getName().getStringRef();
}
