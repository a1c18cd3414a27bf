//===- ColumnPipeline.cpp - loops over columns that overlap ---------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tiles in flight are carried by the loop as a flat list. The first
// iteration has no results to store, and the last one has no further loads;
// both are peeled. Positions that remain after whole iterations are loaded in
// the last iteration and computed after it.
//
//===----------------------------------------------------------------------===//

#include "ColumnPipeline.h"

using namespace mlir;
using namespace matrix;

using Values = ColumnPipeline::Values;

namespace {

/// The values of all positions of an iteration.
struct InFlight {
  SmallVector<TileLists> loaded, computed;
  SmallVector<Values> carried;

  Values flatten() {
    Values flat;
    forEach([&](Value &value) { flat.push_back(value); });
    return flat;
  }
  void assign(ValueRange flat) {
    unsigned next = 0;
    forEach([&](Value &value) { value = flat[next++]; });
  }

private:
  void forEach(function_ref<void(Value &)> body) {
    for (SmallVector<TileLists> *positions : {&loaded, &computed})
      for (TileLists &lists : *positions)
        for (Values &list : lists)
          llvm::for_each(list, body);
    for (Values &list : carried)
      llvm::for_each(list, body);
  }
};

} // namespace

/// Iteration i has the positions from i * positions on. Before it, `now`
/// has its loaded tiles and the results of iteration i - 1, which are not
/// stored yet. The code after the loop computes the last iteration and the
/// `rest` positions beyond it.
bool ColumnPipeline::emit(Builder &builder, int64_t count,
                          SmallVectorImpl<Values> &carried) const {
  constexpr int64_t kMin = 3;
  int64_t iterations = count / positions, rest = count % positions;
  if (iterations < kMin)
    return false;
  IndexMath math(builder);
  auto column = [&](int64_t position) {
    return math.constant(position * width);
  };
  InFlight now;
  now.carried.assign(carried.begin(), carried.end());
  for (int64_t u = 0; u < positions; ++u)
    now.loaded.push_back(load(builder, column(u)));
  for (int64_t u = 0; u < positions; ++u) {
    now.computed.push_back(
        compute(builder, column(u), now.loaded[u], now.carried[u]));
    now.loaded[u] = load(builder, column(positions + u));
  }
  int64_t step = positions * width;
  SmallVector<Value> last = emitLoop(
      builder, math.constant(step), math.constant((iterations - 1) * step),
      step, now.flatten(), [&](Builder &b, Value base, ValueRange flat) {
        IndexMath math(b);
        InFlight inner = now;
        inner.assign(flat);
        for (int64_t u = 0; u < positions; ++u) {
          Value col = math.add(base, u * width);
          TileLists computed =
              compute(b, col, inner.loaded[u], inner.carried[u]);
          store(b, math.sub(col, math.constant(step)), inner.computed[u]);
          inner.computed[u] = std::move(computed);
          inner.loaded[u] = load(b, math.add(col, step));
        }
        return inner.flatten();
      });
  now.assign(last);
  int64_t final = (iterations - 1) * positions;
  for (int64_t u = 0; u < positions; ++u) {
    TileLists computed =
        compute(builder, column(final + u), now.loaded[u], now.carried[u]);
    store(builder, column(final - positions + u), now.computed[u]);
    now.computed[u] = std::move(computed);
    if (u < rest)
      now.loaded[u] = load(builder, column(iterations * positions + u));
  }
  for (int64_t u = 0; u < positions; ++u) {
    TileLists computed;
    int64_t position = iterations * positions + u;
    if (u < rest)
      computed =
          compute(builder, column(position), now.loaded[u], now.carried[u]);
    store(builder, column(final + u), now.computed[u]);
    now.computed[u] = std::move(computed);
  }
  for (int64_t u = 0; u < rest; ++u)
    store(builder, column(iterations * positions + u), now.computed[u]);
  carried.assign(now.carried.begin(), now.carried.end());
  return true;
}
