//===- TileChecks.cpp - hazards of tile and row instructions --------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The shadow of a tile register is one bit: any write initializes all of it,
// and a load of uninitialized bytes makes all of it uninitialized. An
// uninitialized register may be copied, stored to the scratchpad and loaded
// again; every other use of its elements is a hazard.
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "Core/AccessLog.h"
#include "Hazards.h"
#include "Instructions.h"
#include "llvm/ADT/bit.h"

using namespace matrix;
using namespace matrix::sim;

/// An instruction of kind Copies or Stores moves an uninitialized register with
/// its origin; any other use is a hazard. The accesses of row instructions in a
/// queue belong to the thread of the queue.
bool Checks::accessed(Core &core, const Decoded &insn) {
  using Kind = CheckedInstruction::Kind;
  const CheckedInstruction &info = checkedInstructions[insn.opcode];
  uint32_t used = 0;
  for (unsigned slot = 0; slot < std::size(insn.reg); ++slot)
    if (info.reads >> slot & 1)
      used |= 1u << insn.reg[slot];
  uint32_t undefinedUses = used & undefinedTiles;
  if (undefinedUses && info.kind == Kind::Other)
    return reportTile(undefinedUses);
  OriginNumber origin =
      undefinedUses ? tileOrigins[llvm::countr_zero(undefinedUses)] : 0;
  bool loadsUndefined = false;
  enterQueue(insn.opcode);
  for (const Access &access : *core.log) {
    if (access.memory != AccessLog::flat) {
      if (!accessedRows(access))
        return false;
      continue;
    }
    if (!accessedFlat(access, info.result >= 0))
      return false;
    if (readUndefined)
      origin = readOrigin;
    loadsUndefined |= readUndefined;
    if (undefinedUses && info.kind == Kind::Stores)
      storeUndefinedTile(access, origin ? origin : addTile(undefinedUses));
  }
  thread = core.number;
  if (info.result >= 0)
    defineTile(insn.reg[info.result],
               !loadsUndefined && !(undefinedUses && info.kind == Kind::Copies),
               origin);
  return true;
}

void Checks::defineTile(unsigned number, bool isDefined, OriginNumber origin) {
  uint32_t bit = 1u << number;
  undefinedTiles = isDefined ? undefinedTiles & ~bit : undefinedTiles | bit;
  tileOrigins[number] = isDefined ? 0 : origin;
}

/// Origin of a store of a register that was never written.
OriginNumber Checks::addTile(uint32_t tiles) {
  Origin origin;
  origin.pc = core.pc;
  origin.core = core.number;
  origin.tile = llvm::countr_zero(tiles);
  return all.undefined.add(origin);
}

bool Checks::reportTile(uint32_t tiles) {
  unsigned number = unsigned(llvm::countr_zero(tiles));
  OriginNumber origin = tileOrigins[number];
  return reportUndefined(
      "uses tile register " + std::to_string(number) +
          (origin ? ", which depends on memory which was never written"
                  : ", which was never written"),
      origin);
}

//===----------------------------------------------------------------------===//
// Flat memory
//===----------------------------------------------------------------------===//

/// Contiguous rows are checked as one range.
bool Checks::accessedFlat(const Access &access, bool isTileLoad) {
  readUndefined = false;
  readOrigin = 0;
  if (!access.rows || !access.bytes)
    return true;
  bool whole = access.pitch == int64_t(access.bytes);
  uint64_t bytes = whole ? uint64_t(access.rows) * access.bytes : access.bytes;
  bool isUndefined = false;
  reader = isTileLoad ? Reader::Tile : Reader::Strict;
  for (uint32_t i = 0; i < (whole ? 1 : access.rows); ++i) {
    const uint8_t *at =
        all.system.memory().resolve(core.number, access.row(i), bytes);
    if (!isInQueue() &&
        hasAll(at, bytes, access.isWrite ? state::storable : state::loadable))
      continue;
    bool isFine = checkAccess(at, bytes, access.isWrite);
    isUndefined |= readUndefined;
    if (!isFine) {
      reader = Reader::Strict;
      return false;
    }
  }
  reader = Reader::Strict;
  readUndefined = isUndefined;
  return true;
}

void Checks::storeUndefinedTile(const Access &access, OriginNumber origin) {
  for (uint32_t i = 0; i < access.rows; ++i) {
    uint64_t offset = all.offsetOf(
        all.system.memory().resolve(core.number, access.row(i), access.bytes));
    for (uint64_t k = 0; k < access.bytes; ++k)
      all.markUndefined(offset + k, 0xff, origin);
  }
}

//===----------------------------------------------------------------------===//
// Row memories: any write initializes the whole row
//===----------------------------------------------------------------------===//

static std::string rowMemoryName(unsigned number) {
  for (const desc::SpaceInfo &space : desc::spaces)
    if (space.rows && number-- == 0)
      return std::string(space.name);
  return "a row memory";
}

bool Checks::accessedRows(const Access &access) {
  unsigned number = access.memory - 1;
  if (rowsWritten.size() <= number)
    rowsWritten.resize(number + 1);
  std::vector<uint8_t> &written = rowsWritten[number];
  for (uint32_t i = 0; i < access.rows; ++i) {
    uint64_t row = access.row(i);
    if (row >= written.size())
      written.resize(row + 1);
    if (access.isWrite)
      written[row] = 1;
    else if (!written[row])
      return all.report(core, TrapKind::Uninitialized,
                        "reads row " + std::to_string(row) + " of " +
                            rowMemoryName(number) +
                            ", which was never written");
  }
  return true;
}
