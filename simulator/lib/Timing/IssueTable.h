//===- IssueTable.h - what each instruction waits for --------- -*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The scoreboard is one array of times, the *board*: an entry for each
// register, for each pipe, for each configuration state. An instruction of the
// program is a row of entries and figures, so that issuing it needs no look at
// what it is.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_TIMING_ISSUETABLE_H
#define MATRIX_SIMULATOR_TIMING_ISSUETABLE_H

#include "Code.h"
#include "matrix/Description/Variants.h"
#include <vector>

namespace matrix {
namespace sim {

namespace board {
/// r0 is never written: what goes there, ends in the entry `discarded`.
constexpr unsigned general = 0, discarded = desc::registers::general,
                   floats = discarded + 1,
                   tiles = floats + desc::registers::floats,
                   pipes = tiles + desc::registers::tiles;
unsigned states(); // the first one's
unsigned size();
} // namespace board

/// Next to a Decoded instruction, and of the same size: both are reached by one
/// offset.
struct IssueRow {
  uint8_t source[5]; // entries, the result's among them; 0 where there are less
  uint8_t result;
  uint8_t pipe;
  uint8_t lines; // a cycle; not 0: the occupancy follows from the lines touched
  uint16_t firstImplicit;
  uint8_t numImplicit;
  bool isPlain; // takes the scalar pipe for one cycle: nothing to write down
  uint32_t occupancy, latency;
};
static_assert(sizeof(IssueRow) == sizeof(Decoded));

/// What an instruction reads or writes without naming it.
struct ImplicitEntry {
  /// Everything under way on row memories.
  static constexpr uint16_t allRows = 0xffff;
  uint16_t entry;
  bool isWrite;
};
const ImplicitEntry *implicitEntriesOf(const IssueRow &row);

/// Where instructions on rows wait if the variant has queues.
enum class Queue : uint8_t { Load, Store, Execute, None };
constexpr unsigned numQueues = 3;
Queue queueOf(unsigned opcode);

class IssueTable {
public:
  explicit IssueTable(const desc::VariantInfo &variant);

  /// One row for each instruction, and one for the sentinel behind them.
  void build(const Code &code);
  /// No instruction is plain: somebody wants to hear of all.
  void noteAll();
  const IssueRow *rows() const { return list.data(); }
  /// Where scalar instructions go, most of them for one cycle.
  static unsigned scalarPipe();
  /// Entries of its queues; 0: there are none.
  unsigned depth(Queue queue) const;
  /// Where the pipe's instructions wait, if they do.
  Queue queueBefore(unsigned pipe) const;

private:
  IssueRow row(const Decoded &insn) const;

  const struct VariantTimes &times;
  std::vector<IssueRow> list;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_TIMING_ISSUETABLE_H
