//===- TapRates.cpp - instructions of reductions over windows -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Selects the instructions that combine a tap with an accumulator, in a scratch
// function, and adds their cycles. The cycles of a store are those of its lines
// at the rate of the store pipe.
//
//===----------------------------------------------------------------------===//

#include "Plan/Blocks/ContractionRates.h"
#include "Plan/Blocks/WindowReduction.h"
#include "Tiles/TileArithmetic.h"
#include "WindowCost.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/Transforms/Selection.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace matrix;

SelectedCode matrix::selectTap(const FusionGroup &group,
                               const desc::VariantInfo &variant) {
  bool isSupported = true;
  SelectedCode code = runTrialSelection(
      group.accumulator.getContext(), variant, Fusion::AroundReduction,
      [&](ImplicitLocOpBuilder &b, function_ref<Value(Type)> argument) {
        TileArithmetic arithmetic(b, variant);
        for (const StridedInput &input : group.inputs) {
          Type type = getTileType(input.getElementType(), variant);
          if (type)
            arithmetic.set(input.argument, arithmetic.widen(argument(type), 0));
        }
        isSupported = bool(arithmetic.get(group.reduced));
        if (!isSupported)
          return SmallVector<Value>();
        Value start = argument(getTileType(group.accumulator, variant));
        return SmallVector<Value>{combineTap(b, group, arithmetic, start)};
      });
  code.isComplete &= isSupported;
  return code;
}

TapRates::TapRates(const FusionGroup &group, const BlockPlan &plan,
                   const desc::VariantInfo &variant)
    : store(countTileLines(variant) /
            double(variant.parameters.stLines.value_or(1))),
      epilogue(selectEpilogue(group, plan, variant)) {
  SelectedCode code = selectTap(group, variant);
  combination = double(code.cycles);
  latency = double(code.latency);
}
