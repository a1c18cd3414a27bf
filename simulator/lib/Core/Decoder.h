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
// any other word decodes to the pseudo-opcode `illegal`.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_DECODER_H
#define MATRIX_SIMULATOR_DECODER_H

#include "Decoded.h"
#include <string>
#include <string_view>

namespace matrix {
namespace sim {

/// Decoder for one variant.
class Decoder {
public:
  explicit Decoder(std::string_view cpu);

  Decoded decode(uint32_t word) const;
  /// Assembly text, or the reason why the word is not an instruction.
  std::string text(uint32_t word, uint64_t pc) const;

private:
  struct Match {
    /// Matched by the encoding alone.
    const struct InstructionCode *code = nullptr;
    bool available = false;
  };
  Match find(uint32_t word) const;
  bool hasRegisters(const InstructionCode &code, uint32_t word) const;

  uint64_t features = 0;
  unsigned tileRegisters = 0;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_DECODER_H
