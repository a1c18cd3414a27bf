//===- Code.h - decoded program ---------------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The executable segments as an array of decoded instructions in the order of
// their addresses. All instructions are decoded once, when the program is
// loaded. A pair word has two elements; the second instruction has the address
// in the middle of the word. Hence a table has the index of the first
// instruction of each word, and relative jumps their distance in the array.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_CODE_H
#define MATRIX_SIMULATOR_CODE_H

#include "Decoder.h"
#include "matrix/Description/Target.h"
#include <vector>

namespace matrix {
namespace sim {

using desc::instructionBytes;

/// The decoded program, shared by all cores. Stores to code have no effect on
/// it. A sentinel follows the last instruction.
class Code {
public:
  /// Adds the words of a segment. Segments may be added in any order and may
  /// have gaps.
  void add(const Decoder &decoder, uint64_t address, const uint8_t *bytes,
           uint64_t size);

  /// Distance of the second instruction of a pair from the first.
  static constexpr unsigned pairStep = instructionBytes / 2;

  const Decoded *begin() const { return instructions.data(); }
  /// Number of instructions, without the sentinel.
  size_t size() const {
    return instructions.empty() ? 0 : instructions.size() - 1;
  }
  uint64_t base() const { return start; }
  uint64_t end() const { return start + instructionBytes * words.size(); }
  /// Indices of the first instructions of words, and of the sentinel.
  const uint32_t *firstOfWords() const { return firsts.data(); }

  /// Returns size() for addresses that are not in the code.
  uint64_t indexOf(uint64_t address) const {
    const Decoded *insn = at(address);
    return insn ? insn - begin() : size();
  }
  uint64_t addressOf(uint64_t index) const {
    return index < size() ? start + instructions[index].offset : end();
  }
  /// Returns the address of the word of an instruction.
  uint64_t wordAddress(uint64_t address) const {
    return address - (address - start) % instructionBytes;
  }
  const Decoded *at(uint64_t address) const {
    uint64_t word = (address - start) / instructionBytes,
             within = (address - start) % instructionBytes;
    if (word >= words.size() || within % pairStep)
      return nullptr;
    uint32_t index = firsts[word] + within / pairStep;
    return index < firsts[word + 1] ? begin() + index : nullptr;
  }

  /// Replaces the instruction at an address in the code.
  void set(uint64_t address, const Decoded &insn) {
    Decoded &place = instructions[indexOf(address)];
    uint32_t offset = place.offset;
    place = insn;
    place.offset = offset;
  }

private:
  /// An instruction, or two.
  struct Word {
    Decoded first, second;
    bool isPair;
  };

  void cover(uint64_t from, uint64_t to);
  void flatten();
  void link(Decoded &insn);

  uint64_t start = 0;
  std::vector<Word> words;
  std::vector<uint32_t> firsts;
  std::vector<Decoded> instructions;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_CODE_H
