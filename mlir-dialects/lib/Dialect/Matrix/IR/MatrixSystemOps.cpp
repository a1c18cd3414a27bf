//===- MatrixSystemOps.cpp - operations bound to roles --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifiers of DMA transfers, semaphores and row buffers. Shapes must fit the
// DMA descriptor; constant numbers must exist on the target.
//
//===----------------------------------------------------------------------===//

#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "matrix/Dialect/Matrix/IR/RowOperation.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace matrix;

#define GET_OP_CLASSES
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// Verifies that a constant is in the range [0, count).
static LogicalResult verifyNumber(Operation *op, Value value, StringRef what,
                                  int64_t count) {
  std::optional<int64_t> number = getConstantIntValue(value);
  if (!number || (0 <= *number && *number < count))
    return success();
  return op->emitOpError("names ")
         << what << " " << *number << ", but '" << StringRef(getTarget(op).cpu)
         << "' has " << count << ", from 0";
}

static LogicalResult verifySemaphore(Operation *op, Value semaphore) {
  int64_t count = getTarget(op).parameters.semaphores.value_or(0);
  if (count == 0)
    return op->emitOpError("needs semaphores, which '")
           << StringRef(getTarget(op).cpu) << "' lacks";
  return verifyNumber(op, semaphore, "semaphore", count);
}

//===----------------------------------------------------------------------===//
// Transfers
//===----------------------------------------------------------------------===//

static constexpr int64_t kMaxRank = desc::dmaRank;

static LogicalResult verifyBlock(Operation *op, MemRefType block) {
  if (!inScratchpad(block))
    return op->emitOpError("needs the block in the scratchpad, but it is ")
           << block;
  if (!block.hasStaticShape() || block.getRank() < 1 ||
      block.getRank() > kMaxRank)
    return op->emitOpError("needs a block of static shape and rank 1 to ")
           << kMaxRank << ", but it is " << block;
  return success();
}

static LogicalResult verifyOutside(Operation *op, MemRefType outside,
                                   MemRefType block, ValueRange indices) {
  if (!inDram(outside))
    return op->emitOpError("needs the other side in DRAM, but it is ")
           << outside;
  if (outside.getElementType() != block.getElementType())
    return op->emitOpError("moves elements of one type, but has ")
           << outside << " and " << block;
  if (outside.getRank() < block.getRank())
    return op->emitOpError("has a block of higher rank than the other side");
  if (!indices.empty() && int64_t(indices.size()) != outside.getRank())
    return op->emitOpError("needs one index for each of the ")
           << outside.getRank() << " dimensions of the other side, or none";
  return success();
}

/// Non-contiguous elements of a row are transferred as rows of one element,
/// which takes one of the two counts.
static LogicalResult verifyRows(Operation *op, MemRefType outside,
                                MemRefType block) {
  for (MemRefType type : {outside, block}) {
    SmallVector<int64_t> strides;
    int64_t offset;
    if (failed(type.getStridesAndOffset(strides, offset)))
      return op->emitOpError("needs memrefs with strides");
    if (strides.back() != 1 && block.getRank() == kMaxRank)
      return op->emitOpError("of rank ")
             << kMaxRank << " needs a contiguous last dimension in " << type;
  }
  return success();
}

static LogicalResult verifyEngine(Operation *op) {
  if (!matrix::getTarget(op).dma)
    return op->emitOpError("needs a DMA engine, which '")
           << StringRef(getTarget(op).cpu) << "' lacks";
  return success();
}

static LogicalResult verifyTransfer(Operation *op, Value outside, Value block,
                                    ValueRange indices, ValueRange valid) {
  auto outsideType = dyn_cast<MemRefType>(outside.getType());
  auto blockType = dyn_cast<MemRefType>(block.getType());
  if (!outsideType || !blockType)
    return op->emitOpError("needs ranked memrefs");
  if (failed(verifyBlock(op, blockType)) ||
      failed(verifyOutside(op, outsideType, blockType, indices)) ||
      failed(verifyRows(op, outsideType, blockType)))
    return failure();
  if (!valid.empty() && int64_t(valid.size()) != blockType.getRank())
    return op->emitOpError("needs one valid extent for each of the ")
           << blockType.getRank() << " dimensions of the block, or none";
  return verifyEngine(op);
}

static LogicalResult verifyMulticast(DmaLoadOp op) {
  if (!op.getReceivers() || !op.getSemaphore())
    return op.emitOpError("needs both receivers and a semaphore, or neither");
  const desc::VariantInfo &variant = matrix::getTarget(op);
  if (!matrix::hasMulticast(variant))
    return op.emitOpError("needs an interconnect of cores, which '")
           << StringRef(variant.cpu) << "' lacks";
  return verifySemaphore(op, op.getSemaphore());
}

/// Verifies that DMA transfers can fill elements of `memref` with the value.
static LogicalResult verifyFill(Operation *op, TypedAttr value, Value memref) {
  Type element = cast<MemRefType>(memref.getType()).getElementType();
  if (value.getType() != element)
    return op->emitOpError("fills with a value of type ")
           << value.getType() << ", but elements are " << element;
  if (!getFillPattern(value))
    return op->emitOpError("needs a value whose 32-bit halves are equal");
  return success();
}

LogicalResult DmaLoadOp::verify() {
  if (failed(verifyTransfer(*this, getSource(), getTarget(), getIndices(),
                            getValid())))
    return failure();
  if (!getSkip().empty() && getSkip().size() != getValid().size())
    return emitOpError("needs as many extents to skip as valid ones, of which "
                       "it has ")
           << getValid().size();
  if (getFillAttr() && failed(verifyFill(*this, getFillAttr(), getTarget())))
    return failure();
  return getReceivers() || getSemaphore() ? verifyMulticast(*this) : success();
}

LogicalResult DmaStoreOp::verify() {
  return verifyTransfer(*this, getTarget(), getSource(), getIndices(),
                        getValid());
}

LogicalResult DmaCopyOp::verify() {
  auto from = dyn_cast<MemRefType>(getSource().getType());
  auto to = dyn_cast<MemRefType>(getTarget().getType());
  if (!from || !to)
    return emitOpError("needs ranked memrefs");
  if (failed(verifyBlock(*this, from)) || failed(verifyBlock(*this, to)) ||
      failed(verifyRows(*this, from, to)))
    return failure();
  if (from.getShape() != to.getShape() ||
      from.getElementType() != to.getElementType())
    return emitOpError("needs equal shapes and element types");
  return verifyEngine(*this);
}

//===----------------------------------------------------------------------===//
// Copies in DRAM
//===----------------------------------------------------------------------===//

bool matrix::isCopyableElement(Type type) {
  return type.isIntOrFloat() && type.getIntOrFloatBitWidth() <= 64 &&
         llvm::isPowerOf2_64(llvm::divideCeil(type.getIntOrFloatBitWidth(), 8));
}

bool matrix::isDramCopyable(Operation *scope, MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t offset;
  return type.hasStaticShape() && isCopyableElement(type.getElementType()) &&
         inDram(type) && succeeded(type.getStridesAndOffset(strides, offset)) &&
         llvm::none_of(strides, ShapedType::isDynamic) &&
         matrix::getTarget(scope).dma;
}

std::optional<uint32_t> matrix::getFillPattern(TypedAttr value) {
  if (!value)
    return 0;
  APInt bits = isa<FloatAttr>(value)
                   ? cast<FloatAttr>(value).getValue().bitcastToAPInt()
                   : cast<IntegerAttr>(value).getValue();
  bits = bits.zext(llvm::alignTo(bits.getBitWidth(), 8));
  if (bits.getBitWidth() > 32 && !bits.isSplat(32))
    return std::nullopt;
  return bits.getBitWidth() > 32 ? bits.trunc(32).getZExtValue()
                                 : APInt::getSplat(32, bits).getZExtValue();
}

/// Verifies that all operands are memrefs that DMA transfers can copy.
static LogicalResult verifyInDram(Operation *op) {
  for (Type operand : op->getOperandTypes()) {
    auto type = dyn_cast<MemRefType>(operand);
    if (!type || !isDramCopyable(op, type))
      return op->emitOpError(
                 "needs memrefs in DRAM with static shapes and strides "
                 "and elements of 1, 2, 4 or 8 bytes, and a target "
                 "with a DMA engine; found ")
             << operand;
  }
  return success();
}

LogicalResult CopyOp::verify() {
  if (failed(verifyInDram(*this)))
    return failure();
  auto from = cast<MemRefType>(getSource().getType());
  auto to = cast<MemRefType>(getTarget().getType());
  if (from.getShape() != to.getShape() ||
      from.getElementType() != to.getElementType())
    return emitOpError("needs equal shapes and element types");
  return success();
}

LogicalResult FillOp::verify() {
  if (failed(verifyInDram(*this)))
    return failure();
  return verifyFill(*this, getValue(), getTarget());
}

LogicalResult PadOp::verify() {
  if (failed(verifyInDram(*this)))
    return failure();
  auto from = cast<MemRefType>(getSource().getType());
  auto to = cast<MemRefType>(getTarget().getType());
  if (from.getElementType() != to.getElementType() ||
      from.getRank() != to.getRank() ||
      int64_t(getLow().size()) != from.getRank())
    return emitOpError("needs equal element types and ranks, and as many "
                       "elements of 'low'");
  for (auto [low, present, extent] :
       llvm::zip_equal(getLow(), from.getShape(), to.getShape()))
    if (low < 0 || low > extent - present)
      return emitOpError("copies elements ")
             << low << " to " << low + present << " of a dimension with "
             << extent;
  return verifyFill(*this, getFill(), getTarget());
}

//===----------------------------------------------------------------------===//
// Semaphores
//===----------------------------------------------------------------------===//

LogicalResult SemaphorePostOp::verify() {
  if (failed(verifySemaphore(*this, getSemaphore())))
    return failure();
  return verifyNumber(*this, getCore(), "core", matrix::getTarget(*this).cores);
}

LogicalResult SemaphoreWaitOp::verify() {
  if (failed(verifySemaphore(*this, getSemaphore())))
    return failure();
  std::optional<int64_t> count = getConstantIntValue(getCount());
  if (count && *count < 0)
    return emitOpError("waits for ") << *count << " posts; give 0 or more";
  return success();
}

//===----------------------------------------------------------------------===//
// Row memories
//===----------------------------------------------------------------------===//

LogicalResult RowsOp::verify() {
  auto type = dyn_cast<MemRefType>(getMemref().getType());
  const desc::SpaceInfo *space = type ? getRowSpace(type) : nullptr;
  if (!space || type.getRank() != 2 || !type.hasStaticShape())
    return emitOpError("needs a memref of rank 2 and static shape in a row "
                       "memory, but is ")
           << getMemref().getType();
  int64_t last = int64_t(getFirst()) + type.getDimSize(0);
  if (int64_t(getFirst()) < 0 || last > space->rows)
    return emitOpError("ends at row ")
           << last << ", but '" << StringRef(space->name) << "' has "
           << space->rows;
  return success();
}
