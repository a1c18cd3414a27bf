//===- DescribeWork.cpp - description of a program's work -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Describes the work of the Linalg operations before any transformation, so
// that the bounds that tools derive from it are independent of the compiler.
// docs/reference/statistics.md defines the format.
//
//===----------------------------------------------------------------------===//

#include "DemandedElements.h"
#include "DistinctWork.h"
#include "MinimumWork.h"
#include "matrix/Frontend/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "matrix-describe-work"

namespace matrix {
#define GEN_PASS_DEF_MATRIXDESCRIBEWORKPASS
#include "matrix/Frontend/Passes.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

namespace {

struct WorkDescriber {
  SmallVector<Attribute> ops;
  int64_t numUnknown = 0; // operations of unknown work
  Builder builder;
  explicit WorkDescriber(MLIRContext *context) : builder(context) {}

  void describe(Operation *op, const DemandedElements &demanded) {
    if (hasMinimumWork(op))
      return add(op, getMinimumWork(op), demanded);
    if (isa<linalg::LinalgOp>(op))
      return; // fills
    for (Region &region : op->getRegions())
      region.walk([&](linalg::LinalgOp) { ++numUnknown; });
  }

private:
  void add(Operation *op, const std::optional<MinimumWork> &work,
           const DemandedElements &demanded) {
    if (!work) {
      ++numUnknown;
      return;
    }
    SmallVector<NamedAttribute> all;
    auto put = [&](StringRef key, Attribute value) {
      all.push_back(builder.getNamedAttr(key, value));
    };
    auto number = [&](int64_t n) { return builder.getI64IntegerAttr(n); };
    put("op", builder.getStringAttr(originalNameOf(op)));
    put("kind", builder.getStringAttr(work->kind));
    putLocation(op->getLoc(), put);
    put("extents", builder.getI64ArrayAttr(work->extents));
    put("types", builder.getTypeArrayAttr(work->types));
    if (work->macs) {
      put("gemm", builder.getI64ArrayAttr(work->gemm));
      put("macs", number(work->macs));
    }
    bool isNeeded = llvm::any_of(
        op->getResults(), [&](Value v) { return demanded.isFullyDemanded(v); });
    if (!isNeeded && op->getNumResults() > 0)
      put("needed", builder.getI64ArrayAttr(
                        {demanded.of(op->getResult(0)),
                         std::max<int64_t>(1, elementsOf(op->getResult(0)))}));
    put("read", number(work->read));
    put("written", number(work->written));
    put("ew_bytes", number(work->elementwise));
    put("sfu_bytes", number(work->transcendental));
    ops.push_back(builder.getDictionaryAttr(all));
  }

  void putLocation(Location loc, function_ref<void(StringRef, Attribute)> put) {
    auto fileLoc = loc->findInstanceOf<FileLineColLoc>();
    if (!fileLoc)
      return;
    put("file", fileLoc.getFilename());
    put("line", builder.getI64IntegerAttr(fileLoc.getLine()));
    put("column", builder.getI64IntegerAttr(fileLoc.getColumn()));
  }
};

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

struct DescribeWork : matrix::impl::MatrixDescribeWorkPassBase<DescribeWork> {
  void runOnOperation() override {
    auto entry = getOperation().lookupSymbol<func::FuncOp>("main");
    if (!entry || entry.isExternal() || !entry.getBody().hasOneBlock())
      return; // other passes report the error
    bool isTensors = true;
    entry.walk(
        [&](linalg::LinalgOp op) { isTensors &= op.hasPureTensorSemantics(); });
    if (!isTensors)
      return; // already lowered
    OwningOpRef<ModuleOp> copy = copyDistinctWork(getOperation());
    describe(copy->lookupSymbol<func::FuncOp>("main"));
  }

  /// Programs of other operations only, such as those on scalars, have no
  /// description.
  static bool computes(ModuleOp module) {
    return module
        .walk([](Operation *op) {
          return hasMinimumWork(op) ? WalkResult::interrupt()
                                    : WalkResult::advance();
        })
        .wasInterrupted();
  }

  void describe(func::FuncOp entry) {
    WorkDescriber describer(&getContext());
    DemandedElements demanded(entry);
    for (Operation &op : entry.getOps())
      describer.describe(&op, demanded);
    numDescribed += describer.ops.size();
    numUnknown += describer.numUnknown;
    LDBG() << describer.ops.size() << " operations, " << describer.numUnknown
           << " of unknown work";
    if (computes(getOperation()))
      getOperation()->setAttr(kWorkAttrName,
                              describe(entry, demanded, describer));
  }

  /// Adds the data that enters and leaves the kernel: the needed elements of
  /// arguments and constants, and the results, each once.
  DictionaryAttr describe(func::FuncOp entry, const DemandedElements &demanded,
                          const WorkDescriber &describer) {
    Builder b(&getContext());
    auto demandedBytes = [&](Value v) {
      int64_t all = elementsOf(v);
      return all ? bytesOf(v).value_or(0) / all * demanded.of(v) : 0;
    };
    int64_t in = 0, constants = 0, out = 0;
    for (Value argument : entry.getArguments())
      in += demandedBytes(argument);
    for (auto op : entry.getOps<arith::ConstantOp>()) {
      bool isTensor = isa<ElementsAttr>(op.getValue()) && isInMemory(op);
      constants += isTensor ? demandedBytes(op.getResult()) : 0;
    }
    for (Value result : entry.front().getTerminator()->getOperands())
      out += bytesOf(result).value_or(0);
    auto number = [&](StringRef key, int64_t n) {
      return b.getNamedAttr(key, b.getI64IntegerAttr(n));
    };
    return b.getDictionaryAttr(
        {number("in", in), number("constants", constants), number("out", out),
         number("unknown", describer.numUnknown),
         b.getNamedAttr("ops", b.getArrayAttr(describer.ops))});
  }
};

} // namespace
