//===- InlineCalls.cpp - inlining of calls --------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Buffers in DRAM are static, so a function that allocates its result would
// return the same buffer from each call. The pass inlines all calls into @main
// with the upstream inliner, so that each has its own buffers, and rejects
// recursion.
//
//===----------------------------------------------------------------------===//

#include "matrix/Frontend/Passes.h"
#include "mlir/Analysis/CallGraph.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "matrix-inline-calls"

namespace matrix {
#define GEN_PASS_DEF_MATRIXINLINECALLSPASS
#include "matrix/Frontend/Passes.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

namespace {

struct InlineCalls : matrix::impl::MatrixInlineCallsPassBase<InlineCalls> {
  void runOnOperation() override {
    auto entry = getOperation().lookupSymbol<func::FuncOp>("main");
    if (!entry || entry.isExternal())
      return; // matrix-kernel-abi reports the missing @main
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function != entry)
        function.setPrivate();
    OpPassManager passes(ModuleOp::getOperationName());
    passes.addPass(createSymbolDCEPass());
    if (failed(runPipeline(passes, getOperation())) || failed(checkCalls()))
      return signalPassFailure();
    getOperation().walk([&](func::CallOp call) {
      LDBG() << "inlines " << call;
      ++numCalls;
    });
    passes.clear();
    passes.addPass(createInlinerPass({}, [](OpPassManager &) {}));
    passes.addPass(createSymbolDCEPass());
    if (failed(runPipeline(passes, getOperation())) || failed(checkInlined()))
      return signalPassFailure();
    dropCallSiteLocations();
  }

private:
  /// Returns a call in `from` that belongs to the cycle of the call graph.
  static func::CallOp findCall(func::FuncOp from,
                               ArrayRef<CallGraphNode *> cycle) {
    func::CallOp found;
    from.walk([&](func::CallOp call) {
      for (CallGraphNode *node : cycle)
        if (!found &&
            call.getCallee() ==
                cast<func::FuncOp>(node->getCallableRegion()->getParentOp())
                    .getSymName())
          found = call;
    });
    return found;
  }

  LogicalResult checkCalls() {
    const CallGraph graph(getOperation());
    for (auto it = llvm::scc_begin(&graph); !it.isAtEnd(); ++it) {
      if (!it.hasCycle() || it->front()->isExternal())
        continue;
      auto function =
          cast<func::FuncOp>(it->back()->getCallableRegion()->getParentOp());
      Operation *site = findCall(function, *it);
      return (site ? site : function)->emitError("'@")
             << function.getSymName()
             << "' is recursive; buffers are static, so a function cannot call "
                "itself, directly or through others: use a loop";
    }
    return success();
  }

  /// Keeps the location of inlined operations without that of the call:
  /// upstream's debug information does not support call sites in fused
  /// locations.
  void dropCallSiteLocations() {
    AttrTypeReplacer replacer;
    replacer.addReplacement([](CallSiteLoc loc) -> Attribute {
      while (auto inner = dyn_cast<CallSiteLoc>(loc.getCallee()))
        loc = inner;
      return loc.getCallee();
    });
    replacer.recursivelyReplaceElementsIn(getOperation(),
                                          /*replaceAttrs=*/false,
                                          /*replaceLocs=*/true);
  }

  LogicalResult checkInlined() {
    WalkResult result = getOperation().walk([&](func::CallOp call) {
      auto callee = getOperation().lookupSymbol<func::FuncOp>(call.getCallee());
      if (!callee || callee.isExternal())
        return WalkResult::advance();
      call.emitError("'@") << call.getCallee()
                           << "' cannot be inlined: functions that are called "
                              "must consist of one block";
      return WalkResult::interrupt();
    });
    return failure(result.wasInterrupted());
  }
};

} // namespace
