//===- Legalizer.cpp - legalization of vector operations ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collects the operations that single instructions perform, selects
// instructions that contain operators no single instruction has, and rewrites
// the remaining illegal operations by greedy pattern application. An operation
// is legal if a tree of one operator over distinct operands is in the table for
// its element type. Folding is disabled, because folded operations may be
// illegal again and the patterns would not converge; equal masks and constants
// are combined afterwards.
//
//===----------------------------------------------------------------------===//

#include "Legalization/Legalization.h"
#include "Matching/Parameters.h"
#include "Selection/Selector.h"
#include "Vector/VectorOperators.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/IR/TileOperation.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace matrix;
using table::Node;
using table::NodeKind;

//===----------------------------------------------------------------------===//
// Operations of single instructions
//===----------------------------------------------------------------------===//

/// Returns the only operator of the tree; a comparison is the operand of a
/// conversion to a mask. Null for larger trees and for trees with fixed
/// operands.
static const Node *singleOperator(const table::Pattern &pattern) {
  const Node *node = &pattern.root();
  if (node->kind == NodeKind::Cast)
    node = &pattern.nodes[node->args[0]];
  if (node->kind != NodeKind::Elementwise)
    return nullptr;
  for (unsigned i = 0; i < node->numArgs; ++i) {
    const Node &arg = pattern.nodes[node->args[i]];
    bool isOperand = arg.kind == NodeKind::Operand;
    for (unsigned j = 0; j < i; ++j) // x + x is not a general addition
      isOperand &= arg.index != pattern.nodes[node->args[j]].index;
    bool isMask = i == 0 && arg.kind == NodeKind::Elementwise;
    if (!isOperand && !isMask)
      return nullptr;
  }
  return node;
}

bool InstructionSet::has(StringRef spelled, Type element) const {
  std::string canonical = canonicalSpelling(spelled);
  for (const table::Instruction &inst : table::instructions()) {
    if (!inst.isAvailable(variant))
      continue;
    for (const table::Pattern &pattern : inst.patterns) {
      const Node *node = singleOperator(pattern);
      if (!node || nameOn(*node->op, element).empty() ||
          canonicalSpelling(nameOn(*node->op, element)) != canonical)
        continue;
      const table::Format *format =
          pattern.nodes[node->args[node->numArgs - 1]].format;
      if (isElementOf(element, *format))
        return true;
    }
  }
  return false;
}

/// Returns the reduction of a tree that reduces an operand directly, or null.
static const Node *singleReduction(const table::Pattern &pattern) {
  const Node &root = pattern.root();
  bool isPlain = root.kind == NodeKind::Reduce &&
                 pattern.nodes[root.args[0]].kind == NodeKind::Operand;
  return isPlain ? &root : nullptr;
}

bool InstructionSet::hasReduction(vector::MultiDimReductionOp op) const {
  VectorType type = op.getSourceVectorType();
  bool alongRows = op.getReductionDims() == ArrayRef<int64_t>{1};
  for (const table::Instruction &inst : table::instructions()) {
    if (!inst.isAvailable(variant))
      continue;
    for (const table::Pattern &pattern : inst.patterns) {
      const Node *node = singleReduction(pattern);
      if (node && (node->text == "ik->ij") == alongRows &&
          isTileOf(type, *node->format, false, variant) &&
          reductionKind(*node->op, type.getElementType()) == op.getKind())
        return true;
    }
  }
  return false;
}

bool InstructionSet::isTile(Type type) const {
  return isTileType(type, variant);
}

bool InstructionSet::isMask(Type type) const {
  auto vector = dyn_cast<VectorType>(type);
  return vector && vector.getRank() == 2 &&
         isTileType(vector.clone(IntegerType::get(type.getContext(), 32)),
                    variant);
}

//===----------------------------------------------------------------------===//
// Operators of fused instructions
//===----------------------------------------------------------------------===//

/// Returns whether the tree contains an operation that legalization, which
/// considers operations individually, would rewrite.
static bool wouldBeRewritten(const table::Pattern &pattern,
                             const InstructionSet &set,
                             const llvm::StringSet<> &rewritten,
                             MLIRContext *context) {
  return !singleOperator(pattern) &&
         llvm::any_of(pattern.nodes, [&](const Node &node) {
           if (node.kind != NodeKind::Elementwise || !node.format ||
               isParameter(pattern.nodes, node))
             return false;
           const table::Format *format =
               pattern.nodes[node.args[node.numArgs - 1]].format;
           if (!format || format->isAny)
             return false;
           Type element = matrix::getElementType(*format, context);
           StringRef name = nameOn(*node.op, element);
           return rewritten.contains(name) && !set.has(name, element);
         });
}

/// Selects instructions with such operations before legalization rewrites them.
static void selectFused(Operation *scope, const InstructionSet &set) {
  MLIRContext *context = scope->getContext();
  RewritePatternSet patterns(context);
  populateArithmeticLegalization(patterns, set);
  llvm::StringSet<> rewritten;
  for (const std::unique_ptr<RewritePattern> &pattern :
       patterns.getNativePatterns())
    if (std::optional<OperationName> name = pattern->getRootKind())
      rewritten.insert(name->getStringRef());
  SmallVector<Candidate> fused = llvm::filter_to_vector(
      getCandidates(set.getVariant()), [&](const Candidate &candidate) {
        return wouldBeRewritten(*candidate.pattern, set, rewritten, context);
      });
  if (!fused.empty())
    selectInstructions(scope, set.getVariant(), fused);
}

//===----------------------------------------------------------------------===//
// Entry point
//===----------------------------------------------------------------------===//

LogicalResult matrix::legalizeVectors(Operation *scope,
                                      const desc::VariantInfo &variant,
                                      RewriterBase::Listener *listener) {
  InstructionSet set(variant);
  selectFused(scope, set);
  RewritePatternSet patterns(scope->getContext());
  populateArithmeticLegalization(patterns, set);
  populateReductionLegalization(patterns, set);
  populateMaskLegalization(patterns, set);
  populateBlockLegalization(patterns, set);
  populateBlockArithmetic(patterns, set);
  // Folding would create shorter operations that no instruction performs.
  // Regions outside of tile code are not modified.
  GreedyRewriteConfig config;
  config.enableFolding(false).enableConstantCSE(false);
  config.setListener(listener);
  config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
  if (failed(applyPatternsGreedily(scope, std::move(patterns), config)))
    return scope->emitError("vectors cannot be legalized for '")
           << StringRef(variant.cpu)
           << "': the rewrite patterns do not converge";
  // Patterns create masks and constants independently of each other.
  IRRewriter rewriter(scope->getContext());
  DominanceInfo dominance(scope);
  eliminateCommonSubExpressions(rewriter, dominance, scope);
  chooseWholeTiles(scope, set);
  reuseOverwrittenTiles(scope, variant);
  dropOverwrittenConstants(scope);
  return success();
}
