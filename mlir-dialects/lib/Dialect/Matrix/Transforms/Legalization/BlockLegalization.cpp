//===- BlockLegalization.cpp - legalization of column blocks --------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A column block of narrow elements (R rows and the columns of a 32-bit tile)
// has no register of its own. The patterns insert it into a tile, where
// widening and narrowing instructions access it as a column block, and rewrite
// copies and extensions of blocks. A tile of 8-bit elements has four of them,
// one of 16-bit elements two:
//
//   | block 0 | block 1 | block 2 | block 3 |
//
// A copy of a block goes through 32-bit elements, which is exact; if all blocks
// keep their positions, the copies are the tile itself.
//
//===----------------------------------------------------------------------===//

#include "Legalization/Legalization.h"
#include "Vector/VectorOperators.h"
#include "matrix/Dialect/Matrix/IR/InstructionTable.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace matrix;
using vector::ExtractStridedSliceOp;
using vector::InsertStridedSliceOp;

static bool isBlock(Type type, const InstructionSet &set) {
  return set.isMask(type) && !set.isTile(type);
}

namespace {

//===----------------------------------------------------------------------===//
// Blocks outside of tiles
//===----------------------------------------------------------------------===//

/// An operation on a block that is not extracted from a tile operates on column
/// block 0 of a tile.
struct PutBlockIntoTile : RewritePattern {
  PutBlockIntoTile(StringRef name, const InstructionSet &set,
                   MLIRContext *context)
      : RewritePattern(name, 1, context), set(set) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    Value block = op->getResult(0);
    if (!isBlock(block.getType(), set))
      return rewriter.notifyMatchFailure(op,
                                         "the result is not a column block");
    auto type = cast<VectorType>(block.getType());
    auto tile = getTileType(type.getElementType(), set.getVariant());
    auto needsTile = [](OpOperand &use) {
      return !isa<InsertStridedSliceOp>(use.getOwner());
    };
    if (!tile || llvm::none_of(block.getUses(), needsTile))
      return rewriter.notifyMatchFailure(op, "all users insert the block");
    rewriter.setInsertionPointAfter(op);
    ImplicitLocOpBuilder b(op->getLoc(), rewriter);
    SmallVector<int64_t> origin{0, 0}, ones{1, 1};
    Value zero = createSplat(b, tile, 0);
    Value whole = InsertStridedSliceOp::create(b, block, zero, origin, ones);
    Value part =
        ExtractStridedSliceOp::create(b, whole, origin, type.getShape(), ones);
    rewriter.replaceUsesWithIf(block, part, needsTile);
    return success();
  }

  const InstructionSet &set;
};

//===----------------------------------------------------------------------===//
// Block copies
//===----------------------------------------------------------------------===//

/// Copies a block between tiles by widening and narrowing, which is exact. If
/// all blocks of a tile keep their positions, the tile itself replaces the
/// copies.
struct CopyBlock : OpRewritePattern<InsertStridedSliceOp> {
  CopyBlock(MLIRContext *context, const InstructionSet &set)
      : OpRewritePattern(context), set(set) {}

  LogicalResult matchAndRewrite(InsertStridedSliceOp op,
                                PatternRewriter &rewriter) const override {
    auto extracted =
        op.getValueToStore().getDefiningOp<ExtractStridedSliceOp>();
    if (!extracted || !isBlock(extracted.getType(), set) ||
        !set.isTile(op.getType()))
      return rewriter.notifyMatchFailure(
          op, "does not copy a column block between tiles");
    if (Value whole = findWhole(op)) {
      rewriter.replaceOp(op, whole);
      return success();
    }
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value copy = copyThroughWide(b, extracted);
    rewriter.modifyOpInPlace(op,
                             [&] { op.getValueToStoreMutable().assign(copy); });
    return success();
  }

private:
  static int64_t columnOf(InsertStridedSliceOp op) {
    return cast<IntegerAttr>(op.getOffsets()[1]).getInt();
  }

  /// Returns the tile all of whose blocks are inserted by the chain that ends
  /// in `op` at their own positions; null if there is none.
  static Value findWhole(InsertStridedSliceOp op) {
    Value whole = op.getValueToStore().getDefiningOp()->getOperand(0);
    if (whole.getType() != op.getType())
      return {};
    int64_t width =
        cast<VectorType>(op.getValueToStore().getType()).getDimSize(1);
    int64_t blocks = cast<VectorType>(op.getType()).getDimSize(1) / width;
    SmallVector<int64_t> seen;
    for (; op; op = op.getDest().getDefiningOp<InsertStridedSliceOp>()) {
      auto extracted =
          op.getValueToStore().getDefiningOp<ExtractStridedSliceOp>();
      if (!extracted || extracted->getOperand(0) != whole)
        return {};
      SmallVector<int64_t> offsets;
      extracted.getOffsets(offsets);
      if (offsets[1] != columnOf(op) || offsets[0] != 0)
        return {};
      if (!llvm::is_contained(seen, offsets[1]))
        seen.push_back(offsets[1]);
      if (int64_t(seen.size()) == blocks)
        return whole;
    }
    return {};
  }

  static Value copyThroughWide(ImplicitLocOpBuilder &b, Value block) {
    auto narrow = cast<VectorType>(block.getType());
    if (isa<FloatType>(narrow.getElementType())) {
      Value wide =
          arith::ExtFOp::create(b, narrow.clone(b.getF32Type()), block);
      return arith::TruncFOp::create(b, narrow, wide);
    }
    VectorType type = narrow.clone(b.getI32Type());
    unsigned bits = narrow.getElementTypeBitWidth();
    Value wide = arith::ExtSIOp::create(b, type, block);
    wide = arith::MaxSIOp::create(b, wide,
                                  createSplat(b, type, llvm::minIntN(bits)));
    wide = arith::MinSIOp::create(b, wide,
                                  createSplat(b, type, llvm::maxIntN(bits)));
    return arith::TruncIOp::create(b, narrow, wide);
  }

  const InstructionSet &set;
};

//===----------------------------------------------------------------------===//
// Unsigned blocks and conversions to floats
//===----------------------------------------------------------------------===//

/// Returns whether an instruction widens blocks of such integers to 32 bits.
static bool widens(bool isUnsigned, unsigned bits, bool toFloat,
                   const InstructionSet &set) {
  return llvm::any_of(table::instructions(), [&](const auto &inst) {
    return inst.isAvailable(set.getVariant()) &&
           llvm::any_of(inst.patterns, [&](const table::Pattern &pattern) {
             const table::Node &top = pattern.root();
             if (top.kind != table::NodeKind::Cast || !top.format ||
                 top.format->isFloat != toFloat || top.format->bits != 32)
               return false;
             const table::Node &part = pattern.nodes[top.args[0]];
             return part.kind == table::NodeKind::Part &&
                    !part.format->isFloat && !part.format->isAny &&
                    part.format->isUnsigned == isUnsigned &&
                    part.format->bits == bits;
           });
  });
}

/// Rewrites a sign extension whose sign bits are masked to a zero extension.
struct WidenWithoutSign : OpRewritePattern<arith::AndIOp> {
  WidenWithoutSign(MLIRContext *context, const InstructionSet &set)
      : OpRewritePattern(context), set(set) {}

  LogicalResult matchAndRewrite(arith::AndIOp op,
                                PatternRewriter &rewriter) const override {
    auto signExtended = op.getLhs().getDefiningOp<arith::ExtSIOp>();
    if (!signExtended || !isBlock(signExtended.getIn().getType(), set))
      return rewriter.notifyMatchFailure(
          op, "the operand is not a sign-extended column block");
    unsigned bits =
        getElementTypeOrSelf(signExtended.getIn()).getIntOrFloatBitWidth();
    auto mask = dyn_cast_if_present<IntegerAttr>(splatElement(op.getRhs()));
    if (!mask || !mask.getValue().isMask(bits) ||
        !widens(/*isUnsigned=*/true, bits, /*toFloat=*/false, set))
      return rewriter.notifyMatchFailure(
          op, "not a mask of the narrow bits, or no instruction widens them");
    rewriter.replaceOpWithNewOp<arith::ExtUIOp>(op, op.getType(),
                                                signExtended.getIn());
    return success();
  }

  const InstructionSet &set;
};

/// Rewrites the conversion of an extended integer to a float to one of the
/// narrow integer.
struct WidenToFloat : OpRewritePattern<arith::SIToFPOp> {
  WidenToFloat(MLIRContext *context, const InstructionSet &set)
      : OpRewritePattern(context), set(set) {}

  LogicalResult matchAndRewrite(arith::SIToFPOp op,
                                PatternRewriter &rewriter) const override {
    Operation *wide = op.getIn().getDefiningOp();
    if (!isa_and_present<arith::ExtSIOp, arith::ExtUIOp>(wide) ||
        !isBlock(wide->getOperand(0).getType(), set))
      return rewriter.notifyMatchFailure(
          op, "the operand is not an extended column block");
    Value block = wide->getOperand(0);
    bool isUnsigned = isa<arith::ExtUIOp>(wide);
    unsigned bits = getElementTypeOrSelf(block).getIntOrFloatBitWidth();
    if (!getElementTypeOrSelf(op.getType()).isF32() ||
        !widens(isUnsigned, bits, /*toFloat=*/true, set))
      return rewriter.notifyMatchFailure(
          op, "no instruction widens such blocks to f32");
    if (isUnsigned)
      rewriter.replaceOpWithNewOp<arith::UIToFPOp>(op, op.getType(), block);
    else
      rewriter.replaceOpWithNewOp<arith::SIToFPOp>(op, op.getType(), block);
    return success();
  }

  const InstructionSet &set;
};

} // namespace

void matrix::populateBlockLegalization(RewritePatternSet &patterns,
                                       const InstructionSet &set) {
  MLIRContext *context = patterns.getContext();
  // Conversions to narrow formats create column blocks.
  for (StringRef name : {arith::TruncFOp::getOperationName(),
                         arith::TruncIOp::getOperationName(),
                         arith::FPToSIOp::getOperationName(),
                         arith::FPToUIOp::getOperationName()})
    patterns.add<PutBlockIntoTile>(name, set, context);
  patterns.add<CopyBlock, WidenWithoutSign, WidenToFloat>(context, set);
}
