//===- ResidentOperand.cpp - operands between launches --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the buffers of resident values, and the blocks in them. An offset or
// stride of the operand is divided by the stride of the outer dimensions: the
// quotient counts outer positions, the remainder columns. Rows need no
// arithmetic, because the buffer of a core has the rows of its only block.
//
//===----------------------------------------------------------------------===//

#include "Access/FusionGroup.h"
#include "OperandBlock.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace matrix;

void OperandBlock::allocateResident(ImplicitLocOpBuilder &builder) {
  int64_t rowPitch =
      getPitch(resident->columns, getElementType().getIntOrFloatBitWidth(),
               getTarget(builder.getBlock()->getParentOp()));
  auto type = MemRefType::get({resident->outer, resident->rows, rowPitch},
                              getElementType(), AffineMap(),
                              getScratchpadSpace(builder.getContext()));
  auto alloc = memref::AllocOp::create(builder, type);
  alloc->setAttr(kResidentAttrName,
                 builder.getI64IntegerAttr(operand.resident.number));
  buffer = alloc;
}

Value OperandBlock::getResidentView(ImplicitLocOpBuilder &builder,
                                    const BlockStep &step,
                                    ArrayRef<int64_t> shape) const {
  IndexMath math(builder);
  Value outer = math.constant(operand.offset / resident->outerStride());
  Value col = math.constant(operand.offset % resident->outerStride());
  for (auto [dim, stride] : llvm::enumerate(operand.strides)) {
    if (int(dim) == rowDim || stride == 0)
      continue;
    if (resident->isOuter(stride))
      outer = math.add(
          outer, math.mul(step.start[dim], stride / resident->outerStride()));
    else
      col = math.add(col, math.mul(step.start[dim], stride));
  }
  SmallVector<OpFoldResult> offsets = {getAsOpFoldResult(outer),
                                       builder.getIndexAttr(0),
                                       getAsOpFoldResult(col)};
  SmallVector<OpFoldResult> sizes = {builder.getIndexAttr(1),
                                     builder.getIndexAttr(shape[0]),
                                     builder.getIndexAttr(shape[1])};
  SmallVector<OpFoldResult> strides(3, builder.getIndexAttr(1));
  auto type = cast<MemRefType>(memref::SubViewOp::inferRankReducedResultType(
      shape, cast<MemRefType>(buffer.getType()), offsets, sizes, strides));
  return memref::SubViewOp::create(builder, type, buffer, offsets, sizes,
                                   strides);
}

Value OperandBlock::getStepView(ImplicitLocOpBuilder &builder,
                                Value bufferIndex,
                                const BlockStep &step) const {
  return resident ? getResidentView(builder, step, shape)
                  : getBufferView(builder, bufferIndex);
}

/// Returns whether the block [last - columns + 1, last] meets [first, end):
///
///   first <= last  and  last - columns + 1 < end
///
/// Both hold if last - first is less than end - first + columns - 1 as an
/// unsigned number, because a negative difference is large.
Value OperandBlock::storesColumns(ImplicitLocOpBuilder &builder,
                                  const BlockStep &step) const {
  IndexMath math(builder);
  int64_t first = storedColumns[0], end = storedColumns[1];
  Value last = math.constant(operand.offset % resident->outerStride());
  int64_t columns = 1;
  for (auto [dim, stride] : llvm::enumerate(operand.strides)) {
    if (int(dim) == rowDim || stride == 0 || resident->isOuter(stride))
      continue;
    last = math.add(last, math.mul(step.start[dim], stride));
    columns += (int(dim) == colDim ? shape.back() - 1 : 0) * stride;
  }
  last = math.add(last, columns - 1);
  // The difference is unsigned.
  return math.less(math.sub(last, math.constant(first)),
                   math.constant(end - first + columns - 1));
}

/// Returns the token of the transfer, which is complete if no column is stored.
Value OperandBlock::storeResident(ImplicitLocOpBuilder &builder,
                                  const BlockStep &step,
                                  Value bufferIndex) const {
  if (!operand.resident.isStored)
    return DmaDoneOp::create(builder).getToken();
  if (!storedColumns)
    return emitStore(builder, step, bufferIndex);
  auto stored = scf::IfOp::create(
      builder, storesColumns(builder, step),
      [&](OpBuilder &region, Location loc) {
        ImplicitLocOpBuilder inside(loc, region);
        scf::YieldOp::create(inside, emitStore(inside, step, bufferIndex));
      },
      [&](OpBuilder &region, Location loc) {
        Value done = DmaDoneOp::create(region, loc);
        scf::YieldOp::create(region, loc, done);
      });
  return stored.getResult(0);
}
