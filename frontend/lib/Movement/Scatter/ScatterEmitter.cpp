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
// Operations on rows are emitted where a row is inserted, as one loop over the
// columns of the piece. Its iterations are interleaved: no column depends on
// another one.
//
//===----------------------------------------------------------------------===//

#include "ScatterEmitter.h"
#include "Emit/BlockEmitter.h"
#include "Movement/Copies/CoreBlocks.h"
#include "Program/ScalarLoops.h"
#include "StagedTensor.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace matrix;

namespace {

using Values = SmallVector<Value>;

class ScatterEmitter {
public:
  ScatterEmitter(ImplicitLocOpBuilder &builder, const ScatterLoop &nest,
                 const ScatterPlan &plan, TypedAttr fill, int64_t cores)
      : builder(builder), nest(nest), plan(plan), fill(fill), cores(cores) {}

  void emit(ValueRange arguments) {
    prepare(arguments);
    CoreBlocks blocks(builder, plan.pieces, cores);
    blocks.ifAny(builder, [&](ImplicitLocOpBuilder &b) {
      emitLoop(b, blocks.total, 1, [&](ImplicitLocOpBuilder &inside, Value i) {
        IndexMath math(inside);
        Value piece = math.add(blocks.core, math.mul(i, cores));
        emitPiece(inside, math.mul(piece, plan.width));
      });
    });
    // After their regions have parents.
    for (scf::ForOp columns : rowLoops)
      transformScalarLoops(ScalarLoop{columns, plan.width, /*isParallel=*/true},
                           /*cores=*/1);
    if (cores > 1)
      BarrierOp::create(builder);
  }

private:
  /// Creates buffers and maps the scalars.
  void prepare(ValueRange arguments) {
    for (const ScatterOperand &operand : nest.operands) {
      staged.try_emplace(operand.tensor, builder, arguments.front(),
                         isDivided(operand, plan) ? plan.width : 0,
                         operand.isStreamed ? plan.block : 0,
                         operand.isStreamed && plan.block < nest.numOuter());
      arguments = arguments.drop_front();
    }
    Value before = arguments.front();
    if (!fill)
      arguments = arguments.drop_front();
    for (Value scalar : nest.scalars) {
      scalars.map(scalar, arguments.front());
      arguments = arguments.drop_front();
    }
    result = arguments.front();
    source = fill ? result : before;
    staged.try_emplace(nest.getTable(), builder, result, plan.tableWidth,
                       /*block=*/0, /*hasTwoBuffers=*/false);
  }

  StagedTensor &table() { return staged.find(nest.getTable())->second; }

  void emitPiece(ImplicitLocOpBuilder &b, Value column) {
    Values loads = {fill ? table().fill(b, source, fill)
                         : table().load(b, source, column)};
    for (const ScatterOperand &operand : nest.operands)
      if (!operand.isStreamed)
        loads.push_back(
            staged.find(operand.tensor)->second.load(b, Value(), column));
    for (Value token : loads)
      DmaWaitOp::create(b, token);
    emitBlocks(b, column);
    FenceOp::create(b);
    DmaWaitOp::create(b, table().store(b, result, column));
  }

  /// Returns the first iteration whose operands a block has. The last block has
  /// those of some iterations of the one before, so that it is as long.
  Value getFirst(ImplicitLocOpBuilder &b, Value block) {
    IndexMath math(b);
    return math.min(math.mul(block, plan.block), nest.numOuter() - plan.block);
  }

  Values loadBlock(ImplicitLocOpBuilder &b, Value column, Value block) {
    Values tokens;
    Value first = getFirst(b, block);
    for (const ScatterOperand &operand : nest.operands)
      if (operand.isStreamed)
        tokens.push_back(staged.find(operand.tensor)
                             ->second.load(b, Value(), column, block, first));
    return tokens;
  }

  void emitBlocks(ImplicitLocOpBuilder &b, Value column) {
    IndexMath math(b);
    int64_t number = llvm::divideCeil(nest.numOuter(), plan.block);
    Value zero = math.constant(0), total = math.constant(number);
    Values loads = loadBlock(b, column, zero);
    emitLoop(b, zero, total, 1, loads,
             [&](ImplicitLocOpBuilder &inside, Value block, ValueRange tokens) {
               for (Value token : tokens)
                 DmaWaitOp::create(inside, token);
               Values next = loadNext(inside, column, block, total);
               emitIterations(inside, block);
               return next;
             });
  }

  Values loadNext(ImplicitLocOpBuilder &b, Value column, Value block,
                  Value total) {
    Value next = IndexMath(b).add(block, 1);
    int64_t number = llvm::count_if(
        nest.operands, [](const auto &operand) { return operand.isStreamed; });
    if (number == 0)
      return {};
    auto guard = scf::IfOp::create(
        b, IndexMath(b).less(next, total),
        [&](OpBuilder &region, Location loc) {
          ImplicitLocOpBuilder inside(loc, region);
          scf::YieldOp::create(inside, loadBlock(inside, column, next));
        },
        [&](OpBuilder &region, Location loc) {
          ImplicitLocOpBuilder inside(loc, region);
          Values tokens(number, DmaDoneOp::create(inside).getToken());
          scf::YieldOp::create(inside, tokens);
        });
    return Values(guard.getResults());
  }

  //===--------------------------------------------------------------------===//
  // Iterations
  //===--------------------------------------------------------------------===//

  void emitIterations(ImplicitLocOpBuilder &b, Value block) {
    IndexMath math(b);
    Value start = math.mul(block, plan.block), first = getFirst(b, block);
    Value count =
        math.min(math.sub(math.constant(nest.numOuter()), start), plan.block);
    emitLoop(b, count, 1, [&](ImplicitLocOpBuilder &inside, Value number) {
      IndexMath math(inside);
      IRMapping values = scalars;
      scf::ForOp outer = nest.outer();
      Value counter = math.add(start, number);
      Position position{math.sub(counter, first), block};
      values.map(outer.getInductionVar(), counter);
      emitInner(inside, 1, position, values);
    });
  }

  void emitInner(ImplicitLocOpBuilder &b, unsigned depth,
                 const Position &position, IRMapping &values) {
    if (depth == nest.loops.size())
      return emitBody(b, position, values);
    scf::ForOp loop = nest.loops[depth];
    Value bound =
        IndexMath(b).constant(loop.getStaticTripCount()->getSExtValue());
    emitLoop(b, bound, 1, [&](ImplicitLocOpBuilder &inside, Value counter) {
      values.map(loop.getInductionVar(), counter);
      emitInner(inside, depth + 1, position, values);
    });
  }

  void emitBody(ImplicitLocOpBuilder &b, const Position &position,
                IRMapping &values) {
    for (Operation &op : nest.inner().getBody()->without_terminator()) {
      if (auto extract = dyn_cast<tensor::ExtractOp>(op))
        values.map(extract.getResult(),
                   staged.find(extract.getTensor())
                       ->second.read(b, map(b, extract.getIndices(), values),
                                     position));
      else if (auto insert = dyn_cast<tensor::InsertOp>(op))
        table().write(b, map(b, insert.getScalar(), values),
                      map(b, insert.getIndices(), values));
      else if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
        emitRow(b, insert, position, values);
      else if (!isScatterRow(&op) && !isa<tensor::EmptyOp>(op))
        clone(b, op, values);
    }
  }

  /// Constants are not in the function.
  Value map(ImplicitLocOpBuilder &b, Value value, IRMapping &values) {
    Attribute constant;
    if (!values.contains(value) && matchPattern(value, m_Constant(&constant)))
      values.map(value,
                 arith::ConstantOp::create(b, cast<TypedAttr>(constant)));
    return values.lookup(value);
  }

  Values map(ImplicitLocOpBuilder &b, ValueRange list, IRMapping &values) {
    return llvm::map_to_vector(
        list, [&](Value value) { return map(b, value, values); });
  }

  void clone(ImplicitLocOpBuilder &b, Operation &op, IRMapping &values) {
    map(b, op.getOperands(), values);
    b.clone(op, values);
  }

  //===--------------------------------------------------------------------===//
  // Rows
  //===--------------------------------------------------------------------===//

  Values map(ImplicitLocOpBuilder &b, ArrayRef<OpFoldResult> offsets,
             IRMapping &values) {
    return llvm::map_to_vector(offsets, [&](OpFoldResult offset) -> Value {
      if (auto value = dyn_cast<Value>(offset))
        return map(b, value, values);
      return IndexMath(b).constant(*getConstantIntValue(offset));
    });
  }

  /// A loop over the columns of the piece. Positions of rows are computed
  /// before it.
  void emitRow(ImplicitLocOpBuilder &b, tensor::InsertSliceOp insert,
               const Position &position, IRMapping &values) {
    llvm::DenseMap<Operation *, Values> offsets;
    offsets[insert] = map(b, insert.getMixedOffsets(), values);
    for (Operation &op : *insert->getBlock())
      if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
        offsets[slice] = map(b, slice.getMixedOffsets(), values);
    IndexMath math(b);
    auto columns = scf::ForOp::create(
        b, math.constant(0), math.constant(plan.width), math.constant(1));
    ImplicitLocOpBuilder inside(b.getLoc(), columns.getBody()->getTerminator());
    auto at = [&](Operation *op) {
      Values indices = offsets.lookup(op);
      indices.back() = columns.getInductionVar();
      return indices;
    };
    IRMapping elements = values;
    for (Operation &op : *insert->getBlock()) {
      if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
        elements.map(slice.getResult(),
                     staged.find(slice.getSource())
                         ->second.read(inside, at(slice), position));
      else if (auto generic = dyn_cast<linalg::GenericOp>(op))
        emitElement(inside, generic, elements);
    }
    table().write(inside, elements.lookup(insert.getSource()), at(insert));
    rowLoops.push_back(columns);
  }

  /// Maps the result of an operation on rows to its value in one column.
  void emitElement(ImplicitLocOpBuilder &b, linalg::GenericOp op,
                   IRMapping &elements) {
    for (OpOperand *input : op.getDpsInputOperands())
      elements.map(op.getMatchingBlockArgument(input),
                   map(b, input->get(), elements));
    for (Operation &inner : op.getBody()->without_terminator())
      clone(b, inner, elements);
    Value yielded = op.getBody()->getTerminator()->getOperand(0);
    elements.map(op.getResult(0), map(b, yielded, elements));
  }

  ImplicitLocOpBuilder &builder;
  const ScatterLoop &nest;
  const ScatterPlan &plan;
  TypedAttr fill;
  int64_t cores;
  IRMapping scalars;
  llvm::DenseMap<Value, StagedTensor> staged;
  Value source, result; // buffers of the table before and after the loop
  SmallVector<scf::ForOp> rowLoops;
};

} // namespace

void matrix::emitScatter(ImplicitLocOpBuilder &builder, const ScatterLoop &loop,
                         const ScatterPlan &plan, TypedAttr fill,
                         ValueRange arguments, int64_t cores) {
  ScatterEmitter(builder, loop, plan, fill, cores).emit(arguments);
}
