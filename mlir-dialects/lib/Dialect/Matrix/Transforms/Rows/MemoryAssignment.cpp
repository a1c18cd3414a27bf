//===- MemoryAssignment.cpp - memory assignment of values -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tracks the buffers that hold each value, emits reads and copies on demand,
// and finds copy paths by breadth-first search over move instructions: memories
// are nodes, moves are edges, and the search starts from all memories that
// contain the value. Paths through DRAM are tried only if there is no other. A
// value that an instruction overwrites is read or copied again first if it has
// later users.
//
//===----------------------------------------------------------------------===//

#include "Rows/RowEffects.h"
#include "Rows/RowLowering.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "matrix/Dialect/Matrix/IR/RowOperation.h"
#include "matrix/Dialect/Matrix/Transforms/RowSelection.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace matrix;

Value *RowLowering::findAssignment(Value value, Space space) {
  for (BufferAssignment &assignment : assignments[value])
    if (assignment.space == space)
      return &assignment.memref;
  return nullptr;
}

void RowLowering::removeAssignment(Value value, Space space) {
  llvm::erase_if(assignments[value],
                 [&](const BufferAssignment &h) { return h.space == space; });
}

/// Returns the insertion point of code that provides `value` to `user`: in the
/// block of the value, outside of loops in which the value is invariant.
static Operation *getHoistedPosition(Value value, Operation *user) {
  Operation *found = value.getParentBlock()->findAncestorOpInBlock(*user);
  return found ? found : user;
}

FailureOr<Value> RowLowering::getBuffer(Value value, Space space,
                                        Operation *user) {
  if (Value *known = findAssignment(value, space))
    return *known;
  if (assignments[value].empty() && failed(materialize(value, space, user)))
    return failure();
  if (Value *known = findAssignment(value, space))
    return *known;
  for (bool throughDram : {false, true})
    if (auto path = findPath(value, space, /*except=*/nullptr, throughDram))
      return copyAlong(value, path->first, path->second,
                       getHoistedPosition(value, user), {}, /*record=*/true);
  return reportNoPath(value, space, user);
}

//===----------------------------------------------------------------------===//
// Values without a buffer
//===----------------------------------------------------------------------===//

LogicalResult RowLowering::materialize(Value value, Space space,
                                       Operation *user) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return materializeLoopArgument(argument, space);
  ArrayRef<RowChoice> choices = plan.choicesOf(value.getDefiningOp());
  if (choices.empty())
    return value.getDefiningOp()->emitError("the result is needed in '")
           << StringRef(space->name) << "', but no instruction produces it";
  const RowChoice *best = findReadInto(value, space);
  if (!best)
    best = &choices.front();
  FailureOr<Value> memref = emit(*best, readPosition(*best, user));
  if (failed(memref))
    return failure();
  assignments[value].push_back({best->target().space, *memref});
  return success();
}

/// Returns the choice that reads the value into the space; null if there is
/// none.
const RowChoice *RowLowering::findReadInto(Value value, Space space) {
  Operation *op = value.getDefiningOp();
  for (const RowChoice &choice :
       op ? plan.choicesOf(op) : ArrayRef<RowChoice>())
    if (choice.isRead() && choice.target().space == space)
      return &choice;
  return nullptr;
}

static const Window *getReadWindow(const RowChoice &choice) {
  for (const auto &[index, window] : llvm::enumerate(choice.match.windows))
    if (window.op && int(index) != choice.match.target)
      return &window;
  return nullptr;
}

/// A read is emitted at its user; if memory changes in between, or if it is to
/// be ahead, directly after the read of the program.
Operation *RowLowering::readPosition(const RowChoice &choice, Operation *user) {
  const Window *window = getReadWindow(choice);
  if (window->op->hasAttr(kLoadAheadAttrName))
    return window->op->getNextNode();
  Operation *position = getHoistedPosition(choice.root->getResult(0), user);
  return canRead(*window, position) ? position : window->op->getNextNode();
}

/// Returns whether memory between the read and `position` is unchanged in the
/// window.
bool RowLowering::canRead(const Window &window, Operation *position) {
  Operation *end = window.op->getBlock()->findAncestorOpInBlock(*position);
  if (!end)
    return false;
  for (Operation *op = window.op->getNextNode(); op != end;
       op = op->getNextNode())
    if (!op || mayWrite(op, window.memref, aliases))
      return false;
  return end == position || !mayWrite(end, window.memref, aliases);
}

/// Assigns one buffer to the argument for all iterations.
LogicalResult RowLowering::materializeLoopArgument(BlockArgument argument,
                                                   Space space) {
  auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
  if (!loop || argument.getArgNumber() == 0)
    return argument.getOwner()->getParentOp()->emitError(
        "a vector argument is in no memory; read the vector from a buffer");
  Value init = loop.getTiedLoopInit(argument)->get();
  RowDemand &demand = plan.demands[init];
  if (auto *it = llvm::find(demand, nullptr); it != demand.end())
    demand.erase(it);
  FailureOr<Value> buffer = acquireForWriting(init, space, loop);
  if (failed(buffer))
    return failure();
  loopBuffers[argument] = *buffer;
  assignments[argument].push_back({space, *buffer});
  return success();
}

//===----------------------------------------------------------------------===//
// Overwriting
//===----------------------------------------------------------------------===//

FailureOr<Value> RowLowering::acquireForWriting(Value value, Space space,
                                                Operation *user) {
  RowDemand wanted = plan.demands[value];
  bool nested = value.getParentBlock() != user->getBlock();
  if (nested || llvm::is_contained(wanted, space))
    return rematerialize(value, space, user);
  FailureOr<Value> memref = getBuffer(value, space, user);
  if (failed(memref))
    return failure();
  for (Space other : wanted)
    if (other && failed(getBuffer(value, other, user)))
      return failure();
  if (!wanted.empty() && assignments[value].size() == 1)
    return rematerialize(value, space, user);
  removeAssignment(value, space);
  return memref;
}

/// Reads the value again, or copies it through another memory.
FailureOr<Value> RowLowering::rematerialize(Value value, Space space,
                                            Operation *user) {
  const RowChoice *read = findReadInto(value, space);
  if (read && canRead(*getReadWindow(*read), user))
    return emit(*read, user);
  if (failed(getBuffer(value, space, user)))
    return failure();
  for (bool throughDram : {false, true}) {
    auto back = findPath(value, space, /*except=*/space, throughDram);
    if (back)
      return copyAlong(value, back->first, back->second, user, {},
                       /*record=*/false);
  }
  return reportNoPath(value, space, user);
}

//===----------------------------------------------------------------------===//
// Copy paths
//===----------------------------------------------------------------------===//

/// Returns the shortest path to `to`. If `except` is given, the path has at
/// least one step and may return to this space, but does not end in the
/// existing buffer.
std::optional<std::pair<RowLowering::BufferAssignment, RowLowering::Path>>
RowLowering::findPath(Value value, Space to, Space except, bool throughDram) {
  auto type = cast<VectorType>(value.getType());
  SmallVector<std::pair<BufferAssignment, Path>> work;
  SmallVector<Space> seen;
  for (const BufferAssignment &assignment : assignments[value]) {
    if (assignment.space == to && !except)
      return std::pair(assignment, Path());
    work.push_back({assignment, {}});
    if (assignment.space != except)
      seen.push_back(assignment.space);
  }
  for (unsigned i = 0; i < work.size(); ++i) {
    auto [assignment, path] = work[i];
    Space here = path.empty() ? assignment.space : path.back()->to().space;
    for (const RowMove &move : plan.moves()) {
      Space next = move.to().space;
      if (move.from().space != here || !move.fits(type) ||
          llvm::is_contained(seen, next) ||
          (!throughDram && isDramOperand(move.to())))
        continue;
      Path extended = path;
      extended.push_back(&move);
      if (next == to)
        return std::pair(assignment, extended);
      seen.push_back(next);
      work.push_back({assignment, extended});
    }
  }
  return std::nullopt;
}

FailureOr<Value> RowLowering::copyAlong(Value value, BufferAssignment from,
                                        const Path &path, Operation *at,
                                        Value last, bool record) {
  Value current = from.memref;
  for (const RowMove *move : path) {
    Space space = move->to().space;
    bool atEnd = move == path.back();
    Value next = atEnd && last
                     ? last
                     : allocate(value.getLoc(),
                                cast<VectorType>(value.getType()), space, at);
    ImplicitLocOpBuilder b(value.getLoc(), at);
    createRowMove(b, *move, next, current);
    // The store may wait in a queue while the load of the next move starts.
    if (isDramOperand(move->to()))
      FenceOp::create(b);
    if (record)
      assignments[value].push_back({space, next});
    current = next;
  }
  return current;
}

LogicalResult RowLowering::reportNoPath(Value value, Space to,
                                        Operation *user) {
  InFlightDiagnostic diag = user->emitError("no instruction of '")
                            << StringRef(plan.variant.cpu) << "' moves rows of "
                            << value.getType() << " from";
  for (const BufferAssignment &assignment : assignments[value])
    diag << " '" << StringRef(assignment.space->name) << "'";
  return diag << " to '" << StringRef(to->name) << "'";
}
