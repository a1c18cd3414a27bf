//===- CombinationOrder.cpp - accumulators that alternate -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// List scheduling: at each time the first accumulator whose last combination is
// complete takes its next tap. An accumulator starts when the one before has
// taken its share of the taps, so that as many as necessary are live.
//
//===----------------------------------------------------------------------===//

#include "CombinationOrder.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace matrix;

/// Returns the accumulators that fill the pipe.
static int64_t countChains(const desc::VariantInfo &variant) {
  constexpr int64_t kMax = 3;
  int64_t occupancy = llvm::divideCeil(variant.tileBytes(),
                                       variant.parameters.ewBytes.value_or(1));
  int64_t latency = occupancy + variant.parameters.ewExtraLatency.value_or(0);
  return std::clamp<int64_t>(llvm::divideCeil(latency, occupancy), 1, kMax);
}

SmallVector<TapLoad::Use>
matrix::orderCombinations(int64_t tiles, int64_t taps,
                          const desc::VariantInfo &variant) {
  int64_t chains = countChains(variant), share = llvm::divideCeil(taps, chains);
  SmallVector<int64_t> next(tiles, 0), ready(tiles, 0);
  SmallVector<TapLoad::Use> order;
  int64_t first = 0;
  auto mayTake = [&](int64_t tile, int64_t time) {
    bool isStarted = tile == 0 || next[tile - 1] >= share;
    return next[tile] < taps && ready[tile] <= time && isStarted;
  };
  for (int64_t time = 0; first < tiles; ++time)
    for (int64_t tile = first; tile < std::min(first + chains, tiles); ++tile)
      if (mayTake(tile, time)) {
        order.push_back({tile, next[tile]++});
        ready[tile] = time + chains;
        while (first < tiles && next[first] == taps)
          ++first;
        break;
      }
  return order;
}
