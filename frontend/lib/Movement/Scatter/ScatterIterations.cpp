//===- ScatterIterations.cpp - iterations of scatter loops ----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of loops changes only by moving one with separate iterations behind
// the others: each element of the table is still updated in the order of the
// nest. A divided loop of which a piece has one iteration disappears.
//
//===----------------------------------------------------------------------===//

#include "ScatterIterations.h"
#include "Access/IndependentIterations.h"
#include "Emit/BlockEmitter.h"
#include "ScatterRow.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace matrix;

//===----------------------------------------------------------------------===//
// Order of the loops
//===----------------------------------------------------------------------===//

ScatterIterations::ScatterIterations(ScatterCode &code) : code(code) {
  int inner = chooseInner();
  for (auto [i, loop] : llvm::enumerate(code.nest.loops))
    if (int(i) != inner && !(isSingle() && loop == getDivided()))
      order.push_back(loop);
  if (inner >= 0)
    order.push_back(code.nest.loops[inner]);
}

scf::ForOp ScatterIterations::getDivided() const {
  return code.plan.loop ? code.nest.loops[*code.plan.loop] : scf::ForOp();
}

/// Returns whether each piece is one iteration of the divided loop.
bool ScatterIterations::isSingle() const {
  const ScatterPlan &plan = code.plan;
  return plan.loop && plan.width == 1 &&
         code.nest.numIterations(*plan.loop) == plan.extent;
}

/// Returns the loop that counts the last dimension of the table of those with
/// separate iterations, if there are enough to interleave, else the divided
/// one; -1: neither. The first loop is that over blocks, unless it is divided.
int ScatterIterations::chooseInner() const {
  const ScatterLoop &nest = code.nest;
  std::optional<unsigned> divided = code.plan.loop;
  int best = divided && !isSingle() ? int(*divided) : -1;
  auto dimOf = [&](int number) {
    scf::ForOp loop = nest.loops[number];
    return nest.table.findDim(loop.getInductionVar());
  };
  for (unsigned loop = divided == 0u ? 0 : 1; loop < nest.loops.size(); ++loop)
    if (loop != divided && nest.hasSeparateIterations(loop) &&
        nest.numIterations(loop) >= kInterleaved &&
        (best < 0 || dimOf(int(loop)) > dimOf(best)))
      best = int(loop);
  return best;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

IRMapping ScatterIterations::startValues() const {
  IRMapping values = code.scalars;
  if (isSingle())
    values.map(getDivided().getInductionVar(), code.piece.first);
  return values;
}

Value ScatterIterations::getOnlyItem(ImplicitLocOpBuilder &b) const {
  return isSingle() ? IndexMath(b).constant(0) : Value();
}

void ScatterIterations::emitAll(ImplicitLocOpBuilder &b) {
  IRMapping values = startValues();
  emitLoops(b, order, {{}, {}, getOnlyItem(b)}, values);
}

void ScatterIterations::emitBlock(ImplicitLocOpBuilder &b, Value block,
                                  Value first) {
  IndexMath math(b);
  int64_t size = code.plan.block, total = code.nest.numOuter();
  Value start = math.mul(block, size);
  Value count = math.min(math.sub(math.constant(total), start), size);
  emitLevel(b, count, /*isInner=*/order.size() == 1, /*isParallel=*/false,
            [&](ImplicitLocOpBuilder &inside, Value number) {
              IndexMath math(inside);
              IRMapping values = startValues();
              Value counter = math.add(start, number);
              values.map(order.front().getInductionVar(), counter);
              emitLoops(inside, Loops(order).drop_front(),
                        {math.sub(counter, first), block, getOnlyItem(inside)},
                        values);
            });
}

void ScatterIterations::emitLevel(
    ImplicitLocOpBuilder &b, Value bound, bool isInner, bool isParallel,
    llvm::function_ref<void(ImplicitLocOpBuilder &, Value)> body) {
  if (isInner)
    return code.emitInnerLoop(b, bound, isParallel, body);
  emitLoop(b, bound, 1, body);
}

void ScatterIterations::emitLoops(ImplicitLocOpBuilder &b, Loops loops,
                                  const Position &position, IRMapping &values) {
  if (loops.empty())
    return emitBody(b, position, values);
  scf::ForOp loop = loops.front();
  unsigned number = llvm::find(code.nest.loops, loop) - code.nest.loops.begin();
  int64_t count = code.nest.numIterations(number);
  bool isDivided = loop == getDivided();
  Value bound =
      isDivided ? code.countOwn(b, count) : IndexMath(b).constant(count);
  emitLevel(b, bound, /*isInner=*/loops.size() == 1,
            code.nest.hasSeparateIterations(number),
            [&](ImplicitLocOpBuilder &inside, Value counter) {
              Position own = position;
              if (isDivided) {
                own.item = counter;
                counter = IndexMath(inside).add(code.piece.first, counter);
              }
              values.map(loop.getInductionVar(), counter);
              emitLoops(inside, loops.drop_front(), own, values);
            });
}

//===----------------------------------------------------------------------===//
// Body
//===----------------------------------------------------------------------===//

void ScatterIterations::emitBody(ImplicitLocOpBuilder &b,
                                 const Position &position, IRMapping &values) {
  scf::ForOp inner = code.nest.inner();
  for (Operation &op : inner.getBody()->without_terminator()) {
    if (auto extract = dyn_cast<tensor::ExtractOp>(op))
      values.map(extract.getResult(),
                 code.tensors.find(extract.getTensor())
                     ->second.read(b,
                                   mapScalars(b, extract.getIndices(), values),
                                   position));
    else if (auto insert = dyn_cast<tensor::InsertOp>(op))
      code.table().write(b, mapScalar(b, insert.getScalar(), values),
                         mapScalars(b, insert.getIndices(), values), position);
    else if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
      emitScatterRow(code, b, insert, position, values);
    else if (!isScatterRow(&op) && !isa<tensor::EmptyOp>(op))
      cloneScalar(b, op, values);
  }
}
