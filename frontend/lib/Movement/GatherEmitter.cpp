//===- GatherEmitter.cpp - transfers of gathered rows ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A step gathers several rows, one transfer each, and stores them together. The
// transfers of a step are in flight during the step before, the numbers of its
// rows are read during the one before that:
//
//   step i:  start the loads of i + 1, read the numbers of i + 2,
//            wait for the loads of i, store i
//
//===----------------------------------------------------------------------===//

#include "Access/DramTensor.h"
#include "Emit/BlockEmitter.h"
#include "Program/Interleaving/JointAssertions.h"
#include "RowGather.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace matrix;

namespace {

class GatherEmitter {
public:
  GatherEmitter(RowGather gather, int64_t cores)
      : gather(gather), cores(cores), rows(gather.rowsPerStep()),
        pitch(gather.pitchBytes() * gather.rowElements() / gather.rowBytes()),
        builder(gather.op.getLoc(), gather.op) {}

  void emit() {
    prepare();
    IndexMath math(builder);
    int64_t steps = llvm::divideCeil(gather.numRows(), rows);
    total = math.div(math.sub(math.constant(steps + cores - 1), core), cores);
    auto guard = scf::IfOp::create(builder, math.less(math.constant(0), total),
                                   /*withElseRegion=*/false);
    ImplicitLocOpBuilder b(builder.getLoc(), guard.getThenBodyBuilder());
    emitSteps(b);
    gather.op->erase();
  }

private:
  using Values = SmallVector<Value>;

  /// Creates the buffer, and views of the table and of the result by rows.
  void prepare() {
    linalg::GenericOp op = gather.op;
    Value target = op.getDpsInits().front();
    Type element = cast<MemRefType>(target.getType()).getElementType();
    int64_t width = gather.rowElements();
    buffer = memref::AllocOp::create(
        builder,
        MemRefType::get({RowGather::kBuffers, rows, pitch}, element,
                        AffineMap(), getScratchpadSpace(builder.getContext())));
    result =
        getStridedView(builder, target, {gather.numRows(), width}, {width, 1});
    memref::LoadOp load = gather.element;
    MemRefType table = load.getMemRefType();
    auto outer = table.getShape().drop_back(gather.rowDims);
    SmallVector<int64_t> extents(outer), strides;
    extents.push_back(width);
    strides.assign(extents.size(), 1);
    for (int64_t d = extents.size() - 2; d >= 0; --d)
      strides[d] = strides[d + 1] * extents[d + 1];
    source = getStridedView(builder, load.getMemRef(), extents, strides);
    // Scalar instructions may have written the operands before.
    FenceOp::create(builder);
    core = cores > 1 ? CoreIdOp::create(builder).getResult()
                     : IndexMath(builder).constant(0);
  }

  /// Carries the numbers of the rows of the next step, the loads of this step
  /// and two stores.
  void emitSteps(ImplicitLocOpBuilder &b) {
    IndexMath math(b);
    Value zero = math.constant(0), one = math.constant(1);
    Values numbers = computeIndices(b, zero);
    Values carried = load(b, zero, numbers);
    llvm::append_range(carried, computeIndices(b, one));
    carried.append({done(b), done(b)});
    Values last = emitLoop(
        b, zero, total, 1, carried,
        [&](ImplicitLocOpBuilder &inner, Value step, ValueRange values) {
          return emitStep(inner, step, values);
        });
    for (Value token : ArrayRef(last).take_back(2))
      DmaWaitOp::create(b, token);
  }

  Values emitStep(ImplicitLocOpBuilder &b, Value step, ValueRange carried) {
    IndexMath math(b);
    ValueRange loads = carried.take_front(rows), stores = carried.take_back(2),
               numbers = carried.drop_front(rows).drop_back(2);
    DmaWaitOp::create(b, stores[0]);
    Value next = math.add(step, 1);
    Values results = loadIfAny(b, next, numbers);
    llvm::append_range(results, computeIndices(b, math.add(step, 2)));
    for (Value token : loads)
      DmaWaitOp::create(b, token);
    results.append({stores[1], store(b, step)});
    return results;
  }

  Value done(ImplicitLocOpBuilder &b) {
    return DmaDoneOp::create(b).getToken();
  }

  /// Returns the number of a row of the result in a step of this core. Beyond
  /// the end it is the last row.
  Value getRow(ImplicitLocOpBuilder &b, Value step, int64_t row) {
    IndexMath math(b);
    return math.min(math.add(getFirstRow(b, step), row), gather.numRows() - 1);
  }

  Value getFirstRow(ImplicitLocOpBuilder &b, Value step) {
    IndexMath math(b);
    return math.mul(math.add(core, math.mul(step, cores)), rows);
  }

  /// Evaluates the body for the rows of a step: the indices in the table, row
  /// by row. Elements are read first, so that they arrive at the same time.
  Values computeIndices(ImplicitLocOpBuilder &b, Value step) {
    std::vector<IRMapping> values(rows);
    for (int64_t row = 0; row < rows; ++row)
      mapOperands(b, getRow(b, step, row), values[row]);
    linalg::GenericOp op = gather.op;
    cloneJointly(b, op.getBody(), values, [&](Operation &inner) {
      return &inner == gather.element || isa<linalg::IndexOp>(inner);
    });
    Values indices;
    for (const IRMapping &mapping : values)
      for (Value index : gather.rowIndices())
        indices.push_back(mapping.lookupOrDefault(index));
    return indices;
  }

  /// Maps loop indices and elements of operands to their values in a row.
  void mapOperands(ImplicitLocOpBuilder &b, Value row, IRMapping &values) {
    IndexMath math(b);
    linalg::GenericOp op = gather.op;
    SmallVector<int64_t> extents = op.getStaticLoopRanges();
    Values loops(extents.size(), math.constant(0));
    for (int64_t d = extents.size() - gather.rowDims - 1; d >= 0; --d) {
      loops[d] = d == 0 ? row : math.rem(row, extents[d]);
      row = math.div(row, extents[d]);
    }
    for (auto index : op.getBody()->getOps<linalg::IndexOp>())
      values.map(index.getResult(), loops[index.getDim()]);
    for (OpOperand *operand : op.getDpsInputOperands()) {
      BlockArgument argument = op.getMatchingBlockArgument(operand);
      if (!isa<MemRefType>(operand->get().getType()))
        values.map(argument, operand->get());
      else if (!argument.use_empty())
        values.map(
            argument,
            memref::LoadOp::create(
                b, operand->get(),
                getPosition(b, op.getMatchingIndexingMap(operand), loops)));
    }
  }

  static Values getPosition(ImplicitLocOpBuilder &b, AffineMap map,
                            ValueRange loops) {
    Values position;
    for (AffineExpr expr : map.getResults())
      position.push_back(
          affine::expandAffineExpr(b, b.getLoc(), expr, loops, {}));
    return position;
  }

  Values loadIfAny(ImplicitLocOpBuilder &b, Value step, ValueRange numbers) {
    auto guard = scf::IfOp::create(
        b, IndexMath(b).less(step, total),
        [&](OpBuilder &region, Location loc) {
          ImplicitLocOpBuilder inside(loc, region);
          scf::YieldOp::create(inside, load(inside, step, numbers));
        },
        [&](OpBuilder &region, Location loc) {
          ImplicitLocOpBuilder inside(loc, region);
          scf::YieldOp::create(inside, Values(rows, done(inside)));
        });
    return Values(guard.getResults());
  }

  /// Starts one transfer for each row.
  Values load(ImplicitLocOpBuilder &b, Value step, ValueRange numbers) {
    Values tokens;
    int64_t width = gather.rowElements(), perRow = gather.rowIndices().size();
    for (int64_t row = 0; row < rows; ++row) {
      Values position(numbers.slice(row * perRow, perRow));
      position.push_back(IndexMath(b).constant(0));
      Value target = getBlock(b, step, row, {width});
      tokens.push_back(
          DmaLoadOp::create(b, source, position, target, ValueRange())
              .getToken());
    }
    return tokens;
  }

  Value store(ImplicitLocOpBuilder &b, Value step) {
    IndexMath math(b);
    Value first = getFirstRow(b, step);
    SmallVector<Value> valid;
    if (gather.numRows() % rows != 0)
      valid = {math.min(math.sub(math.constant(gather.numRows()), first), rows),
               math.constant(gather.rowElements())};
    return DmaStoreOp::create(
               b, TokenType::get(b.getContext()),
               getBlock(b, step, 0, {rows, gather.rowElements()}), result,
               ValueRange{first, math.constant(0)}, valid)
        .getToken();
  }

  /// Returns rows of the buffer of a step, from `row` on.
  Value getBlock(ImplicitLocOpBuilder &b, Value step, int64_t row,
                 ArrayRef<int64_t> shape) {
    SmallVector<OpFoldResult> offsets = {
        getAsOpFoldResult(IndexMath(b).rem(step, RowGather::kBuffers)),
        b.getIndexAttr(row), b.getIndexAttr(0)};
    SmallVector<OpFoldResult> strides(3, b.getIndexAttr(1)), sizes = strides;
    for (auto [size, extent] :
         llvm::zip(llvm::reverse(sizes), llvm::reverse(shape)))
      size = b.getIndexAttr(extent);
    auto type = cast<MemRefType>(memref::SubViewOp::inferRankReducedResultType(
        shape, cast<MemRefType>(buffer.getType()), offsets, sizes, strides));
    return memref::SubViewOp::create(b, type, buffer, offsets, sizes, strides);
  }

  RowGather gather;
  int64_t cores, rows, pitch;
  ImplicitLocOpBuilder builder;
  Value buffer, source, result, core, total;
};

} // namespace

void matrix::emitRowGather(const RowGather &gather, int64_t cores) {
  GatherEmitter(gather, cores).emit();
}
