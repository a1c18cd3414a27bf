//===- ReportTests.cpp - Stalls, tracks, profile, timeline ----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Core/Decoder.h"
#include "Report/Observers/Timeline.h"
#include "gtest/gtest.h"

using namespace matrix;
using namespace matrix::sim;

//===----------------------------------------------------------------------===//
// Stalls
//===----------------------------------------------------------------------===//

static IssueEvent issueAt(int64_t previous, uint64_t from, uint64_t issue,
                          StallCause cause) {
  IssueEvent event = {};
  event.previous = previous;
  event.from = from;
  event.issue = issue;
  event.start = issue;
  event.occupied = issue + 1;
  event.cause = cause;
  return event;
}

TEST(StallSplitter, WaitBubbleAndCause) {
  StallSplitter splitter;
  WaitEvent wait = {};
  wait.cause = StallCause::Dma;
  wait.from = 13;
  wait.to = 20;
  splitter.waited(wait);
  // 11, 12: bubble; 13 to 19: DMA; 20 to 24: operand; 25: issue.
  uint64_t stalls[numStallCauses] = {};
  splitter.split(issueAt(10, 20, 25, StallCause::Operand), stalls);
  EXPECT_EQ(stalls[unsigned(StallCause::Bubble)], 2u);
  EXPECT_EQ(stalls[unsigned(StallCause::Dma)], 7u);
  EXPECT_EQ(stalls[unsigned(StallCause::Operand)], 5u);
  // Nothing remains for the next one.
  splitter.split(issueAt(25, 26, 26, StallCause::Operand), stalls);
  EXPECT_EQ(stalls[unsigned(StallCause::Dma)], 7u);
}

//===----------------------------------------------------------------------===//
// Tracks
//===----------------------------------------------------------------------===//

TEST(Track, HalvesOddNumbersToo) {
  Track track;
  for (size_t i = 0; i < 5; ++i)
    track.add(i, uint32_t(i + 1));
  track.halve();
  EXPECT_EQ(track.at(0), 3u);
  EXPECT_EQ(track.at(1), 7u);
  EXPECT_EQ(track.at(2), 5u);
  EXPECT_EQ(track.at(3), 0u);
}

TEST(LabelTrack, MajorityWins) {
  LabelTrack track;
  track.add(0, 1, 10);
  track.add(0, 2, 4);
  EXPECT_EQ(track.at(0), 1u);
  track.add(0, 2, 20);
  EXPECT_EQ(track.at(0), 2u);
  track.add(1, 1, 3);
  track.halve();
  EXPECT_EQ(track.at(0), 2u);
}

//===----------------------------------------------------------------------===//
// Timeline and profile: one core, two instructions, by hand
//===----------------------------------------------------------------------===//

namespace {

/// Instruction 0 belongs to label 1, instruction 1 to label 2.
SourceMap twoLabels() { return SourceMap({Label(), Label(), Label()}, {1, 2}); }

/// Issue at 0; bubbles 1 to 2, DMA 3 to 6, operand 7 to 8, issue at 9 and busy
/// to 12; the run ends at 16.
void play(Observer &observer, const Decoded &insn) {
  IssueEvent first = issueAt(-1, 0, 0, StallCause::Operand);
  first.instruction = &insn;
  observer.issued(first);
  WaitEvent wait = {};
  wait.cause = StallCause::Dma;
  wait.from = 3;
  wait.to = 7;
  observer.waited(wait);
  IssueEvent second = issueAt(0, 7, 9, StallCause::Operand);
  second.instruction = &insn;
  second.index = 1;
  second.occupied = 13;
  observer.issued(second);
  observer.finished({0, 9, 10, 16, /*isCut=*/false});
}

} // namespace

TEST(Profile, EveryCycleHasALabel) {
  SourceMap map = twoLabels();
  Decoded insn = {};
  Profile profile(map, 1, 2, std::vector<uint64_t>(opcode::count, 5));
  play(profile, insn);
  EXPECT_EQ(profile.of(0, 1).cycles(), 1u);
  const LabelCycles &second = profile.of(0, 2);
  EXPECT_EQ(second.issued, 1u);
  EXPECT_EQ(second.stalls[unsigned(StallCause::Bubble)], 2u);
  EXPECT_EQ(second.stalls[unsigned(StallCause::Dma)], 4u);
  EXPECT_EQ(second.stalls[unsigned(StallCause::Operand)], 2u);
  EXPECT_EQ(second.occupied[0], 4u);
  EXPECT_EQ(second.macs, 5u);
  EXPECT_EQ(profile.drain(0), 6u);
  EXPECT_EQ(profile.of(0, 1).cycles() + second.cycles() + profile.drain(0),
            16u);
  EXPECT_EQ(profile.instructions[1].cycles, 9u);
}

TEST(Timeline, FillsBinsAndJoinsThem) {
  SourceMap map = twoLabels();
  Decoded insn = {};
  Timeline timeline(map, 1, 1, /*lineBytes=*/64, /*maxBins=*/4);
  play(timeline, insn);
  ASSERT_EQ(timeline.width(), 4u);
  ASSERT_EQ(timeline.bins(), 4u);
  auto state = [&](unsigned which, size_t bin) {
    return timeline.cores[0].states[which].at(bin);
  };
  const unsigned dma = unsigned(StallCause::Dma), issue = numStallCauses,
                 drain = unsigned(StallCause::Drain);
  EXPECT_EQ(state(issue, 0), 1u);
  EXPECT_EQ(state(unsigned(StallCause::Bubble), 0), 2u);
  EXPECT_EQ(state(dma, 0), 1u);
  EXPECT_EQ(state(dma, 1), 3u);
  EXPECT_EQ(state(issue, 2), 1u);
  EXPECT_EQ(state(drain, 2), 2u);
  EXPECT_EQ(state(drain, 3), 4u);
  EXPECT_EQ(timeline.cores[0].pipes[0].at(2), 3u); // 9, 10, 11
  EXPECT_EQ(timeline.cores[0].pipes[0].at(3), 1u);
  EXPECT_EQ(timeline.cores[0].labels[0].at(2), 2u);
  uint64_t sum = 0;
  for (unsigned s = 0; s < Timeline::numStates; ++s)
    for (size_t bin = 0; bin < timeline.bins(); ++bin)
      sum += state(s, bin);
  EXPECT_EQ(sum, 16u);
}

TEST(Timeline, SpreadsLinesOfTransfers) {
  SourceMap map = twoLabels();
  Timeline timeline(map, 1, 2, /*lineBytes=*/64, /*maxBins=*/8);
  TransferRecord record;
  record.channel = 1;
  record.firstLine = 2;
  record.lastLine = 7;
  record.dramLines = 3;
  timeline.transferred(record);
  EXPECT_EQ(timeline.width(), 1u);
  uint32_t bytes = 0, busy = 0;
  for (size_t bin = 0; bin < 8; ++bin) {
    bytes += timeline.dram.at(bin);
    busy += timeline.cores[0].channels[1].at(bin);
  }
  EXPECT_EQ(bytes, 3u * 64);
  EXPECT_EQ(busy, 6u);
}

TEST(Timeline, OccupancyIsThatOfTheFullestCycleOfABin) {
  SourceMap map = twoLabels();
  Timeline timeline(map, 2, 1, /*lineBytes=*/64, /*maxBins=*/8);
  timeline.occupied(0, 0, 3);
  timeline.occupied(0, 2, 8);
  timeline.occupied(1, 7, 8);
  EXPECT_EQ(timeline.occupancy(0),
            (std::vector<uint64_t>{1, 1, 2, 1, 1, 1, 1, 1}));
  EXPECT_EQ(timeline.occupancy(1),
            (std::vector<uint64_t>{0, 0, 0, 0, 0, 0, 0, 1}));
  // Beyond the last bin, adjacent bins are merged.
  timeline.occupied(0, 14, 16);
  ASSERT_EQ(timeline.width(), 2u);
  EXPECT_EQ(timeline.occupancy(0),
            (std::vector<uint64_t>{1, 2, 1, 1, 0, 0, 0, 1}));
}

TEST(Timeline, SeparatesWrittenBytes) {
  SourceMap map = twoLabels();
  Timeline timeline(map, 1, 1, /*lineBytes=*/64, /*maxBins=*/8);
  TransferRecord record;
  record.dramLines = 1;
  timeline.transferred(record);
  record.writesDram = true;
  record.firstLine = record.lastLine = 1;
  timeline.transferred(record);
  EXPECT_EQ(timeline.dram.at(0), 64u);
  EXPECT_EQ(timeline.dramWritten.at(0), 0u);
  EXPECT_EQ(timeline.dramWritten.at(1), 64u);
}
