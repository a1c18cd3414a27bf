//===- RowEviction.cpp - eviction from row memories -----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Belady's rule: the buffer with the furthest next use is evicted. Its contents
// are read again if the memory they were read from is unchanged, otherwise
// stored to DRAM after the last use and reloaded before the next one. Buffers
// of loops stay.
//
//===----------------------------------------------------------------------===//

#include "Rows/RowAllocation.h"
#include "Rows/RowEffects.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "matrix/Dialect/Matrix/IR/RowOperation.h"

using namespace mlir;
using namespace matrix;
using table::OperandUse;

static Operation *nextUser(const RowBuffer &buffer, int64_t when,
                           const llvm::DenseMap<Operation *, int64_t> &number) {
  for (Operation *user : buffer.users)
    if (number.lookup(user) >= when)
      return user;
  return nullptr;
}

/// Evicts the buffer with the furthest next use.
bool RowAllocator::evictOne(Buffers &buffers, unsigned index,
                            const desc::SpaceInfo &space) {
  int64_t when = buffers[index].begin;
  SmallVector<RowBuffer *> live;
  for (unsigned j = 0; j < index; ++j)
    if (buffers[j].isLiveWith(buffers[index]))
      live.push_back(&buffers[j]);
  auto next = [&](RowBuffer *b) {
    Operation *user = nextUser(*b, when, numbers);
    return user ? numbers.lookup(user) : 0;
  };
  auto key = [&](RowBuffer *b) { return std::pair(-next(b), b); };
  llvm::sort(live, [&](RowBuffer *a, RowBuffer *b) { return key(a) < key(b); });
  return llvm::any_of(live, [&](RowBuffer *b) {
    return next(b) > when && evict(*b, when, space);
  });
}

const RowMove *RowAllocator::findMove(bool toDram, const desc::SpaceInfo &space,
                                      MemRefType type) {
  auto vector = VectorType::get(type.getShape(), type.getElementType());
  for (const RowMove &move : plan.moves()) {
    const table::Operand &dram = toDram ? move.to() : move.from();
    const table::Operand &rows = toDram ? move.from() : move.to();
    if (isDramOperand(dram) && rows.space == &space && move.fits(vector))
      return &move;
  }
  return nullptr;
}

/// Frees the rows between the last use before `when` and the next use.
bool RowAllocator::evict(RowBuffer &buffer, int64_t when,
                         const desc::SpaceInfo &space) {
  Operation *after = nextUser(buffer, when, numbers);
  SmallVector<Operation *> before = llvm::to_vector(llvm::make_filter_range(
      buffer.users, [&](Operation *op) { return numbers[op] < when; }));
  if (buffer.inLoop || before.empty())
    return false;
  memref::AllocOp old = buffer.op;
  Location loc = old.getLoc();
  bool canRematerialize = isRematerializable(buffer, after);
  const RowMove *out = findMove(true, space, old.getType());
  const RowMove *back = findMove(false, space, old.getType());
  if (!canRematerialize && (!out || !back))
    return false;
  ImplicitLocOpBuilder b(loc, after);
  Value reloaded = memref::AllocOp::create(b, old.getType());
  if (canRematerialize) {
    b.clone(*before.front())->replaceUsesOfWith(old, reloaded);
  } else {
    OpBuilder entry(&function.getBody().front(),
                    function.getBody().front().begin());
    auto type = MemRefType::get(old.getType().getShape(),
                                old.getType().getElementType());
    Value spilled = memref::AllocaOp::create(entry, loc, type);
    FenceOp::create(b); // the store may wait in a queue
    createRowMove(b, *back, reloaded, spilled);
    b.setInsertionPointAfter(before.back());
    createRowMove(b, *out, spilled, old);
  }
  old.getResult().replaceUsesWithIf(reloaded, [&](OpOperand &use) {
    return numbers.contains(use.getOwner()) && numbers[use.getOwner()] >= when;
  });
  return true;
}

/// Returns whether the read that first filled the buffer can be repeated at
/// `until` with the same result.
bool RowAllocator::isRematerializable(const RowBuffer &buffer,
                                      Operation *until) {
  Operation *read = buffer.users.front();
  const table::Instruction *inst = getRowInstruction(read);
  if (!inst)
    return false;
  memref::AllocOp op = buffer.op;
  Value source, rows = op;
  for (const auto &[input, value] :
       llvm::zip(inst->inputs, getRowOperands(read, *inst))) {
    if (input.use != OperandUse::MemRef)
      continue;
    if (value != rows && (!isDramOperand(input) || source))
      return false;
    if (isDramOperand(input))
      source = value;
  }
  if (!source)
    return false;
  for (Operation *next = read->getNextNode(); next != until;
       next = next->getNextNode())
    if (!next || mayWrite(next, source, aliases) ||
        mayWrite(next, rows, aliases))
      return false;
  return true;
}
