//===- MachineTests.cpp - Execution of instruction words ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs are written as words, without assembler and linker; trap messages
// are tested in test/Simulator.
//
//===----------------------------------------------------------------------===//

#include "Encodings.h"
#include "Machine/Machine.h"
#include "gtest/gtest.h"
#include <sys/resource.h>
#include <unistd.h>

using namespace matrix;
using namespace matrix::sim;
using namespace encodings;

namespace {

class MachineTest : public testing::Test {
protected:
  /// Runs the words on some cores. Returns the core that trapped, or null.
  Core *run(std::vector<uint32_t> words, unsigned cores = 1,
            uint64_t limit = 0) {
    machine = std::make_unique<Machine>(desc::defaultVariant(), cores);
    entry = desc::defaultVariant().map.program;
    auto *bytes = reinterpret_cast<const uint8_t *>(words.data());
    std::memcpy(machine->system().memory().resolve(0, entry, 4 * words.size()),
                bytes, 4 * words.size());
    machine->system().code().add(machine->system().decoder(), entry, bytes,
                                 4 * words.size());
    machine->reset(entry, 0);
    if (prepare)
      prepare(*machine);
    return machine->run(limit);
  }
  int64_t x(unsigned r, unsigned core = 0) {
    return machine->system().core(core).x[r];
  }
  TrapKind trapOf(std::vector<uint32_t> words, unsigned cores = 1,
                  uint64_t limit = 0) {
    Core *core = run(std::move(words), cores, limit);
    return core ? core->trapped.kind : TrapKind::None;
  }

  std::unique_ptr<Machine> machine;
  uint64_t entry = 0;
  void (*prepare)(Machine &) = nullptr;
};

//===----------------------------------------------------------------------===//
// One core
//===----------------------------------------------------------------------===//

TEST_F(MachineTest, LoopsCountTheirInstructions) {
  // r5 = 100000; do r6 += r5 while (--r5); halt
  EXPECT_EQ(run({addi(5, 0, 0x7fff), add(5, 5, 5), add(6, 6, 5), addi(5, 5, -1),
                 bne(5, 0, -2), halt(0)}),
            nullptr);
  EXPECT_EQ(x(6), 65534ll * 65535 / 2);
  EXPECT_EQ(machine->system().core(0).retired, 2u + 3 * 65534 + 1);
}

TEST_F(MachineTest, RegisterZeroStaysZero) {
  run({addi(0, 0, 7), movk(0, 5, 1), jal(0, 1), add(5, 0, 0), halt(0)});
  EXPECT_EQ(x(0), 0);
  EXPECT_EQ(x(5), 0);
}

TEST_F(MachineTest, JumpsLink) {
  run({jal(1, 3), addi(6, 1, 0), halt(0), jalr(1, 1, 0)});
  EXPECT_EQ(uint64_t(x(6)), entry + 16) << "the link of jalr, read after it";
}

TEST_F(MachineTest, ResetGivesStackAndArguments) {
  run({halt(0)});
  EXPECT_EQ(uint64_t(x(2)), machine->system().variant().map.ownScratchpad +
                                machine->system().memory().scratchpadBytes());
  EXPECT_EQ(x(4), 0);
}

TEST_F(MachineTest, StatusIsWhatHaltSays) {
  run({addi(4, 0, 42), halt(4)});
  EXPECT_EQ(machine->system().core(0).exitStatus, 42);
}

TEST_F(MachineTest, CsrsTellTheCore) {
  run({csrr(5, desc::csr::core), csrr(6, desc::csr::ncores),
       csrr(7, desc::csr::instret), halt(0)},
      2);
  EXPECT_EQ(x(5, 1), 1);
  EXPECT_EQ(x(6, 1), 2);
  EXPECT_EQ(x(7, 1), 2);
}

TEST_F(MachineTest, EveryCsrHasAValue) {
  for (const desc::CsrInfo &csr : desc::csrs)
    EXPECT_EQ(run({csrr(5, csr.number), halt(0)}), nullptr) << csr.name;
}

//===----------------------------------------------------------------------===//
// Traps
//===----------------------------------------------------------------------===//

TEST_F(MachineTest, EveryTrap) {
  EXPECT_EQ(trapOf({0x00000001}), TrapKind::IllegalInstruction);
  EXPECT_EQ(trapOf({0x00000000}), TrapKind::IllegalInstruction);
  EXPECT_EQ(trapOf({addi(5, 0, 1)}), TrapKind::FetchOutsideCode);
  EXPECT_EQ(trapOf({jalr(0, 0, 8)}), TrapKind::FetchOutsideCode);
  EXPECT_EQ(trapOf({jal(0, -1)}), TrapKind::FetchOutsideCode);
  EXPECT_EQ(trapOf({addi(5, 1, 2), jalr(0, 5, 0)}), TrapKind::FetchOutsideCode);
  EXPECT_EQ(trapOf({sd(0, 0, 4)}), TrapKind::Misaligned);
  EXPECT_EQ(trapOf({lb(5, 0, -1)}), TrapKind::OutOfRange);
  EXPECT_EQ(trapOf({dmaStart(5, 0)}), TrapKind::BadDescriptor);
  EXPECT_EQ(trapOf({addi(5, 0, 1), dmaWait(5)}), TrapKind::UnknownHandle);
  EXPECT_EQ(trapOf({csrr(5, 999)}), TrapKind::UnknownCsr);
  EXPECT_EQ(trapOf({addi(4, 0, 1), hostCall()}), TrapKind::UnknownHostCall);
  EXPECT_EQ(trapOf({jal(0, 0)}, 1, 1000), TrapKind::InstructionLimit);
}

TEST_F(MachineTest, ATrapIsBeforeItsInstruction) {
  Core *core = run({addi(5, 0, 1), addi(5, 0, 2), sd(0, 0, 4)});
  ASSERT_NE(core, nullptr);
  EXPECT_EQ(core->pc, entry + 8);
  EXPECT_EQ(core->retired, 2u);
}

TEST_F(MachineTest, HandleZeroIsComplete) {
  EXPECT_EQ(run({dmaWait(0), halt(0)}), nullptr);
}

//===----------------------------------------------------------------------===//
// Many cores
//===----------------------------------------------------------------------===//

TEST_F(MachineTest, BarriersHoldBackEverybody) {
  // Core 0 executes a long loop, stores 1 to DRAM, then reaches the barrier;
  // the others load the byte after it.
  uint32_t loop[] = {movk(10, 1, 1), csrr(5, desc::csr::core), bne(5, 0, 6)};
  std::vector<uint32_t> program(loop, loop + 3);
  for (uint32_t word :
       {addi(6, 0, 0x7000), addi(6, 6, -1), bne(6, 0, -1), addi(7, 0, 1),
        sd(7, 10, 0x100), barrier(), lb(8, 10, 0x100), halt(0)})
    program.push_back(word);
  EXPECT_EQ(run(program, 4), nullptr);
  for (unsigned core = 0; core < 4; ++core)
    EXPECT_EQ(x(8, core), 1) << core;
}

TEST_F(MachineTest, BarriersCanBeUsedAgain) {
  EXPECT_EQ(run({barrier(), barrier(), addi(5, 0, 1), barrier(), halt(0)}, 3),
            nullptr);
  EXPECT_EQ(machine->system().core(2).statistics.barriers, 3u);
}

TEST_F(MachineTest, ABarrierThatACoreNeverReachesIsADeadlock) {
  Core *core = run(
      {csrr(5, desc::csr::core), bne(5, 0, 2), halt(0), barrier(), halt(0)}, 3);
  ASSERT_NE(core, nullptr);
  EXPECT_EQ(core->trapped.kind, TrapKind::Deadlock);
  EXPECT_EQ(core->number, 1u);
  EXPECT_NE(core->trapped.what.find(
                "at a barrier; core 2 waits at a barrier; halted: 0"),
            std::string::npos);
}

//===----------------------------------------------------------------------===//
// DMA
//===----------------------------------------------------------------------===//

/// One row of 8 bytes from DRAM 0x10200, holding 5, to the core's own
/// scratchpad + 256; the descriptor is at its start. r10 = that address.
void prepareLoad(Machine &machine) {
  namespace field = desc::dma_field;
  uint64_t own = machine.system().variant().map.ownScratchpad;
  uint8_t *d = machine.system().memory().resolveOwn(0, own, 64);
  auto set = [&](const desc::DmaField &f, uint64_t value) {
    std::memcpy(d + f.offset, &value, f.bits / 8);
  };
  set(field::kind, desc::dma_kind::load);
  set(field::row_bytes, 8);
  for (const desc::DmaField &f : {field::n1, field::n2, field::hi1, field::hi2})
    set(f, 1);
  set(field::source, 0x10200);
  set(field::destination, own + 256);
  *machine.system().memory().resolve(0, 0x10200, 1) = 5;
  machine.system().core(0).x[10] = int64_t(own);
}

TEST_F(MachineTest, AMissingWaitShows) {
  prepare = prepareLoad;
  EXPECT_EQ(run({dmaStart(5, 10), lb(6, 10, 256), dmaWait(5), lb(7, 10, 256),
                 halt(0)}),
            nullptr);
  EXPECT_EQ(x(5), 1) << "the first handle";
  EXPECT_EQ(x(6), 0) << "before the wait";
  EXPECT_EQ(x(7), 5) << "after it";
}

TEST_F(MachineTest, DataMoveAtTheEndAtTheLatest) {
  prepare = prepareLoad;
  EXPECT_EQ(run({dmaStart(5, 10), halt(0)}), nullptr);
  EXPECT_EQ(machine->system().core(0).view.own[256], 5);
}

TEST_F(MachineTest, ABarrierDoesNotWaitForTransfers) {
  prepare = prepareLoad;
  EXPECT_EQ(run({dmaStart(5, 10), barrier(), lb(6, 10, 256), halt(0)}),
            nullptr);
  EXPECT_EQ(x(6), 0);
}

//===----------------------------------------------------------------------===//
// Host memory
//===----------------------------------------------------------------------===//

static uint64_t touchedBytes() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return uint64_t(usage.ru_minflt) * uint64_t(sysconf(_SC_PAGESIZE));
}

// A machine without row memories touches no host memory for those of others,
// which would be hundreds of KiB for each core.
TEST(HostMemory, MachinesTouchWhatTheirVariantHas) {
  for (const desc::VariantInfo &variant : desc::variants) {
    if (!variant.hasTiles())
      continue;
    uint64_t before = touchedBytes();
    Machine machine(variant, variant.cores);
    machine.setMode(/*inTime=*/true, /*checking=*/true);
    machine.reset(variant.map.program, 0);
    uint64_t tiles =
        uint64_t((variant.tileRegisters + 1) * variant.tileBytes());
    EXPECT_LT(touchedBytes() - before,
              (2 << 20) + variant.cores * (tiles + (64 << 10)))
        << variant.cpu;
  }
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

// Strides beyond all memories, and sums that do not fit in 64 bits.
TEST(Rows, Span) {
  constexpr uint64_t beyond = ~uint64_t(0);
  EXPECT_EQ(Core::span(0, 5), 0u);
  EXPECT_EQ(Core::span(1, -1), 1u);
  EXPECT_EQ(Core::span(3, 5), 11u);
  EXPECT_EQ(Core::span(3, INT64_MIN), beyond); // 2 * 2^63 is 0
  EXPECT_EQ(Core::span(5, int64_t(1) << 62), beyond);
  EXPECT_EQ(Core::span(2, -1), beyond);
  EXPECT_EQ(Core::span(uint64_t(1) << 33, int64_t(1) << 32), beyond);
}

TEST(Rows, Blocks) {
  constexpr uint64_t beyond = ~uint64_t(0);
  EXPECT_EQ(Core::blocks(7, 16, 16, INT64_MIN), 7u);
  EXPECT_EQ(Core::blocks(0, 64, 16, INT64_MIN), 0u);
  EXPECT_EQ(Core::blocks(7, 33, 16, 100), 207u);
  EXPECT_EQ(Core::blocks(7, 33, 16, INT64_MIN), beyond);
  EXPECT_EQ(Core::blocks(7, 17, 16, -7), beyond);
}

} // namespace
