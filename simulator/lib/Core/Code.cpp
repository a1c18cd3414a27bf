//===- Code.cpp - decoded program -----------------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decodes segments into words, which cover the addresses from the lowest to the
// highest segment, and these into the array of instructions. Addresses in gaps,
// and the sentinel after the last instruction, hold the pseudo-opcode
// `outside`, which traps: sequential execution needs no comparison with the end
// of the code.
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

/// Extends the words to the addresses [from, to).
void Code::cover(uint64_t from, uint64_t to) {
  if (words.empty())
    start = from;
  Word gap = {outside(), {}, false};
  if (from < start) {
    words.insert(words.begin(), (start - from) / instructionBytes, gap);
    start = from;
  }
  if (to > end())
    words.resize((to - start) / instructionBytes, gap);
}

/// Puts the instructions of all words in one array.
void Code::flatten() {
  firsts.clear();
  instructions.clear();
  auto put = [&](Decoded insn, size_t offset) {
    insn.offset = uint32_t(offset);
    instructions.push_back(insn);
  };
  for (size_t i = 0; i < words.size(); ++i) {
    firsts.push_back(uint32_t(instructions.size()));
    put(words[i].first, instructionBytes * i);
    if (words[i].isPair)
      put(words[i].second, instructionBytes * i + pairStep);
  }
  firsts.push_back(uint32_t(instructions.size()));
  put(outside(), instructionBytes * words.size());
  for (Decoded &insn : instructions)
    link(insn);
}

/// Sets the distance of a relative jump, which counts from its word.
void Code::link(Decoded &insn) {
  int slot = codeAddressSlot(insn.opcode);
  if (slot < 0)
    return;
  uint64_t word = insn.offset / instructionBytes;
  int64_t target = int64_t(word) + insn.imm[slot] / int64_t(instructionBytes);
  bool isCode = target >= 0 && uint64_t(target) < words.size();
  int64_t index = &insn - instructions.data();
  insn.imm[Decoded::distanceSlot] =
      isCode ? int32_t((firsts[target] - index) * int64_t(sizeof(Decoded)))
             : Decoded::noTarget;
}

void Code::add(const Decoder &decoder, uint64_t address, const uint8_t *bytes,
               uint64_t size) {
  uint64_t count = size / instructionBytes;
  if (count == 0)
    return;
  cover(address, address + count * instructionBytes);
  Word *place = &words[(address - start) / instructionBytes];
  for (uint64_t i = 0; i < count; ++i, ++place) {
    uint32_t word;
    static_assert(sizeof(word) == instructionBytes);
    std::memcpy(&word, bytes + instructionBytes * i, sizeof(word));
    if (auto pair = decoder.decodePair(word))
      *place = {(*pair)[0], (*pair)[1], true};
    else
      *place = {decoder.decode(word), {}, false};
  }
  flatten();
}
