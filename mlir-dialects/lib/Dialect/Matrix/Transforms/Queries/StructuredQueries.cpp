//===- StructuredQueries.cpp - contractions, reductions, loads ------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements the queries of Selection.h on contractions, reductions and loads
// by trial selection. Loads are compared by the cycles that their instructions
// occupy: a transposition in registers after a load against a transposed load.
//
//===----------------------------------------------------------------------===//

#include "Queries/TrialSelection.h"
#include "Vector/VectorOperators.h"
#include "matrix/Dialect/Matrix/IR/TileOperation.h"
#include "matrix/Dialect/Matrix/Transforms/Selection.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include <map>
#include <mutex>
#include <tuple>

using namespace mlir;
using namespace matrix;
using vector::CombiningKind;

Value matrix::createLeadingRows(ImplicitLocOpBuilder &builder, Value tile,
                                const desc::VariantInfo &variant) {
  auto type = cast<VectorType>(tile.getType());
  int64_t rows = variant.tileColumns(32);
  if (rows >= type.getDimSize(0))
    return tile;
  return vector::ExtractStridedSliceOp::create(
      builder, tile, ArrayRef<int64_t>{0, 0},
      ArrayRef<int64_t>{rows, type.getDimSize(1)}, ArrayRef<int64_t>{1, 1});
}

bool matrix::hasContraction(Type lhs, Type rhs, Type acc, bool lhsUnsigned,
                            bool rhsUnsigned,
                            const desc::VariantInfo &variant) {
  TrialSelection trial(lhs.getContext(), variant);
  if (!variant.hasTiles() || !trial.tile(lhs) || !trial.tile(rhs) ||
      !trial.tile(acc) || variant.tileRows < variant.tileColumns(32))
    return false;
  // vector.contract treats integers as signed and requires equal operand
  // widths.
  bool extendsBoth = lhsUnsigned || rhsUnsigned;
  auto operand = [&](Value value, bool isUnsigned) -> Value {
    auto wide = cast<VectorType>(value.getType()).clone(acc);
    if (isUnsigned)
      return arith::ExtUIOp::create(trial.b, wide, value);
    return extendsBoth ? arith::ExtSIOp::create(trial.b, wide, value) : value;
  };
  AffineExpr i, j, k;
  bindDims(lhs.getContext(), i, j, k);
  Value a = operand(trial.argument(trial.tile(lhs)), lhsUnsigned);
  Value b = operand(
      createLeadingRows(trial.b, trial.argument(trial.tile(rhs)), variant),
      rhsUnsigned);
  Value result = vector::ContractionOp::create(
      trial.b, a, b, trial.argument(trial.tile(acc)),
      ArrayRef<ArrayRef<AffineExpr>>{{i, k}, {j, k}, {i, j}},
      ArrayRef<vector::IteratorType>{vector::IteratorType::parallel,
                                     vector::IteratorType::parallel,
                                     vector::IteratorType::reduction});
  return trial.selects(result);
}

bool matrix::hasReduction(CombiningKind kind, Type element,
                          const desc::VariantInfo &variant, bool alongRows) {
  TrialSelection trial(element.getContext(), variant);
  VectorType tile = variant.hasTiles() ? trial.tile(element) : VectorType();
  TypedAttr neutral = getNeutral(kind, element);
  if (!tile || !neutral)
    return false;
  unsigned kept = alongRows ? 0 : 1;
  auto line = VectorType::get(tile.getDimSize(kept), element);
  Value acc =
      arith::ConstantOp::create(trial.b, DenseElementsAttr::get(line, neutral));
  Value result = vector::MultiDimReductionOp::create(
      trial.b, line, kind, trial.argument(tile), acc,
      ArrayRef<int64_t>{1 - kept});
  if (!alongRows)
    return trial.selects(
        Value(vector::BroadcastOp::create(trial.b, tile, result)));
  auto transposed =
      VectorType::get({tile.getDimSize(1), tile.getDimSize(0)}, element);
  result = vector::BroadcastOp::create(trial.b, transposed, result);
  return trial.selects(Value(
      vector::TransposeOp::create(trial.b, result, ArrayRef<int64_t>{1, 0})));
}

static AffineMap mapOf(LoadKind kind, MLIRContext *context) {
  AffineExpr d0, d1, zero = getAffineConstantExpr(0, context);
  bindDims(context, d0, d1);
  switch (kind) {
  case LoadKind::Rows:
    return AffineMap::get(2, 0, {d0, d1}, context);
  case LoadKind::Transposed:
    return AffineMap::get(2, 0, {d1, d0}, context);
  case LoadKind::RowBroadcast:
    return AffineMap::get(1, 0, {zero, d0}, context);
  case LoadKind::ColumnBroadcast:
    return AffineMap::get(1, 0, {d0, zero}, context);
  }
  return {};
}

static Value createLoad(TrialSelection &trial, LoadKind kind, VectorType tile) {
  Type element = tile.getElementType();
  AffineMap map = mapOf(kind, element.getContext());
  // A memref of twice the tile's extents, so that rows are not contiguous.
  int64_t extent = 2 * std::max(tile.getDimSize(0), tile.getDimSize(1));
  SmallVector<int64_t> shape(map.getNumDims(), extent);
  Value memref = trial.argument(MemRefType::get(
      shape, element, AffineMap(), getScratchpadSpace(element.getContext())));
  Value zero = arith::ConstantIndexOp::create(trial.b, 0);
  Value padding =
      arith::ConstantOp::create(trial.b, trial.b.getZeroAttr(element));
  return vector::TransferReadOp::create(
      trial.b, tile, memref, SmallVector<Value>(shape.size(), zero), padding,
      map, ArrayRef<bool>{true, true});
}

/// Returns the cycles of the instructions that compute the value; no value if
/// other operations remain.
static std::optional<int64_t> measureCycles(TrialSelection &trial,
                                            Value value) {
  if (!trial.selects(value))
    return std::nullopt;
  int64_t cycles = 0;
  trial.forEach([&](const table::Instruction &inst) {
    cycles += inst.getCycles(trial.variant).occupancy;
  });
  return cycles;
}

static std::optional<int64_t> measureLoad(LoadKind kind, Type element,
                                          const desc::VariantInfo &variant) {
  TrialSelection trial(element.getContext(), variant);
  VectorType tile = variant.hasTiles() ? trial.tile(element) : VectorType();
  return tile ? measureCycles(trial, createLoad(trial, kind, tile))
              : std::nullopt;
}

static std::optional<int64_t>
measureTransposition(Type element, const desc::VariantInfo &variant) {
  TrialSelection trial(element.getContext(), variant);
  VectorType tile = variant.hasTiles() ? trial.tile(element) : VectorType();
  if (!tile || tile.getDimSize(0) != tile.getDimSize(1))
    return std::nullopt;
  Value loaded = createLoad(trial, LoadKind::Rows, tile);
  return measureCycles(trial, vector::TransposeOp::create(
                                  trial.b, loaded, ArrayRef<int64_t>{1, 0}));
}

namespace {
/// What trial selection finds about a load. Planners ask for every plan.
struct LoadFacts {
  bool isSelectable;
  std::optional<int64_t> cycles;
  bool isTransposition = false; // in registers, after a load of rows
};
} // namespace

static LoadFacts measureFacts(LoadKind kind, Type element,
                              const desc::VariantInfo &variant) {
  auto read = measureLoad(kind, element, variant);
  if (kind != LoadKind::Transposed)
    return {read.has_value(), read};
  auto transposed = measureTransposition(element, variant);
  bool isTransposition = transposed && (!read || *transposed < *read);
  return {read.has_value(), isTransposition ? transposed : read,
          isTransposition};
}

/// The key of the facts is that of a type in all contexts: class and width.
static LoadFacts getLoadFacts(LoadKind kind, Type element,
                              const desc::VariantInfo &variant) {
  if (!element.isSignlessIntOrFloat())
    return measureFacts(kind, element, variant);
  using Key = std::tuple<std::string_view, LoadKind, const void *, unsigned>;
  static std::mutex mutex;
  static std::map<Key, LoadFacts> known;
  Key key(variant.cpu, kind, element.getTypeID().getAsOpaquePointer(),
          element.getIntOrFloatBitWidth());
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (auto found = known.find(key); found != known.end())
      return found->second;
  }
  LoadFacts facts = measureFacts(kind, element, variant);
  std::lock_guard<std::mutex> lock(mutex);
  known.emplace(key, facts);
  return facts;
}

bool matrix::transposesInRegister(Type element,
                                  const desc::VariantInfo &variant) {
  return getLoadFacts(LoadKind::Transposed, element, variant).isTransposition;
}

bool matrix::hasLoad(LoadKind kind, Type element,
                     const desc::VariantInfo &variant) {
  return getLoadFacts(kind, element, variant).isSelectable;
}

std::optional<int64_t> matrix::getLoadCycles(LoadKind kind, Type element,
                                             const desc::VariantInfo &variant) {
  return getLoadFacts(kind, element, variant).cycles;
}

bool matrix::hasFormat(Type element, const desc::VariantInfo &variant) {
  for (const table::Instruction &inst : table::instructions())
    for (const table::Operand &input : inst.inputs)
      if (inst.isAvailable(variant) && input.format &&
          isElementOf(element, *input.format))
        return hasLoad(LoadKind::Rows, element, variant);
  return false;
}
