//===- DmaTest.h - Fixture of a DMA engine and its memory -------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TEST_UNIT_SIMULATOR_DMA_DMATEST_H
#define MATRIX_TEST_UNIT_SIMULATOR_DMA_DMATEST_H

#include "Memory/Dma.h"
#include "gtest/gtest.h"
#include <numeric>

namespace matrix {
namespace sim {

/// The default variant with two cores. DRAM contains 0, 1, 2, .. from its
/// first byte; low addresses are relative to it.
class DmaTest : public testing::Test {
protected:
  static constexpr uint64_t descriptorAt = 0, dataAt = 4096;

  explicit DmaTest(const desc::VariantInfo &v = desc::defaultVariant())
      : variant(v), memory(variant, 2), cores(makeCores()),
        semaphores(cores, 2), engine(variant.dma, memory, semaphores, 0, 2),
        own(variant.map.ownScratchpad) {
    std::iota(dram(0), dram(4096), 0);
    set(desc::dma_field::source, 0);
  }

  static std::vector<std::unique_ptr<Core>> makeCores() {
    std::vector<std::unique_ptr<Core>> cores;
    for (unsigned number : {0, 1}) {
      cores.push_back(std::make_unique<Core>());
      cores.back()->number = number;
    }
    return cores;
  }
  uint8_t *dram(uint64_t byte) {
    return memory.resolve(0, variant.map.program + byte, 1);
  }
  uint8_t *scratchpad(uint64_t offset, unsigned core = 0) {
    return memory.resolveOwn(core, own + offset, 1);
  }
  void set(const desc::DmaField &f, uint64_t value) {
    bool isAddress = f.offset == desc::dma_field::source.offset ||
                     f.offset == desc::dma_field::destination.offset;
    if (isAddress && value < variant.map.program / 2)
      value += variant.map.program;
    std::memcpy(scratchpad(descriptorAt) + f.offset, &value, f.bits / 8);
  }
  /// rows of `bytes`, dense in the scratchpad, `stride` apart in DRAM.
  void load(uint64_t rows, uint64_t bytes, uint64_t stride) {
    set(desc::dma_field::kind, desc::dma_kind::load);
    set(desc::dma_field::row_bytes, bytes);
    set(desc::dma_field::n1, rows);
    set(desc::dma_field::n2, 1);
    set(desc::dma_field::destination, own + dataAt);
    set(desc::dma_field::s1, stride);
    set(desc::dma_field::d1, bytes);
    set(desc::dma_field::hi1, rows);
    set(desc::dma_field::hi2, 1);
  }
  uint64_t start() {
    return llvm::cantFail(engine.start(own + descriptorAt, 0));
  }
  void finish(uint64_t handle) { llvm::cantFail(engine.finish(handle)); }
  std::string errorOf(uint64_t address) {
    return llvm::toString(engine.start(address, 0).takeError());
  }
  std::string errorOf() { return errorOf(own + descriptorAt); }
  static bool contains(const std::string &text, const std::string &part) {
    return text.find(part) != std::string::npos;
  }
  std::vector<int> data(size_t n, unsigned core = 0) {
    uint8_t *p = scratchpad(dataAt, core);
    return std::vector<int>(p, p + n);
  }

  const desc::VariantInfo &variant;
  Memory memory;
  std::vector<std::unique_ptr<Core>> cores;
  Semaphores semaphores;
  DmaEngine engine;
  uint64_t own;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_TEST_UNIT_SIMULATOR_DMA_DMATEST_H
