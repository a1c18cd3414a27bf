//===- BodyCost.cpp - cycles of elementwise bodies ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds the body in a scratch function and counts what is selected. Values
// that are the same in all columns are computed once for a row of tiles: the
// body takes them as arguments, and a second function computes them.
//
//===----------------------------------------------------------------------===//

#include "BodyCost.h"
#include "Tiles/TileArithmetic.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/Transforms/Selection.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace matrix;

namespace {

using Argument = function_ref<Value(Type)>;
using Tiles = SmallVector<Value>;

class BodyBuilder {
public:
  BodyBuilder(const FusionGroup &group, int cols, int64_t blocksOfTile,
              const desc::VariantInfo &variant)
      : group(group), cols(cols), blocksOfTile(blocksOfTile), variant(variant),
        inputs(group.epilogue ? group.epilogueInputs : group.inputs) {
    if (hoists())
      findInvariants();
  }

  /// Elements of column blocks have at most 32 bits.
  bool hasTiles() const {
    auto hasTile = [&](const StridedOperand &operand) {
      return columnBlocksOf(operand) > 0 &&
             getTileType(operand.getElementType(), variant);
    };
    return llvm::all_of(inputs, hasTile) &&
           llvm::all_of(group.outputs, hasTile);
  }

  /// Results of a reduction along the columns have one.
  int64_t columnBlocks() const {
    bool isWhole = group.kind != FusionGroupKind::Reduction || hasColumns();
    return isWhole && (cols >= 0 || group.epilogue) ? blocksOfTile : 1;
  }

  /// Builds what differs between columns, for the column blocks of a tile.
  /// Returns no values if an operation is not supported.
  SmallVector<Value> build(ImplicitLocOpBuilder &b, Argument argument) const {
    auto tilesOf = [&](const StridedOperand &operand) {
      Tiles tiles;
      for (int64_t p = 0; p < columnBlocks(); p += columnBlocksOf(operand))
        tiles.push_back(
            argument(getTileType(operand.getElementType(), variant)));
      return tiles;
    };
    SmallVector<Tiles> loaded, results;
    for (const StridedInput &input : inputs)
      loaded.push_back(isInvariant(input) ? Tiles() : tilesOf(input));
    for (const StridedOperand &output : group.outputs)
      results.push_back(tilesOf(output));
    Tiles same;
    for (Value value : shared) {
      VectorType type =
          TileArithmetic(b, variant).getColumnBlockType(value.getType());
      if (!type)
        return {};
      same.push_back(argument(type));
    }
    for (int64_t p = 0; p < columnBlocks(); ++p)
      if (!addColumnBlock(b, argument, p, loaded, same, results))
        return {};
    SmallVector<Value> all;
    for (const Tiles &tiles : results)
      all.append(tiles);
    return all;
  }

  /// Builds what is the same in all columns.
  SmallVector<Value> buildInvariants(ImplicitLocOpBuilder &b,
                                     Argument argument) const {
    TileArithmetic arithmetic(b, variant);
    for (const StridedInput &input : inputs)
      if (isInvariant(input))
        arithmetic.set(
            input.argument,
            arithmetic.widen(
                argument(getTileType(input.getElementType(), variant)), 0));
    SmallVector<Value> all;
    for (Value value : shared)
      if (Value columnBlock = arithmetic.get(value))
        all.push_back(columnBlock);
    return all;
  }

  bool hasInvariants() const { return !shared.empty(); }

private:
  static int64_t columnBlocksOf(const StridedOperand &operand) {
    return 32 / operand.getElementType().getIntOrFloatBitWidth();
  }

  bool hasColumns() const {
    return llvm::any_of(group.outputs, [&](const StridedOperand &output) {
      return output.dependsOn(cols);
    });
  }

  /// Other groups evaluate the whole body for each tile.
  bool hoists() const {
    return group.kind == FusionGroupKind::Elementwise && hasColumns();
  }

  bool isInvariant(const StridedInput &input) const {
    return hoists() && !input.dependsOn(cols);
  }

  /// Results that are inputs are copied without conversion.
  bool isCopied(Value value) const {
    return llvm::any_of(inputs, [&](const StridedInput &input) {
      return input.argument == value;
    });
  }

  /// Collects the invariant values that other operations use.
  void findInvariants() {
    llvm::SmallPtrSet<Value, 8> invariant;
    for (const StridedInput &input : inputs)
      if (isInvariant(input))
        invariant.insert(input.argument);
    mlir::Block &body = group.lastBody();
    for (Operation &op : body) {
      auto isOutside = [&](Value value) {
        return value.getParentBlock() != &body || isConstant(value);
      };
      auto isInvariantValue = [&](Value value) {
        return invariant.contains(value);
      };
      bool isSame = !op.hasTrait<OpTrait::IsTerminator>() && !isTruth(op) &&
                    llvm::any_of(op.getOperands(), isInvariantValue) &&
                    llvm::all_of(op.getOperands(), [&](Value value) {
                      return isInvariantValue(value) || isOutside(value);
                    });
      for (Value value : isSame ? ValueRange(op.getResults()) : ValueRange())
        invariant.insert(value);
      for (Value value : isSame ? ValueRange() : ValueRange(op.getOperands()))
        if (invariant.contains(value))
          shared.insert(value);
    }
  }

  /// Truth values have no column blocks of their own.
  static bool isTruth(Operation &op) {
    return op.getNumResults() == 1 && op.getResult(0).getType().isInteger(1);
  }

  static bool isConstant(Value value) {
    Operation *op = value.getDefiningOp();
    return op && op->hasTrait<OpTrait::ConstantLike>();
  }

  bool addColumnBlock(ImplicitLocOpBuilder &b, Argument argument, int64_t p,
                      ArrayRef<Tiles> loaded, ArrayRef<Value> same,
                      MutableArrayRef<Tiles> results) const {
    TileArithmetic arithmetic(b, variant);
    for (auto [input, tiles] : llvm::zip_equal(inputs, loaded)) {
      int64_t count = columnBlocksOf(input);
      if (!tiles.empty())
        arithmetic.set(input.argument,
                       arithmetic.widen(tiles[p / count], p % count));
    }
    for (auto [value, columnBlock] : llvm::zip_equal(shared, same))
      arithmetic.set(value, columnBlock);
    if (!group.results.empty()) {
      Value accumulator = argument(getTileType(group.accumulator, variant));
      for (BlockArgument root : group.results)
        arithmetic.setUnrounded(root, accumulator);
    }
    auto yielded = group.lastBody().getTerminator()->getOperands();
    for (auto [value, output, tiles] :
         llvm::zip_equal(yielded, group.outputs, results)) {
      if (isCopied(value))
        continue;
      Value columnBlock = arithmetic.getResult(value);
      if (!columnBlock)
        return false;
      int64_t count = columnBlocksOf(output);
      Value &tile = tiles[p / count];
      tile = arithmetic.narrowInto(tile, columnBlock, p % count);
    }
    return true;
  }

  const FusionGroup &group;
  int cols;
  int64_t blocksOfTile; ///< column blocks of a tile
  const desc::VariantInfo &variant;
  ArrayRef<StridedInput> inputs; ///< of the last body
  llvm::SetVector<Value> shared; ///< invariants that others use
};

} // namespace

BodyCost matrix::selectLastBody(const FusionGroup &group, int cols,
                                int64_t columnBlocks,
                                const desc::VariantInfo &variant) {
  BodyBuilder body(group, cols, columnBlocks, variant);
  if (!body.hasTiles())
    return {};
  bool isSupported = false;
  auto select = [&](auto build) {
    return runTrialSelection(linalg::GenericOp(group.root).getContext(),
                             variant, Fusion::AfterContraction,
                             [&](ImplicitLocOpBuilder &b, Argument argument) {
                               SmallVector<Value> results = build(b, argument);
                               isSupported = !results.empty();
                               return results;
                             });
  };
  SelectedCode code = select([&](ImplicitLocOpBuilder &b, Argument argument) {
    return body.build(b, argument);
  });
  if (!isSupported || !code.isComplete)
    return {};
  BodyCost cost{true, double(code.cycles) / double(body.columnBlocks()), 0,
                double(code.latency), code.registers};
  if (body.hasInvariants())
    cost.invariant =
        double(select([&](ImplicitLocOpBuilder &b, Argument argument) {
                 return body.buildInvariants(b, argument);
               }).cycles);
  return cost;
}
