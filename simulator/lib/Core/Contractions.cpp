//===- Contractions.cpp - peak rates of instructions ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Queries of the generated tables of contractions and DRAM accesses. An entry
// of the first has the shape and the occupancy of an instruction, so its rate
// is rows * columns * depth / cycles multiply-adds per cycle. Two rates a / c
// and b / d are compared as a * d > b * c, without division.
//
//===----------------------------------------------------------------------===//

#include "Contractions.h"
#include "Decoded.h"
#include "Opcodes.h"
#include <algorithm>
#include <map>

using namespace matrix;
using namespace matrix::sim;

static const Contraction contractions[] = {
#define CONTRACTION(cpu, name, ...) {cpu, Op_##name, __VA_ARGS__},
#include "MatrixSimWork.inc"
};

namespace {
/// An instruction that moves rows between DRAM and a row memory.
struct DramRows {
  std::string_view cpu, pipe;
  uint64_t read, written, cycles;
};
} // namespace

// The first entry matches no variant: a variant may have none, but an array
// cannot be empty.
static const DramRows dramRows[] = {
    {"", "", 0, 0, 1},
#define DRAM_ROWS(...) {__VA_ARGS__},
#include "MatrixSimWork.inc"
};

/// Pipes work in parallel, each at the rate of its fastest instruction.
DramRates sim::dramRatesOfRows(const desc::VariantInfo &variant) {
  std::map<std::string_view, DramRates> byPipe;
  for (const DramRows &rows : dramRows) {
    if (rows.cpu != variant.cpu)
      continue;
    DramRates &rates = byPipe[rows.pipe];
    rates.read = std::max(rates.read, double(rows.read) / double(rows.cycles));
    rates.written =
        std::max(rates.written, double(rows.written) / double(rows.cycles));
  }
  DramRates sum;
  for (auto &[pipe, rates] : byPipe) {
    sum.read += rates.read;
    sum.written += rates.written;
  }
  return sum;
}

std::vector<uint64_t> sim::macsOfOpcodes(const desc::VariantInfo &variant) {
  std::vector<uint64_t> macs(opcode::count);
  for (const Contraction &c : contractions)
    if (c.cpu == variant.cpu)
      macs[c.opcode] = c.macs();
  return macs;
}

std::string_view sim::contractionPipe(const desc::VariantInfo &variant) {
  for (const Contraction &c : contractions)
    if (c.cpu == variant.cpu)
      return c.pipe;
  return "";
}

std::vector<Contraction> sim::contractionsFor(const desc::VariantInfo &variant,
                                              std::string_view element) {
  std::vector<Contraction> all;
  for (const Contraction &c : contractions)
    if (c.cpu == variant.cpu && c.element == element)
      all.push_back(c);
  return all;
}

const Contraction *sim::fastestContraction(const desc::VariantInfo &variant,
                                           std::string_view element) {
  const Contraction *best = nullptr;
  for (const Contraction &c : contractions)
    if (c.cpu == variant.cpu && c.element == element &&
        (!best || c.macs() * best->cycles > best->macs() * c.cycles))
      best = &c;
  return best;
}
