//===- LineRule.cpp - occupancy of tile loads and stores ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lists the lines of an access in memory order and groups them greedily: a load
// takes `rate` consecutive lines in one cycle if all are in different banks,
// else one line. Stores have no bank conflicts: their lines are divided by the
// rate.
//
//===----------------------------------------------------------------------===//

#include "LineRule.h"
#include "matrix/Description/Target.h"
#include <algorithm>

using namespace matrix::sim;

LineRule::LineRule(const desc::VariantInfo &variant)
    : lineBytes(uint64_t(variant.parameters.lineBytes.value_or(1))), banks(1),
      registerRows(uint64_t(variant.tileRows)) {
  if (const desc::MemoryInfo *own =
          variant.memoryIn(desc::address_space::scratchpad))
    banks = std::max(own->banks, 1u);
}

/// Lines and banks are periodic in the address, so the start address is reduced
/// modulo lineBytes * banks. The offset of 2^24 periods keeps addresses of rows
/// with negative pitch positive.
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
  // With pitch 0 the register still transfers all its rows, although memory has
  // only one.
  if (access.pitch == 0)
    cycles = std::max<uint64_t>(cycles, (registerRows + rate - 1) / rate);
  return cycles;
}

/// Lists the touched lines in memory order. A row that lies entirely in the
/// last listed line adds none; rows at one address (pitch 0) count once.
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
