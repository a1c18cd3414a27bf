//===- FuseLaunches.cpp - horizontal fusion of launches -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass matrix-fuse-launches. Launches of one core that read only arguments
// and constants, which the function does not write, and write buffers of their
// own become launches of all cores, at the place of the first of them:
//
//   if core == 0 { the first group; .. }
//   if core == 1 { the second group; .. }
//   barrier
//
//===----------------------------------------------------------------------===//

#include "Access/ExecutionKinds.h"
#include "Access/FusionGroup.h"
#include "FusedBodies.h"
#include "matrix/Dialect/Matrix/IR/MatrixLaunchOp.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Frontend/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "matrix-fuse-launches"

namespace matrix {
#define GEN_PASS_DEF_MATRIXFUSELAUNCHESPASS
#include "matrix/Frontend/Passes.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

/// Launches that become one: each has several operands, which are arguments of
/// a call in a large program.
static constexpr size_t kMaxFused = 32;

//===----------------------------------------------------------------------===//
// Independence
//===----------------------------------------------------------------------===//

static Value skipViews(Value value) {
  while (auto view = value.getDefiningOp<ViewLikeOpInterface>())
    value = view.getViewSource();
  return value;
}

/// Returns whether an operand is an argument or a constant that keeps its
/// value.
static bool isConstant(Value value, const WrittenBuffers &written) {
  value = skipViews(value);
  if (!isa<MemRefType>(value.getType()))
    return isa<BlockArgument>(value);
  return (isa<BlockArgument>(value) ||
          value.getDefiningOp<memref::GetGlobalOp>()) &&
         !written.mayContain(value);
}

/// Returns whether what defines an operand may move before other operations.
static bool isMovable(Value value, Block *block) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != block)
    return true;
  return (isMemoryEffectFree(op) || isa<memref::AllocOp>(op)) &&
         op->getNumRegions() == 0 &&
         llvm::all_of(op->getOperands(),
                      [&](Value operand) { return isMovable(operand, block); });
}

/// Returns whether no operation accesses a buffer, or a view of it, before the
/// launch.
static bool isFirstAccess(Value buffer, LaunchOp launch) {
  return llvm::all_of(buffer.getUsers(), [&](Operation *user) {
    if (isa<ViewLikeOpInterface>(user))
      return isFirstAccess(user->getResult(0), launch);
    Operation *op = launch->getBlock()->findAncestorOpInBlock(*user);
    return op && !op->isBeforeInBlock(launch);
  });
}

static bool isIndependent(LaunchOp launch, const WrittenBuffers &written) {
  auto isOwn = [&](Value output) {
    Value buffer = skipViews(output);
    auto alloc = buffer.getDefiningOp<memref::AllocOp>();
    return alloc && alloc->getBlock() == launch->getBlock() &&
           alloc->getNumOperands() == 0 && isFirstAccess(buffer, launch);
  };
  return !launch.getAllCores() &&
         llvm::all_of(launch->getOperands(),
                      [&](Value operand) {
                        return isMovable(operand, launch->getBlock());
                      }) &&
         llvm::all_of(
             launch.getInputs(),
             [&](Value input) { return isConstant(input, written); }) &&
         llvm::all_of(launch.getOutputs(), isOwn);
}

//===----------------------------------------------------------------------===//
// Fusion
//===----------------------------------------------------------------------===//

namespace {

struct FuseLaunches : matrix::impl::MatrixFuseLaunchesPassBase<FuseLaunches> {
  using MatrixFuseLaunchesPassBase::MatrixFuseLaunchesPassBase;

  void runOnOperation() override {
    const desc::VariantInfo &variant = getTarget(getOperation());
    int64_t used = cores > 0 ? int64_t(cores) : int64_t(variant.cores);
    if (used == 1 || !computesFusionGroups(variant))
      return;
    SymbolTable table(getOperation());
    symbols = &table;
    SmallVector<func::FuncOp> functions(getOperation().getOps<func::FuncOp>());
    for (func::FuncOp function : functions)
      if (!function.isExternal())
        fuse(function, used);
  }

private:
  void fuse(func::FuncOp function, int64_t used) {
    WrittenBuffers written(function);
    SmallVector<LaunchOp> launches;
    for (auto launch : function.front().getOps<LaunchOp>())
      if (isIndependent(launch, written))
        launches.push_back(launch);
    if (launches.size() < 2)
      return;
    llvm::StringSet<> callees;
    for (LaunchOp launch : launches)
      callees.insert(launch.getCallee());
    Operation *position = launches.front();
    for (size_t i = 0; i < launches.size(); i += kMaxFused)
      fuse(function, ArrayRef(launches).slice(i).take_front(kMaxFused),
           position, used);
    for (LaunchOp launch : launches)
      launch.erase();
    eraseUnused(callees);
  }

  /// Creates one launch before `position`, which is one of the launches or
  /// precedes them.
  void fuse(func::FuncOp user, ArrayRef<LaunchOp> launches, Operation *position,
            int64_t used) {
    LDBG() << launches.size() << " launches of one core become one";
    SmallVector<Value> inputs, outputs;
    for (LaunchOp launch : launches) {
      llvm::append_range(inputs, launch.getInputs());
      llvm::append_range(outputs, launch.getOutputs());
    }
    for (Value operand : llvm::concat<Value>(inputs, outputs))
      hoist(operand, position);
    func::FuncOp function = createFunction(user, launches, inputs, outputs);
    emitFusedBodies(function, getBodies(function, launches), used);
    OpBuilder builder(position);
    LaunchOp::create(builder, function.getLoc(), TypeRange(),
                     function.getSymName(), inputs, outputs,
                     ArrayRef<int64_t>(), /*allCores=*/true);
    numFused += launches.size();
  }

  /// Moves what defines an operand before a position.
  static void hoist(Value value, Operation *position) {
    Operation *op = value.getDefiningOp();
    if (!op || op->getBlock() != position->getBlock() ||
        op->isBeforeInBlock(position))
      return;
    for (Value operand : op->getOperands())
      hoist(operand, position);
    op->moveBefore(position);
  }

  func::FuncOp createFunction(func::FuncOp user, ArrayRef<LaunchOp> launches,
                              ArrayRef<Value> inputs, ArrayRef<Value> outputs) {
    OpBuilder builder(&getContext());
    SmallVector<Type> types;
    for (Value operand : llvm::concat<const Value>(inputs, outputs))
      types.push_back(operand.getType());
    auto function = func::FuncOp::create(LaunchOp(launches.front()).getLoc(),
                                         "matrix_fused_groups",
                                         builder.getFunctionType(types, {}));
    function.setPrivate();
    function->setAttr(kFusedLaunchesAttrName,
                      builder.getI64IntegerAttr(launches.size()));
    builder.setInsertionPointToEnd(function.addEntryBlock());
    func::ReturnOp::create(builder, function.getLoc());
    symbols->insert(function, std::next(Block::iterator(user)));
    return function;
  }

  /// The arguments of `function` are the inputs of all launches, then their
  /// outputs.
  std::vector<FusedBody> getBodies(func::FuncOp function,
                                   ArrayRef<LaunchOp> launches) {
    std::vector<FusedBody> bodies;
    size_t input = 0, output = 0;
    for (LaunchOp launch : launches)
      output += launch.getInputs().size();
    for (LaunchOp launch : launches) {
      FusedBody &body = bodies.emplace_back(
          symbols->lookup<func::FuncOp>(launch.getCallee()));
      for (BlockArgument argument : body.function.getArguments()) {
        bool isInput = argument.getArgNumber() < launch.getInputs().size();
        body.mapping.map(argument,
                         function.getArgument(isInput ? input++ : output++));
      }
    }
    return bodies;
  }

  void eraseUnused(const llvm::StringSet<> &callees) {
    llvm::StringSet<> used;
    getOperation().walk(
        [&](LaunchOp launch) { used.insert(launch.getCallee()); });
    for (StringRef callee : callees.keys())
      if (!used.contains(callee))
        symbols->erase(symbols->lookup(callee));
  }

  SymbolTable *symbols = nullptr;
};

} // namespace
