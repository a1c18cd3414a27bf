//===- Addresses.cpp - addresses of elements of memrefs -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream builds and reads whole descriptors, which are most of the operations
// of a program in the LLVM dialect, and are folded only by LLVM. Here, a
// descriptor of which only addresses are used has the pointers and the offset;
// its other fields are poison.
//
//===----------------------------------------------------------------------===//

#include "Addresses.h"
#include "BuiltinCalls.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "matrix/Dialect/Matrix/IR/TileOperation.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace matrix;

namespace {
/// The leading fields of a descriptor.
enum Field : int64_t { Allocated, Aligned, Offset };
} // namespace

//===----------------------------------------------------------------------===//
// Uses
//===----------------------------------------------------------------------===//

/// Returns the field of a descriptor, which is the inserted value if operations
/// nearby insert it.
static Value getField(ImplicitLocOpBuilder &b, Value descriptor, Field field) {
  for (Value part = descriptor; Operation *op = part.getDefiningOp();) {
    if (auto insert = dyn_cast<LLVM::InsertValueOp>(op)) {
      if (insert.getPosition() == ArrayRef<int64_t>{field})
        return insert.getValue();
      part = insert.getContainer();
    } else if (isa<UnrealizedConversionCastOp>(op) &&
               op->getNumOperands() == 1) {
      part = op->getOperand(0);
    } else {
      break;
    }
  }
  return LLVM::ExtractValueOp::create(b, descriptor, ArrayRef<int64_t>{field});
}

static std::optional<int64_t> getConstant(Value value) {
  auto number = value.getDefiningOp<LLVM::ConstantOp>();
  auto attr = number ? dyn_cast<IntegerAttr>(number.getValue()) : nullptr;
  return attr ? std::optional(attr.getInt()) : std::nullopt;
}

/// Returns the address of the first element.
static Value getStart(ImplicitLocOpBuilder &b, Type element, MemRefType type,
                      int64_t offset, Value descriptor) {
  Value start = getField(b, descriptor, Aligned);
  if (offset == 0)
    return start;
  Value distance = ShapedType::isDynamic(offset)
                       ? getField(b, descriptor, Offset)
                       : constant(b, offset);
  if (getConstant(distance) == 0)
    return start;
  return LLVM::GEPOp::create(b, start.getType(), element, start, distance);
}

/// Returns the product of an index and the stride of its dimension.
static Value scale(ImplicitLocOpBuilder &b, Value descriptor, int64_t stride,
                   unsigned dim, Value index) {
  std::optional<int64_t> number = getConstant(index);
  if (stride == 1 || number == 0)
    return index;
  if (ShapedType::isDynamic(stride))
    return LLVM::MulOp::create(
        b, index, MemRefDescriptor(descriptor).stride(b, b.getLoc(), dim));
  return number ? constant(b, *number * stride)
                : Value(LLVM::MulOp::create(b, index, constant(b, stride)));
}

static Value add(ImplicitLocOpBuilder &b, Value sum, Value term) {
  std::optional<int64_t> first = getConstant(sum), second = getConstant(term);
  if (second == 0)
    return sum;
  if (first == 0)
    return term;
  return first && second ? constant(b, *first + *second)
                         : Value(LLVM::AddOp::create(b, sum, term));
}

Value matrix::getElementPointer(ImplicitLocOpBuilder &b,
                                const LLVMTypeConverter &converter,
                                MemRefType type, Value descriptor,
                                ValueRange indices) {
  auto [strides, offset] = type.getStridesAndOffset();
  Type element = converter.convertType(type.getElementType());
  Value start = getStart(b, element, type, offset, descriptor), sum;
  for (auto [dim, index] : llvm::enumerate(indices)) {
    Value term = scale(b, descriptor, strides[dim], dim, index);
    sum = sum ? add(b, sum, term) : term;
  }
  if (!sum || getConstant(sum) == 0)
    return start;
  return LLVM::GEPOp::create(b, start.getType(), element, start, sum);
}

/// Returns whether users of a memref read no size or stride of its descriptor.
static bool isOnlyAddressed(TypedValue<BaseMemRefType> memref) {
  auto type = dyn_cast<MemRefType>(memref.getType());
  if (!type)
    return false;
  SmallVector<int64_t> strides;
  int64_t offset;
  bool hasStrides = succeeded(type.getStridesAndOffset(strides, offset)) &&
                    !llvm::is_contained(strides, ShapedType::kDynamic);
  return llvm::all_of(memref.getUsers(), [&](Operation *user) {
    if (isa<memref::ViewOp, memref::ReinterpretCastOp>(user))
      return true;
    if (auto metadata = dyn_cast<memref::ExtractStridedMetadataOp>(user))
      return llvm::all_of(metadata->getResults().drop_front(2),
                          [](Value part) { return part.use_empty(); });
    if (auto cast = dyn_cast<memref::CastOp>(user))
      return isOnlyAddressed(cast.getDest());
    return hasStrides && (isa<DmaLoadOp, DmaStoreOp, DmaCopyOp>(user) ||
                          getInstruction(user));
  });
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

/// Returns a descriptor without sizes and strides.
static Value pack(ImplicitLocOpBuilder &b, Type type, Value allocated,
                  Value aligned, Value offset) {
  Value descriptor = LLVM::PoisonOp::create(b, type);
  for (auto [field, value] :
       {std::pair(Allocated, allocated), {Aligned, aligned}, {Offset, offset}})
    descriptor = LLVM::InsertValueOp::create(b, descriptor, value,
                                             ArrayRef<int64_t>{field});
  return descriptor;
}

namespace {

struct ViewLowering : ConvertOpToLLVMPattern<memref::ViewOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(memref::ViewOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isOnlyAddressed(op.getResult()))
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value source = adaptor.getSource(), start = getField(b, source, Aligned);
    start = LLVM::GEPOp::create(b, start.getType(), b.getI8Type(), start,
                                adaptor.getByteShift());
    rewriter.replaceOp(
        op, pack(b, getTypeConverter()->convertType(op.getType()),
                 getField(b, source, Allocated), start, constant(b, 0)));
    return success();
  }
};

struct ReinterpretCastLowering
    : ConvertOpToLLVMPattern<memref::ReinterpretCastOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(memref::ReinterpretCastOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isOnlyAddressed(op.getResult()) ||
        !isa<MemRefType>(op.getSource().getType()))
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value source = adaptor.getSource();
    Value offset = op.isDynamicOffset(0) ? adaptor.getOffsets().front()
                                         : constant(b, op.getStaticOffset(0));
    rewriter.replaceOp(op,
                       pack(b, getTypeConverter()->convertType(op.getType()),
                            getField(b, source, Allocated),
                            getField(b, source, Aligned), offset));
    return success();
  }
};

/// The sizes and strides are not used.
struct MetadataLowering
    : ConvertOpToLLVMPattern<memref::ExtractStridedMetadataOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(memref::ExtractStridedMetadataOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value base = op.getBaseBuffer();
    if (!llvm::all_of(op->getResults().drop_front(2),
                      [](Value part) { return part.use_empty(); }))
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value source = adaptor.getSource(), zero = constant(b, 0);
    SmallVector<Value> results(op->getNumResults(), zero);
    results[0] = pack(b, getTypeConverter()->convertType(base.getType()),
                      getField(b, source, Allocated),
                      getField(b, source, Aligned), zero);
    if (!op.getOffset().use_empty())
      results[1] = getField(b, source, Offset);
    rewriter.replaceOp(op, results);
    return success();
  }
};

struct GlobalLowering : ConvertOpToLLVMPattern<memref::GetGlobalOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(memref::GetGlobalOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = cast<MemRefType>(op.getType());
    FailureOr<unsigned> space = getTypeConverter()->getMemRefAddressSpace(type);
    if (!isOnlyAddressed(op.getResult()) || failed(space))
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value start = LLVM::AddressOfOp::create(
        b, LLVM::LLVMPointerType::get(b.getContext(), *space),
        op.getNameAttr());
    rewriter.replaceOp(op, pack(b, getTypeConverter()->convertType(type), start,
                                start, constant(b, 0)));
    return success();
  }
};

} // namespace

void matrix::populateAddressPatterns(const LLVMTypeConverter &converter,
                                     RewritePatternSet &patterns) {
  PatternBenefit beforeUpstream = 2;
  patterns.add<ViewLowering, ReinterpretCastLowering, MetadataLowering,
               GlobalLowering>(converter, beforeUpstream);
}
