//===- Decoder.h - instruction decoder --------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decodes instruction words with the generated encoding tables, and
// disassembles them for messages. A word is an instruction if an encoding
// matches, the variant has its features, and the tile registers it names exist;
// any other word decodes to the pseudo-opcode `illegal`. A pair word stands for
// two words, both of which must be instructions.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_DECODER_H
#define MATRIX_SIMULATOR_DECODER_H

#include "Decoded.h"
#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace matrix {
namespace sim {

/// Decoder for one variant.
class Decoder {
public:
  explicit Decoder(std::string_view cpu);

  Decoded decode(uint32_t word) const;
  /// Returns the instructions of a pair word; nothing for other words.
  std::optional<std::array<Decoded, 2>> decodePair(uint32_t word) const;
  /// Assembly text, or the reason why the word is not an instruction. The
  /// address tells the instruction of a pair.
  std::string text(uint32_t word, uint64_t pc) const;

private:
  struct Match {
    /// Matched by the encoding alone.
    const struct InstructionCode *code = nullptr;
    bool available = false;
  };
  Match find(uint32_t word) const;
  bool hasPairs() const;
  bool hasRegisters(const InstructionCode &code, uint32_t word) const;

  uint64_t features = 0;
  unsigned tileRegisters = 0;
};

/// Returns true if the instruction has a result in the general register.
bool writes(const Decoded &insn, unsigned general);
/// Returns true for jumps, branches, calls and returns.
bool transfers(const Decoded &insn);
/// Returns the slot of the immediate that is a code address, or -1.
int codeAddressSlot(unsigned opcode);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_DECODER_H
