//===- BlockEmitter.cpp - code common to all fusion groups ----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accumulator spills, loops over tiles, and the evaluation of a group's last
// body on column blocks.
//
//===----------------------------------------------------------------------===//

#include "BlockEmitter.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace matrix;

GroupContext::GroupContext(const Group &group, const BlockPlan &plan,
                           const desc::VariantInfo &variant)
    : group(group), plan(plan), variant(variant) {
  bool contracts = group.kind == GroupKind::Contraction;
  for (auto [i, input] : llvm::enumerate(group.inputs))
    loads.emplace_back(group, plan, variant, input,
                       contracts && i == group.rhs ? plan.cols : plan.rows,
                       contracts ? plan.depth : plan.cols);
  for (const Input &input : group.epilogueInputs)
    loads.emplace_back(group, plan, variant, input, plan.rows, plan.cols);
  if (group.init)
    loads.emplace_back(group, plan, variant, *group.init, plan.rows, plan.cols);
  for (const Operand &output : group.outputs)
    stores.emplace_back(group, plan, variant, output, plan.rows, plan.cols,
                        /*isOutput=*/true);
}

std::unique_ptr<BlockEmitter> matrix::makeEmitter(const GroupContext &context) {
  switch (context.group.kind) {
  case GroupKind::Contraction:
    return makeContractionEmitter(context);
  case GroupKind::Reduction:
    return makeReductionEmitter(context);
  case GroupKind::Elementwise:
    return makeElementwiseEmitter(context);
  }
  llvm_unreachable("kind of group");
}

//===----------------------------------------------------------------------===//
// Accumulator spills
//===----------------------------------------------------------------------===//

void Parking::allocate(OpBuilder &builder, Location loc, int64_t rows,
                       int64_t cols) {
  auto type = MemRefType::get({rows, getPitch(cols, 32, context.variant)},
                              context.group.accumulator, AffineMap(),
                              getScratchpadSpace(builder.getContext()));
  buffer = memref::AllocOp::create(builder, loc, type);
}

void Parking::write(OpBuilder &builder, Location loc, Value tile, Value row,
                    Value col) const {
  vector::TransferWriteOp::create(builder, loc, tile, buffer,
                                  ValueRange{row, col},
                                  ArrayRef<bool>{true, true});
}

Value Parking::read(OpBuilder &builder, Location loc, Value row,
                    Value col) const {
  Value padding = arith::ConstantOp::create(
      builder, loc, builder.getZeroAttr(context.group.accumulator));
  return vector::TransferReadOp::create(
      builder, loc,
      matrix::getTileType(context.group.accumulator, context.variant), buffer,
      ValueRange{row, col}, padding, ArrayRef<bool>{true, true});
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

void matrix::emitLoop(OpBuilder &builder, Location loc, Value bound,
                      int64_t step,
                      function_ref<void(OpBuilder &, Value)> body) {
  emitLoop(builder, loc, IndexMath(builder, loc).constant(0), bound, step, {},
           [&](OpBuilder &b, Value counter, ValueRange) {
             body(b, counter);
             return SmallVector<Value>();
           });
}

SmallVector<Value> matrix::emitLoop(
    OpBuilder &builder, Location loc, Value start, Value bound, int64_t step,
    ValueRange init,
    function_ref<SmallVector<Value>(OpBuilder &, Value, ValueRange)> body) {
  IndexMath math(builder, loc);
  auto loop = scf::ForOp::create(
      builder, loc, start, bound, math.constant(step), init,
      [&](OpBuilder &b, Location l, Value counter, ValueRange carried) {
        scf::YieldOp::create(b, l, body(b, counter, carried));
      });
  return SmallVector<Value>(loop.getResults());
}

Value BlockEmitter::bound(OpBuilder &builder, Location loc, const Step &step,
                          int dim) const {
  if (dim >= 0 && step.valid[dim])
    return step.valid[dim];
  return IndexMath(builder, loc).constant(context.plan.blockOf(dim));
}

//===----------------------------------------------------------------------===//
// Column blocks
//===----------------------------------------------------------------------===//

SmallVector<Value> BlockEmitter::readParts(OpBuilder &builder, Location loc,
                                           const OperandBlock &block,
                                           Value slot, Place place,
                                           int64_t parts) const {
  IndexMath math(builder, loc);
  TileArithmetic arithmetic(builder, loc, context.variant);
  int64_t partsPerTile = block.getTileType().getDimSize(1) / partCols();
  SmallVector<Value> result;
  Value tile;
  for (int64_t p = 0; p < parts; ++p) {
    if (p % partsPerTile == 0)
      tile = block.read(builder, loc, slot, place.row,
                        math.add(place.col, p * partCols()));
    result.push_back(arithmetic.widen(tile, p % partsPerTile));
  }
  return result;
}

/// Returns a tile of narrow elements if all column blocks are the same
/// constant, otherwise null. Columns without a value are not stored.
static Value createConstantTile(OpBuilder &builder, Location loc,
                                VectorType type, ArrayRef<Value> parts) {
  Attribute element;
  for (Value part : parts) {
    DenseElementsAttr elements;
    if (!matchPattern(part, m_Constant(&elements)) || !elements.isSplat())
      return {};
    auto own = elements.getSplatValue<Attribute>();
    if (element && own != element)
      return {};
    element = own;
  }
  if (auto number = dyn_cast<FloatAttr>(element)) {
    APFloat narrow = number.getValue();
    bool isInexact;
    narrow.convert(cast<FloatType>(type.getElementType()).getFloatSemantics(),
                   APFloat::rmNearestTiesToEven, &isInexact);
    element = builder.getFloatAttr(type.getElementType(), narrow);
  } else {
    unsigned bits = type.getElementTypeBitWidth();
    element = builder.getIntegerAttr(
        type.getElementType(),
        cast<IntegerAttr>(element).getValue().truncSSat(bits));
  }
  return arith::ConstantOp::create(builder, loc,
                                   DenseElementsAttr::get(type, element));
}

void BlockEmitter::writeParts(OpBuilder &builder, Location loc,
                              const OperandBlock &block, Value slot,
                              ArrayRef<Value> parts, Place place) const {
  IndexMath math(builder, loc);
  TileArithmetic arithmetic(builder, loc, context.variant);
  VectorType type = block.getTileType();
  int64_t partsPerTile = type.getDimSize(1) / partCols();
  for (int64_t p = 0, e = parts.size(); p < e; p += partsPerTile) {
    ArrayRef<Value> blocks = parts.slice(p, std::min(partsPerTile, e - p));
    Value tile = parts[p];
    if (partsPerTile > 1) {
      tile = createConstantTile(builder, loc, type, blocks);
      if (!tile) {
        tile =
            arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
        for (auto [q, part] : llvm::enumerate(blocks))
          tile = arithmetic.narrowInto(tile, part, q);
      }
    }
    block.write(builder, loc, slot, tile, place.row,
                math.add(place.col, p * partCols()));
  }
}

/// Returns the index of the input whose elements are the result `value`, or -1.
static int findCopied(ArrayRef<Input> inputs, Value value) {
  for (auto [i, input] : llvm::enumerate(inputs))
    if (input.argument == value)
      return i;
  return -1;
}

/// Copies tiles without conversion, also for element types without arithmetic.
void BlockEmitter::copyTiles(OpBuilder &builder, Location loc,
                             const OperandBlock &from, Value fromSlot,
                             const OperandBlock &to, Value toSlot, Place place,
                             int64_t parts) const {
  IndexMath math(builder, loc);
  int64_t columns = to.getTileType().getDimSize(1);
  for (int64_t c = 0; c < parts * partCols(); c += columns) {
    Value col = math.add(place.col, c);
    Value tile = from.read(builder, loc, fromSlot, place.row, col);
    to.write(builder, loc, toSlot, tile, place.row, col);
  }
}

void BlockEmitter::forEachPart(
    OpBuilder &builder, Location loc, const Slots &slots,
    ArrayRef<Value> results, Place place, int64_t parts, Value known,
    function_ref<void(TileArithmetic &)> body) const {
  const Group &group = context.group;
  ArrayRef<Input> inputs = group.epilogue ? group.epilogueInputs : group.inputs;
  unsigned offset = group.epilogue ? group.inputs.size() : 0;
  SmallVector<SmallVector<Value>> read;
  for (unsigned i = 0; i < inputs.size(); ++i)
    read.push_back(readParts(builder, loc, context.loads[offset + i],
                             slots.loads[offset + i], place, parts));
  for (int64_t p = 0; p < parts; ++p) {
    TileArithmetic arithmetic(builder, loc, context.variant);
    for (auto [input, value] : llvm::zip_equal(inputs, read))
      arithmetic.set(input.argument, value[p]);
    if (known)
      arithmetic.set(known, results[p]);
    else
      for (BlockArgument argument : group.results)
        arithmetic.setUnrounded(argument, results[p]);
    body(arithmetic);
  }
}

void BlockEmitter::emitLastBody(OpBuilder &builder, Location loc,
                                const Slots &slots, ArrayRef<Value> results,
                                Place place, int64_t parts, Value known) const {
  const Group &group = context.group;
  bool isRoot = !group.epilogue;
  loc = group.last()->getLoc();
  if (isRoot && group.kind != GroupKind::Elementwise) {
    writeParts(builder, loc, context.stores.front(), slots.stores.front(),
               results, place);
    return;
  }
  ArrayRef<Input> inputs = isRoot ? group.inputs : group.epilogueInputs;
  unsigned offset = isRoot ? 0 : group.inputs.size();
  auto yield = group.lastBody().getTerminator()->getOperands();
  SmallVector<SmallVector<Value>> written(context.stores.size());
  forEachPart(builder, loc, slots, results, place, parts, known,
              [&](TileArithmetic &arithmetic) {
                for (auto [value, out] : llvm::zip_equal(yield, written))
                  if (findCopied(inputs, value) < 0)
                    out.push_back(arithmetic.getUnrounded(value));
              });
  for (unsigned i = 0; i < written.size(); ++i) {
    int copied = findCopied(inputs, yield[i]);
    if (copied < 0)
      writeParts(builder, loc, context.stores[i], slots.stores[i], written[i],
                 place);
    else
      copyTiles(builder, loc, context.loads[offset + copied],
                slots.loads[offset + copied], context.stores[i],
                slots.stores[i], place, parts);
  }
}
