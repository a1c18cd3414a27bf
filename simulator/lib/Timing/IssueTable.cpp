//===- IssueTable.cpp - scoreboard entries of instructions ----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds the rows from the generated tables. The sources of an instruction are
// the registers it reads and the register it writes: it waits for both (read
// after write, write after write).
//
//===----------------------------------------------------------------------===//

#include "IssueTable.h"
#include "Core/Opcodes.h"
#include "matrix/Sim/Timing.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;
using namespace matrix;
using namespace matrix::sim;

//===----------------------------------------------------------------------===//
// Generated tables
//===----------------------------------------------------------------------===//

namespace {
enum class File : uint8_t { General, Float, Tile, Pipe, State, Rows };
enum class Use : uint8_t { Read, Write };

struct TimedInstruction {
  uint8_t pipe;
  Queue queue;
  bool isScalar;
  uint16_t firstOperand, numOperands, firstImplicit, numImplicit;
};
struct TimedOperand {
  File file;
  uint8_t slot; // index in Decoded::reg
  bool isResult;
};
struct TimedImplicit {
  Use use;
  File file;
  uint16_t number;
};
struct InstructionTiming {
  uint32_t occupancy, latency;
  uint8_t lines;
};
} // namespace

struct matrix::sim::VariantTimes {
  std::string_view cpu;
  unsigned depths[numQueues];
  InstructionTiming timing[numInstructions];
};

static const char *const pipeNames[] = {
#define PIPE(name) name,
#define GET_PIPES
#include "MatrixSimTiming.inc"
#undef PIPE
};
static constexpr unsigned stateCount = 0
#define STATE(name) +1
#define GET_STATES
#include "MatrixSimTiming.inc"
#undef STATE
    ;
static const TimedInstruction instructions[] = {
#define GET_INSTRUCTIONS
#include "MatrixSimTiming.inc"
};
static const TimedOperand operands[] = {
#define GET_OPERANDS
#include "MatrixSimTiming.inc"
};
static const TimedImplicit implicit[] = {
#define GET_IMPLICIT
#include "MatrixSimTiming.inc"
    {Use::Read, File::General, 0}};
static const VariantTimes variants[] = {
#define GET_VARIANTS
#include "MatrixSimTiming.inc"
};

//===----------------------------------------------------------------------===//
// Pipes and board indices
//===----------------------------------------------------------------------===//

unsigned sim::numPipes() { return std::size(pipeNames); }
const char *sim::pipeName(unsigned pipe) { return pipeNames[pipe]; }

// Board indices of operands and pipes are bytes in IssueRow.
static_assert(board::pipes + std::size(pipeNames) < 256);

unsigned board::states() { return pipes + numPipes(); }
unsigned board::size() { return states() + stateCount; }

static unsigned entry(File file, unsigned number) {
  switch (file) {
  case File::General:
    return board::general + number;
  case File::Float:
    return board::floats + number;
  case File::Tile:
    return board::tiles + number;
  case File::Pipe:
    return board::pipes + number;
  case File::State:
    return board::states() + number;
  case File::Rows:
    return ImplicitEntry::allRows;
  }
  llvm_unreachable("all files are listed");
}

const ImplicitEntry *sim::implicitEntriesOf(const IssueRow &row) {
  static const std::vector<ImplicitEntry> list = [] {
    std::vector<ImplicitEntry> l;
    for (const TimedImplicit &i : implicit)
      l.push_back({uint16_t(entry(i.file, i.number)), i.use == Use::Write});
    return l;
  }();
  return list.data() + row.firstImplicit;
}

Queue sim::queueOf(unsigned opcode) {
  return opcode < std::size(instructions) ? instructions[opcode].queue
                                          : Queue::None;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

static const VariantTimes &timesOf(std::string_view cpu) {
  return *find_if(variants,
                  [&](const VariantTimes &v) { return v.cpu == cpu; });
}

IssueTable::IssueTable(const desc::VariantInfo &variant)
    : times(timesOf(variant.cpu)) {}

unsigned IssueTable::scalarPipe() {
  static const unsigned pipe =
      find_if(instructions, [](auto &i) { return i.isScalar; })->pipe;
  return pipe;
}

unsigned IssueTable::depth(Queue queue) const {
  return queue == Queue::None ? 0 : times.depths[unsigned(queue)];
}

Queue IssueTable::queueBefore(unsigned pipe) const {
  for (const TimedInstruction &i : instructions)
    if (i.pipe == pipe && depth(i.queue))
      return i.queue;
  return Queue::None;
}

void IssueTable::build(const Code &code) {
  list.clear();
  for (size_t i = 0; i <= code.size() && code.begin(); ++i)
    list.push_back(row(code.begin()[i]));
}

void IssueTable::noteAll() {
  for (IssueRow &row : list)
    row.isPlain = false;
}

/// Each board entry is listed once. r0 is always ready, and unused sources are
/// index 0, which is r0.
IssueRow IssueTable::row(const Decoded &insn) const {
  IssueRow row = {};
  row.result = board::discarded;
  row.occupancy = row.latency = 1;
  if (insn.opcode >= std::size(instructions))
    return row; // sentinel, never executed
  const TimedInstruction &timed = instructions[insn.opcode];
  const InstructionTiming &timing = times.timing[insn.opcode];
  row.occupancy = timing.occupancy;
  row.latency = timing.latency;
  row.lines = timing.lines;
  row.pipe = uint8_t(board::pipes + timed.pipe);
  row.firstImplicit = timed.firstImplicit;
  row.numImplicit = uint8_t(timed.numImplicit);
  row.isPlain = timed.pipe == scalarPipe() && row.occupancy == 1;
  unsigned sources = 0;
  for (const TimedOperand &o :
       ArrayRef(operands).slice(timed.firstOperand, timed.numOperands)) {
    unsigned e = entry(o.file, insn.reg[o.slot]);
    if (e == board::general || e == board::discarded)
      continue; // r0
    if (o.isResult)
      row.result = uint8_t(e);
    if (!is_contained(row.source, e))
      row.source[sources++] = uint8_t(e);
  }
  return row;
}
