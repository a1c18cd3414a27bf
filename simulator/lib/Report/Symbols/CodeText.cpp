//===- CodeText.cpp - disassembly by instruction index --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the instruction word from memory and disassembles it. The text is empty
// for an index outside the code, and has no backquotes, which the decoder adds
// for messages.
//
//===----------------------------------------------------------------------===//

#include "CodeText.h"
#include "llvm/ADT/StringRef.h"
#include <cstring>

using namespace matrix::sim;

std::string CodeText::text(uint64_t index) const {
  uint32_t word;
  const Code &code = system.code();
  const uint8_t *bytes = index < code.size()
                             ? system.memory().resolve(
                                   0, code.wordAddress(pc(index)), sizeof(word))
                             : nullptr;
  if (!bytes)
    return "";
  std::memcpy(&word, bytes, sizeof(word));
  std::string quoted = system.decoder().text(word, pc(index));
  return llvm::StringRef(quoted).trim('`').str();
}
