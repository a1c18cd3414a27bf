//===- RowLowering.cpp - emission of row operations -----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits row operations in program order: operands are copied to the memories
// their instructions read, results are allocated in the memories they write,
// and loop-carried values stay in one buffer. At the end of an iteration, the
// carried value is in that buffer, is read into it, or is copied to it. Demands
// record which users of a value remain; a value without remaining demands may
// be overwritten in place.
//
//===----------------------------------------------------------------------===//

#include "Rows/RowLowering.h"
#include "Matching/Accesses.h"
#include "matrix/Dialect/Matrix/IR/RowOperation.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace matrix;
using table::OperandUse;

//===----------------------------------------------------------------------===//
// Program order
//===----------------------------------------------------------------------===//

LogicalResult RowLowering::emitBlock(Block &block) {
  SmallVector<Operation *> ops;
  for (Operation &op : block)
    ops.push_back(&op);
  for (Operation *op : ops) {
    ArrayRef<RowChoice> choices = plan.choicesOf(op);
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      if (failed(emitLoop(loop)))
        return failure();
    } else if (!choices.empty()) {
      if (!choices.front().isRead() && failed(emitRoot(choices.front())))
        return failure();
    } else {
      for (Region &region : op->getRegions())
        for (Block &inner : region)
          if (failed(emitBlock(inner)))
            return failure();
    }
  }
  return success();
}

/// A result without a user in its memory is copied to the requested memory at
/// once.
LogicalResult RowLowering::emitRoot(const RowChoice &choice) {
  FailureOr<Value> memref = emit(choice, choice.root);
  if (failed(memref))
    return failure();
  if (isDramOperand(choice.target()))
    return success();
  Value result = choice.root->getResult(0);
  assignments[result].push_back({choice.target().space, *memref});
  ArrayRef<Space> wanted = plan.demands[result];
  if (wanted.empty() || llvm::is_contained(wanted, choice.target().space) ||
      llvm::is_contained(wanted, nullptr))
    return success();
  return getBuffer(result, wanted.back(), choice.root);
}

LogicalResult RowLowering::emitLoop(scf::ForOp loop) {
  if (failed(emitBlock(*loop.getBody())))
    return failure();
  for (unsigned i = 0; i < loop.getNumResults(); ++i)
    if (isRowVector(loop.getResult(i).getType()) && failed(finishLoop(loop, i)))
      return failure();
  return success();
}

static void eraseDemand(RowDemand &demand, const desc::SpaceInfo *space) {
  if (auto *it = llvm::find(demand, space); it != demand.end())
    demand.erase(it);
}

/// Reads the value of the next iteration into the buffer of the argument, if
/// nothing uses the buffer after the read.
bool RowLowering::readIntoArgument(scf::ForOp loop, unsigned number) {
  Value yielded = loop.getYieldedValues()[number];
  Value buffer = loopBuffers.lookup(loop.getRegionIterArg(number));
  const RowChoice *read = findReadInto(yielded, getRowSpace(buffer.getType()));
  Operation *op = yielded.getDefiningOp();
  if (!read || op->getBlock() != loop.getBody())
    return false;
  bool isFree = llvm::all_of(buffer.getUsers(), [&](Operation *user) {
    Operation *inside = loop.getBody()->findAncestorOpInBlock(*user);
    return !inside || inside->isBeforeInBlock(op);
  });
  if (!isFree || failed(emit(*read, op->getNextNode(), buffer)))
    return false;
  assignments[yielded].push_back({read->target().space, buffer});
  return true;
}

/// At the end of an iteration the carried value is copied to its initial
/// buffer.
LogicalResult RowLowering::finishLoop(scf::ForOp loop, unsigned number) {
  Value yielded = loop.getYieldedValues()[number];
  BlockArgument argument = loop.getRegionIterArg(number);
  Value buffer = loopBuffers.lookup(argument);
  if (!buffer)
    return loop.emitError("a value of type ")
           << argument.getType()
           << " is loop-carried, but no instruction of the loop uses it in a "
              "row memory";
  eraseDemand(plan.demands[yielded], nullptr);
  Space space = getRowSpace(buffer.getType());
  Operation *end = loop.getBody()->getTerminator();
  if (assignments[yielded].empty() && !readIntoArgument(loop, number) &&
      failed(materialize(yielded, space, end)))
    return failure();
  bool inPlace =
      llvm::any_of(assignments[yielded], [&](const BufferAssignment &h) {
        return h.memref == buffer;
      });
  if (!inPlace) {
    auto path = findPath(yielded, space, /*except=*/nullptr, true);
    if (path && path->second.empty())
      path = findPath(yielded, space, /*except=*/space, true);
    if (!path)
      return reportNoPath(yielded, space, loop);
    if (failed(copyAlong(yielded, path->first, path->second, end, buffer,
                         /*record=*/false)))
      return failure();
  }
  assignments[loop.getResult(number)].push_back({space, buffer});
  return success();
}

//===----------------------------------------------------------------------===//
// Single instructions
//===----------------------------------------------------------------------===//

/// Removes this use from the demands of the operands.
void RowLowering::releaseDemands(const RowChoice &choice) {
  for (const auto &[input, binding] :
       llvm::zip(choice.inst->inputs, choice.match.inputs))
    if (input.use == OperandUse::MemRef && !isDramOperand(input) &&
        binding.value)
      eraseDemand(plan.demands[binding.value], input.space);
}

FailureOr<Value> RowLowering::emit(const RowChoice &choice, Operation *before,
                                   Value into) {
  SmallVector<Value> values(choice.inst->inputs.size());
  releaseDemands(choice);
  // The destination is last: it may overwrite the source of another input's
  // copy.
  for (bool targets : {false, true}) {
    for (unsigned i = 0; i < values.size(); ++i) {
      if (choice.inst->inputs[i].use != OperandUse::MemRef ||
          (int(i) == choice.match.target) != targets)
        continue;
      auto value = !targets ? input(choice, i, before)
                   : into   ? FailureOr<Value>(into)
                            : target(choice, before);
      if (failed(value))
        return failure();
      values[i] = *value;
    }
  }
  ImplicitLocOpBuilder b(choice.root->getLoc(), before);
  createRowOperation(b, *choice.inst, values, choice.match.inputs);
  return values[choice.match.target];
}

/// Returns the rows and columns of the input in the match.
static SmallVector<int64_t> shapeOf(const RowChoice &choice, unsigned index) {
  const table::Operand &input = choice.inst->inputs[index];
  SmallVector<int64_t> shape;
  for (table::Extent extent : {input.rows, input.columns})
    shape.push_back(extent.kind == table::Extent::Counted
                        ? *choice.match.inputs[extent.value].immediate
                        : extent.value);
  return shape;
}

FailureOr<Value> RowLowering::input(const RowChoice &choice, unsigned index,
                                    Operation *before) {
  const table::Operand &input = choice.inst->inputs[index];
  Value value = choice.match.inputs[index].value;
  if (!value)
    return Value();
  if (!isDramOperand(input))
    return getBuffer(value, input.space, before);
  if (!choice.isRead() && !canRead(choice.match.windows[index], before))
    return before->emitError("memory read for this operation is overwritten "
                             "before it; read the memory later");
  ImplicitLocOpBuilder b(choice.root->getLoc(), before);
  return createView(b, choice.match.windows[index], shapeOf(choice, index));
}

FailureOr<Value> RowLowering::target(const RowChoice &choice,
                                     Operation *before) {
  unsigned index = choice.match.target;
  const table::Operand &input = choice.target();
  Value old = choice.match.inputs[index].value;
  if (isDramOperand(input)) {
    ImplicitLocOpBuilder b(choice.root->getLoc(), before);
    return createView(b, choice.match.windows[index], shapeOf(choice, index));
  }
  if (old)
    return acquireForWriting(old, input.space, before);
  auto type = cast<VectorType>(choice.root->getResult(0).getType());
  return allocate(choice.root->getLoc(), type, input.space, before);
}

Value RowLowering::allocate(Location loc, VectorType type, Space space,
                            Operation *before) {
  OpBuilder b(before);
  auto memref = MemRefType::get(type.getShape(), type.getElementType(),
                                MemRefLayoutAttrInterface(),
                                getSpaceAttr(b.getContext(), *space));
  if (space->rows)
    return memref::AllocOp::create(b, loc, memref);
  b.setInsertionPointToStart(&function.getBody().front());
  return memref::AllocaOp::create(b, loc, memref);
}
