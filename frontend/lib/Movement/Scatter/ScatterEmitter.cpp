//===- ScatterEmitter.cpp - code of scatter loops -------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For each piece of a core:
//
//   load the table and the operands that are not streamed, and block 0
//   for each block b:  wait for block b, start the loads of block b + 1,
//                      execute the iterations of block b
//   store the table
//
//===----------------------------------------------------------------------===//

#include "ScatterEmitter.h"
#include "Emit/BlockEmitter.h"
#include "Movement/Copies/CoreBlocks.h"
#include "ScatterIterations.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"

using namespace mlir;
using namespace matrix;

namespace {

using Values = SmallVector<Value>;

class ScatterEmitter {
public:
  ScatterEmitter(ImplicitLocOpBuilder &builder, const ScatterLoop &nest,
                 const ScatterPlan &plan, TypedAttr fill, int64_t cores)
      : builder(builder), nest(nest), plan(plan), fill(fill), cores(cores),
        code{nest, plan}, iterations(code) {}

  void emit(ValueRange arguments) {
    prepare(arguments);
    CoreBlocks blocks(builder, plan.numPieces(), cores);
    blocks.ifAny(builder, [&](ImplicitLocOpBuilder &b) {
      emitLoop(b, blocks.total, 1, [&](ImplicitLocOpBuilder &inside, Value i) {
        IndexMath math(inside);
        Value number = math.add(blocks.core, math.mul(i, cores));
        emitPiece(inside, math.mul(number, plan.width));
      });
    });
    // After their regions have parents.
    for (const ScalarLoop &loop : code.scalarLoops)
      transformScalarLoops(loop, /*cores=*/1);
    if (cores > 1)
      BarrierOp::create(builder);
  }

private:
  /// Creates buffers and maps the scalars.
  void prepare(ValueRange arguments) {
    for (const ScatterOperand &operand : nest.operands) {
      code.tensors.try_emplace(operand.tensor, builder, arguments.front(),
                               getLayout(nest, operand, plan));
      arguments = arguments.drop_front();
    }
    Value before = arguments.front();
    if (!fill)
      arguments = arguments.drop_front();
    for (Value scalar : nest.scalars) {
      code.scalars.map(scalar, arguments.front());
      arguments = arguments.drop_front();
    }
    result = arguments.front();
    source = fill ? result : before;
    code.tensors.try_emplace(nest.table.tensor, builder, result,
                             getLayout(nest, nest.table, plan));
  }

  StagedTensor &of(const ScatterOperand &operand) {
    return code.tensors.find(operand.tensor)->second;
  }

  void emitPiece(ImplicitLocOpBuilder &b, Value first) {
    code.piece = {first, plan.numPieces() * plan.width};
    Values loads = {fill ? code.table().fill(b, source, fill)
                         : code.table().load(b, source, code.piece)};
    for (const ScatterOperand &operand : nest.operands)
      if (!isStreamed(nest, operand, plan))
        loads.push_back(of(operand).load(b, Value(), code.piece));
    for (Value token : loads)
      DmaWaitOp::create(b, token);
    if (plan.loop == 0u)
      iterations.emitAll(b);
    else
      emitBlocks(b);
    FenceOp::create(b);
    DmaWaitOp::create(b, code.table().store(b, result, code.piece));
  }

  /// Returns the first iteration whose operands a block has. The last block has
  /// those of some iterations of the one before, so that it is as long.
  Value getFirst(ImplicitLocOpBuilder &b, Value block) {
    IndexMath math(b);
    return math.min(math.mul(block, plan.block), nest.numOuter() - plan.block);
  }

  Values loadBlock(ImplicitLocOpBuilder &b, Value block) {
    Values tokens;
    Value first = getFirst(b, block);
    for (const ScatterOperand &operand : nest.operands)
      if (isStreamed(nest, operand, plan))
        tokens.push_back(
            of(operand).load(b, Value(), code.piece, block, first));
    return tokens;
  }

  void emitBlocks(ImplicitLocOpBuilder &b) {
    IndexMath math(b);
    int64_t number = llvm::divideCeil(nest.numOuter(), plan.block);
    Value zero = math.constant(0), total = math.constant(number);
    Values loads = loadBlock(b, zero);
    emitLoop(b, zero, total, 1, loads,
             [&](ImplicitLocOpBuilder &inside, Value block, ValueRange tokens) {
               for (Value token : tokens)
                 DmaWaitOp::create(inside, token);
               Values next = loadNext(inside, block, total);
               iterations.emitBlock(inside, block, getFirst(inside, block));
               return next;
             });
  }

  Values loadNext(ImplicitLocOpBuilder &b, Value block, Value total) {
    Value next = IndexMath(b).add(block, 1);
    int64_t number = llvm::count_if(nest.operands, [&](const auto &operand) {
      return isStreamed(nest, operand, plan);
    });
    if (number == 0)
      return {};
    auto guard = scf::IfOp::create(
        b, IndexMath(b).less(next, total),
        [&](OpBuilder &region, Location loc) {
          ImplicitLocOpBuilder inside(loc, region);
          scf::YieldOp::create(inside, loadBlock(inside, next));
        },
        [&](OpBuilder &region, Location loc) {
          ImplicitLocOpBuilder inside(loc, region);
          Values tokens(number, DmaDoneOp::create(inside).getToken());
          scf::YieldOp::create(inside, tokens);
        });
    return Values(guard.getResults());
  }

  ImplicitLocOpBuilder &builder;
  const ScatterLoop &nest;
  const ScatterPlan &plan;
  TypedAttr fill;
  int64_t cores;
  ScatterCode code;
  ScatterIterations iterations;
  Value source, result; // buffers of the table before and after the loop
};

} // namespace

void matrix::emitScatter(ImplicitLocOpBuilder &builder, const ScatterLoop &loop,
                         const ScatterPlan &plan, TypedAttr fill,
                         ValueRange arguments, int64_t cores) {
  ScatterEmitter(builder, loop, plan, fill, cores).emit(arguments);
}
