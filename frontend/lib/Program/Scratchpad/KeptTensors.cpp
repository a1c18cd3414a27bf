//===- KeptTensors.cpp - tensors in scratchpads between launches ----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows the addresses of buffers through views, conversions and calls, and
// the tokens of their transfers through loops and conditions, with a worklist.
// Any other use excludes the buffer.
//
//===----------------------------------------------------------------------===//

#include "KeptTensors.h"
#include "Access/DramTensor.h"
#include "Barriers.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace matrix;

namespace {

/// The accesses to one buffer.
class Accesses {
public:
  explicit Accesses(SymbolTable &symbols) : symbols(symbols) {}

  /// Follows a value. Returns whether only DMA transfers access the buffer.
  bool add(Value value) {
    values.insert(value);
    for (; next < values.size(); ++next)
      for (OpOperand &use : values[next].getUses())
        if (!add(use))
          return false;
    return true;
  }

  /// Starts of transfers, waits for them, and calls.
  llvm::SmallSetVector<Operation *, 16> ops;

private:
  bool add(OpOperand &use) {
    Operation *user = use.getOwner();
    if (auto load = dyn_cast<DmaLoadOp>(user))
      return addTransfer(load, use.get() == load.getSource());
    if (auto store = dyn_cast<DmaStoreOp>(user))
      return addTransfer(store, use.get() == store.getTarget());
    if (isa<DmaWaitOp>(user)) {
      ops.insert(user);
      return true;
    }
    if (auto call = dyn_cast<func::CallOp>(user))
      return addCall(call, use.getOperandNumber());
    if (isa<scf::YieldOp, scf::ForOp>(user))
      return addCarried(use);
    bool isToken = isa<TokenType>(use.get().getType());
    if (!(isToken && isa<arith::SelectOp>(user)) &&
        !isa<ViewLikeOpInterface, UnrealizedConversionCastOp,
             LLVM::ExtractValueOp, LLVM::InsertValueOp>(user))
      return false;
    addResults(user);
    return true;
  }

  bool addTransfer(Operation *transfer, bool isInDram) {
    ops.insert(transfer);
    addResults(transfer);
    return isInDram;
  }

  void addResults(Operation *op) {
    for (Value result : op->getResults())
      if (!isa<IndexType, IntegerType>(result.getType()))
        values.insert(result);
  }

  bool addCall(func::CallOp call, unsigned number) {
    ops.insert(call);
    auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
    return callee && !callee.isExternal() && call.getNumResults() == 0 &&
           Accesses(symbols).add(callee.getArgument(number));
  }

  /// Only tokens pass through loops and conditions.
  bool addCarried(OpOperand &use) {
    if (!isa<TokenType>(use.get().getType()))
      return false;
    Operation *user = use.getOwner();
    unsigned index = use.getOperandNumber();
    auto loop = dyn_cast<scf::ForOp>(user);
    if (loop)
      index -= loop.getNumControlOperands();
    else
      user = user->getParentOp();
    values.insert(user->getResult(index));
    if (auto carrying = dyn_cast<scf::ForOp>(user))
      values.insert(carrying.getRegionIterArg(index));
    return isa<scf::ForOp, scf::IfOp>(user);
  }

  SymbolTable &symbols;
  llvm::SmallSetVector<Value, 32> values;
  size_t next = 0;
};

class Finder {
public:
  Finder(func::FuncOp function, SymbolTable &symbols, int64_t cores)
      : function(function), symbols(symbols),
        barriers(function, symbols, cores) {}

  std::vector<KeptTensor> find() {
    llvm::MapVector<StringRef, KeptTensor> candidates;
    function.walk([&](memref::GetGlobalOp op) {
      if (inDram(op.getType()))
        candidates[op.getName()].uses.push_back(op);
    });
    std::vector<KeptTensor> tensors;
    SymbolTableCollection tables;
    SymbolUserMap users(tables, symbols.getOp());
    for (auto &[name, tensor] : candidates) {
      tensor.global = symbols.lookup<memref::GlobalOp>(name);
      if (!isBuffer(tensor, users) || !setRange(tensor))
        continue;
      MemRefType type = tensor.global.getType();
      tensor.bits = type.getNumElements() * type.getElementTypeBitWidth();
      tensor.number = tensors.size();
      tensors.push_back(std::move(tensor));
    }
    llvm::sort(tensors, [](const KeptTensor &a, const KeptTensor &b) {
      return std::tie(b.bits, a.number) < std::tie(a.bits, b.number);
    });
    return tensors;
  }

private:
  /// Whether it has no initial value, and only this function uses it.
  static bool isBuffer(const KeptTensor &tensor, const SymbolUserMap &users) {
    memref::GlobalOp global = tensor.global;
    return global && global.isUninitialized() && global.isPrivate() &&
           users.getUsers(global).size() == tensor.uses.size();
  }

  bool setRange(KeptTensor &tensor) {
    Accesses accesses(symbols);
    for (memref::GetGlobalOp use : tensor.uses)
      if (!accesses.add(use.getResult()))
        return false;
    if (accesses.ops.empty())
      return false;
    Operation *first = nullptr, *last = nullptr;
    for (Operation *access : accesses.ops) {
      Operation *op = function.front().findAncestorOpInBlock(*access);
      first = !first || op->isBeforeInBlock(first) ? op : first;
      // Receivers of a multicast wait for a semaphore, after at most one
      // barrier: that between launches.
      auto load = dyn_cast<DmaLoadOp>(access);
      Operation *end =
          barriers.findAfter(op, load && load.getReceivers() ? 2 : 1);
      if (!end)
        end = function.front().getTerminator();
      last = !last || last->isBeforeInBlock(end) ? end : last;
    }
    tensor.barrierBefore = barriers.findBefore(first);
    tensor.barrierAfter = last;
    return true;
  }

  func::FuncOp function;
  SymbolTable &symbols;
  Barriers barriers;
};

} // namespace

std::vector<KeptTensor> matrix::findKeptTensors(func::FuncOp function,
                                                SymbolTable &symbols,
                                                int64_t cores) {
  return Finder(function, symbols, cores).find();
}

llvm::DenseSet<OpOperand *> matrix::findCallOperands(ArrayRef<Value> values) {
  llvm::DenseSet<OpOperand *> operands;
  llvm::SmallSetVector<Value, 16> views(values.begin(), values.end());
  for (size_t next = 0; next < views.size(); ++next)
    for (OpOperand &use : views[next].getUses()) {
      Operation *user = use.getOwner();
      if (isa<func::CallOp>(user))
        operands.insert(&use);
      else if (isa<ViewLikeOpInterface, UnrealizedConversionCastOp,
                   LLVM::ExtractValueOp, LLVM::InsertValueOp>(user))
        views.insert(user->getResult(0));
    }
  return operands;
}

Value matrix::moveToScratchpad(memref::GetGlobalOp use,
                               memref::GlobalOp scratchpad, int64_t core,
                               int64_t offset,
                               const desc::VariantInfo &variant) {
  ImplicitLocOpBuilder b(use.getLoc(), use);
  Value base = memref::GetGlobalOp::create(b, scratchpad.getType(),
                                           scratchpad.getSymName());
  Value own = memref::ExtractAlignedPointerAsIndexOp::create(b, base);
  int64_t distance =
      int64_t(variant.map.scratchpads - variant.map.ownScratchpad) +
      core * int64_t(variant.map.scratchpadPitch);
  Value address = arith::AddIOp::create(
      b, own, arith::ConstantIndexOp::create(b, distance + offset));
  Value bits = arith::IndexCastOp::create(b, b.getI64Type(), address);
  Value pointer = LLVM::IntToPtrOp::create(
      b, LLVM::LLVMPointerType::get(b.getContext()), bits);
  Value tensor = getDramTensor(b, pointer, use.getType());
  use.replaceAllUsesWith(tensor);
  use.erase();
  return tensor;
}
