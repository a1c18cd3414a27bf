//===- ReadChecks.cpp - reads of uninitialized memory ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Uninitialized bits of DRAM and of the core's own scratchpad may enter
// registers and tiles; each such read has an origin, the first instruction that
// read the byte. A read by another reader is a hazard, which the message traces
// to the origin.
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "Hazards.h"

using namespace matrix;
using namespace matrix::sim;

/// Uninitialized bits of DRAM and of the core's own scratchpad may enter
/// registers and tiles.
bool Checks::isDefined(uint64_t offset, uint64_t size) {
  if (all.isDefined(offset, size))
    return true;
  int owner = all.ownerOf(offset);
  bool isNextRow = reader == Reader::Tile && readOrigin;
  OriginNumber origin =
      isNextRow ? readOrigin : originOf(offset, size, core.pc);
  bool isOwn = owner < 0 || owner == int(core.number);
  if (!isOwn || reader == Reader::Strict)
    return reportRead(offset, size);
  readUndefined = true;
  readOrigin = origin;
  if (reader == Reader::Tile || undefined.isOn())
    return true;
  undefined.enter(); // the load executes again, with the shadow
  return false;
}

/// Origin of the first uninitialized byte that has one; else the instruction at
/// `pc` becomes the origin.
OriginNumber Checks::originOf(uint64_t offset, uint64_t size, uint64_t pc) {
  Origin origin;
  for (uint64_t i = 0; i < size; ++i) {
    origin.isPart |= all.isDefined(offset + i, 1);
    if (OriginNumber known = all.undefined.at(offset + i).origin)
      return known;
  }
  origin.pc = pc;
  origin.offset = offset;
  origin.size = uint32_t(size);
  origin.core = core.number;
  return all.undefined.add(origin);
}

/// Example: "reads 8 bytes at A to B, of which 4 bytes at C to D were never
/// written"
bool Checks::reportRead(uint64_t offset, uint64_t size) {
  uint64_t first = 0, end = 0;
  while (all.isDefined(offset + first, 1))
    ++first;
  UndefinedBits bits = all.undefined.at(offset + first);
  for (end = first + 1; end < size && !all.isDefined(offset + end, 1);)
    ++end;
  std::string what = "reads " + all.range(offset, size, core.number);
  what +=
      first || end < size
          ? ", of which " + all.range(offset + first, end - first, core.number)
          : ", which";
  bool isOne = end - first == 1;
  if (!bits.mask)
    return all.report(
        core, TrapKind::Uninitialized,
        what + (isOne ? " was never written" : " were never written"));
  return reportUndefined(what + (isOne ? " depends" : " depend") +
                             " on memory which was never written",
                         bits.origin);
}

UndefinedBits Checks::undefinedBits(const uint8_t *at, uint64_t size,
                                    uint64_t pc) {
  UndefinedBits bits;
  uint64_t offset = all.offsetOf(at);
  for (uint64_t i = 0; i < size; ++i)
    if (!all.isDefined(offset + i, 1)) {
      uint64_t mask = all.undefined.at(offset + i).mask;
      bits.mask |= (mask ? mask : 0xff) << (8 * i);
    }
  bits.origin = bits.mask ? originOf(offset, size, pc) : 0;
  return bits;
}

void Checks::storeUndefined(const uint8_t *at, uint64_t size,
                            UndefinedBits bits) {
  uint64_t offset = all.offsetOf(at);
  for (uint64_t i = 0; i < size; ++i)
    if (uint8_t mask = uint8_t(bits.mask >> (8 * i)))
      all.markUndefined(offset + i, mask, bits.origin);
}

void Checks::defineObserved(const uint8_t *at, uint64_t size) {
  if (at)
    all.markDefined(all.offsetOf(at), size);
}

std::string Checks::resultAt(const uint8_t *at) const {
  uint64_t offset = all.offsetOf(at);
  for (const Hazards::NamedRange &result : all.results)
    if (offset >= result.first && offset < result.last)
      return result.name;
  return "";
}

/// Adds a note with the instruction that read the uninitialized data.
bool Checks::reportUndefined(std::string what, OriginNumber number) {
  if (number) {
    const Origin &origin = all.undefined.origin(number);
    bool isPlace = origin.tile < 0 && origin.isOne;
    std::string read =
        origin.tile >= 0 ? "tile register " + std::to_string(origin.tile)
        : isPlace        ? all.range(origin.offset, origin.size, core.number)
                         : "memory";
    const char *verb = isPlace && origin.isPart     ? "part of which was"
                       : isPlace && origin.size > 1 ? "which were"
                                                    : "which was";
    core.trapped.notes.push_back({"core " + std::to_string(origin.core) +
                                      " reads " + read + " here, " + verb +
                                      " never written",
                                  origin.pc});
  }
  return all.report(core, TrapKind::Uninitialized, std::move(what));
}
