//===- ScatterRow.cpp - rows of scatter loops -----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Positions of rows are computed before the loop over their columns. Its
// iterations are interleaved. On tiles, those that registers have at once are
// loaded before the first of them is computed, and stored after the last one.
//
//===----------------------------------------------------------------------===//

#include "ScatterRow.h"
#include "Emit/BlockEmitter.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace matrix;

using Values = SmallVector<Value>;

namespace {

class RowEmitter {
public:
  RowEmitter(ScatterCode &code, tensor::InsertSliceOp insert,
             const Position &position, IRMapping &values)
      : code(code), insert(insert), position(position), values(values) {}

  void emit(ImplicitLocOpBuilder &b) {
    offsets[insert] = mapOffsets(b, insert.getMixedOffsets(), values);
    for (Operation &op : *insert->getBlock())
      if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
        offsets[slice] = mapOffsets(b, slice.getMixedOffsets(), values);
    if (code.plan.tiles)
      return emitTiles(b);
    int64_t columns = code.nest.rowElements();
    Value bound = code.plan.loop ? IndexMath(b).constant(columns)
                                 : code.countOwn(b, columns);
    code.emitInnerLoop(b, bound, /*isParallel=*/true,
                       [&](ImplicitLocOpBuilder &inside, Value column) {
                         emitColumn(inside, column);
                       });
  }

private:
  void emitColumn(ImplicitLocOpBuilder &b, Value column) {
    Position own = position;
    if (!code.plan.loop)
      own.item = column;
    IRMapping elements = values;
    auto at = [&](Operation *op) {
      Values indices = offsets.lookup(op);
      indices.back() = column;
      return indices;
    };
    for (Operation &op : *insert->getBlock()) {
      if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
        elements.map(slice.getResult(), code.tensors.find(slice.getSource())
                                            ->second.read(b, at(slice), own));
      else if (auto generic = dyn_cast<linalg::GenericOp>(op))
        emitElement(b, generic, elements);
    }
    code.table().write(b, elements.lookup(insert.getSource()), at(insert), own);
  }

  /// Maps the result of an operation on rows to its value in one column.
  void emitElement(ImplicitLocOpBuilder &b, linalg::GenericOp op,
                   IRMapping &elements) {
    for (OpOperand *input : op.getDpsInputOperands())
      elements.map(op.getMatchingBlockArgument(input),
                   mapScalar(b, input->get(), elements));
    for (Operation &inner : op.getBody()->without_terminator())
      cloneScalar(b, inner, elements);
    Value yielded = op.getBody()->getTerminator()->getOperand(0);
    elements.map(op.getResult(0), mapScalar(b, yielded, elements));
  }

  //===--------------------------------------------------------------------===//
  // Tiles
  //===--------------------------------------------------------------------===//

  void emitTiles(ImplicitLocOpBuilder &b) {
    const RowTiles &tiles = *code.plan.tiles;
    int64_t total = tiles.countTiles(code.plan.width);
    int64_t together = std::min(tiles.together, total);
    int64_t whole = total / together * together;
    IndexMath math(b);
    if (whole > together)
      emitLoop(b, math.constant(whole), together,
               [&](ImplicitLocOpBuilder &inside, Value first) {
                 emitTogether(inside, first, together);
               });
    else
      emitTogether(b, math.constant(0), whole);
    emitTogether(b, math.constant(whole), total - whole);
  }

  /// Emits `number` tiles of the row from `first` on.
  void emitTogether(ImplicitLocOpBuilder &b, Value first, int64_t number) {
    const RowTiles &tiles = *code.plan.tiles;
    IndexMath math(b);
    SmallVector<Value> columns;
    for (int64_t i = 0; i < number; ++i)
      columns.push_back(math.mul(math.add(first, i), tiles.numElements()));
    SmallVector<Value> results;
    for (Value column : columns)
      results.push_back(
          computeRowTile(b, *tiles.variant, insert,
                         [&](tensor::ExtractSliceOp slice) -> Value {
                           return readRowTile(b, locate(b, slice, column));
                         }));
    for (auto [column, result] : llvm::zip_equal(columns, results))
      writeRowTile(b, result, locate(b, insert, column));
  }

  /// Returns a view of a tile of a row from a column on.
  Value locate(ImplicitLocOpBuilder &b, Operation *op, Value column) {
    auto slice = dyn_cast<tensor::ExtractSliceOp>(op);
    StagedTensor &tensor =
        slice ? code.tensors.find(slice.getSource())->second : code.table();
    return tensor.getTile(b, offsets.lookup(op), position, column,
                          code.plan.tiles->type.getShape());
  }

  ScatterCode &code;
  tensor::InsertSliceOp insert;
  const Position &position;
  IRMapping &values;
  llvm::DenseMap<Operation *, Values> offsets;
};

} // namespace

void matrix::emitScatterRow(ScatterCode &code, ImplicitLocOpBuilder &builder,
                            tensor::InsertSliceOp insert,
                            const Position &position, IRMapping &values) {
  RowEmitter(code, insert, position, values).emit(builder);
}
