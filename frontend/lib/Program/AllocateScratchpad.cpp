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

#include "Plan/Blocks/BlockPlan.h"
#include "PrefetchBlocks.h"
#include "matrix/Description/Target.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/Transforms/FirstFit.h"
#include "matrix/Frontend/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "matrix-allocate-scratchpad"

namespace matrix {
#define GEN_PASS_DEF_MATRIXALLOCATESCRATCHPADPASS
#include "matrix/Frontend/Passes.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

static constexpr StringLiteral kGlobalName = "matrix_scratchpad";

//===----------------------------------------------------------------------===//
// Live ranges
//===----------------------------------------------------------------------===//

namespace {

/// Sizes and offsets are bytes.
struct Buffer : LiveBuffer {
  memref::AllocOp op; // null: the buffers of a callee
};

class LiveRanges {
public:
  explicit LiveRanges(Operation *root) {
    root->walk<WalkOrder::PreOrder>([&](Operation *op) { first[op] = next++; });
    root->walk<WalkOrder::PostOrder>([&](Operation *op) {
      int64_t end = first[op];
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (Operation &inner : block)
            end = std::max(end, last[&inner]);
      last[op] = end;
    });
  }

  int64_t getBegin(Operation *op) const { return first.lookup(op); }

  /// Returns the last operation in the block of `op` that requires its result.
  int64_t getEnd(Operation *op) const {
    llvm::SmallSetVector<Value, 16> values;
    values.insert(op->getResult(0));
    int64_t end = last.lookup(op);
    for (unsigned i = 0; i < values.size(); ++i)
      for (OpOperand &use : values[i].getUses()) {
        if (Operation *user =
                op->getBlock()->findAncestorOpInBlock(*use.getOwner()))
          end = std::max(end, last.lookup(user));
        follow(use, values);
      }
    return end;
  }

private:
  /// Adds values that alias the buffer, and tokens of DMA transfers that access
  /// it.
  static void follow(OpOperand &use, llvm::SmallSetVector<Value, 16> &values) {
    Operation *user = use.getOwner();
    unsigned index = use.getOperandNumber();
    if (isa<scf::YieldOp>(user)) {
      Operation *parent = user->getParentOp();
      values.insert(parent->getResult(index));
      if (auto loop = dyn_cast<scf::ForOp>(parent))
        values.insert(loop.getRegionIterArg(index));
    } else if (auto loop = dyn_cast<scf::ForOp>(user)) {
      index -= loop.getNumControlOperands();
      values.insert(loop.getRegionIterArg(index));
      values.insert(loop.getResult(index));
    } else {
      for (Value result : user->getResults())
        if (isa<MemRefType, TokenType>(result.getType()))
          values.insert(result);
    }
  }

  int64_t next = 0;
  llvm::DenseMap<Operation *, int64_t> first, last;
};

} // namespace

//===----------------------------------------------------------------------===//
// Address assignment
//===----------------------------------------------------------------------===//

namespace {

struct AllocateScratchpad
    : matrix::impl::MatrixAllocateScratchpadPassBase<AllocateScratchpad> {
  int64_t alignment = 1, totalSize = 0;
  SmallVector<Buffer> buffers;
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
    if (!buffers.empty())
      replace();
  }

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
    functionSizes[function] = end;
    totalSize = std::max(totalSize, end);
    return failure(result.wasInterrupted());
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
  void replace() {
    OpBuilder builder(&getContext());
    Location loc = getOperation().getLoc();
    auto type = MemRefType::get({totalSize}, builder.getI8Type(), AffineMap(),
                                getScratchpadSpace(&getContext()));
    builder.setInsertionPointToStart(getOperation().getBody());
    memref::GlobalOp::create(builder, loc, kGlobalName,
                             builder.getStringAttr("private"), type,
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
  }
};

} // namespace
