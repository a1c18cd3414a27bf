//===- PrefetchBlocks.cpp - loads during the preceding launch ------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The buffers of consecutive launches are at opposite ends of the scratchpad:
// then they fit if the sum of their sizes does.
//
//===----------------------------------------------------------------------===//

#include "PrefetchBlocks.h"
#include "LaunchPrefetcher.h"

using namespace mlir;
using namespace matrix;

unsigned matrix::prefetchBlocks(MutableArrayRef<ExpandedLaunch> launches,
                                const desc::VariantInfo &variant) {
  if (!variant.memoryIn(desc::address_space::scratchpad))
    return 0;
  unsigned count = 0;
  for (size_t i = 1; i < launches.size(); ++i)
    count +=
        LaunchPrefetcher(launches[i - 1], launches[i], variant).prefetchFirst();
  return count;
}
