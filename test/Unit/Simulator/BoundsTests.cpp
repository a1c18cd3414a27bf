//===- BoundsTests.cpp - Lower bounds and work notes ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The formulas of docs/reference/statistics.md, evaluated by hand for `base`.
//
//===----------------------------------------------------------------------===//

#include "Loader/WorkReader.h"
#include "Statistics/Bounds.h"
#include "Statistics/Summary.h"
#include "gtest/gtest.h"

using namespace matrix;
using namespace matrix::sim;

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
  // 512 bf16, 256 f32 and 1024 i8 products per cycle and core.
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
  // A transposed result is permitted; a tile has 16 rows in both orders.
  EXPECT_EQ(*boundsOf(product("bf16", 17, 16, 33), base(), 2).shape, 2 * 2 * 8);
  // Few columns: elementwise, 4 bytes per product, 128 bytes per cycle.
  EXPECT_EQ(*boundsOf(product("bf16", 17, 1, 33), base(), 2).shape,
            17 * 33 * 4 / 128.0 / 2);
}

TEST(Bounds, TileLoadsOfTheBestBlock) {
  // 4 x 4 x 4 tiles; 3 x 4 accumulators and 4 operands in 16 registers: 4 * (4
  // + 2 * 4) loads of 8 cycles.
  EXPECT_EQ(*boundsOf(product("f32", 64, 64, 64), base(), 1).loads, 48 * 8);
  // 1 x 2 tiles, 2 steps: all accumulators stay in registers.
  EXPECT_EQ(*boundsOf(product("f32", 16, 32, 32), base(), 2).loads, 2 * 3 * 4);
}

TEST(Bounds, DepthwiseMayBeDoneEitherWay) {
  // 8 channels, 100 positions, 9 taps: 7 tiles of 16 cycles each as a product;
  // 7200 products of 4 bytes at 128 bytes per cycle.
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
  // Whole tiles: no padding.
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
  EXPECT_EQ(*b.dram, 150);           // 4800 / 32, for any number of cores
  EXPECT_EQ(*b.ew, (10 + 20) / 2.0); // 128 and 32 bytes per cycle and core
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
  EXPECT_EQ(*b.latency, 2 * (120 + 2)); // one line in, one line out
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
  EXPECT_EQ(*b.latency, 120); // a load; stores have no latency
}

TEST(Bounds, WithoutEngineByInstructions) {
  // qkv: 128 rows of 128 bytes in 64 cycles, and 8 bytes by the scalar core.
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
  // 16 of 17 rows, which fit into one tile.
  work.operations[0] = product("f32", 17, 64, 64);
  work.operations[0].needed = 16 / 17.0;
  EXPECT_DOUBLE_EQ(*boundsOf(work, base(), 1).shape, 256);
}

TEST(Bounds, WholeRunsAreNotBelow) {
  RunStatistics run;
  run.variant = "base";
  run.timed = true;
  run.cores.resize(1);
  run.work.known = true;
  run.work.in = 6400;
  run.cycles = 400;
  EXPECT_EQ(Summary(run).violatedBound(), "");
  run.cycles = 150;
  EXPECT_NE(
      Summary(run).violatedBound().find("less than the lower bound of 200"),
      std::string::npos);
  EXPECT_TRUE(Summary(run).percentOf(200));
  run.cut = "interrupted";
  EXPECT_EQ(Summary(run).violatedBound(), "");
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

TEST(Work, RejectsDamage) {
  for (const char *text :
       {"3", R"({"in": -1})", R"({"in": "much"})", R"({"ops": [4]})",
        R"({"ops": [{"gemm": [1, 2]}]})", R"({"ops": [{"extents": [-1]}]})",
        R"({"ops": [{"line": 5000000000}]})"}) {
    ProgramWork work;
    EXPECT_FALSE(parses(text, work)) << text;
    EXPECT_FALSE(work.known) << text;
  }
}
