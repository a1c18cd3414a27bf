//===- BlockEmitter.cpp - code common to all fusion groups ----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops over tiles, the spills of accumulators, and the choice of the emitter
// of a group. Unrolling is limited by the tile registers: invariant tiles and
// two column blocks of the computation occupy some of them, and each iteration
// needs registers for its loads and for what it keeps. A factor that divides
// the iterations is preferred down to half of the largest one, so that no loop
// over the rest remains.
//
//===----------------------------------------------------------------------===//

#include "BlockEmitter.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace matrix;

FusionGroupContext::FusionGroupContext(const FusionGroup &group,
                                       const BlockPlan &plan,
                                       const desc::VariantInfo &variant)
    : group(group), plan(plan), variant(variant) {
  for (const LoadedOperand &load : getLoadedOperands(group, plan))
    loads.emplace_back(group, plan, variant, *load.operand, load.rowDim,
                       load.colDim);
  for (const StridedOperand &output : group.outputs) {
    TileDims dims = getTileDims(output, plan);
    stores.emplace_back(group, plan, variant, output, dims.rows, dims.cols,
                        /*isOutput=*/true);
  }
}

std::unique_ptr<BlockEmitter>
matrix::createBlockEmitter(const FusionGroupContext &context) {
  switch (context.group.kind) {
  case FusionGroupKind::Contraction:
    return createContractionEmitter(context);
  case FusionGroupKind::Reduction:
    return context.plan.hasWindows ? createWindowReductionEmitter(context)
                                   : createReductionEmitter(context);
  case FusionGroupKind::Elementwise:
    return createElementwiseEmitter(context);
  }
  llvm_unreachable("kind of group");
}

//===----------------------------------------------------------------------===//
// Accumulator spills
//===----------------------------------------------------------------------===//

void AccumulatorSpill::allocate(ImplicitLocOpBuilder &builder, int64_t rows,
                                int64_t cols) {
  auto type = MemRefType::get({rows, getPitch(cols, 32, context.variant)},
                              context.group.accumulator, AffineMap(),
                              getScratchpadSpace(builder.getContext()));
  buffer = memref::AllocOp::create(builder, type);
}

void AccumulatorSpill::write(ImplicitLocOpBuilder &builder, Value tile,
                             Value row, Value col) const {
  vector::TransferWriteOp::create(builder, tile, buffer, ValueRange{row, col},
                                  ArrayRef<bool>{true, true});
}

Value AccumulatorSpill::read(ImplicitLocOpBuilder &builder, Value row,
                             Value col) const {
  Value padding = arith::ConstantOp::create(
      builder, builder.getZeroAttr(context.group.accumulator));
  return vector::TransferReadOp::create(
      builder, matrix::getTileType(context.group.accumulator, context.variant),
      buffer, ValueRange{row, col}, padding, ArrayRef<bool>{true, true});
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

void matrix::emitLoop(ImplicitLocOpBuilder &builder, Value bound, int64_t step,
                      function_ref<void(ImplicitLocOpBuilder &, Value)> body) {
  emitLoop(builder, IndexMath(builder).constant(0), bound, step, {},
           [&](ImplicitLocOpBuilder &b, Value counter, ValueRange) {
             body(b, counter);
             return SmallVector<Value>();
           });
}

SmallVector<Value> matrix::emitLoop(
    ImplicitLocOpBuilder &builder, Value start, Value bound, int64_t step,
    ValueRange init,
    function_ref<SmallVector<Value>(ImplicitLocOpBuilder &, Value, ValueRange)>
        body) {
  IndexMath math(builder);
  auto loop = scf::ForOp::create(
      builder, start, bound, math.constant(step), init,
      [&](OpBuilder &inside, Location l, Value counter, ValueRange carried) {
        ImplicitLocOpBuilder b(l, inside);
        scf::YieldOp::create(b, body(b, counter, carried));
      });
  return SmallVector<Value>(loop.getResults());
}

Value BlockEmitter::bound(ImplicitLocOpBuilder &builder, const BlockStep &step,
                          int dim) const {
  const BlockPlan &plan = context.plan;
  IndexMath math(builder);
  if (ArrayRef<int> inner = plan.innerOf(dim); !inner.empty()) {
    // Only blocks of the outermost dimension may end early.
    const int *outermost =
        llvm::find_if(inner, [&](int d) { return plan.block[d] > 1; });
    bool endsEarly = outermost != inner.end() && step.valid[*outermost];
    int64_t span = plan.spanOf(dim);
    return endsEarly
               ? math.mul(step.valid[*outermost], span / plan.block[*outermost])
               : math.constant(span);
  }
  if (dim >= 0 && step.valid[dim])
    return step.valid[dim];
  return math.constant(plan.blockOf(dim));
}

int64_t BlockEmitter::unrollFactor(int dim, unsigned number,
                                   int64_t others) const {
  const BlockPlan &plan = context.plan;
  if (dim < 0)
    return 1;
  bool isRows = dim == plan.rows;
  // Two column blocks for the operation that is computed.
  int64_t available = context.variant.tileRegisters - 2 * plan.columnBlocks;
  int64_t needed = others;
  for (const OperandBlock &block : ArrayRef(context.loads).take_front(number)) {
    int64_t tiles =
        llvm::divideCeil(iterationCols(), block.getTileType().getDimSize(1));
    if (isInvariant(block, dim))
      available -= isRows ? tiles : 1;
    else
      needed += tiles;
  }
  int64_t maximum = std::clamp<int64_t>(
      available / std::max<int64_t>(needed, 1), 1, kMaxUnrolledTiles);
  int64_t extent =
      isRows ? plan.blockOf(dim)
             : std::min(plan.block[dim], context.group.dims[dim].extent);
  int64_t iterations =
      llvm::divideCeil(extent, isRows ? tileRows() : iterationCols());
  maximum = std::min(maximum, iterations);
  for (int64_t factor = maximum; factor > 1 && 2 * factor > maximum; --factor)
    if (iterations % factor == 0)
      return factor;
  return maximum;
}

SmallVector<Value> BlockEmitter::emitUnrolledLoop(
    ImplicitLocOpBuilder &builder, Value bound, int64_t step, int64_t factor,
    ValueRange init,
    function_ref<SmallVector<Value>(ImplicitLocOpBuilder &, Value, int64_t,
                                    ValueRange)>
        body) const {
  IndexMath math(builder);
  auto loop = [&](Value from, Value to, int64_t number, ValueRange carried) {
    return emitLoop(builder, from, to, step * number, carried,
                    [&](ImplicitLocOpBuilder &b, Value at, ValueRange inner) {
                      return body(b, at, number, inner);
                    });
  };
  Value zero = math.constant(0);
  if (factor == 1)
    return loop(zero, bound, 1, init);
  Value unrolled = math.mul(math.div(bound, step * factor), step * factor);
  SmallVector<Value> result = loop(zero, unrolled, factor, init);
  return loop(unrolled, bound, 1, result);
}
