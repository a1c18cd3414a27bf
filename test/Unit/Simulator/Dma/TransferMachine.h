//===- TransferMachine.h - DMA test machines and descriptors ----*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TEST_UNIT_SIMULATOR_DMA_TRANSFERMACHINE_H
#define MATRIX_TEST_UNIT_SIMULATOR_DMA_TRANSFERMACHINE_H

#include "Memory/Dma.h"
#include "Timing/Dma/TimedDma.h"
#include <vector>

namespace matrix {
namespace sim {
namespace test {

struct Parameters {
  int64_t dmaLines = 1, dramBytes = 32, dramLatency = 120, ringLines = 1,
          ringHop = 9;
};

/// The transfer kinds of the description on a synthetic machine: 8 entries per
/// channel, lines of 64 bytes.
struct TestMachine {
  TestMachine(const Parameters &f, unsigned cores)
      : dma(std::make_unique<desc::DmaInfo>(*desc::defaultVariant().dma)),
        variant(desc::defaultVariant()) {
    dma->queueEntries = 8;
    dma->lineBytes = 64;
    variant.dma = dma.get();
    variant.cores = cores;
    variant.parameters.dmaLines = f.dmaLines;
    variant.parameters.dramBytes = f.dramBytes;
    variant.parameters.dramLatency = f.dramLatency;
    variant.parameters.ringLines = f.ringLines;
    variant.parameters.ringHop = f.ringHop;
  }

  std::unique_ptr<desc::DmaInfo> dma;
  desc::VariantInfo variant;
};

/// Dense rows, all in range; DRAM from address 0, the core's own scratchpad
/// from its start.
inline Descriptor transfer(unsigned kind, uint64_t rows, uint64_t bytes) {
  Descriptor d;
  d.kind = kind;
  d.rows = rows;
  d.planes = 1;
  d.rowBytes = bytes;
  d.lastRow = rows;
  d.lastPlane = 1;
  d.sourceRow = d.destinationRow = int64_t(bytes);
  uint64_t own = desc::defaultVariant().map.ownScratchpad;
  d.source = d.readsOwn() ? own : 0;
  d.destination = d.writesOwn() ? own : 0;
  return d;
}
inline Descriptor load(uint64_t rows, uint64_t bytes) {
  return transfer(desc::dma_kind::load, rows, bytes);
}
inline Descriptor store(uint64_t rows, uint64_t bytes) {
  return transfer(desc::dma_kind::store, rows, bytes);
}
inline Descriptor put(uint64_t rows, uint64_t bytes, uint32_t cores) {
  Descriptor d = transfer(desc::dma_kind::put, rows, bytes);
  d.cores = cores;
  return d;
}

} // namespace test
} // namespace sim
} // namespace matrix

#endif // MATRIX_TEST_UNIT_SIMULATOR_DMA_TRANSFERMACHINE_H
