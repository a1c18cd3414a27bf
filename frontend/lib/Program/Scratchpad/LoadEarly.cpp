//===- LoadEarly.cpp - code of rows that are loaded ahead -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A carrier receives the address of the tensor as one more argument. Its loop
// starts a piece in each step, and carries the token of the last one, which is
// complete after those before it: transfers of a channel complete in order. A
// load of the launch becomes one for each part; because the channel executes
// them one after the other, every second core starts with the rows in its
// scratchpad, so that DRAM has work meanwhile.
//
//===----------------------------------------------------------------------===//

#include "Access/DramTensor.h"
#include "EarlyTensors.h"
#include "RowLoads.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace matrix;

namespace {

class Rewriter {
public:
  Rewriter(SymbolTable &symbols, memref::GlobalOp scratchpad, int64_t cores)
      : symbols(symbols), scratchpad(scratchpad), cores(cores) {
    symbols.getOp()->walk(
        [&](func::CallOp call) { ++numCalls[call.getCallee()]; });
  }

  void rewrite(const EarlyTensor &tensor) {
    func::FuncOp function = getOwnFunction(tensor.launch);
    RowLoads loads = *findRowLoads(function, tensor.argument, cores);
    for (const EarlyRows &part : tensor.parts)
      carry(part, loads, tensor.launch->getOperand(tensor.argument));
    for (DmaLoadOp load : loads.loads)
      divide(load, tensor.parts, loads);
  }

private:
  /// Returns the function that only this call executes.
  func::FuncOp getOwnFunction(func::CallOp call) {
    auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
    if (!owned.insert(call).second || --numCalls[call.getCallee()] == 0)
      return callee;
    func::FuncOp copy = callee.clone();
    symbols.insert(copy, std::next(Block::iterator(callee)));
    call.setCallee(copy.getSymName());
    return copy;
  }

  //===--------------------------------------------------------------------===//
  // Carriers
  //===--------------------------------------------------------------------===//

  void carry(const EarlyRows &part, const RowLoads &loads, Value address) {
    func::CallOp call = part.carrier;
    func::FuncOp function = getOwnFunction(call);
    call.getOperandsMutable().append(copyBefore(call, address));
    (void)function.insertArgument(function.getNumArguments(), address.getType(),
                                  {}, function.getLoc());
    StepLoop steps = *findStepLoop(function, cores);
    IRRewriter rewriter(function.getContext());
    rewriter.setInsertionPoint(steps.loop);
    Value done = DmaDoneOp::create(rewriter, function.getLoc(),
                                   TokenType::get(function.getContext()));
    auto start = [&](OpBuilder &, Location loc, ArrayRef<BlockArgument>) {
      ImplicitLocOpBuilder b(loc, steps.nextLoads->getNextNode());
      return SmallVector<Value>{startPiece(
          b, part, loads, function.getArguments().back(), steps.loop)};
    };
    auto loop = cast<scf::ForOp>(*steps.loop.replaceWithAdditionalYields(
        rewriter, done, /*replaceInitOperandUsesInLoop=*/false, start));
    Operation *end = function.front().getTerminator();
    if (isa_and_nonnull<BarrierOp>(end->getPrevNode()))
      end = end->getPrevNode();
    rewriter.setInsertionPoint(end);
    DmaWaitOp::create(rewriter, function.getLoc(), loop.getResults().back());
  }

  /// Returns the value at a call before its definition, where operations
  /// without side effects compute it.
  static Value copyBefore(func::CallOp call, Value value) {
    Operation *op = value.getDefiningOp();
    if (!op || op->getBlock() != call->getBlock() || op->isBeforeInBlock(call))
      return value;
    IRMapping copies;
    for (Value operand : op->getOperands())
      copies.map(operand, copyBefore(call, operand));
    OpBuilder builder(call);
    unsigned number = cast<OpResult>(value).getResultNumber();
    return builder.clone(*op, copies)->getResult(number);
  }

  Value startPiece(ImplicitLocOpBuilder &b, const EarlyRows &part,
                   const RowLoads &loads, Value address, scf::ForOp loop) {
    Type type = loads.tensor.getElementType();
    int64_t bytes = type.getIntOrFloatBitWidth() / 8;
    int64_t piece = part.pieceBytes / bytes;
    Value step = arith::DivUIOp::create(
        b,
        arith::SubIOp::create(b, loop.getInductionVar(), loop.getLowerBound()),
        loop.getStep());
    Value first = arith::MulIOp::create(b, step, constant(b, piece));
    SmallVector<int64_t> begins, sizes;
    for (int64_t core = 0; core < cores; ++core) {
      int64_t valid = std::clamp<int64_t>(loads.validRows[core] - part.first, 0,
                                          part.count);
      begins.push_back((loads.firstRows[core] + part.first) *
                       loads.getRowElements());
      sizes.push_back(valid * loads.getRowElements());
    }
    Value left = arith::SubIOp::create(
        b, arith::MaxUIOp::create(b, choose(b, sizes), first), first);
    Value valid = arith::MinUIOp::create(b, left, constant(b, piece));
    Value source = getDramTensor(
        b, address, MemRefType::get(loads.tensor.getNumElements(), type));
    Value begin = arith::AddIOp::create(b, choose(b, begins), first);
    Value offset = arith::AddIOp::create(
        b, choose(b, part.offsets),
        arith::MulIOp::create(b, step, constant(b, part.pieceBytes)));
    Value target = memref::ViewOp::create(
        b,
        MemRefType::get(piece, type, AffineMap(),
                        getScratchpadSpace(b.getContext())),
        getScratchpad(b), offset, ValueRange());
    return DmaLoadOp::create(b, source, begin, target, valid);
  }

  //===--------------------------------------------------------------------===//
  // Launches
  //===--------------------------------------------------------------------===//

  void divide(DmaLoadOp load, ArrayRef<EarlyRows> parts,
              const RowLoads &loads) {
    ImplicitLocOpBuilder b(load.getLoc(), load);
    int64_t inDram = parts.front().first;
    auto startOwn = [&](ImplicitLocOpBuilder &b) {
      Value token;
      for (const EarlyRows &part : parts)
        token = startPart(b, load, part, loads);
      return token;
    };
    auto startDram = [&](ImplicitLocOpBuilder &b) {
      return startRows(b, load, 0, inDram, load.getSource(), load.getIndices());
    };
    Value token;
    if (inDram == 0)
      token = startOwn(b);
    else {
      Value odd =
          arith::RemUIOp::create(b, CoreIdOp::create(b), constant(b, 2));
      Value isOdd = arith::CmpIOp::create(b, arith::CmpIPredicate::ne, odd,
                                          constant(b, 0));
      auto choice =
          scf::IfOp::create(b, TypeRange(load.getToken().getType()), isOdd,
                            /*addThenBlock=*/true, /*addElseBlock=*/true);
      ImplicitLocOpBuilder first =
          ImplicitLocOpBuilder::atBlockEnd(load.getLoc(), choice.thenBlock());
      startOwn(first);
      scf::YieldOp::create(first, startDram(first));
      ImplicitLocOpBuilder second =
          ImplicitLocOpBuilder::atBlockEnd(load.getLoc(), choice.elseBlock());
      startDram(second);
      scf::YieldOp::create(second, startOwn(second));
      token = choice.getResult(0);
    }
    load.getToken().replaceAllUsesWith(token);
    load.erase();
  }

  Value startPart(ImplicitLocOpBuilder &b, DmaLoadOp load,
                  const EarlyRows &part, const RowLoads &loads) {
    SmallVector<int64_t> shape(loads.tensor.getShape());
    shape.front() = part.count;
    Value own =
        memref::ExtractAlignedPointerAsIndexOp::create(b, getScratchpad(b));
    Value address = arith::IndexCastOp::create(
        b, b.getI64Type(),
        arith::AddIOp::create(b, own, choose(b, part.offsets)));
    Value source = getDramTensor(
        b,
        LLVM::IntToPtrOp::create(b, LLVM::LLVMPointerType::get(b.getContext()),
                                 address),
        MemRefType::get(shape, loads.tensor.getElementType()));
    SmallVector<Value> indices(load.getIndices());
    indices.front() = constant(b, 0);
    return startRows(b, load, part.first, part.count, source, indices);
  }

  /// Starts the load of some rows of the block.
  static Value startRows(ImplicitLocOpBuilder &b, DmaLoadOp load, int64_t first,
                         int64_t count, Value source, ValueRange indices) {
    Value target = takeRows(b, load.getTarget(), first, count);
    SmallVector<Value> valid(load.getValid());
    if (!valid.empty()) {
      Value before = constant(b, first);
      Value rows = arith::SubIOp::create(
          b, arith::MaxUIOp::create(b, valid.front(), before), before);
      valid.front() = arith::MinUIOp::create(b, rows, constant(b, count));
    }
    return DmaLoadOp::create(b, source, indices, target, valid,
                             dyn_cast_or_null<TypedAttr>(load.getFillAttr()));
  }

  //===--------------------------------------------------------------------===//
  // Values
  //===--------------------------------------------------------------------===//

  static Value constant(ImplicitLocOpBuilder &b, int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }

  Value getScratchpad(ImplicitLocOpBuilder &b) {
    return memref::GetGlobalOp::create(b, scratchpad.getType(),
                                       scratchpad.getSymName());
  }

  /// Returns the value of the executing core.
  static Value choose(ImplicitLocOpBuilder &b, ArrayRef<int64_t> values) {
    Value chosen = constant(b, values.back());
    if (llvm::all_equal(values))
      return chosen;
    Value core = CoreIdOp::create(b);
    for (auto [number, value] : llvm::enumerate(values.drop_back())) {
      Value isCore = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, core,
                                           constant(b, int64_t(number)));
      chosen = arith::SelectOp::create(b, isCore, constant(b, value), chosen);
    }
    return chosen;
  }

  SymbolTable &symbols;
  memref::GlobalOp scratchpad;
  int64_t cores;
  llvm::StringMap<unsigned> numCalls; ///< of each function
  llvm::DenseSet<Operation *> owned;  ///< calls of functions of their own
};

} // namespace

void matrix::loadEarly(ArrayRef<EarlyTensor> tensors, SymbolTable &symbols,
                       memref::GlobalOp scratchpad, int64_t cores) {
  Rewriter rewriter(symbols, scratchpad, cores);
  for (const EarlyTensor &tensor : tensors)
    rewriter.rewrite(tensor);
}
