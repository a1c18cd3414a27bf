//===- RowPreparation.cpp - preparation for row selection -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Normalizes vector code before row selection: contractions are rewritten to
// the operand layouts that instructions have, transpositions are moved toward
// reads and writes, and first iterations that start from a constant are peeled.
// A contraction gets the layout of an instruction that requires the fewest
// transpositions of its two operands. Elementwise operations commute with
// transposition:
//
//   f(transpose(x), c)  ->  transpose(f(x, c))
//
//===----------------------------------------------------------------------===//

#include "Rows/RowPreparation.h"
#include "Rows/RowMatching.h"
#include "Vector/VectorOperators.h"
#include "matrix/Dialect/Matrix/IR/InstructionTable.h"
#include "matrix/Dialect/Matrix/IR/RowOperation.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace matrix;
using table::Node;
using table::NodeKind;

//===----------------------------------------------------------------------===//
// Transpositions
//===----------------------------------------------------------------------===//

/// Returns the index notation of the contractions that the variant has.
static llvm::SetVector<StringRef>
contractionTexts(const desc::VariantInfo &variant) {
  llvm::SetVector<StringRef> texts;
  for (const table::Instruction &inst : table::rowInstructions())
    for (const table::Pattern &pattern : inst.patterns)
      for (const Node &node : pattern.nodes)
        if (node.kind == NodeKind::Contract && inst.isAvailable(variant))
          texts.insert(node.text);
  return texts;
}

static AffineMap transposeMap(AffineMap map) {
  return AffineMap::get(map.getNumDims(), 0,
                        {map.getResult(1), map.getResult(0)}, map.getContext());
}

/// Transposes directly after the definition, where a read can absorb it.
static Value transposed(OpBuilder &b, Value value) {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointAfterValue(value);
  return vector::TransposeOp::create(b, value.getLoc(), value,
                                     ArrayRef<int64_t>{1, 0});
}

/// Returns the contraction with other operands.
static vector::ContractionOp withOperands(OpBuilder &b,
                                          vector::ContractionOp op, Value lhs,
                                          Value rhs, ArrayRef<AffineMap> maps) {
  return vector::ContractionOp::create(b, op.getLoc(), lhs, rhs, op.getAcc(),
                                       b.getAffineMapArrayAttr(maps),
                                       op.getIteratorTypes(), op.getKind());
}

/// Prefers the layout that requires the fewest transpositions.
static void transposeOperands(vector::ContractionOp op,
                              const llvm::SetVector<StringRef> &texts) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  if (llvm::any_of(maps, [](AffineMap m) { return m.getNumResults() != 2; }))
    return;
  OpBuilder b(op);
  for (unsigned mask : {0, 1, 2, 3})
    for (StringRef text : texts) {
      SmallVector<AffineMap> candidateMaps = maps;
      for (unsigned i : {0, 1})
        if (mask & (1 << i))
          candidateMaps[i] = transposeMap(maps[i]);
      bool first = mask & 1, second = mask & 2;
      Value lhs = op.getLhs(), rhs = op.getRhs();
      if (!isContraction(candidateMaps, text))
        continue;
      if (!mask)
        return;
      lhs = first ? transposed(b, lhs) : lhs;
      rhs = second ? transposed(b, rhs) : rhs;
      auto replaced = withOperands(b, op, lhs, rhs, candidateMaps);
      op.replaceAllUsesWith(replaced.getResult());
      op.erase();
      return;
    }
}

static void transposeWrite(vector::TransferWriteOp op) {
  AffineMap map = op.getPermutationMap();
  if (map.getNumResults() != 2 || map.isMinorIdentity() || op.getMask() ||
      op.hasOutOfBoundsDim() || !map.isProjectedPermutation())
    return;
  if (map.getDimPosition(0) < map.getDimPosition(1))
    return;
  OpBuilder b(op);
  Value value = vector::TransposeOp::create(
      b, op.getLoc(), op.getValueToStore(), ArrayRef<int64_t>{1, 0});
  op.getValueToStoreMutable().assign(value);
  op.setPermutationMapAttr(AffineMapAttr::get(transposeMap(map)));
}

/// Returns the operand of a transposition, except of a line.
static Value stripTransposition(Value value) {
  auto op = value.getDefiningOp<vector::TransposeOp>();
  bool isTransposed = op && isRowVector(op.getType()) &&
                      op.getPermutation() == ArrayRef<int64_t>{1, 0} &&
                      !op.getVector().getDefiningOp<vector::BroadcastOp>();
  return isTransposed ? op.getVector() : Value();
}

/// Rewrites f(transpose(x)) to transpose(f(x)), so that transpositions move
/// toward the write.
static void sinkTransposition(Operation *op) {
  if (op->getNumResults() != 1 || !isRowVector(op->getResult(0).getType()) ||
      !OpTrait::hasElementwiseMappableTraits(op))
    return;
  OpBuilder b(op);
  auto transposeType = [](Type type) {
    auto vector = cast<VectorType>(type);
    return VectorType::get({vector.getDimSize(1), vector.getDimSize(0)},
                           vector.getElementType());
  };
  SmallVector<Value> operands;
  bool isTransposed = false;
  for (Value operand : op->getOperands()) {
    TypedAttr number = splatElement(operand);
    Value source = stripTransposition(operand);
    if (!number && !source)
      return;
    isTransposed |= bool(source);
    operands.push_back(
        source ? source
               : arith::ConstantOp::create(
                     b, op->getLoc(),
                     DenseElementsAttr::get(transposeType(operand.getType()),
                                            number)));
  }
  if (!isTransposed)
    return;
  OperationState state(op->getLoc(), op->getName());
  state.addOperands(operands);
  state.addAttributes(op->getAttrs());
  state.addTypes(transposeType(op->getResult(0).getType()));
  op->replaceAllUsesWith(
      ValueRange(transposed(b, b.create(state)->getResult(0))));
  llvm::SetVector<Value> old(op->operand_begin(), op->operand_end());
  op->erase();
  // Dead transpositions are erased, because they count as users of their
  // operands.
  for (Value value : old)
    if (value.use_empty() && stripTransposition(value))
      value.getDefiningOp()->erase();
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

static bool startsFromConstant(scf::ForOp loop) {
  return llvm::any_of(loop.getInitArgs(), [](Value init) {
    return isRowVector(init.getType()) && splatElement(init);
  });
}

static bool peelLoop(IRRewriter &rewriter, scf::ForOp loop) {
  scf::ForOp first;
  rewriter.setInsertionPoint(loop);
  if (failed(scf::peelForLoopFirstIteration(rewriter, loop, first)))
    return succeeded(loop.promoteIfSingleIteration(rewriter));
  (void)first.promoteIfSingleIteration(rewriter);
  return true;
}

/// Peeling a loop makes the loops inside start from the constant.
static void peelLoops(func::FuncOp function) {
  IRRewriter rewriter(function.getContext());
  bool changes = true;
  while (std::exchange(changes, false)) {
    SmallVector<scf::ForOp> loops;
    function.walk([&](scf::ForOp loop) {
      if (startsFromConstant(loop))
        loops.push_back(loop);
    });
    for (scf::ForOp loop : loops)
      changes |= peelLoop(rewriter, loop);
  }
}

void matrix::prepareForRows(func::FuncOp function,
                            const desc::VariantInfo &variant) {
  peelLoops(function);
  SmallVector<Operation *> ops;
  function.walk([&](Operation *op) { ops.push_back(op); });
  llvm::for_each(ops, sinkTransposition);
  llvm::SetVector<StringRef> texts = contractionTexts(variant);
  SmallVector<vector::ContractionOp> contractions;
  function.walk([&](vector::ContractionOp op) { contractions.push_back(op); });
  for (vector::ContractionOp op : contractions)
    transposeOperands(op, texts);
  function.walk([](vector::TransferWriteOp op) { transposeWrite(op); });
}

//===----------------------------------------------------------------------===//
// Cleanup after emission
//===----------------------------------------------------------------------===//

/// Removes loop-carried values that now reside in buffers.
static void removeCarriedVectors(scf::ForOp loop) {
  OpBuilder b(loop);
  for (auto [index, init] : llvm::enumerate(loop.getInitArgsMutable())) {
    if (!isRowVector(init.get().getType()))
      continue;
    Value zero = arith::ConstantOp::create(b, loop.getLoc(),
                                           b.getZeroAttr(init.get().getType()));
    init.assign(zero);
    loop.getBody()->getTerminator()->setOperand(index,
                                                loop.getRegionIterArg(index));
    loop.getResult(index).replaceAllUsesWith(zero);
  }
}

void matrix::removeReplaced(func::FuncOp function) {
  SmallVector<Operation *> ops;
  function.walk([](scf::ForOp loop) { removeCarriedVectors(loop); });
  function.walk([&](Operation *op) { ops.push_back(op); });
  for (Operation *op : llvm::reverse(ops)) {
    auto write = dyn_cast<vector::TransferWriteOp>(op);
    bool replaced = write && isRowVector(write.getValueToStore().getType());
    if (replaced || isOpTriviallyDead(op))
      op->erase();
  }
  RewritePatternSet patterns(function.getContext());
  scf::ForOp::getCanonicalizationPatterns(patterns, function.getContext());
  (void)applyPatternsGreedily(function, std::move(patterns));
}
