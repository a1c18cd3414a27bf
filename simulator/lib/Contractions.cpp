//===- Contractions.cpp - what instructions multiply ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Contractions.h"
#include "Decoded.h"
#include "Opcodes.h"

using namespace matrix;
using namespace matrix::sim;

static const Contraction contractions[] = {
#define CONTRACTION(cpu, name, ...) {cpu, Op_##name, __VA_ARGS__},
#include "MatrixSimWork.inc"
#undef CONTRACTION
};

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

const Contraction *sim::fastestContraction(const desc::VariantInfo &variant,
                                           std::string_view element) {
  const Contraction *best = nullptr;
  for (const Contraction &c : contractions)
    if (c.cpu == variant.cpu && c.element == element &&
        (!best || c.macs() * best->cycles > best->macs() * c.cycles))
      best = &c;
  return best;
}
