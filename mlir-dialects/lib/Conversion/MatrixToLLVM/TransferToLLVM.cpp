//===- TransferToLLVM.cpp - lowering of DMA transfers ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A DMA transfer writes its descriptor to a buffer in the scratchpad and starts
// it. All of them write the first descriptor of the buffer, because the engine
// copies it at the start; the backend lets those in loops use the others
// (MatrixDescriptors.cpp). Addresses are stored as pointers, so that alias
// analysis sees that they escape.
//
//===----------------------------------------------------------------------===//

#include "Addresses.h"
#include "BuiltinCalls.h"
#include "DescriptorWriter.h"
#include "matrix/Conversion/MatrixToLLVM/MatrixToLLVM.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace matrix;
namespace field = matrix::desc::dma_field;

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

namespace {

/// One side of a DMA transfer: an address and the strides of the dimensions.
struct Side {
  MemRefType type;
  Value descriptor, pointer;
};

/// The shape of a DMA transfer: planes of rows of contiguous bytes.
class TransferShape {
public:
  TransferShape(ImplicitLocOpBuilder &builder, Side dram, Side block,
                ValueRange valid)
      : b(builder), dram(dram), block(block), valid(valid) {
    if (!isContiguous(dram.type) || !isContiguous(block.type))
      ++counted;
  }

  bool elementRows() const { return counted == rank(); }
  int64_t elementBytes() const {
    return llvm::divideCeil(block.type.getElementTypeBitWidth(), 8);
  }
  int64_t rank() const { return block.type.getRank(); }

  /// Returns the bytes of a row, all or only the valid ones.
  Value rowBytes(bool onlyValid) const;
  /// Returns the block dimension of the rows (1) or planes (2); none if absent.
  std::optional<int64_t> dim(unsigned number) const {
    int64_t d = counted - int64_t(number);
    return d < 0 ? std::nullopt : std::optional(d);
  }
  Value count(unsigned number, bool onlyValid) const;
  Value stride(const Side &side, unsigned number) const;

private:
  static bool isContiguous(MemRefType type) {
    SmallVector<int64_t> strides;
    int64_t offset;
    return succeeded(type.getStridesAndOffset(strides, offset)) &&
           strides.back() == 1;
  }
  Value extent(int64_t dim, bool onlyValid) const {
    return onlyValid && !valid.empty()
               ? valid[dim]
               : constant(b, block.type.getDimSize(dim));
  }

  ImplicitLocOpBuilder &b;
  Side dram, block;
  ValueRange valid;
  /// Number of leading dimensions that are counts of the descriptor. The
  /// remaining ones are bytes of a row.
  int64_t counted = block.type.getRank() - 1;
};

} // namespace

Value TransferShape::rowBytes(bool onlyValid) const {
  if (elementRows())
    return constant(b, elementBytes());
  if (!onlyValid || valid.empty())
    return constant(b, block.type.getShape().back() * elementBytes());
  return LLVM::MulOp::create(b, valid.back(), constant(b, elementBytes()));
}

Value TransferShape::count(unsigned number, bool onlyValid) const {
  std::optional<int64_t> d = dim(number);
  return d ? extent(*d, onlyValid) : constant(b, 1);
}

Value TransferShape::stride(const Side &side, unsigned number) const {
  std::optional<int64_t> d = dim(number);
  if (!d)
    return constant(b, 0);
  return strideInBytes(b, side.type, side.descriptor,
                       side.type.getRank() - rank() + *d);
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

/// Returns the descriptor buffer, a zero-initialized global in the scratchpad.
static Value getDescriptorPointer(OpBuilder &builder, Operation *op) {
  const desc::DmaInfo &dma = *getTarget(op).dma;
  unsigned space = getScratchpadSpace(op->getContext()).getNumber();
  auto module = op->getParentOfType<ModuleOp>();
  StringRef name = "matrix.dma_descriptor";
  auto global = module.lookupSymbol<LLVM::GlobalOp>(name);
  if (!global) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    auto type = LLVM::LLVMArrayType::get(builder.getI8Type(),
                                         dma.descriptorSize * kDmaDescriptors);
    global =
        LLVM::GlobalOp::create(builder, module.getLoc(), type,
                               /*isConstant=*/false, LLVM::Linkage::Internal,
                               name, Attribute(), dma.descriptorSize, space);
    Block *body = builder.createBlock(&global.getInitializerRegion());
    builder.setInsertionPointToStart(body);
    Value zero = LLVM::ZeroOp::create(builder, module.getLoc(), type);
    LLVM::ReturnOp::create(builder, module.getLoc(), zero);
  }
  return LLVM::AddressOfOp::create(builder, op->getLoc(), global);
}

static Side lowerSide(ImplicitLocOpBuilder &builder,
                      const LLVMTypeConverter &converter, Value memref,
                      Value descriptor, ValueRange indices) {
  auto type = cast<MemRefType>(memref.getType());
  return {type, descriptor,
          getElementPointer(builder, converter, type, descriptor, indices)};
}

/// Sets the fields common to loads and stores.
static void describe(DescriptorWriter &writer, const TransferShape &block,
                     const Side &from, const Side &to) {
  writer.setPointer(field::source, from.pointer);
  writer.setPointer(field::destination, to.pointer);
  writer.set(field::s1, block.stride(from, 1));
  writer.set(field::s2, block.stride(from, 2));
  writer.set(field::d1, block.stride(to, 1));
  writer.set(field::d2, block.stride(to, 2));
}

static Value start(OpBuilder &builder, Operation *op, Value descriptorPointer,
                   DescriptorWriter &writer) {
  writer.write(getTarget(op).dma->descriptorSize);
  return callBuiltin(builder, op, "role.dma_start", builder.getI64Type(),
                     descriptorPointer, Effects::Any)
      .getResult();
}

namespace {

struct DmaLoadLowering : ConvertOpToLLVMPattern<DmaLoadOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(DmaLoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    const LLVMTypeConverter &converter = *getTypeConverter();
    Side from = lowerSide(b, converter, op.getSource(), adaptor.getSource(),
                          adaptor.getIndices());
    Side to = lowerSide(b, converter, op.getTarget(), adaptor.getTarget(), {});
    TransferShape block(b, from, to, adaptor.getValid());
    Value descriptorPointer = getDescriptorPointer(b, op);
    DescriptorWriter writer(b, descriptorPointer);
    describe(writer, block, from, to);
    writer.set(field::kind, desc::dma_kind::load);
    writer.set(field::row_bytes, block.rowBytes(false));
    writer.set(field::n1, block.count(1, false));
    writer.set(field::n2, block.count(2, false));
    writer.set(field::hi1, block.count(1, true));
    writer.set(field::hi2, block.count(2, true));
    if (!op.getValid().empty() && !block.elementRows())
      writer.set(field::right,
                 Value(LLVM::SubOp::create(b, block.rowBytes(false),
                                           block.rowBytes(true))));
    if (!op.getSkip().empty())
      setSkipped(b, writer, block, adaptor.getSkip());
    writer.set(field::fill, *getFillPattern(op.getFillAttr()));
    if (op.getReceivers()) {
      writer.set(field::flags,
                 desc::dma_flag::multicast | desc::dma_flag::post);
      writer.set(field::cores, adaptor.getReceivers());
      writer.set(field::semaphore, adaptor.getSemaphore());
    }
    rewriter.replaceOp(op, start(b, op, descriptorPointer, writer));
    return success();
  }

private:
  static void setSkipped(ImplicitLocOpBuilder &b, DescriptorWriter &writer,
                         const TransferShape &block, ValueRange skip) {
    if (std::optional<int64_t> rows = block.dim(1))
      writer.set(field::lo1, skip[*rows]);
    if (std::optional<int64_t> planes = block.dim(2))
      writer.set(field::lo2, skip[*planes]);
    if (!block.elementRows())
      writer.set(field::left,
                 Value(LLVM::MulOp::create(b, skip.back(),
                                           constant(b, block.elementBytes()))));
  }
};

/// The counts are those of the valid elements; others are not filled.
Value startUnfilled(ImplicitLocOpBuilder &b, Operation *op, const Side &from,
                    const Side &to, ValueRange valid, int64_t kind) {
  TransferShape block(b, to, from, valid);
  Value pointer = getDescriptorPointer(b, op);
  DescriptorWriter writer(b, pointer);
  describe(writer, block, from, to);
  writer.set(field::kind, kind);
  writer.set(field::row_bytes, block.rowBytes(true));
  for (const desc::DmaField &f : {field::n1, field::hi1})
    writer.set(f, block.count(1, true));
  for (const desc::DmaField &f : {field::n2, field::hi2})
    writer.set(f, block.count(2, true));
  return start(b, op, pointer, writer);
}

/// Stores and copies. The latter have neither indices nor valid extents.
template <class Transfer, int64_t kind>
struct UnfilledLowering : ConvertOpToLLVMPattern<Transfer> {
  using ConvertOpToLLVMPattern<Transfer>::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(Transfer op, typename Transfer::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    ValueRange indices, valid;
    if constexpr (std::is_same_v<Transfer, DmaStoreOp>) {
      indices = adaptor.getIndices();
      valid = adaptor.getValid();
    }
    const LLVMTypeConverter &converter = *this->getTypeConverter();
    Side from =
        lowerSide(b, converter, op.getSource(), adaptor.getSource(), {});
    Side to =
        lowerSide(b, converter, op.getTarget(), adaptor.getTarget(), indices);
    rewriter.replaceOp(op, startUnfilled(b, op, from, to, valid, kind));
    return success();
  }
};

using DmaStoreLowering = UnfilledLowering<DmaStoreOp, desc::dma_kind::store>;
using DmaCopyLowering = UnfilledLowering<DmaCopyOp, desc::dma_kind::copy>;

/// Handle 0 denotes a complete transfer; no transfer is started with it.
struct DmaDoneLowering : ConvertOpToLLVMPattern<DmaDoneOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(DmaDoneOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    rewriter.replaceOp(op, constant(b, 0));
    return success();
  }
};

struct DmaWaitLowering : ConvertOpToLLVMPattern<DmaWaitOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(DmaWaitOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    callBuiltin(b, op, "role.dma_wait", {}, adaptor.getToken(), Effects::Any);
    b.eraseOp(op);
    return success();
  }
};

} // namespace

void matrix::populateTransferPatterns(const LLVMTypeConverter &converter,
                                      RewritePatternSet &patterns) {
  patterns.add<DmaLoadLowering, DmaStoreLowering, DmaCopyLowering,
               DmaDoneLowering, DmaWaitLowering>(converter);
}
