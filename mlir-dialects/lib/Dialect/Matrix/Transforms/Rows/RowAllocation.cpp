//===- RowAllocation.cpp - allocation of row memories ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Allocation of buffers in row memories over live ranges (FirstFit.h) in
// program order. A live range extends from the first to the last use; a use
// inside a loop extends it to the end of the loop. Each buffer follows the one
// before, so that an instruction writes rows which were read long ago and need
// not wait for their readers. If a buffer finds no room then, all are placed by
// first fit; if there is still none, the buffer with the furthest next use is
// evicted (Belady's rule): it is read again later if it was only read,
// otherwise it is spilled to DRAM.
//
//===----------------------------------------------------------------------===//

#include "Rows/RowEffects.h"
#include "Rows/RowLowering.h"
#include "matrix/Dialect/Matrix/IR/MatrixDialect.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "matrix/Dialect/Matrix/IR/RowOperation.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/Transforms/FirstFit.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace matrix;
using table::OperandUse;

namespace {

/// Sizes and offsets are rows.
struct RowBuffer : LiveBuffer {
  memref::AllocOp op;
  SmallVector<Operation *> users; // in program order
  bool inLoop = false;            // used in a deeper loop than allocated
};

class RowAllocator {
public:
  explicit RowAllocator(func::FuncOp function)
      : function(function), variant(getTarget(function)), plan(variant),
        aliases(function) {}
  LogicalResult run();

private:
  using Buffers = SmallVector<RowBuffer>;

  void number();
  RowBuffer describe(memref::AllocOp op);
  std::optional<Buffers> collect(const desc::SpaceInfo &space);
  FailureOr<bool> place(Buffers &buffers, const desc::SpaceInfo &space);
  bool rotate(Buffers &buffers, const desc::SpaceInfo &space);
  bool evictOne(Buffers &buffers, unsigned index, const desc::SpaceInfo &space);
  bool evict(RowBuffer &buffer, int64_t when, const desc::SpaceInfo &space);
  bool isRematerializable(const RowBuffer &buffer, Operation *until);
  const RowMove *findMove(bool toDram, const desc::SpaceInfo &space,
                          MemRefType type);
  LogicalResult reportFull(Buffers &buffers, unsigned index,
                           const desc::SpaceInfo &space);
  void replace(ArrayRef<RowBuffer> buffers);

  func::FuncOp function;
  const desc::VariantInfo &variant;
  RowPlan plan;
  AliasAnalysis aliases;
  llvm::DenseMap<Operation *, int64_t> numbers, lastNumbers;
};

} // namespace

//===----------------------------------------------------------------------===//
// Live ranges
//===----------------------------------------------------------------------===//

void RowAllocator::number() {
  numbers.clear();
  lastNumbers.clear();
  int64_t next = 0;
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    numbers[op] = next++;
    for (Operation *outer = op; outer; outer = outer->getParentOp())
      lastNumbers[outer] = next - 1;
  });
}

RowBuffer RowAllocator::describe(memref::AllocOp op) {
  RowBuffer buffer{
      {op.getType().getDimSize(0), lastNumbers[function], 0}, op, {}};
  for (Operation *user : op->getUsers()) {
    Operation *outer = op->getBlock()->findAncestorOpInBlock(*user);
    buffer.inLoop |= outer != user;
    buffer.begin = std::min(buffer.begin, numbers[outer]);
    buffer.end = std::max(buffer.end, lastNumbers[outer]);
    if (!llvm::is_contained(buffer.users, outer))
      buffer.users.push_back(outer);
  }
  llvm::sort(buffer.users, [&](Operation *a, Operation *b) {
    return numbers[a] < numbers[b];
  });
  return buffer;
}

std::optional<RowAllocator::Buffers>
RowAllocator::collect(const desc::SpaceInfo &space) {
  number();
  Buffers buffers;
  function.walk([&](memref::AllocOp op) {
    if (getRowSpace(op.getType()) == &space && !op->use_empty())
      buffers.push_back(describe(op));
  });
  auto key = [&](const RowBuffer &b) {
    return std::pair(b.begin, numbers.lookup(b.op));
  };
  llvm::sort(buffers, [&](const RowBuffer &a, const RowBuffer &b) {
    return key(a) < key(b);
  });
  return buffers;
}

//===----------------------------------------------------------------------===//
// Assignment
//===----------------------------------------------------------------------===//

/// Places buffers in rotation. Returns false if one finds no room.
bool RowAllocator::rotate(Buffers &buffers, const desc::SpaceInfo &space) {
  int64_t next = 0;
  for (unsigned i = 0; i < buffers.size(); ++i) {
    RowBuffer &buffer = buffers[i];
    ArrayRef<RowBuffer> placed = ArrayRef(buffers).take_front(i);
    for (int64_t first : {next, int64_t(0)}) {
      buffer.offset = findFirstFit(buffer, placed, first);
      if (buffer.endOffset() <= space.rows)
        break;
    }
    if (buffer.endOffset() > space.rows)
      return false;
    next = buffer.endOffset();
  }
  return true;
}

/// Returns false if a buffer was evicted and allocation has to restart.
FailureOr<bool> RowAllocator::place(Buffers &buffers,
                                    const desc::SpaceInfo &space) {
  if (rotate(buffers, space))
    return true;
  for (unsigned i = 0; i < buffers.size(); ++i) {
    buffers[i].offset =
        findFirstFit(buffers[i], ArrayRef(buffers).take_front(i));
    if (buffers[i].endOffset() <= space.rows)
      continue;
    if (evictOne(buffers, i, space))
      return false;
    return reportFull(buffers, i, space);
  }
  return true;
}

LogicalResult RowAllocator::reportFull(Buffers &buffers, unsigned index,
                                       const desc::SpaceInfo &space) {
  int64_t live = 0;
  for (unsigned j = 0; j < index; ++j)
    if (buffers[j].isLiveWith(buffers[index]))
      live += buffers[j].size;
  return buffers[index].op->emitError("'")
         << StringRef(space.name) << "' is full: " << buffers[index].size
         << " rows are needed, but " << live << " of " << space.rows
         << " are in use here; use smaller blocks or fewer values at a time";
}

void RowAllocator::replace(ArrayRef<RowBuffer> buffers) {
  for (const RowBuffer &buffer : buffers) {
    memref::AllocOp op = buffer.op;
    OpBuilder b(op);
    op.replaceAllUsesWith(
        RowsOp::create(b, op.getLoc(), op.getType(), buffer.offset)
            .getResult());
    op.erase();
  }
}

LogicalResult RowAllocator::run() {
  for (const desc::MemoryInfo &memory : variant.memories) {
    if (!memory.space->rows)
      continue;
    for (bool placed = false; !placed;) {
      std::optional<Buffers> buffers = collect(*memory.space);
      FailureOr<bool> result = place(*buffers, *memory.space);
      if (failed(result))
        return failure();
      placed = *result;
      if (placed)
        replace(*buffers);
    }
  }
  function.walk([](memref::AllocOp op) {
    if (getRowSpace(op.getType()) && op->use_empty())
      op.erase();
  });
  return success();
}

//===----------------------------------------------------------------------===//
// Eviction
//===----------------------------------------------------------------------===//

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
  OpBuilder b(after);
  Value reloaded = memref::AllocOp::create(b, loc, old.getType());
  if (canRematerialize) {
    b.clone(*before.front())->replaceUsesOfWith(old, reloaded);
  } else {
    OpBuilder entry(&function.getBody().front(),
                    function.getBody().front().begin());
    auto type = MemRefType::get(old.getType().getShape(),
                                old.getType().getElementType());
    Value spilled = memref::AllocaOp::create(entry, loc, type);
    createRowMove(b, loc, *back, reloaded, spilled);
    b.setInsertionPointAfter(before.back());
    createRowMove(b, loc, *out, spilled, old);
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

LogicalResult matrix::allocateRows(func::FuncOp function) {
  return RowAllocator(function).run();
}
