//===- RunOnDialect.cpp - passes for the operations of a dialect ----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass matrix-run-on-dialect: runs passes only on modules that have
// operations of a dialect. Greedy rewriters and dialect conversions visit each
// operation of a module, several times, although most modules have none that
// they change.
//
//===----------------------------------------------------------------------===//

#include "RunOnDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

namespace matrix {
#define GEN_PASS_DEF_MATRIXRUNONDIALECTPASS
#include "matrix/Frontend/Passes.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

namespace {

struct RunOnDialect : matrix::impl::MatrixRunOnDialectPassBase<RunOnDialect> {
  using MatrixRunOnDialectPassBase::MatrixRunOnDialectPassBase;

  RunOnDialect(StringRef dialectName,
               function_ref<void(OpPassManager &)> addPasses) {
    dialect = dialectName.str();
    addPasses(passes);
    llvm::raw_string_ostream os(pipeline);
    llvm::interleave(
        passes, [&](Pass &pass) { pass.printAsTextualPipeline(os); },
        [&] { os << ','; });
  }

  LogicalResult initializeOptions(
      StringRef options,
      function_ref<LogicalResult(const Twine &)> errorHandler) override {
    if (failed(MatrixRunOnDialectPassBase::initializeOptions(options,
                                                             errorHandler)))
      return failure();
    if (failed(parsePassPipeline(pipeline, passes)))
      return errorHandler("invalid pipeline");
    return success();
  }

  void getDependentDialects(DialectRegistry &registry) const override {
    passes.getDependentDialects(registry);
  }

  void runOnOperation() override {
    if (!hasOperations())
      return;
    ++numRuns;
    if (failed(runPipeline(passes, getOperation())))
      signalPassFailure();
  }

private:
  bool hasOperations() {
    return getOperation()
        ->walk([&](Operation *op) {
          return op->getName().getDialectNamespace() == StringRef(dialect)
                     ? WalkResult::interrupt()
                     : WalkResult::advance();
        })
        .wasInterrupted();
  }

  OpPassManager passes{ModuleOp::getOperationName()};
};

} // namespace

std::unique_ptr<Pass>
matrix::createRunOnDialect(StringRef dialect,
                           function_ref<void(OpPassManager &)> addPasses) {
  return std::make_unique<RunOnDialect>(dialect, addPasses);
}
