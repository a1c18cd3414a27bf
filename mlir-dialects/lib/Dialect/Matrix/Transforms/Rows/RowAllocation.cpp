//===- RowAllocation.cpp - allocation of row memories ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rotating first fit over live ranges (FirstFit.h) in program order, with
// eviction if a memory is full. Operations are numbered in preorder, and a live
// range is the interval from the number of the first user to the last number
// within the last user, so that a user with regions covers its whole body.
// Every eviction changes the program and restarts the allocation of the memory.
//
//===----------------------------------------------------------------------===//

#include "Rows/RowAllocation.h"
#include "matrix/Dialect/Matrix/IR/MatrixDialect.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "matrix/Dialect/Matrix/IR/RowOperation.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace matrix;

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

LogicalResult matrix::allocateRows(func::FuncOp function) {
  return RowAllocator(function).run();
}
