//===- Decoder.h - from words to instructions -------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_DECODER_H
#define MATRIX_SIMULATOR_DECODER_H

#include "Decoded.h"
#include <string>
#include <string_view>

namespace matrix {
namespace sim {

/// Decodes for one variant.
class Decoder {
public:
  explicit Decoder(std::string_view cpu);

  Decoded decode(uint32_t word) const;
  /// As in assembly; what is wrong with a word that is no instruction.
  std::string text(uint32_t word, uint64_t pc) const;

private:
  struct Match {
    const struct InstructionCode *code = nullptr; // by the bits alone
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
