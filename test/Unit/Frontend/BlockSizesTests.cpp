//===- BlockSizesTests.cpp - bytes of buffers of blocks -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks the bytes that BlockSizes counts for the buffer of an input. Rows of a
// buffer are padded, which depends on the banks, so that a block whose columns
// are contiguous has other bytes than one whose rows are. The variant is the
// default one with two banks, where short rows are padded.
//
//===----------------------------------------------------------------------===//

#include "Plan/Blocks/BlockPlan.h"
#include "Plan/Blocks/BlockSizes.h"
#include "matrix/Description/Target.h"
#include "mlir/IR/BuiltinTypes.h"
#include "gtest/gtest.h"

using namespace matrix;
using namespace mlir;

namespace {

class BlockSizesTest : public testing::Test {
protected:
  BlockSizesTest() : variant(desc::defaultVariant()) {
    scratchpad = *variant.memoryIn(desc::address_space::scratchpad);
    scratchpad.banks = 2;
    variant.memories = {&scratchpad, 1};
    auto type =
        RankedTensorType::get({kRows, kColumns}, Float32Type::get(&context));
    input.tensor = block.addArgument(type, UnknownLoc::get(&context));
    group.kind = FusionGroupKind::Elementwise;
    group.dims = {{kRows, false}, {kColumns, false}};
    plan.rows = 0;
    plan.cols = 1;
    plan.block = {kRows, kColumns};
  }

  int64_t bytesWithStrides(int64_t row, int64_t column) {
    input.strides = {row, column};
    return BlockSizes(group, plan, variant).bufferBytes(input, 0, 1);
  }

  /// A row of the tensor is one line, a column all banks.
  static constexpr int64_t kRows = 32, kColumns = 16;
  MLIRContext context;
  Block block;
  desc::MemoryInfo scratchpad = {};
  desc::VariantInfo variant;
  FusionGroup group;
  BlockPlan plan;
  StridedOperand input;
};

} // namespace

TEST_F(BlockSizesTest, RowsOfALineAreNotPadded) {
  EXPECT_EQ(bytesWithStrides(kColumns, 1), kRows * kColumns * 4);
}

TEST_F(BlockSizesTest, PaddingOfATransposedBlockIsCounted) {
  EXPECT_EQ(bytesWithStrides(1, kRows),
            kColumns * (kRows * 4 + int64_t(scratchpad.alignment)));
}
