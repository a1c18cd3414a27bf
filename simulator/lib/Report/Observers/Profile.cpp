//===- Profile.cpp - cycles by operation ----------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accumulates issue events, waits and bubbles into the labels of instructions.
// The cycles from the previous issue p to the issue t of an instruction are
//
//     t - p = waits + bubble + (t - from) + 1
//
// where waits come from WaitEvents, `from` is the earliest issue by program
// order, and the last term is the issue cycle itself. The bubble is the rest,
// so that the cycles of all labels and the drain add up to the cycles of the
// core.
//
//===----------------------------------------------------------------------===//

#include "Profile.h"
#include <numeric>

using namespace matrix::sim;

uint64_t LabelCycles::cycles() const {
  return std::accumulate(std::begin(stalls), std::end(stalls), issued);
}

void StallSplitter::split(const IssueEvent &event,
                          uint64_t (&stalls)[numStallCauses]) {
  uint64_t before = event.from - uint64_t(event.previous + 1);
  for (unsigned cause = 0; cause < numStallCauses; ++cause) {
    stalls[cause] += waits[cause];
    before -= waits[cause];
    waits[cause] = 0;
  }
  stalls[unsigned(StallCause::Bubble)] += before;
  stalls[unsigned(event.cause)] += event.issue - event.from;
}

Profile::Profile(const SourceMap &map, unsigned numCores,
                 size_t numInstructions, std::vector<uint64_t> macs)
    : instructions(numInstructions), map(map), macs(std::move(macs)),
      cores(numCores) {
  LabelCycles none;
  none.occupied.resize(numPipes());
  for (PerCore &core : cores)
    core.labels.assign(map.labels.size(), none);
}

void Profile::issued(const IssueEvent &event) {
  PerCore &core = cores[event.core];
  core.waiting = event.index;
  LabelCycles &label = core.labels[map.labelOf(event.index)];
  ++label.issued;
  core.splitter.split(event, label.stalls);
  label.occupied[event.pipe] += event.occupied - event.start;
  label.macs += macs[event.instruction->opcode];
  InstructionCycles &instruction = instructions[event.index];
  ++instruction.count;
  instruction.cycles += event.issue - uint64_t(event.previous);
}

void Profile::waited(const WaitEvent &event) {
  cores[event.core].splitter.waited(event);
  cores[event.core].waiting = event.index;
}

/// Cycles after the last issue belong to the instruction that would have issued
/// next.
void Profile::finished(const EndEvent &event) {
  PerCore &core = cores[event.core];
  core.drain = event.end - event.drain;
  IssueEvent never = {};
  never.previous = event.lastIssue;
  never.from = never.issue = event.drain;
  core.splitter.split(never, core.labels[map.labelOf(core.waiting)].stalls);
}
