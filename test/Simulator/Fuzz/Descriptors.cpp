//===- Descriptors.cpp - Fuzzing of DMA descriptors -----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fuzz.h"
#include "Machine/Machine.h"
#include <cstring>

using namespace fuzz;
using namespace matrix;
using namespace matrix::sim;
namespace field = matrix::desc::dma_field;

// Number of descriptors started, from the start of the core's own scratchpad.
static constexpr unsigned count = 16;

/// A random address, usually with enough space around it.
static uint64_t address(const Memory &memory, bool own) {
  const desc::AddressMapInfo &map = memory.map();
  uint64_t odd[] = {memory.dramBytes() - below(2048), map.ownScratchpad,
                    map.ownScratchpad + 65536,
                    map.ownScratchpad + memory.scratchpadBytes() - below(2048),
                    map.scratchpads + below(5) * map.scratchpadPitch};
  uint64_t usual = own ? map.ownScratchpad + 16384 : 0x100000;
  return below(60)
             ? (below(8) ? usual : oneOf(odd)) + below(below(2) ? 8192 : 64)
             : edge();
}

static uint64_t stride() {
  return below(60) ? below(3) ? below(256) : -below(256) : edge();
}

/// Most fields are valid and small, so that DMA transfers are short; any field
/// may be out of range.
static Bytes descriptor(const Machine &machine) {
  Bytes bytes(machine.system().variant().dma->descriptorSize);
  auto put = [&](const desc::DmaField &f, uint64_t value) {
    std::memcpy(&bytes[f.offset], &value, f.bits / 8);
  };
  auto small = [&](uint64_t n) { return below(200) ? below(n) : edge(); };
  const auto &kinds = machine.system().variant().dma->kinds;
  unsigned code = kinds[below(std::size(kinds))].code;
  Descriptor d;
  d.kind = code;
  uint64_t rowBytes = small(200);
  put(field::kind, below(60) ? code : below(256));
  put(field::flags, below(40) ? below(4) : below(256));
  put(field::semaphore, small(4));
  put(field::row_bytes, rowBytes);
  put(field::n1, small(12));
  put(field::n2, small(4));
  put(field::fill, engine());
  put(field::source, address(machine.system().memory(), d.readsOwn()));
  put(field::destination, address(machine.system().memory(), d.writesOwn()));
  for (const desc::DmaField *f :
       {&field::s1, &field::s2, &field::d1, &field::d2})
    put(*f, stride());
  put(field::lo1, small(3));
  put(field::hi1, below(3) ? 0xffff : small(12));
  put(field::lo2, small(2));
  put(field::hi2, below(3) ? 0xffff : small(4));
  put(field::left, below(3) ? 0 : small(rowBytes / 3 + 1));
  put(field::right, below(3) ? 0 : small(rowBytes / 3 + 1));
  put(field::cores, d.usesIndexList() ? 4096 : below(4) ? 0 : small(16));
  return bytes;
}

/// Replaces descriptors that trap.
void fuzz::transfers(const Program &program, const std::string &path,
                     Outcome &outcome) {
  write(path, program.bytes);
  Options options = anyOptions();
  options.maxInstructions = 4000;
  options.maxCycles = below(8) ? 0 : below(3000);
  uint64_t seed = engine();
  std::vector<uint64_t> variations(count);
  for (unsigned round = 0; round < 32; ++round) {
    auto simulator = load(path, options, outcome);
    if (!simulator)
      return;
    const Machine &machine = simulator->machine();
    uint64_t own = machine.system().memory().map().ownScratchpad;
    Bytes all(machine.system().memory().scratchpadBytes() -
              machine.system().variant().stackSize);
    for (size_t i = 4096; i < 8192; i += 4) // row index lists
      all[i] = uint8_t(i * 7 % 32);
    simulator->write(own, all.data(), all.size());
    for (unsigned i = 0; i < count; ++i) {
      engine.seed(seed + i + variations[i] * 1000);
      Bytes d = descriptor(machine);
      simulator->write(own + i * d.size(), d.data(), d.size());
    }
    engine.seed(seed + 999983 * (round + 1));
    if (run(*simulator, outcome).trap == TrapKind::None)
      return;
    // r20 counts started transfers; an earlier one may have caused the trap.
    uint64_t started = uint64_t(machine.system().core(0).x[20]);
    uint64_t last = std::min<uint64_t>(started, count - 1);
    ++variations[below(3) ? last : below(last + 1)];
  }
}
