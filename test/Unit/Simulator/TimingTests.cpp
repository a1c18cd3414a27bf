//===- TimingTests.cpp - Machine behavior in timed runs -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests of the machine (timing rules are tested in test/Simulator/Timing):
// cycles are attributed without gaps, also per pipe; observers are notified
// of events; cores act in the order of simulated time.
//
//===----------------------------------------------------------------------===//

#include "Encodings.h"
#include "Machine/Machine.h"
#include "Timing/LineRule.h"
#include "gtest/gtest.h"
#include <numeric>

using namespace matrix;
using namespace matrix::sim;
using namespace encodings;

namespace {

/// Records all events.
struct Notes : Observer {
  std::vector<IssueEvent> issues;
  std::vector<WaitEvent> waits;
  std::vector<std::pair<unsigned, uint64_t>> ends;
  void issued(const IssueEvent &e) override { issues.push_back(e); }
  void waited(const WaitEvent &e) override { waits.push_back(e); }
  void finished(const EndEvent &e) override { ends.push_back({e.core, e.end}); }
};

class TimingTest : public testing::Test {
protected:
  /// Runs the words on a number of cores until all have halted.
  void run(std::vector<uint32_t> words, unsigned cores = 1,
           const char *cpu = "") {
    machine = std::make_unique<Machine>(*desc::lookupVariant(cpu), cores);
    machine->setMode(/*inTime=*/true, /*checking=*/false);
    machine->setObserver(&notes);
    uint64_t entry = machine->system().variant().map.program;
    auto *bytes = reinterpret_cast<const uint8_t *>(words.data());
    machine->system().code().add(machine->system().decoder(), entry, bytes,
                                 4 * words.size());
    machine->reset(entry, 0);
    ASSERT_EQ(machine->run(0), nullptr);
    for (unsigned c = 0; c < cores; ++c)
      checkSums(c);
  }

  /// Checks that every cycle of a core and of its pipes has one cause.
  void checkSums(unsigned number) {
    CoreTiming t = machine->timing(number);
    EXPECT_EQ(t.cycles, machine->cycles());
    EXPECT_EQ(t.issued, machine->system().core(number).retired);
    EXPECT_EQ(std::accumulate(t.stalls, t.stalls + numStallCauses, t.issued),
              t.cycles);
    uint64_t instructions = 0;
    for (const PipeTiming &p : t.pipes) {
      instructions += p.instructions;
      EXPECT_LE(std::accumulate(p.idle, p.idle + numStallCauses, p.occupied),
                t.cycles);
    }
    EXPECT_EQ(instructions, t.issued);
  }

  int64_t x(unsigned r, unsigned core = 0) {
    return machine->system().core(core).x[r];
  }
  uint64_t stalls(StallCause cause, unsigned core = 0) {
    return machine->timing(core).stalls[unsigned(cause)];
  }
  PipeTiming pipe(const std::string &name) {
    for (unsigned p = 0; p < numPipes(); ++p)
      if (pipeName(p) == name)
        return machine->timing(0).pipes[p];
    return {};
  }

  std::unique_ptr<Machine> machine;
  Notes notes;
};

//===----------------------------------------------------------------------===//
// One core
//===----------------------------------------------------------------------===//

TEST_F(TimingTest, TileChain) {
  run({addi(3, 2, -1024), // 0
       tldc(1, 3),        // 1, 8 cycles, ready at 21
       tmmaBf16(2, 1, 1), // 21, 16 cycles, ready at 73
       cycle(6),          // 22
       tstc(2, 3),        // 73, 16 cycles: until 89
       cycle(7),          // 74
       halt(0)});         // 75
  EXPECT_EQ(x(6), 22);
  EXPECT_EQ(x(7), 74);
  EXPECT_EQ(machine->cycles(), 89u);
  EXPECT_EQ(stalls(StallCause::Operand), 19u + 50u);
  EXPECT_EQ(stalls(StallCause::Drain), 13u);
  // MM is busy from 21 to 37: free in the stall from 2, and in that from 23
  // except for 14 cycles.
  EXPECT_EQ(pipe("MM").occupied, 16u);
  EXPECT_EQ(pipe("MM").first, 21u);
  EXPECT_EQ(pipe("MM").last, 37u);
  EXPECT_EQ(pipe("MM").idle[unsigned(StallCause::Operand)], 19u + 36u);
  EXPECT_EQ(pipe("MM").idle[unsigned(StallCause::Drain)], 13u);
  EXPECT_EQ(pipe("ST").idle[unsigned(StallCause::Drain)], 0u);
  EXPECT_EQ(pipe("S").occupied, 4u);
}

TEST_F(TimingTest, PipeBusy) {
  run({taddF32(1, 2, 3), // 0, 8 cycles
       taddF32(4, 5, 6), // 8
       cycle(7), halt(0)});
  EXPECT_EQ(x(7), 9);
  EXPECT_EQ(stalls(StallCause::Pipe), 7u);
  EXPECT_EQ(machine->cycles(), 24u); // 8 + 16
}

TEST_F(TimingTest, Guesses) {
  run({addi(5, 0, 2),  // 0
       addi(5, 5, -1), // 1, 3
       bne(5, 0, -1),  // 2 predicted, 4 mispredicted: 2 cycles lost
       cycle(6),       // 7
       bne(0, 0, 2),   // 8, predicted
       bne(6, 0, 1),   // 9: to the next instruction, taken: 2 lost
       cycle(7),       // 12
       jal(1, 1),      // 13
       jalr(8, 1, 8),  // 14, skips one instruction: 2 lost
       cycle(9),       // skipped
       cycle(10),      // 17
       halt(0)});
  EXPECT_EQ(x(6), 7);
  EXPECT_EQ(x(7), 12);
  EXPECT_EQ(x(10), 17);
  EXPECT_EQ(stalls(StallCause::Bubble), 6u);
}

TEST_F(TimingTest, ScalarMemory) {
  run({movk(10, 1, 1), // 0
       lb(5, 10, 0),   // 1, from DRAM: 120
       add(6, 5, 0),   // 121
       sd(6, 2, -8),   // 122
       lb(7, 2, -8),   // 123, own scratchpad: 8
       add(8, 7, 7),   // 131
       cycle(9), halt(0)});
  EXPECT_EQ(x(9), 132);
  CoreTiming t = machine->timing(0);
  EXPECT_EQ(t.dram.read, 1u);
  EXPECT_EQ(t.own.read, 1u);
  EXPECT_EQ(t.own.written, 8u);
}

/// Rows in flight are operand stalls; then the pipe is busy.
TEST_F(TimingTest, RowsAndPipe) {
  auto qkv = [](int fn, int rows, int ra, int rb) {
    return 0x38u << 26 | fn << 23 | (rows - 1) << 16 | ra << 11 | rb << 6;
  };
  run({movk(6, 1, 1),    // 0
       qkv(0, 64, 0, 6), // 1, load: rows ready at 121
       qkv(2, 64, 6, 0), // 121, store, 64 cycles
       qkv(2, 64, 6, 0), // 185
       halt(0)},         // 186
      1, "qkv");
  EXPECT_EQ(stalls(StallCause::Operand), 119u);
  EXPECT_EQ(stalls(StallCause::Pipe), 63u);
  EXPECT_EQ(machine->cycles(), 185u + 64);
}

/// A result in r0 has no consumer, but the run lasts until it is ready.
TEST_F(TimingTest, ResultsInZero) {
  run({movk(10, 1, 1), // 0
       lb(0, 10, 0),   // 1, ends at 121
       lb(0, 10, 1),   // 2, ends at 122
       add(5, 0, 0), halt(0)});
  EXPECT_EQ(machine->timing(0).stalls[unsigned(StallCause::Operand)], 0u);
  EXPECT_EQ(machine->cycles(), 122u);
}

TEST_F(TimingTest, EventsHaveNoGaps) {
  run({addi(5, 0, 3), addi(5, 5, -1), lb(6, 2, -8), add(7, 6, 6), bne(5, 0, -3),
       barrier(), halt(0)});
  int64_t previous = -1;
  for (const IssueEvent &e : notes.issues) {
    EXPECT_EQ(e.previous, previous);
    EXPECT_GE(int64_t(e.from), previous + 1);
    EXPECT_GE(e.issue, e.from);
    previous = int64_t(e.issue);
  }
  EXPECT_EQ(notes.issues.size(), machine->system().core(0).retired);
  ASSERT_EQ(notes.waits.size(), 1u); // the barrier
  EXPECT_EQ(notes.waits[0].to - notes.waits[0].from, stalls(StallCause::Sync));
  ASSERT_EQ(notes.ends.size(), 1u);
  EXPECT_EQ(notes.ends[0].second, machine->cycles());
}

//===----------------------------------------------------------------------===//
// Several cores
//===----------------------------------------------------------------------===//

TEST_F(TimingTest, Semaphore) {
  run({core(5),        // 0
       bne(5, 0, 5),   // 1: core 1 branches, and continues at 4
       addi(10, 0, 1), // 2
       semWait(10, 0), // could issue at 3
       cycle(7), halt(0), semPost(0, 0), // core 1, 4: arrives at 4 + 9 + 8
       halt(0)},
      2);
  EXPECT_EQ(x(7), 22);
  EXPECT_EQ(stalls(StallCause::Sync), 18u);
  EXPECT_EQ(stalls(StallCause::Sync, 1), 0u);
}

/// A count that is already reached does not block; the host may simulate the
/// posting core after the waiting one, regardless of time.
TEST_F(TimingTest, SemaphoreInTime) {
  std::vector<uint32_t> words = {core(5), bne(5, 0, 24)};
  for (int i = 0; i < 20; ++i)
    words.push_back(addi(11, 0, 1)); // 2 to 21
  words.insert(words.end(),
               {semWait(11, 0), cycle(7), halt(0), semPost(0, 0), halt(0)});
  run(words, 2); // posted at 4, arrives at 21
  EXPECT_EQ(x(7), 23);
  EXPECT_EQ(stalls(StallCause::Sync), 0u);
}

TEST_F(TimingTest, Barrier) {
  run({core(5), bne(5, 0, 1),
       barrier(), // core 0 at 2, core 1 at 4: released at 4 + 32
       cycle(7), halt(0)},
      2);
  EXPECT_EQ(x(7, 0), 36);
  EXPECT_EQ(x(7, 1), 36);
  EXPECT_EQ(stalls(StallCause::Sync, 0), 33u);
  EXPECT_EQ(stalls(StallCause::Sync, 1), 31u);
}

/// Two cores exchange a number in DRAM: the earlier access in time is first,
/// ties go to the lower core number.
TEST_F(TimingTest, SharedMemoryInTime) {
  // amoadd.d r6, r10, (r11), after the program in DRAM.
  uint32_t amoadd = R(0x2C, 6, 11, 10, 1 << 4);
  run({core(5), addi(10, 0, 1), movk(11, 1, 1), addi(11, 11, 256),
       amoadd, // both at 4
       bne(5, 0, 1),
       amoadd, // core 1 branched: at 8; core 0: after completion of its first
       halt(0)},
      2);
  EXPECT_EQ(x(6, 0), 2); // the third
  EXPECT_EQ(x(6, 1), 3); // core 1 loses two cycles to its branch
}

//===----------------------------------------------------------------------===//
// Line rule
//===----------------------------------------------------------------------===//

TEST(LineRule, Base) {
  LineRule rule(desc::defaultVariant()); // 64 bytes, 16 banks
  auto load = [&](uint64_t start, int64_t pitch, uint32_t rows = 16,
                  uint32_t bytes = 64) {
    return rule.cycles({start, pitch, rows, bytes, AccessLog::flat, false}, 2);
  };
  auto store = [&](uint64_t start, int64_t pitch, unsigned rate = 1) {
    return rule.cycles({start, pitch, 16, 64, AccessLog::flat, true}, rate);
  };
  for (int again = 0; again < 2; ++again) { // the second result is cached
    EXPECT_EQ(load(0, 64), 8u);
    EXPECT_EQ(load(0, 1024), 16u); // one bank
    EXPECT_EQ(load(0, 1024 + 64), 8u);
    EXPECT_EQ(load(4, 64), 16u);       // two lines per row
    EXPECT_EQ(load(0, 0), 8u);         // limited by the register write
    EXPECT_EQ(load(0, 0, 32, 32), 8u); // the same for a transposing load
    EXPECT_EQ(load(15 * 64, -64), 8u);
    EXPECT_EQ(load(0, 64, 32, 32), 16u); // half lines
    EXPECT_EQ(load(0, 32, 32, 32), 8u);  // two rows per line
    EXPECT_EQ(load(0, 512, 16, 64), 8u); // banks 0 and 8
    EXPECT_EQ(store(0, 64), 16u);
    EXPECT_EQ(store(0, 1024), 16u);
    EXPECT_EQ(store(0, 1024, 2), 8u);
    EXPECT_EQ(store(4, 64), 32u);
    EXPECT_EQ(store(0, 0), 16u);
  }
}

} // namespace
