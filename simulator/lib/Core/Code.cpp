//===- Code.cpp - decoded program -----------------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decodes segments into the table of instructions. The table covers the
// addresses from the lowest to the highest segment. Addresses in gaps, and the
// sentinel after the last instruction, hold the pseudo-opcode `outside`, which
// traps: sequential execution needs no comparison with the end of the code.
//
//===----------------------------------------------------------------------===//

#include "Code.h"
#include <algorithm>
#include <cstring>

using namespace matrix::sim;

static Decoded outside() {
  Decoded insn = {};
  insn.opcode = opcode::outside;
  return insn;
}

/// Extends the table to the addresses [from, to).
void Code::cover(uint64_t from, uint64_t to) {
  if (instructions.empty()) {
    start = from;
    instructions.assign((to - from) / instructionBytes + 1, outside());
    return;
  }
  if (from < start) {
    instructions.insert(instructions.begin(), (start - from) / instructionBytes,
                        outside());
    start = from;
  }
  if (to > end())
    instructions.resize(indexOf(to) + 1, outside());
}

void Code::add(const Decoder &decoder, uint64_t address, const uint8_t *bytes,
               uint64_t size) {
  uint64_t count = size / instructionBytes;
  if (count == 0)
    return;
  cover(address, address + count * instructionBytes);
  for (uint64_t i = 0; i < count; ++i) {
    uint32_t word;
    static_assert(sizeof(word) == instructionBytes);
    std::memcpy(&word, bytes + instructionBytes * i, sizeof(word));
    instructions[indexOf(address) + i] = decoder.decode(word);
  }
}
