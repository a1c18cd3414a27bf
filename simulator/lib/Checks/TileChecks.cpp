//===- TileChecks.cpp - hazards of one core: tiles and rows ---------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile register is defined as a whole, by whatever writes to it. One that is
// not may be copied, or spilled to the stack and reloaded; all else that uses
// its elements is a hazard.
//
//===----------------------------------------------------------------------===//

#include "AccessLog.h"
#include "Checks.h"
#include "Hazards.h"
#include "Instructions.h"
#include "Machine.h"
#include "llvm/ADT/bit.h"

using namespace matrix;
using namespace matrix::sim;

bool Checks::accessed(Core &core, const Decoded &insn) {
  using Kind = CheckedInstruction::Kind;
  const CheckedInstruction &info = checkedInstructions[insn.opcode];
  uint32_t used = 0;
  for (unsigned slot = 0; slot < std::size(insn.reg); ++slot)
    if (info.reads >> slot & 1)
      used |= 1u << insn.reg[slot];
  bool undefined = used & undefinedTiles, garbageTile = false;
  if (undefined && info.kind == Kind::Other)
    return reportTile(used & undefinedTiles);
  bool storesGarbage = undefined && info.kind == Kind::Stores;
  enterQueue(insn.opcode);
  for (const Access &access : *core.log) {
    if (access.memory != AccessLog::flat) {
      if (!accessedRows(access))
        return false;
      continue;
    }
    if (storesGarbage && !isInStack(access))
      return reportTile(used & undefinedTiles);
    if (!accessedFlat(access, info.result >= 0))
      return false;
    garbageTile |= loadedGarbage;
    if (storesGarbage)
      markGarbage(access);
  }
  thread = core.number;
  if (info.result >= 0)
    defineTile(insn.reg[info.result],
               !garbageTile && !(undefined && info.kind == Kind::Copies));
  return true;
}

void Checks::defineTile(unsigned number, bool isDefined) {
  uint32_t bit = 1u << number;
  undefinedTiles = isDefined ? undefinedTiles & ~bit : undefinedTiles | bit;
}

bool Checks::reportTile(uint32_t tiles) {
  return all.report(core, TrapKind::Uninitialised,
                    "uses tile register " +
                        std::to_string(llvm::countr_zero(tiles)) +
                        ", which was never written");
}

//===----------------------------------------------------------------------===//
// Flat memory
//===----------------------------------------------------------------------===//

/// Rows without gaps are one.
bool Checks::accessedFlat(const Access &access, bool isTileLoad) {
  if (!access.rows || !access.bytes)
    return true;
  bool whole = access.pitch == int64_t(access.bytes);
  uint64_t bytes = whole ? uint64_t(access.rows) * access.bytes : access.bytes;
  bool garbageTile = false;
  intoTile = isTileLoad;
  for (uint32_t i = 0; i < (whole ? 1 : access.rows); ++i) {
    const uint8_t *at =
        all.machine.memory.resolve(core.number, access.row(i), bytes);
    if (!isInQueue() &&
        hasAll(at, bytes, access.isWrite ? state::storable : state::loadable))
      continue;
    if (!look(at, bytes, access.isWrite))
      return intoTile = false;
    garbageTile |= loadedGarbage;
  }
  intoTile = false;
  loadedGarbage = garbageTile;
  return true;
}

bool Checks::isInStack(const Access &access) const {
  uint64_t last = access.row(access.rows ? access.rows - 1 : 0);
  return access.start - stackLow < stackSize && last - stackLow < stackSize;
}

void Checks::markGarbage(const Access &access) {
  for (uint32_t i = 0; i < access.rows; ++i) {
    uint8_t *at = stateOf(all.offsetOf(
        all.machine.memory.resolve(core.number, access.row(i), access.bytes)));
    std::fill_n(at, access.bytes, uint8_t(state::garbage));
  }
}

//===----------------------------------------------------------------------===//
// Row memories: a row is defined by whatever writes to it
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
      return all.report(core, TrapKind::Uninitialised,
                        "reads row " + std::to_string(row) + " of " +
                            rowMemoryName(number) +
                            ", which was never written");
  }
  return true;
}
