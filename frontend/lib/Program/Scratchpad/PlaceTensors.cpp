//===- PlaceTensors.cpp - scratchpads of kept tensors ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First fit over live ranges (FirstFit.h), for each group of consecutive cores:
// the free offset has to be the same in all of them. The group with the lowest
// one is chosen.
//
//===----------------------------------------------------------------------===//

#include "PlaceTensors.h"
#include "Access/DramTensor.h"
#include "DividedTensors.h"
#include "Program/Prefetch/PrefetchBlocks.h"
#include "TensorBlocks.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "matrix-allocate-scratchpad"

using namespace mlir;
using namespace matrix;

/// Smaller parts are not worth the additional transfers.
static constexpr int64_t kMinPart = 16384;

namespace {

class Placer {
public:
  explicit Placer(ScratchpadRoom room)
      : room(room), cores(room.occupied.size()) {}

  /// Places the parts of a tensor. Returns whether they fit.
  bool place(PlacedTensor &placed, int64_t bytes, int64_t owners) {
    placed.owners = owners;
    placed.size =
        llvm::alignTo(llvm::divideCeil(bytes, owners), room.alignment);
    placed.offset = std::numeric_limits<int64_t>::max();
    for (int64_t core = 0; core + owners <= cores; core += owners)
      if (int64_t offset = findOffset(placed, core); offset < placed.offset) {
        placed.offset = offset;
        placed.core = core;
      }
    if (placed.endOffset() > room.capacity)
      return false;
    LDBG() << placed.size << " bytes at " << placed.offset << " of core "
           << placed.core << " and the next " << owners - 1 << ": "
           << placed.tensor.global;
    for (int64_t owner = 0; owner < owners; ++owner)
      room.occupied[placed.core + owner].push_back(placed);
    return true;
  }

private:
  /// Returns the first offset that is free in all scratchpads of the owners.
  int64_t findOffset(const PlacedTensor &placed, int64_t core) const {
    SmallVector<LiveBuffer> occupied;
    for (int64_t owner = 0; owner < placed.owners; ++owner)
      llvm::append_range(occupied, room.occupied[core + owner]);
    return findFirstFit(placed, occupied);
  }

  ScratchpadRoom room;
  int64_t cores;
};

} // namespace

std::vector<PlacedTensor>
matrix::placeTensors(func::FuncOp function, SymbolTable &symbols,
                     ScratchpadRoom room, const desc::VariantInfo &variant) {
  std::vector<PlacedTensor> placed;
  int64_t cores = room.occupied.size();
  if (cores > 1 && !hasMulticast(variant))
    return placed;
  Placer placer(room);
  for (KeptTensor &tensor : findKeptTensors(function, symbols, cores)) {
    PlacedTensor each;
    each.tensor = std::move(tensor);
    Operation *before = each.tensor.barrierBefore;
    each.begin = before ? room.ranges.getLast(before) + 1 : 0;
    each.end = room.ranges.getLast(each.tensor.barrierAfter);
    int64_t bytes = getBufferSize(each.tensor.global.getType(), room.alignment);
    SmallVector<Value> values(
        llvm::map_range(each.tensor.uses, [](memref::GetGlobalOp use) -> Value {
          return use.getResult();
        }));
    int64_t owners = findOwners(
        values, each.tensor.global.getType().getNumElements(), symbols,
        std::clamp<int64_t>(bytes / kMinPart, 1, std::min(cores, kMaxOwners)));
    if (placer.place(each, bytes, owners) ||
        (owners > 1 && placer.place(each, bytes, /*owners=*/1)))
      placed.push_back(std::move(each));
  }
  return placed;
}

void matrix::replaceTensors(MutableArrayRef<PlacedTensor> tensors,
                            SymbolTable &symbols, memref::GlobalOp scratchpad,
                            const desc::VariantInfo &variant) {
  TensorDivider divider(symbols, variant.map.scratchpadPitch);
  for (PlacedTensor &placed : tensors) {
    int64_t elements = placed.tensor.global.getType().getNumElements();
    for (memref::GetGlobalOp use : placed.tensor.uses) {
      Value tensor = moveToScratchpad(use, scratchpad, placed.core,
                                      placed.offset, variant);
      if (placed.owners > 1)
        divider.divide(tensor, {elements, placed.owners});
    }
    placed.tensor.global.erase();
  }
  divider.divideCallees();
}
