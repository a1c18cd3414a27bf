//===- Profile.cpp - cycles by operation ----------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
}

void Profile::finished(unsigned core, int64_t lastIssue, uint64_t end) {
  cores[core].drain = end - uint64_t(lastIssue + 1);
}
