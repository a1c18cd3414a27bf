//===- LineRule.cpp - cycles of tile loads and stores ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LineRule.h"
#include <algorithm>

using namespace matrix::sim;

LineRule::LineRule(const desc::VariantInfo &variant)
    : lineBytes(std::max<int64_t>(variant.figure("LineBytes"), 1)), banks(1),
      registerRows(uint64_t(variant.tileRows)) {
  if (const desc::MemoryInfo *own = variant.memoryIn("scratchpad"))
    banks = std::max(own->banks, 1u);
}

/// Lines and banks repeat with the address; far from 0, so that rows may go
/// down from there.
uint64_t LineRule::cycles(const Access &access, unsigned rate) const {
  Access key = access;
  uint64_t period = lineBytes * banks;
  key.start = access.start % period + (period << 24);
  uint64_t hash = key.start / 4 + uint64_t(key.pitch) * 7 + key.bytes * 3 +
                  key.rows + key.isWrite;
  Known &entry = known[(hash ^ hash >> 6) % numKnown];
  const Access &a = entry.access;
  bool same = a.start == key.start && a.pitch == key.pitch &&
              a.rows == key.rows && a.bytes == key.bytes &&
              a.isWrite == key.isWrite && entry.rate == rate;
  if (!same)
    entry = {key, rate, walk(key, rate)};
  return entry.cycles;
}

uint64_t LineRule::walk(const Access &access, unsigned rate) const {
  std::vector<uint64_t> lines;
  listLines(access, lines);
  uint64_t cycles = access.isWrite ? (lines.size() + rate - 1) / rate
                                   : loadCycles(lines, rate);
  // The rows of the register are written, or read, even if they are one row of
  // memory.
  if (access.pitch == 0)
    cycles = std::max<uint64_t>(cycles, (registerRows + rate - 1) / rate);
  return cycles;
}

/// A row that lies in the line listed last adds nothing, nor do rows that are
/// one.
void LineRule::listLines(const Access &access,
                         std::vector<uint64_t> &lines) const {
  uint32_t rows = access.pitch ? access.rows : std::min(access.rows, 1u);
  for (uint32_t r = 0; r < rows && access.bytes; ++r) {
    uint64_t first = access.row(r) / lineBytes,
             last = (access.row(r) + access.bytes - 1) / lineBytes;
    if (!lines.empty() && first == last && first == lines.back())
      continue;
    for (uint64_t line = first; line <= last; ++line)
      lines.push_back(line);
  }
}

uint64_t LineRule::loadCycles(const std::vector<uint64_t> &lines,
                              unsigned rate) const {
  uint64_t cycles = 0;
  for (size_t i = 0; i < lines.size(); ++cycles) {
    size_t count = std::min<size_t>(rate, lines.size() - i);
    i += inDifferentBanks(&lines[i], count) ? count : 1;
  }
  return cycles;
}

bool LineRule::inDifferentBanks(const uint64_t *lines, size_t count) const {
  for (size_t i = 0; i < count; ++i)
    for (size_t j = 0; j < i; ++j)
      if (lines[i] % banks == lines[j] % banks)
        return false;
  return true;
}
