//===- AllocateScratchpad.cpp - allocation of scratchpad buffers ----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First-fit allocation over live ranges (FirstFit.h). Operations are numbered
// in program order. A buffer is live from its allocation to the last operation
// of its block that uses the buffer, a view of it, or a DMA transfer that
// accesses it; a DMA transfer is live until its token is waited for. A call
// occupies the bytes of its callee during one operation, so that functions
// share bytes unless one calls the other.
//
//===----------------------------------------------------------------------===//

#include "EarlyTensors.h"
#include "PlaceTensors.h"
#include "Plan/Blocks/BlockPlan.h"
#include "Program/Prefetch/PrefetchBlocks.h"
#include "matrix/Description/Target.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/Transforms/FirstFit.h"
#include "matrix/Frontend/Passes.h"
#include "matrix/Frontend/Techniques.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "matrix-allocate-scratchpad"

namespace matrix {
#define GEN_PASS_DEF_MATRIXALLOCATESCRATCHPADPASS
#include "matrix/Frontend/Passes.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

static constexpr StringLiteral kGlobalName = "matrix_scratchpad";

namespace {

/// Sizes and offsets are bytes.
struct Buffer : LiveBuffer {
  memref::AllocOp op; // null: the buffers of a callee
};

} // namespace

//===----------------------------------------------------------------------===//
// Address assignment
//===----------------------------------------------------------------------===//

namespace {

struct AllocateScratchpad
    : matrix::impl::MatrixAllocateScratchpadPassBase<AllocateScratchpad> {
  using MatrixAllocateScratchpadPassBase::MatrixAllocateScratchpadPassBase;

  int64_t alignment = 1, totalSize = 0;
  SmallVector<Buffer> buffers;
  std::vector<PlacedTensor> tensors;
  std::vector<EarlyTensor> early;
  SymbolTable *symbols = nullptr;
  /// Bytes that each function occupies, including its callees.
  llvm::DenseMap<Operation *, int64_t> functionSizes;

  void runOnOperation() override {
    const desc::VariantInfo &variant = getTarget(getOperation());
    SymbolTable table(getOperation());
    symbols = &table;
    if (auto *memory = variant.memoryIn(desc::address_space::scratchpad))
      alignment = memory->alignment;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (failed(allocate(function, variant)))
        return signalPassFailure();
    numBytes += totalSize;
    if (totalSize > 0)
      replace(variant);
  }

  /// Allocates the callees of a function first. Resident buffers have offsets
  /// already and are placed before the others, which avoid them; kept
  /// tensors take what remains, in functions that are not called.
  LogicalResult allocate(func::FuncOp function,
                         const desc::VariantInfo &variant) {
    if (!functionSizes.try_emplace(function, 0).second)
      return success();
    LiveRanges ranges(function);
    FailureOr<SmallVector<Buffer>> allocated =
        allocateCallees(function, ranges, variant);
    if (failed(allocated))
      return failure();
    int64_t end = 0;
    auto place = [&](memref::AllocOp op, bool isResident) {
      if (!inScratchpad(op.getType()) ||
          op->hasAttr(kOffsetAttrName) != isResident)
        return WalkResult::advance();
      if (!op.getType().hasStaticShape())
        return op.emitError("a scratchpad buffer needs a static shape"),
               WalkResult::interrupt();
      Buffer buffer{{getBufferSize(op.getType(), alignment),
                     ranges.getBegin(op), ranges.getEnd(op)},
                    op};
      buffer.offset = findOffset(buffer, *allocated, variant);
      end = std::max(end, buffer.endOffset());
      allocated->push_back(buffer);
      buffers.push_back(buffer);
      ++numBuffers;
      LDBG() << buffer.size << " bytes at " << buffer.offset << ": " << *op;
      return checkCapacity(op, end, *allocated, variant);
    };
    WalkResult result = WalkResult::advance();
    for (bool isResident : {true, false})
      if (!result.wasInterrupted())
        result = function.walk(
            [&](memref::AllocOp op) { return place(op, isResident); });
    for (const Buffer &buffer : *allocated)
      end = std::max(end, buffer.endOffset());
    if (!result.wasInterrupted() && !function.isPrivate() && variant.dma &&
        !isDisabled(function, Technique::KeptTensors))
      end = std::max(end, useRemainder(function, ranges, *allocated, variant));
    functionSizes[function] = end;
    totalSize = std::max(totalSize, end);
    return failure(result.wasInterrupted());
  }

  int64_t getCores(const desc::VariantInfo &variant) const {
    return cores > 0 ? int64_t(cores) : int64_t(variant.cores);
  }

  /// Places tensors where no buffer is, and returns the end of the last one.
  int64_t useRemainder(func::FuncOp function, const LiveRanges &ranges,
                       ArrayRef<Buffer> allocated,
                       const desc::VariantInfo &variant) {
    std::vector<SmallVector<LiveBuffer>> occupied(
        getCores(variant), SmallVector<LiveBuffer>(allocated));
    ScratchpadRoom room{occupied, ranges, alignment,
                        getScratchpadCapacity(variant)};
    llvm::append_range(tensors,
                       placeTensors(function, *symbols, room, variant));
    numKept = tensors.size();
    if (variant.parameters.dramBytes &&
        !isDisabled(function, Technique::Overlap)) {
      SmallVector<Value> uses;
      for (const PlacedTensor &placed : tensors)
        for (memref::GetGlobalOp use : placed.tensor.uses)
          uses.push_back(use.getResult());
      llvm::append_range(early, chooseEarlyTensors(function, *symbols,
                                                   findCallOperands(uses), room,
                                                   variant));
    }
    int64_t end = 0;
    for (ArrayRef<LiveBuffer> buffers : occupied)
      for (const LiveBuffer &buffer : buffers)
        end = std::max(end, buffer.endOffset());
    return end;
  }

  /// Returns one buffer at offset 0 for each call.
  FailureOr<SmallVector<Buffer>>
  allocateCallees(func::FuncOp function, const LiveRanges &ranges,
                  const desc::VariantInfo &variant) {
    SmallVector<Buffer> allocated;
    WalkResult result = function.walk([&](func::CallOp call) {
      auto callee = symbols->lookup<func::FuncOp>(call.getCallee());
      if (!callee)
        return WalkResult::advance();
      if (failed(allocate(callee, variant)))
        return WalkResult::interrupt();
      int64_t now = ranges.getBegin(call);
      if (int64_t size = functionSizes.lookup(callee))
        allocated.push_back({{size, now, now}, memref::AllocOp()});
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      return failure();
    return allocated;
  }

  int64_t findOffset(const Buffer &buffer, ArrayRef<Buffer> allocated,
                     const desc::VariantInfo &variant) const {
    memref::AllocOp op = buffer.op;
    if (auto offset = op->getAttrOfType<IntegerAttr>(kOffsetAttrName))
      return offset.getInt();
    return op->hasAttr(kAtTopAttrName) ? findLastFit(buffer, allocated, variant)
                                       : findFirstFit(buffer, allocated);
  }

  /// Returns the highest offset, which is the lowest one from the other end.
  int64_t findLastFit(const Buffer &buffer, ArrayRef<Buffer> allocated,
                      const desc::VariantInfo &variant) const {
    int64_t end = llvm::alignDown(getScratchpadCapacity(variant), alignment);
    SmallVector<LiveBuffer> mirrored(allocated);
    for (LiveBuffer &other : mirrored)
      other.offset = end - other.endOffset();
    return end - buffer.size - findFirstFit(buffer, mirrored);
  }

  WalkResult checkCapacity(memref::AllocOp op, int64_t end,
                           ArrayRef<Buffer> allocated,
                           const desc::VariantInfo &variant) {
    int64_t limit = getScratchpadCapacity(variant);
    if (end <= limit)
      return WalkResult::advance();
    const Buffer &buffer = allocated.back();
    int64_t live = 0;
    for (const Buffer &other : allocated)
      if (other.isLiveAt(buffer.begin))
        live += other.size;
    op.emitError("scratchpad overflow: this buffer of ")
        << buffer.size << " bytes ends at byte " << end << " of " << limit
        << "; buffers that are live here need " << live
        << " bytes; use smaller blocks";
    return WalkResult::interrupt();
  }

  /// Creates one global and replaces the buffers by views of it.
  void replace(const desc::VariantInfo &variant) {
    OpBuilder builder(&getContext());
    Location loc = getOperation().getLoc();
    auto type = MemRefType::get({totalSize}, builder.getI8Type(), AffineMap(),
                                getScratchpadSpace(&getContext()));
    builder.setInsertionPointToStart(getOperation().getBody());
    auto global = memref::GlobalOp::create(
        builder, loc, kGlobalName, builder.getStringAttr("private"), type,
        builder.getUnitAttr(), /*constant=*/false,
        builder.getI64IntegerAttr(alignment));
    for (const Buffer &buffer : buffers) {
      memref::AllocOp op = buffer.op;
      builder.setInsertionPoint(op);
      Value base =
          memref::GetGlobalOp::create(builder, op.getLoc(), type, kGlobalName);
      Value offset =
          arith::ConstantIndexOp::create(builder, op.getLoc(), buffer.offset);
      op.replaceAllUsesWith(memref::ViewOp::create(builder, op.getLoc(),
                                                   op.getType(), base, offset,
                                                   ValueRange())
                                .getResult());
      op.erase();
    }
    replaceTensors(tensors, *symbols, global, variant);
    loadEarly(early, *symbols, global, getCores(variant));
  }
};

} // namespace
