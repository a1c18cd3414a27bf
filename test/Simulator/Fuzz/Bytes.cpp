//===- Bytes.cpp - Mutation of ELF files ----------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fuzz.h"
#include "llvm/BinaryFormat/ELF.h"
#include <cstring>

using namespace fuzz;
using namespace llvm::ELF;

/// Offsets of structure: ELF header, header tables and section contents.
static std::pair<size_t, size_t> part(const Bytes &bytes) {
  Elf64_Ehdr header;
  std::pair<size_t, size_t> all = {0, bytes.size()};
  if (bytes.size() < sizeof(header))
    return all;
  std::memcpy(&header, bytes.data(), sizeof(header));
  size_t sections = sizeof(Elf64_Shdr) * header.e_shnum;
  if (header.e_shoff > bytes.size() || sections > bytes.size() - header.e_shoff)
    return all;
  switch (below(5)) {
  case 0:
    return {0, sizeof(header)};
  case 1:
    return {sizeof(header), sizeof(Elf64_Phdr) * header.e_phnum};
  case 2:
    return {header.e_shoff, sections};
  case 3:
    return all;
  }
  if (!header.e_shnum)
    return all;
  Elf64_Shdr section;
  std::memcpy(&section,
              &bytes[header.e_shoff + sizeof(section) * below(header.e_shnum)],
              sizeof(section));
  return {section.sh_offset, section.sh_size};
}

static void changeOne(Bytes &bytes) {
  auto [start, length] = part(bytes);
  size_t at = start + (length ? below(length) : 0);
  if (below(2))
    at = at / 4 * 4;
  if (at >= bytes.size())
    at = below(bytes.size());
  switch (below(5)) {
  case 0:
    bytes[at] ^= 1 << below(8);
    return;
  case 1:
    bytes[at] = uint8_t(engine());
    return;
  case 2: { // bytes copied from another offset
    size_t from = below(bytes.size());
    size_t size = std::min(1 + below(32), bytes.size() - std::max(from, at));
    std::memmove(&bytes[at], &bytes[from], size);
    return;
  }
  default: {
    uint64_t number = edge();
    size_t size = std::min<size_t>(1 << below(4), bytes.size() - at);
    std::memcpy(&bytes[at], &number, size);
  }
  }
}

void fuzz::damage(Bytes &bytes) {
  if (below(12) == 0)
    bytes.resize(1 + below(bytes.size()));
  for (uint64_t i = 1 + below(4) * below(4); i; --i)
    changeOne(bytes);
}
