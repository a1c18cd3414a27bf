//===- StaticBuffers.cpp - static buffers in DRAM -------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass matrix-static-buffers: replaces allocations in DRAM by globals,
// which have the same address on every core. No allocator runs on the target,
// and each allocation denotes one buffer for the whole program; passes before
// have made that correct for loops (CarriedTensors.h) and calls
// (InlineCalls.cpp). Buffers of resident values without uses are dropped.
//
//===----------------------------------------------------------------------===//

#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Frontend/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "matrix-static-buffers"

namespace matrix {
#define GEN_PASS_DEF_MATRIXSTATICBUFFERSPASS
#include "matrix/Frontend/Passes.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

namespace {

struct StaticBuffers
    : matrix::impl::MatrixStaticBuffersPassBase<StaticBuffers> {
  int64_t count = 0;

  void runOnOperation() override {
    getOperation().walk([](memref::DeallocOp op) {
      if (inDram(op.getMemref().getType()))
        op.erase();
    });
    WalkResult result = getOperation().walk([&](memref::AllocOp op) {
      return inDram(op.getType()) ? replace(op) : WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }

  WalkResult replace(memref::AllocOp op) {
    MemRefType type = op.getType();
    if (op->use_empty()) { // of a value that stays in scratchpads
      op.erase();
      return WalkResult::advance();
    }
    if (!type.hasStaticShape() || !type.getLayout().isIdentity()) {
      op.emitError("a buffer in DRAM needs a static shape; give every tensor "
                   "static dimensions");
      return WalkResult::interrupt();
    }
    OpBuilder builder = OpBuilder::atBlockBegin(getOperation().getBody());
    std::string name = "matrix_buffer_" + std::to_string(count++);
    // DMA transfers move whole lines.
    const desc::VariantInfo &variant = getTarget(op);
    int64_t alignment = variant.dma ? variant.dma->lineBytes : 16;
    memref::GlobalOp::create(builder, op.getLoc(), name,
                             builder.getStringAttr("private"), type,
                             builder.getUnitAttr(), /*constant=*/false,
                             builder.getI64IntegerAttr(alignment));
    builder.setInsertionPoint(op);
    Value global =
        memref::GetGlobalOp::create(builder, op.getLoc(), type, name);
    LDBG() << "@" << name << " for " << op;
    ++numGlobals;
    op.replaceAllUsesWith(global);
    op.erase();
    return WalkResult::advance();
  }
};

} // namespace
