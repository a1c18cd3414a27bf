//===- TransferTest.h - Timed DMA transfers on test machines ----*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TEST_UNIT_SIMULATOR_DMA_TRANSFERTEST_H
#define MATRIX_TEST_UNIT_SIMULATOR_DMA_TRANSFERTEST_H

#include "TransferMachine.h"
#include "gtest/gtest.h"

namespace matrix {
namespace sim {
namespace test {

/// Events as text: "120 0.1" is the completion of handle 1 of core 0,
/// "120 0.1>3" its arrival at core 3, "50 0:1 room" a free entry in channel 1
/// of core 0.
inline std::string text(const DmaEvent &e) {
  std::string start = std::to_string(e.time) + " " + std::to_string(e.core);
  switch (e.kind) {
  case DmaEvent::Arrived:
    return start + "." + std::to_string(e.handle) + ">" +
           std::to_string(e.receiver);
  case DmaEvent::Completed:
    return start + "." + std::to_string(e.handle);
  case DmaEvent::Room:
    return start + ":" + std::to_string(e.channel) + " room";
  }
  return "";
}

class TransferTest : public testing::Test {
protected:
  /// The DRAM serves one line in two cycles, an engine one per cycle.
  Parameters parameters;
  TestMachine machine{parameters, 4};
  std::unique_ptr<TransferTiming> timing;

  void use(Parameters f, unsigned cores = 4) {
    machine = TestMachine(f, cores);
    timing = std::make_unique<TransferTiming>(machine.variant, cores);
  }
  void SetUp() override { use(parameters); }

  void start(unsigned core, Descriptor d, uint64_t handle, uint64_t now = 0,
             const uint32_t *indices = nullptr) {
    ASSERT_EQ(timing->advance(now), nullptr);
    timing->start(core, d, indices, handle, 0, now);
  }
  /// All events until the end.
  std::vector<std::string> events() {
    std::vector<std::string> all;
    while (const DmaEvent *e = timing->advance(~uint64_t(0)))
      all.push_back(text(*e));
    EXPECT_TRUE(timing->isIdle());
    return all;
  }
  /// The completions only, "time core.handle".
  std::vector<std::string> completions() {
    std::vector<std::string> all;
    for (const std::string &e : events())
      if (e.find('>') == std::string::npos && e.find(':') == std::string::npos)
        all.push_back(e);
    return all;
  }
  using Texts = std::vector<std::string>;
};

} // namespace test
} // namespace sim
} // namespace matrix

#endif // MATRIX_TEST_UNIT_SIMULATOR_DMA_TRANSFERTEST_H
