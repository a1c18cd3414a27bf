//===- ExpandLaunches.cpp - expansion of launches -------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass matrix-expand-launches. In programs with few launches, each is
// replaced by the body of its function. In large programs, functions that run
// on all cores are called with the addresses of their buffers:
//
//   func.call @group(%a, %b) : (!llvm.ptr, !llvm.ptr) -> ()
//
// A function with several launches has no source locations, because they would
// be those of one launch.
//
//===----------------------------------------------------------------------===//

#include "Access/DramTensor.h"
#include "Fusion/FusionGroupFunction.h"
#include "Fusion/Horizontal/FusedBodies.h"
#include "Prefetch/PrefetchBlocks.h"
#include "ResidentBuffers.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Frontend/Passes.h"
#include "matrix/Frontend/Techniques.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "matrix-expand-launches"

namespace matrix {
#define GEN_PASS_DEF_MATRIXEXPANDLAUNCHESPASS
#include "matrix/Frontend/Passes.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

namespace {

struct ExpandLaunches
    : matrix::impl::MatrixExpandLaunchesPassBase<ExpandLaunches> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    llvm::MapVector<Operation *, SmallVector<LaunchOp>> launches;
    int64_t count = 0;
    getOperation().walk([&](LaunchOp op) {
      Operation *callee = symbols.lookup(op.getCallee());
      launches[callee].push_back(op);
      auto fused = callee->getAttrOfType<IntegerAttr>(kFusedLaunchesAttrName);
      count += fused ? fused.getInt() : 1;
    });
    // Buffers of callees are where resident values are.
    bool mayCall =
        count > kMaxInlined && llvm::none_of(launches, [](const auto &entry) {
          return usesResidents(entry.first);
        });
    for (auto &[callee, users] : launches) {
      auto function = cast<func::FuncOp>(callee);
      if (mayCall && users.front().getAllCores()) {
        LDBG() << users.size() << " calls of @" << function.getSymName();
        numCalls += users.size();
        call(function, users);
        continue;
      }
      numInlined += users.size();
      for (LaunchOp launch : users)
        inlineBody(launch, function);
      symbols.erase(function);
    }
    for (auto &[block, launches] : expanded) {
      llvm::sort(launches, [](const auto &a, const auto &b) {
        return a.first->isBeforeInBlock(b.first);
      });
      mergeResidentBuffers(launches, getTarget(getOperation()));
    }
    prefetch();
  }

  void inlineBody(LaunchOp launch, func::FuncOp callee) {
    IRMapping mapping;
    mapping.map(callee.getArguments(), launch->getOperands());
    OpBuilder builder(launch);
    SmallVector<Operation *> ops;
    for (Operation &op : callee.front().without_terminator())
      ops.push_back(builder.clone(op, mapping));
    if (launch.getAllCores() && !ops.empty())
      expanded[launch->getBlock()].push_back({ops.front(), ops.back(),
                                              launch.getOutputs(),
                                              getSemaphores(callee)});
    launch.erase();
  }

  /// Starts loads during the launch before.
  void prefetch() {
    if (!isDisabled(getOperation(), Technique::Overlap))
      for (auto &[block, launches] : expanded)
        numPrefetched += prefetchBlocks(launches, getTarget(getOperation()));
    expanded.clear();
  }

  static void call(func::FuncOp callee, ArrayRef<LaunchOp> launches) {
    takeAddresses(callee);
    disableInlining(callee);
    if (launches.size() > 1)
      callee.walk(
          [](Operation *op) { op->setLoc(UnknownLoc::get(op->getContext())); });
    for (LaunchOp launch : launches) {
      ImplicitLocOpBuilder builder(launch.getLoc(), launch);
      SmallVector<Value> arguments;
      for (Value operand : launch->getOperands())
        arguments.push_back(isa<MemRefType>(operand.getType())
                                ? getDramAddress(builder, operand)
                                : operand);
      func::CallOp::create(builder, callee, arguments);
      launch.erase();
    }
  }

  /// Replaces the memref arguments by addresses of dense tensors.
  static void takeAddresses(func::FuncOp callee) {
    Block &body = callee.front();
    ImplicitLocOpBuilder builder =
        ImplicitLocOpBuilder::atBlockBegin(callee.getLoc(), &body);
    for (BlockArgument argument : body.getArguments()) {
      auto type = dyn_cast<MemRefType>(argument.getType());
      if (!type)
        continue;
      argument.setType(LLVM::LLVMPointerType::get(builder.getContext()));
      Value tensor = getDramTensor(builder, argument, type);
      argument.replaceUsesWithIf(tensor, [&](OpOperand &use) {
        Operation *user = use.getOwner();
        return user->getBlock() != &body ||
               !user->isBeforeInBlock(tensor.getDefiningOp());
      });
    }
    callee.setType(
        builder.getFunctionType(body.getArgumentTypes(), TypeRange()));
  }

  llvm::MapVector<Block *, SmallVector<ExpandedLaunch>> expanded;
};

} // namespace
