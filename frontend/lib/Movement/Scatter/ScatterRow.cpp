//===- ScatterRow.cpp - rows of scatter loops -----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Positions of rows are computed before the loop over their columns. Its
// iterations are interleaved.
//
//===----------------------------------------------------------------------===//

#include "ScatterRow.h"
#include "Emit/BlockStep.h"
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
