//===- CoreToLLVM.cpp - lowering of barriers and core numbers -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers barriers, fences and semaphores to builtins by role, and core numbers
// to reads of control registers. Roles make the lowering independent of the
// variant: the code generator replaces a role by the instruction of the variant
// that has it. A core number has no effects, so that LLVM combines equal reads.
//
//===----------------------------------------------------------------------===//

#include "BuiltinCalls.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace matrix;

namespace {

/// Lowers an operation that orders memory accesses. The semaphore is the first
/// operand of the operation and the last operand of the instruction.
template <typename Op> struct OrderLowering : ConvertOpToLLVMPattern<Op> {
  OrderLowering(const LLVMTypeConverter &converter, StringRef builtin)
      : ConvertOpToLLVMPattern<Op>(converter), builtin(builtin) {}
  LogicalResult matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    SmallVector<Value> operands(llvm::reverse(adaptor.getOperands()));
    callBuiltin(b, op, builtin, {}, operands, Effects::Any);
    b.eraseOp(op);
    return success();
  }
  StringRef builtin;
};

/// Lowers to a read of a control register whose value is constant during a run.
template <typename Op> struct NumberLowering : ConvertOpToLLVMPattern<Op> {
  NumberLowering(const LLVMTypeConverter &converter, StringRef builtin)
      : ConvertOpToLLVMPattern<Op>(converter), builtin(builtin) {}
  LogicalResult matchAndRewrite(Op op, typename Op::Adaptor,
                                ConversionPatternRewriter &b) const override {
    auto call = callBuiltin(b, op, builtin, b.getI64Type(), {}, Effects::None);
    b.replaceOp(op, call);
    return success();
  }
  StringRef builtin;
};

/// Lowers to an intrinsic without code, whose bundle the scheduler finds in the
/// block (llvm-target/MachinePasses/MatrixTileSequence.h).
struct OrderTilesLowering : ConvertOpToLLVMPattern<OrderTilesOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(OrderTilesOp op, OpAdaptor,
                                ConversionPatternRewriter &b) const override {
    auto call = LLVM::CallIntrinsicOp::create(
        b, op.getLoc(), b.getStringAttr("llvm.sideeffect"), ValueRange());
    call.setOpBundleSizesAttr(b.getDenseI32ArrayAttr({0}));
    call.setOpBundleTagsAttr(b.getStrArrayAttr({"matrix-ordered-tiles"}));
    b.eraseOp(op);
    return success();
  }
};

} // namespace

void matrix::populateCorePatterns(const LLVMTypeConverter &converter,
                                  RewritePatternSet &patterns) {
  patterns.add<OrderLowering<BarrierOp>>(converter, "role.barrier");
  patterns.add<OrderLowering<FenceOp>>(converter, "role.fence");
  patterns.add<OrderLowering<SemaphorePostOp>>(converter, "role.sem_post");
  patterns.add<OrderLowering<SemaphoreWaitOp>>(converter, "role.sem_wait");
  patterns.add<OrderTilesLowering>(converter);
  patterns.add<NumberLowering<CoreIdOp>>(converter, "csr.core");
  patterns.add<NumberLowering<NumCoresOp>>(converter, "csr.ncores");
}
