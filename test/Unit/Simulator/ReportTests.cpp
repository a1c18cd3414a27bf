//===- ReportTests.cpp - bounds, profile, timeline ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decoder.h"
#include "Report/Bounds.h"
#include "Report/Summary.h"
#include "Report/Timeline.h"
#include "Work.h"
#include "gtest/gtest.h"

using namespace matrix;
using namespace matrix::sim;

//===----------------------------------------------------------------------===//
// Bounds: the formulas of docs/statistics.md, with figures of `base` by hand
//===----------------------------------------------------------------------===//

namespace {
const desc::VariantInfo &base() { return *desc::lookupVariant("base"); }

OperationWork product(const char *type, uint64_t m, uint64_t n, uint64_t k) {
  OperationWork work;
  work.kind = "contraction";
  work.types = {type, type, "f32"};
  work.m = m;
  work.n = n;
  work.k = k;
  work.macs = m * n * k;
  return work;
}
} // namespace

TEST(Bounds, PeakRateOfEachType) {
  // 512 bf16, 256 f32 and 1024 i8 products in a cycle of a core.
  EXPECT_EQ(*boundsOf(product("bf16", 64, 64, 64), base(), 1).mma, 512);
  EXPECT_EQ(*boundsOf(product("bf16", 64, 64, 64), base(), 4).mma, 128);
  EXPECT_EQ(*boundsOf(product("f32", 64, 64, 64), base(), 1).mma, 1024);
  EXPECT_EQ(*boundsOf(product("i8", 64, 64, 64), base(), 1).mma, 256);
}

TEST(Bounds, WholeTiles) {
  // 7 x 7 tiles of 16 x 16, 7 steps of 16, 16 cycles each.
  Bounds b = boundsOf(product("f32", 100, 100, 100), base(), 1);
  EXPECT_EQ(*b.shape, 7 * 7 * 7 * 16);
  EXPECT_EQ(*b.mma, 3906.25);
  // A transposed result is allowed, and a tile has 16 rows either way here.
  EXPECT_EQ(*boundsOf(product("bf16", 17, 16, 33), base(), 2).shape, 2 * 2 * 8);
  // Few columns: elementwise, 4 bytes for each product, 128 of them a cycle.
  EXPECT_EQ(*boundsOf(product("bf16", 17, 1, 33), base(), 2).shape,
            17 * 33 * 4 / 128.0 / 2);
}

TEST(Bounds, TileLoadsOfTheBestBlock) {
  // 4 x 4 x 4 tiles; 3 x 4 accumulators and 4 operands in 16 registers: 4 * (4
  // + 2 * 4) loads of 8 cycles.
  EXPECT_EQ(*boundsOf(product("f32", 64, 64, 64), base(), 1).loads, 48 * 8);
  // 1 x 2 tiles, 2 steps: all accumulators stay.
  EXPECT_EQ(*boundsOf(product("f32", 16, 32, 32), base(), 2).loads, 2 * 3 * 4);
}

TEST(Bounds, DepthwiseMayBeDoneEitherWay) {
  // 8 channels, 100 positions, 9 taps: 7 tiles of 16 cycles each as a product;
  // 7200 products of 4 bytes at 128 bytes a cycle.
  OperationWork work = product("f32", 100, 1, 9);
  work.kind = "depthwise";
  work.batch = 8;
  work.macs = 7200;
  work.ewBytes = 4 * work.macs;
  work.read = 6400;
  Bounds b = boundsOf(work, base(), 1);
  EXPECT_EQ(*b.ew, 225);
  EXPECT_EQ(*b.shape, 225);
  EXPECT_EQ(*b.loads, 50); // 100 lines
  // Whole tiles: nothing is lost to the shape.
  OperationWork wide = product("f32", 64, 64, 64);
  EXPECT_EQ(*boundsOf(wide, base(), 1).shape, *boundsOf(wide, base(), 1).mma);
}

TEST(Bounds, SlowerTypeOfTwo) {
  OperationWork mixed = product("i8", 64, 64, 64);
  mixed.types[1] = "bf16";
  EXPECT_EQ(*boundsOf(mixed, base(), 1).mma, 512);
  mixed.types[1] = "f64"; // no instruction multiplies it
  EXPECT_FALSE(boundsOf(mixed, base(), 1).mma);
}

TEST(Bounds, BytesAndElements) {
  OperationWork work;
  work.kind = "elementwise";
  work.read = 3200;
  work.written = 1600;
  work.ewBytes = 1280;
  work.sfuBytes = 640;
  Bounds b = boundsOf(work, base(), 2);
  EXPECT_EQ(*b.dram, 150);           // 4800 / 32, whatever the cores
  EXPECT_EQ(*b.ew, (10 + 20) / 2.0); // 128 and 32 bytes a cycle and core
  EXPECT_EQ(b.roof(), 150);
  work.kind = "move";
  EXPECT_FALSE(boundsOf(work, base(), 2).dram);
}

TEST(Bounds, ProgramOverlapsWhatLayersAdd) {
  ProgramWork work;
  work.known = true;
  work.in = 640;
  work.out = 320;
  for (int i = 0; i < 2; ++i) {
    work.operations.push_back(product("bf16", 64, 64, 64));
    work.operations.back().read = 32768;
  }
  Bounds b = boundsOf(work, base(), 1);
  EXPECT_EQ(*b.mma, 1024);
  EXPECT_EQ(*b.dram, 30);
  EXPECT_EQ(*b.latency, 2 * (120 + 2)); // a line in, a line out
  EXPECT_EQ(b.roof(), 1024);
  EXPECT_EQ(layerByLayer(work, base(), 1), 2 * 1024); // 32768 / 32 each
}

TEST(Bounds, InstructionsTakeNoSlotsOfDram) {
  ProgramWork work;
  work.known = true;
  work.in = 6400;
  work.out = 3200;
  EXPECT_EQ(*boundsOf(work, base(), 1).dram, 300);
  Bounds b = boundsOf(work, base(), 1, {3200, 6400});
  EXPECT_EQ(*b.dram, 100);
  EXPECT_EQ(*b.latency, 120); // a load; stores are in memory at once
}

TEST(Bounds, WithoutEngineByInstructions) {
  // qkv: 128 rows of 128 bytes in 64 cycles, and 8 bytes of the scalar core.
  const desc::VariantInfo &qkv = *desc::lookupVariant("qkv");
  ProgramWork work;
  work.known = true;
  work.in = 26400;
  Bounds b = boundsOf(work, qkv, 1);
  EXPECT_EQ(*b.dram, 100);
  EXPECT_FALSE(b.latency);
}

TEST(Bounds, PartOfAResult) {
  ProgramWork work;
  work.known = true;
  work.operations.push_back(product("bf16", 64, 64, 64));
  work.operations[0].needed = 0.25;
  EXPECT_EQ(*boundsOf(work, base(), 1).mma, 128);
}

TEST(Bounds, WholeRunsAreNotBelow) {
  RunStatistics run;
  run.variant = "base";
  run.timed = true;
  run.cores.resize(1);
  run.work.known = true;
  run.work.in = 6400;
  run.cycles = 400;
  EXPECT_EQ(Summary(run).beatenBound(), "");
  run.cycles = 150;
  EXPECT_NE(Summary(run).beatenBound().find("less than the lower bound of 200"),
            std::string::npos);
  EXPECT_TRUE(Summary(run).percentOf(200));
  run.cut = "interrupted";
  EXPECT_EQ(Summary(run).beatenBound(), "");
  EXPECT_FALSE(Summary(run).percentOf(200)); // a part of the work
}

TEST(Bounds, NothingKnown) {
  Bounds b = boundsOf(ProgramWork(), base(), 4);
  EXPECT_EQ(b.roof(), 0);
  EXPECT_FALSE(b.mma || b.dram || b.latency);
}

//===----------------------------------------------------------------------===//
// The annotation
//===----------------------------------------------------------------------===//

static bool parses(const char *text, ProgramWork &work) {
  return readWork(cantFail(llvm::json::parse(text)), work);
}

TEST(Work, Reads) {
  ProgramWork work;
  ASSERT_TRUE(parses(R"({"in": 5, "out": 6, "unknown": 1, "ops": [{"op": "x",
      "kind": "contraction", "line": 7, "extents": [2, 3, 4],
      "gemm": [1, 2, 3, 4], "macs": 24, "types": ["i8", "i8"]}]})",
                     work));
  EXPECT_TRUE(work.known);
  EXPECT_EQ(work.in, 5u);
  ASSERT_EQ(work.operations.size(), 1u);
  EXPECT_EQ(work.operations[0].line, 7u);
  EXPECT_EQ(work.operations[0].k, 4u);
  EXPECT_EQ(work.macs(), 24u);
}

TEST(Work, RefusesDamage) {
  for (const char *text :
       {"3", R"({"in": -1})", R"({"in": "much"})", R"({"ops": [4]})",
        R"({"ops": [{"gemm": [1, 2]}]})", R"({"ops": [{"extents": [-1]}]})",
        R"({"ops": [{"line": 5000000000}]})"}) {
    ProgramWork work;
    EXPECT_FALSE(parses(text, work)) << text;
    EXPECT_FALSE(work.known) << text;
  }
}

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
  // Nothing is left over for the next one.
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
  observer.finished({0, 9, 10, 16});
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
