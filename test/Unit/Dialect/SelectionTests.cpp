//===- SelectionTests.cpp - Queries of instruction selection --------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Queries for the default variant of the description. The tested queries hold
// for every variant with tiles.
//
//===----------------------------------------------------------------------===//

#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/Transforms/Selection.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace matrix;
using vector::CombiningKind;

namespace {

class SelectionTest : public testing::Test {
protected:
  SelectionTest() : b(&context) {
    context.loadDialect<arith::ArithDialect, func::FuncDialect,
                        math::MathDialect, memref::MemRefDialect,
                        vector::VectorDialect, MatrixDialect>();
    f32 = b.getF32Type();
    i32 = b.getI32Type();
    bf16 = b.getBF16Type();
    i8 = b.getI8Type();
  }

  const desc::VariantInfo &variant = desc::defaultVariant();
  MLIRContext context;
  OpBuilder b;
  Type f32, i32, bf16, i8;
};

} // namespace

TEST_F(SelectionTest, ElementwiseByName) {
  for (StringRef name : {"arith.addf", "arith.divf", "math.exp", "math.fma",
                         "arith.cmpf olt", "arith.cmpf une", "arith.select"})
    EXPECT_TRUE(isSelectable(name, f32, variant)) << name.str();
  for (StringRef name : {"arith.addi", "arith.shli", "arith.cmpi ult"})
    EXPECT_TRUE(isSelectable(name, i32, variant)) << name.str();
}

TEST_F(SelectionTest, ElementwiseByLegalization) {
  for (StringRef name :
       {"arith.negf", "arith.maxnumf", "math.ceil", "math.copysign",
        "math.clampf", "math.atan2", "arith.remf"})
    EXPECT_TRUE(isSelectable(name, f32, variant)) << name.str();
}

TEST_F(SelectionTest, WhatNoInstructionIs) {
  EXPECT_FALSE(isSelectable("math.cbrt", f32, variant));
  EXPECT_FALSE(isSelectable("arith.divsi", i32, variant));
  EXPECT_FALSE(isSelectable("arith.addf", b.getF64Type(), variant));
  EXPECT_FALSE(isSelectable("arith.addf", bf16, variant));
  EXPECT_FALSE(isSelectable("arith.addf", b.getIndexType(), variant));
  EXPECT_FALSE(isSelectable("math.powf", b.getF64Type(), variant));
  EXPECT_FALSE(isSelectable("no.such", f32, variant));
}

TEST_F(SelectionTest, ScalarOperations) {
  OwningOpRef<ModuleOp> module = ModuleOp::create(b.getUnknownLoc());
  b.setInsertionPointToStart(module->getBody());
  Location loc = b.getUnknownLoc();
  Value x = module->getBody()->addArgument(f32, loc);
  auto exponent = [&](double value) -> Value {
    return arith::ConstantOp::create(b, loc, b.getFloatAttr(f32, value));
  };
  // Powers are products or exponentials.
  EXPECT_TRUE(
      isSelectable(math::PowFOp::create(b, loc, x, exponent(2)), variant));
  EXPECT_TRUE(isSelectable(math::PowFOp::create(b, loc, x, x), variant));
  EXPECT_TRUE(
      isSelectable(math::PowFOp::create(b, loc, x, exponent(2.5)), variant));
  EXPECT_TRUE(
      isSelectable(math::PowFOp::create(b, loc, x, exponent(7.5)), variant));
  EXPECT_FALSE(
      isSelectable(math::PowFOp::create(b, loc, x, exponent(NAN)), variant));
  // Comparison and selection, separately.
  Value less = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::ULT, x, x);
  EXPECT_TRUE(isSelectable(less.getDefiningOp(), variant));
  Value chosen = arith::SelectOp::create(b, loc, less, x, x);
  EXPECT_TRUE(isSelectable(chosen.getDefiningOp(), variant));
  // Conversions between widths: column blocks.
  Value narrow = arith::TruncFOp::create(b, loc, bf16, x);
  EXPECT_TRUE(isSelectable(narrow.getDefiningOp(), variant));
  Value wide = arith::ExtFOp::create(b, loc, f32, narrow);
  EXPECT_TRUE(isSelectable(wide.getDefiningOp(), variant));
}

TEST_F(SelectionTest, Conversions) {
  OwningOpRef<ModuleOp> module = ModuleOp::create(b.getUnknownLoc());
  b.setInsertionPointToStart(module->getBody());
  Location loc = b.getUnknownLoc();
  auto converts = [&](StringRef name, Type from, Type to) {
    OperationState state(loc, name);
    state.addOperands(Value(module->getBody()->addArgument(from, loc)));
    state.addTypes(to);
    return isSelectable(b.create(state), variant);
  };
  EXPECT_TRUE(converts("arith.extf", bf16, f32));
  EXPECT_TRUE(converts("arith.truncf", f32, bf16));
  EXPECT_TRUE(converts("arith.sitofp", i32, f32));
  EXPECT_TRUE(converts("arith.fptosi", f32, i32));
  EXPECT_TRUE(converts("arith.extui", i8, i32));
  // Without a clamp the conversion wraps.
  EXPECT_FALSE(converts("arith.trunci", i32, i8));
  EXPECT_FALSE(converts("arith.extf", f32, b.getF64Type()));
}

TEST_F(SelectionTest, Contractions) {
  EXPECT_TRUE(hasContraction(f32, f32, f32, false, false, variant));
  EXPECT_TRUE(hasContraction(bf16, bf16, f32, false, false, variant));
  EXPECT_TRUE(hasContraction(i8, i8, i32, false, false, variant));
  EXPECT_TRUE(hasContraction(i8, i8, i32, true, false, variant));
  EXPECT_FALSE(hasContraction(i8, i8, i32, true, true, variant));
  EXPECT_FALSE(hasContraction(bf16, bf16, bf16, false, false, variant));
  EXPECT_FALSE(hasContraction(i32, i32, i32, false, false, variant));
}

TEST_F(SelectionTest, Reductions) {
  for (bool alongRows : {true, false}) {
    EXPECT_TRUE(hasReduction(CombiningKind::ADD, f32, variant, alongRows));
    EXPECT_TRUE(hasReduction(CombiningKind::MAXIMUMF, f32, variant, alongRows));
    EXPECT_TRUE(hasReduction(CombiningKind::MINIMUMF, f32, variant, alongRows));
    EXPECT_TRUE(hasReduction(CombiningKind::MAXNUMF, f32, variant, alongRows));
    EXPECT_TRUE(hasReduction(CombiningKind::MINSI, i32, variant, alongRows));
    EXPECT_FALSE(hasReduction(CombiningKind::MUL, f32, variant, alongRows));
    EXPECT_FALSE(hasReduction(CombiningKind::ADD, bf16, variant, alongRows));
  }
}

TEST_F(SelectionTest, FormatsAndLoads) {
  for (Type type : {f32, i32, bf16, i8}) {
    EXPECT_TRUE(hasFormat(type, variant));
    for (LoadKind kind : {LoadKind::Rows, LoadKind::RowBroadcast,
                          LoadKind::Transposed, LoadKind::ColumnBroadcast})
      EXPECT_TRUE(hasLoad(kind, type, variant));
  }
  EXPECT_FALSE(hasFormat(b.getI16Type(), variant));
  EXPECT_FALSE(hasFormat(b.getF64Type(), variant));
  EXPECT_FALSE(hasFormat(b.getI1Type(), variant));
}

/// Features disable instructions, for square and non-square tiles.
TEST_F(SelectionTest, VariantsWithLess) {
  const desc::VariantInfo &edge = *desc::lookupVariant("edge");
  EXPECT_TRUE(hasContraction(bf16, bf16, f32, false, false, edge));
  EXPECT_TRUE(hasContraction(i8, i8, i32, true, false, edge));
  EXPECT_FALSE(hasContraction(f32, f32, f32, false, false, edge));
  EXPECT_TRUE(isSelectable("arith.addi", i32, edge));
  const desc::VariantInfo &amx = *desc::lookupVariant("amx-like");
  EXPECT_TRUE(hasContraction(f32, f32, f32, false, false, amx));
  EXPECT_TRUE(isSelectable("arith.addf", f32, amx));
  EXPECT_FALSE(isSelectable("arith.addi", i32, amx));
  // Powers take the bits of numbers apart.
  EXPECT_TRUE(isSelectable("math.powf", f32, edge));
  EXPECT_FALSE(isSelectable("math.powf", f32, amx));
}

TEST_F(SelectionTest, VariantsWithoutTiles) {
  for (const desc::VariantInfo &other : desc::variants) {
    if (other.hasTiles())
      continue;
    EXPECT_FALSE(hasFormat(f32, other));
    EXPECT_FALSE(isSelectable("arith.addf", f32, other));
    EXPECT_FALSE(hasContraction(f32, f32, f32, false, false, other));
    EXPECT_FALSE(hasReduction(CombiningKind::ADD, f32, other));
    EXPECT_FALSE(hasLoad(LoadKind::Rows, f32, other));
  }
}
