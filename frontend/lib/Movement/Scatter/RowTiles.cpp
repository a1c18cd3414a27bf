//===- RowTiles.cpp - rows of scatter loops on tiles ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations on rows are translated from the inserted row on, for one column
// block of a tile after the other (TileArithmetic.h). Their cycles are those of
// the instructions that a trial selects for one tile. Rows that are copied stay
// whole tiles.
//
//===----------------------------------------------------------------------===//

#include "RowTiles.h"
#include "Tiles/TileArithmetic.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/Transforms/Selection.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace matrix;

//===----------------------------------------------------------------------===//
// Translation
//===----------------------------------------------------------------------===//

namespace {

class RowTileBuilder {
public:
  using Load = llvm::function_ref<Value(tensor::ExtractSliceOp)>;

  RowTileBuilder(ImplicitLocOpBuilder &builder,
                 const desc::VariantInfo &variant, Load load)
      : builder(builder), variant(variant), load(load) {}

  Value build(Value row) {
    if (auto slice = findCopied(row))
      return getTile(slice);
    VectorType part = TileArithmetic(builder, variant)
                          .getColumnBlockType(getElementTypeOrSelf(row));
    VectorType type = getTileType(getElementTypeOrSelf(row), variant);
    int64_t blocks = type.getNumElements() / part.getNumElements();
    Value result;
    for (int64_t q = 0; q < blocks; ++q) {
      parts.clear();
      Value own = get(row, q);
      if (!own)
        return {};
      if (!result)
        result = blocks == 1 ? own : tiles.front().second;
      result = TileArithmetic(builder, variant).narrowInto(result, own, q);
    }
    return result;
  }

private:
  /// Returns the row that is read if nothing is computed from it, else null.
  static tensor::ExtractSliceOp findCopied(Value row) {
    auto generic = row.getDefiningOp<linalg::GenericOp>();
    if (!generic)
      return row.getDefiningOp<tensor::ExtractSliceOp>();
    auto argument = dyn_cast<BlockArgument>(
        generic.getBody()->getTerminator()->getOperand(0));
    if (!argument || argument.getOwner() != generic.getBody())
      return {};
    return findCopied(generic.getMatchingOpOperand(argument)->get());
  }

  Value getTile(tensor::ExtractSliceOp slice) {
    for (auto [known, tile] : tiles)
      if (known == slice)
        return tile;
    return tiles.emplace_back(slice, load(slice)).second;
  }

  Value get(Value row, int64_t q) {
    if (Value known = parts.lookup(row))
      return known;
    Value part;
    if (auto slice = row.getDefiningOp<tensor::ExtractSliceOp>())
      part = TileArithmetic(builder, variant).widen(getTile(slice), q);
    else if (auto generic = row.getDefiningOp<linalg::GenericOp>())
      part = compute(generic, q);
    return parts[row] = part;
  }

  /// Scalars that are not constants have no tile form.
  Value compute(linalg::GenericOp op, int64_t q) {
    TileArithmetic arithmetic(builder, variant);
    for (OpOperand *input : op.getDpsInputOperands()) {
      BlockArgument argument = op.getMatchingBlockArgument(input);
      Value part = argument.use_empty() ? Value() : get(input->get(), q);
      if (part)
        arithmetic.set(argument, part);
      else if (!argument.use_empty())
        return {};
    }
    return arithmetic.get(op.getBody()->getTerminator()->getOperand(0));
  }

  ImplicitLocOpBuilder &builder;
  const desc::VariantInfo &variant;
  Load load;
  SmallVector<std::pair<tensor::ExtractSliceOp, Value>> tiles;
  llvm::DenseMap<Value, Value> parts; // of one column block
};

} // namespace

Value matrix::computeRowTile(
    ImplicitLocOpBuilder &builder, const desc::VariantInfo &variant,
    tensor::InsertSliceOp insert,
    llvm::function_ref<Value(tensor::ExtractSliceOp)> load) {
  return RowTileBuilder(builder, variant, load).build(insert.getSource());
}

Value matrix::readRowTile(ImplicitLocOpBuilder &b, Value memory) {
  auto view = cast<MemRefType>(memory.getType());
  auto type = VectorType::get(view.getShape(), view.getElementType());
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value padding =
      arith::ConstantOp::create(b, b.getZeroAttr(type.getElementType()));
  return vector::TransferReadOp::create(b, type, memory, ValueRange{zero, zero},
                                        padding, b.getMultiDimIdentityMap(2),
                                        ArrayRef<bool>{true, true});
}

void matrix::writeRowTile(ImplicitLocOpBuilder &b, Value tile, Value memory) {
  Value zero = arith::ConstantIndexOp::create(b, 0);
  vector::TransferWriteOp::create(b, tile, memory, ValueRange{zero, zero},
                                  ArrayRef<bool>{true, true});
}

//===----------------------------------------------------------------------===//
// Cycles
//===----------------------------------------------------------------------===//

int64_t RowTiles::countTiles(int64_t width) const {
  return llvm::divideCeil(width, numElements());
}

int64_t RowTiles::tablePitch(int64_t width) const {
  return countTiles(width) * numElements();
}

int64_t RowTiles::operandPitch(int64_t width) const {
  return int64_t(llvm::alignTo(width, type.getDimSize(1)));
}

double RowTiles::countCycles(int64_t width) const {
  int64_t tiles = countTiles(width);
  int64_t groups = llvm::divideCeil(tiles, together);
  return double(groups * latency + (tiles - groups) * occupancy);
}

/// Returns whether the rows that are accessed have one element width, so that
/// their tiles have the same elements.
static bool haveOneWidth(const ScatterLoop &nest) {
  unsigned width = nest.getTableType().getElementTypeBitWidth();
  return !nest.table.hasElements &&
         llvm::all_of(nest.operands, [&](const ScatterOperand &operand) {
           return !operand.hasRows ||
                  operand.getType().getElementTypeBitWidth() == width;
         });
}

using BuildTiles = llvm::function_ref<Value(
    ImplicitLocOpBuilder &, llvm::function_ref<Value(Type)> argument)>;

/// Selects code that returns a tile; null: there is none.
static SelectedCode select(MLIRContext *context,
                           const desc::VariantInfo &variant, BuildTiles build) {
  bool hasForm = true;
  SelectedCode code = runTrialSelection(
      context, variant, Fusion::AroundReduction,
      [&](ImplicitLocOpBuilder &b, function_ref<Value(Type)> argument) {
        SmallVector<Value> results(1, build(b, argument));
        hasForm = bool(results[0]);
        return hasForm ? results : SmallVector<Value>();
      });
  code.isComplete &= hasForm;
  return code;
}

/// Selects the load of a tile, with a store of it or without.
static SelectedCode selectTransfer(VectorType type,
                                   const desc::VariantInfo &variant,
                                   bool withStore) {
  auto memory =
      MemRefType::get(type.getShape(), type.getElementType(), AffineMap(),
                      getScratchpadSpace(type.getContext()));
  return select(type.getContext(), variant,
                [&](ImplicitLocOpBuilder &b, auto argument) {
                  Value tile = readRowTile(b, argument(memory));
                  if (withStore)
                    writeRowTile(b, tile, argument(memory));
                  return tile;
                });
}

std::optional<RowTiles> matrix::findRowTiles(const ScatterLoop &loop,
                                             const desc::VariantInfo &variant) {
  auto insert = dyn_cast<tensor::InsertSliceOp>(loop.insertion);
  Type element = loop.getTableType().getElementType();
  VectorType type = getTileType(element, variant);
  if (!insert || !type || !haveOneWidth(loop) || !hasFormat(element, variant))
    return std::nullopt;
  int64_t loads = 0;
  SelectedCode result =
      select(insert.getContext(), variant,
             [&](ImplicitLocOpBuilder &b, auto argument) {
               return computeRowTile(
                   b, variant, insert, [&](tensor::ExtractSliceOp slice) {
                     ++loads;
                     return argument(
                         getTileType(getElementTypeOrSelf(slice), variant));
                   });
             });
  SelectedCode load = selectTransfer(type, variant, /*withStore=*/false);
  SelectedCode both = selectTransfer(type, variant, /*withStore=*/true);
  if (!result.isComplete || !both.isComplete)
    return std::nullopt;
  int64_t registers = std::max<int64_t>(result.registers, 1);
  return RowTiles{
      &variant, type,
      std::max<int64_t>(int64_t(variant.tileRegisters) / registers, 1),
      (loads - 1) * load.cycles + load.latency + result.latency,
      std::max(
          {loads * load.cycles, result.cycles, both.cycles - load.cycles})};
}
