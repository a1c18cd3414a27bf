//===- IssueTable.h - scoreboard entries of instructions --------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The scoreboard is one array of times, the board: an entry for each register,
// each pipe and each configuration state. For each instruction of the program a
// row lists the board indices of its operands, its occupancy and its latency,
// so that the issue rule needs no decoding.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_TIMING_ISSUETABLE_H
#define MATRIX_SIMULATOR_TIMING_ISSUETABLE_H

#include "Core/Code.h"
#include "matrix/Description/Variants.h"
#include <vector>

namespace matrix {
namespace sim {

namespace board {
/// r0 is never written: results in r0 go to the entry `discarded`.
constexpr unsigned general = 0, discarded = desc::registers::general,
                   floats = discarded + 1,
                   tiles = floats + desc::registers::floats,
                   pipes = tiles + desc::registers::tiles;
unsigned states(); // index of the first one
unsigned size();
} // namespace board

/// Scoreboard data of one instruction. The size equals that of Decoded: one
/// offset addresses both arrays.
struct alignas(8) IssueRow {
  uint8_t source[5]; // board indices of sources and result; unused ones are 0
  uint8_t result;
  uint8_t pipe;
  /// Lines per cycle; if not 0, occupancy depends on the lines touched.
  uint8_t lines;
  uint16_t firstImplicit;
  uint8_t numImplicit;
  bool isPlain; // occupies the scalar pipe for one cycle: not recorded
  uint32_t occupancy, latency;
};
static_assert(sizeof(IssueRow) == sizeof(Decoded));

/// A register or state that an instruction reads or writes implicitly.
struct ImplicitEntry {
  /// All row instructions in flight.
  static constexpr uint16_t allRows = 0xffff;
  uint16_t entry;
  bool isWrite;
};
const ImplicitEntry *implicitEntriesOf(const IssueRow &row);

/// Queues of instructions on rows, in variants that have queues.
enum class Queue : uint8_t { Load, Store, Execute, None };
constexpr unsigned numQueues = 3;
Queue queueOf(unsigned opcode);

class IssueTable {
public:
  explicit IssueTable(const desc::VariantInfo &variant);

  /// Fills one row per instruction, and one for the sentinel at the end.
  void build(const Code &code);
  /// Marks no instruction as plain: an observer needs all of them.
  void noteAll();
  const IssueRow *rows() const { return list.data(); }
  /// Pipe of scalar instructions.
  static unsigned scalarPipe();
  /// Number of entries; 0: the variant does not have the queue.
  unsigned depth(Queue queue) const;
  /// Queue before the pipe, or Queue::None.
  Queue queueBefore(unsigned pipe) const;

private:
  IssueRow row(const Decoded &insn) const;

  const struct VariantTimes &times;
  std::vector<IssueRow> list;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_TIMING_ISSUETABLE_H
