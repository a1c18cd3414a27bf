//===- ResidentBuffers.cpp - buffers between launches ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function allocates a buffer for a resident value that it accesses. When
// launches are expanded, the buffers with the same number become one, live from
// the first launch to the last one. Offsets are assigned by the function that
// planning uses (ResidentBlock.h), so that the bytes that it reserved suffice.
//
//===----------------------------------------------------------------------===//

#include "ResidentBuffers.h"
#include "Plan/Residents/ResidentBlock.h"
#include "matrix/Description/Target.h"

using namespace mlir;
using namespace matrix;

bool matrix::usesResidents(Operation *function) {
  return function
      ->walk([](memref::AllocOp op) {
        return op->hasAttr(kResidentAttrName) ? WalkResult::interrupt()
                                              : WalkResult::advance();
      })
      .wasInterrupted();
}

namespace {

struct ResidentBuffer : LiveBuffer {
  memref::AllocOp op;
};

} // namespace

/// Returns the allocations of resident values in a launch.
static SmallVector<memref::AllocOp> findBuffers(const ExpandedLaunch &launch) {
  SmallVector<memref::AllocOp> found;
  for (Operation &op :
       llvm::make_range(Block::iterator(launch.first),
                        std::next(Block::iterator(launch.last))))
    if (op.hasAttr(kResidentAttrName))
      found.push_back(cast<memref::AllocOp>(op));
  return found;
}

/// Moves a buffer before its launch, or replaces it by `known`.
static void unify(ExpandedLaunch &launch, memref::AllocOp op,
                  memref::AllocOp known) {
  if (op == launch.first)
    launch.first = op->getNextNode();
  if (!known)
    return op->moveBefore(launch.first);
  op.replaceAllUsesWith(known.getResult());
  op.erase();
}

/// Sets the offsets of the buffers, and where they end during each launch.
static void place(ArrayRef<ResidentBuffer> buffers,
                  MutableArrayRef<ExpandedLaunch> launches) {
  SmallVector<LiveBuffer> ranges(buffers.begin(), buffers.end());
  for (const LiveBuffer &placed : placeResidents(ranges)) {
    // Buffers of equal size and range are placed in any order.
    auto buffer = llvm::find_if(buffers, [&](const ResidentBuffer &other) {
      return other.size == placed.size && other.begin == placed.begin &&
             other.end == placed.end && !other.op->hasAttr(kOffsetAttrName);
    });
    memref::AllocOp op = buffer->op;
    op->setAttr(kOffsetAttrName,
                Builder(op.getContext()).getI64IntegerAttr(placed.offset));
    for (int64_t i = placed.begin; i <= placed.end; ++i)
      launches[i].residentBytes =
          std::max(launches[i].residentBytes, placed.endOffset());
  }
}

void matrix::mergeResidentBuffers(MutableArrayRef<ExpandedLaunch> launches,
                                  const desc::VariantInfo &variant) {
  llvm::MapVector<Attribute, ResidentBuffer> buffers;
  auto *scratchpad = variant.memoryIn(desc::address_space::scratchpad);
  for (auto [i, launch] : llvm::enumerate(launches))
    for (memref::AllocOp op : findBuffers(launch)) {
      ResidentBuffer &buffer = buffers[op->getAttr(kResidentAttrName)];
      if (!buffer.op)
        buffer = {{getBufferSize(op.getType(), scratchpad->alignment),
                   int64_t(i), int64_t(i)},
                  {}};
      buffer.end = i;
      unify(launch, op, buffer.op);
      if (!buffer.op)
        buffer.op = op;
    }
  place(llvm::map_to_vector(buffers,
                            [](const auto &entry) { return entry.second; }),
        launches);
}
