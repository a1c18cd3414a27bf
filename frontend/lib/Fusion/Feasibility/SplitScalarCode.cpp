//===- SplitScalarCode.cpp - scalar code apart from tiles -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass matrix-split-scalar-code. Each connected component of a stage
// (BodyStages.h) before the last one becomes an operation of its own, over the
// loops on which it depends. Its results are operands of later stages.
//
//===----------------------------------------------------------------------===//

#include "BodyStages.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/Transforms/RowSelection.h"
#include "matrix/Frontend/Passes.h"
#include "matrix/Frontend/Techniques.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "matrix-split-scalar-code"

namespace matrix {
#define GEN_PASS_DEF_MATRIXSPLITSCALARCODEPASS
#include "matrix/Frontend/Passes.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

namespace {

/// A tensor of values of the body, read by a map of the original loops.
struct BodyOperand {
  Value tensor;
  AffineMap map;
};

class StageSplitter {
public:
  StageSplitter(linalg::GenericOp op, const BodyStages &stages)
      : b(op.getLoc(), op), op(op), stages(stages),
        extents(op.getStaticLoopRanges()) {
    for (OpOperand *input : op.getDpsInputOperands())
      operands[op.getMatchingBlockArgument(input)] = {
          input->get(), op.getMatchingIndexingMap(input)};
  }

  void run() {
    for (int64_t stage = 0; stage < stages.getLast(); ++stage)
      for (ArrayRef<Operation *> component : findComponents(stage))
        create(component);
    replaceLast();
  }

private:
  /// Returns the operations of a stage, connected by their operands, in order.
  SmallVector<SmallVector<Operation *>> findComponents(int64_t stage) {
    llvm::EquivalenceClasses<Operation *> classes;
    SmallVector<Operation *> all;
    for (Operation &inner : *op.getBody()) {
      if (inner.hasTrait<OpTrait::ConstantLike>() ||
          stages.getStage(&inner) != stage)
        continue;
      all.push_back(&inner);
      classes.insert(&inner);
      for (Value operand : inner.getOperands())
        if (Operation *from = operand.getDefiningOp();
            from && classes.contains(from))
          classes.unionSets(&inner, from);
    }
    llvm::MapVector<Operation *, SmallVector<Operation *>> components;
    for (Operation *inner : all)
      components[classes.getLeaderValue(inner)].push_back(inner);
    return llvm::to_vector(llvm::make_second_range(components));
  }

  /// Returns the values that operations read from tensors.
  llvm::SetVector<Value> findOperands(ArrayRef<Operation *> inner) const {
    llvm::SetVector<Value> read;
    for (Operation *each : inner)
      for (Value operand : each->getOperands())
        if (operands.contains(operand))
          read.insert(operand);
    return read;
  }

  /// Returns the values that later stages use.
  SmallVector<Value> findResults(ArrayRef<Operation *> inner) const {
    SmallVector<Value> results;
    for (Operation *each : inner)
      if (llvm::any_of(each->getUsers(), [&](Operation *user) {
            return stages.getStage(user) != stages.getStage(each);
          }))
        results.push_back(each->getResult(0));
    return results;
  }

  /// Creates the operation of a component and records its results.
  void create(ArrayRef<Operation *> inner) {
    llvm::SetVector<Value> read = findOperands(inner);
    SmallVector<Value> results = findResults(inner);
    llvm::SmallBitVector loops(extents.size());
    for (Value value : read)
      for (unsigned loop = 0; loop < extents.size(); ++loop)
        if (operands[value].map.isFunctionOfDim(loop))
          loops.set(loop);
    AffineMap map = getMap(loops);
    SmallVector<int64_t> shape;
    for (unsigned loop : loops.set_bits())
      shape.push_back(extents[loop]);
    SmallVector<Value> inputs, outputs;
    SmallVector<AffineMap> maps;
    for (Value value : read) {
      inputs.push_back(operands[value].tensor);
      maps.push_back(compress(operands[value].map, loops));
    }
    SmallVector<Type> types;
    for (Value result : results) {
      outputs.push_back(tensor::EmptyOp::create(b, shape, result.getType()));
      types.push_back(outputs.back().getType());
      maps.push_back(b.getMultiDimIdentityMap(shape.size()));
    }
    SmallVector<utils::IteratorType> iterators(shape.size(),
                                               utils::IteratorType::parallel);
    auto part = linalg::GenericOp::create(
        b, types, inputs, outputs, maps, iterators,
        [&](OpBuilder &body, Location loc, ValueRange arguments) {
          IRMapping mapping;
          mapping.map(read.getArrayRef(), arguments.take_front(read.size()));
          cloneInto(body, inner, mapping);
          SmallVector<Value> yielded;
          for (Value result : results)
            yielded.push_back(mapping.lookup(result));
          linalg::YieldOp::create(body, loc, yielded);
        });
    for (auto [value, tensor] : llvm::zip_equal(results, part.getResults()))
      operands[value] = {tensor, map};
  }

  /// Returns the map from all loops to some of them.
  AffineMap getMap(const llvm::SmallBitVector &loops) {
    SmallVector<AffineExpr> results;
    for (unsigned loop : loops.set_bits())
      results.push_back(b.getAffineDimExpr(loop));
    return AffineMap::get(extents.size(), 0, results, b.getContext());
  }

  /// Returns a map of these loops only.
  AffineMap compress(AffineMap map, const llvm::SmallBitVector &loops) {
    SmallVector<AffineExpr> dims(extents.size(), b.getAffineConstantExpr(0));
    unsigned position = 0;
    for (unsigned loop : loops.set_bits())
      dims[loop] = b.getAffineDimExpr(position++);
    return map.replaceDimsAndSymbols(dims, {}, position, 0);
  }

  /// Clones operations with the constants that they use.
  static void cloneInto(OpBuilder &body, ArrayRef<Operation *> inner,
                        IRMapping &mapping) {
    for (Operation *each : inner) {
      for (Value operand : each->getOperands())
        if (Operation *from = operand.getDefiningOp();
            from && from->hasTrait<OpTrait::ConstantLike>() &&
            !mapping.contains(operand))
          mapping.map(operand, body.clone(*from)->getResult(0));
      body.clone(*each, mapping);
    }
  }

  /// Adds inputs that have the extent of a loop on which no other operand
  /// depends; their elements are not read.
  void addExtents(SmallVectorImpl<Value> &inputs,
                  SmallVectorImpl<AffineMap> &maps) {
    auto hasExtent = [&](unsigned loop) {
      auto dependsOnIt = [&](AffineMap map) {
        return map.isFunctionOfDim(loop);
      };
      return llvm::any_of(maps, dependsOnIt) ||
             llvm::any_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
               return dependsOnIt(op.getMatchingIndexingMap(&init));
             });
    };
    for (OpOperand *input : op.getDpsInputOperands()) {
      AffineMap map = op.getMatchingIndexingMap(input);
      for (unsigned loop = 0; loop < extents.size(); ++loop)
        if (map.isFunctionOfDim(loop) && !hasExtent(loop)) {
          inputs.push_back(input->get());
          maps.push_back(map);
        }
    }
  }

  /// The last stage reads results of the others instead of computing them.
  void replaceLast() {
    SmallVector<Operation *> inner;
    for (Operation &each : *op.getBody())
      if (!each.hasTrait<OpTrait::ConstantLike>() &&
          stages.getStage(&each) == stages.getLast())
        inner.push_back(&each);
    llvm::SetVector<Value> read = findOperands(inner);
    SmallVector<Value> inputs;
    SmallVector<AffineMap> maps;
    for (Value value : read) {
      inputs.push_back(operands[value].tensor);
      maps.push_back(operands[value].map);
    }
    addExtents(inputs, maps);
    for (OpOperand &init : op.getDpsInitsMutable())
      maps.push_back(op.getMatchingIndexingMap(&init));
    auto result = linalg::GenericOp::create(
        b, op->getResultTypes(), inputs, op.getOutputs(), maps,
        op.getIteratorTypesArray(),
        [&](OpBuilder &body, Location loc, ValueRange arguments) {
          IRMapping mapping;
          mapping.map(read.getArrayRef(), arguments.take_front(read.size()));
          mapping.map(op.getRegionOutputArgs(),
                      arguments.drop_front(inputs.size()));
          cloneInto(body, inner, mapping);
        });
    result->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    op.replaceAllUsesWith(result);
    op.erase();
  }

  ImplicitLocOpBuilder b;
  linalg::GenericOp op;
  const BodyStages &stages;
  SmallVector<int64_t> extents;
  llvm::DenseMap<Value, BodyOperand> operands;
};

struct SplitScalarCode
    : matrix::impl::MatrixSplitScalarCodePassBase<SplitScalarCode> {
  using MatrixSplitScalarCodePassBase::MatrixSplitScalarCodePassBase;

  void runOnOperation() override {
    const desc::VariantInfo &variant = getTarget(getOperation());
    if (hasRowInstructions(variant) ||
        isDisabled(getOperation(), Technique::Tiles))
      return;
    SmallVector<linalg::GenericOp> ops;
    getOperation().walk([&](linalg::GenericOp op) { ops.push_back(op); });
    for (linalg::GenericOp op : ops) {
      BodyStages stages(op, variant);
      if (!stages.isDivided())
        continue;
      LDBG() << stages.getLast() << " stages before the last: " << op;
      StageSplitter(op, stages).run();
      ++numSplit;
    }
  }
};

} // namespace
