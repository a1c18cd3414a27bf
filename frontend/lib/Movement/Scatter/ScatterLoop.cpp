//===- ScatterLoop.cpp - matching of scatter loops ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations are visited in program order. The table is read before it is
// updated, so that the update can be in place. Rows have the extent of the last
// dimension of the table, wherever they come from.
//
//===----------------------------------------------------------------------===//

#include "ScatterLoop.h"
#include "ScatterColumns.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace matrix;

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

Value ScatterLoop::getInit() const { return outer()->getOperand(3); }

int64_t ScatterOperand::findDim(Value counter) const {
  const auto *found = llvm::find(counters, counter);
  return found == counters.end() ? -1 : found - counters.begin();
}

static int64_t getTripCount(scf::ForOp loop) {
  return loop.getStaticTripCount()->getSExtValue();
}

int64_t ScatterLoop::numIterations(unsigned loop) const {
  return getTripCount(loops[loop]);
}

int64_t ScatterLoop::numIterations() const {
  int64_t number = 1;
  for (scf::ForOp loop : loops)
    number *= getTripCount(loop);
  return number;
}

int64_t ScatterLoop::rowElements() const {
  return getTableType().getShape().back();
}

bool ScatterLoop::hasSeparateColumns() const {
  return !table.hasElements && llvm::none_of(operands, [](const auto &operand) {
    return operand.hasRows && operand.hasElements;
  });
}

bool ScatterLoop::hasSeparateIterations(unsigned loop) const {
  scf::ForOp op = loops[loop];
  int64_t dim = table.findDim(op.getInductionVar());
  return dim >= 0 && getTripCount(op) <= getTableType().getDimSize(dim);
}

bool matrix::isScatterRow(Operation *op) {
  return isa<tensor::ExtractSliceOp, linalg::GenericOp>(op);
}

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

static bool isElement(Type type) {
  return type.isIntOrFloat() && type.getIntOrFloatBitWidth() % 8 == 0 &&
         type.getIntOrFloatBitWidth() <= 64;
}

static bool isStaticTensor(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape() && tensor.getRank() > 0 &&
         tensor.getNumElements() > 0 && isElement(tensor.getElementType());
}

static bool isCounted(scf::ForOp loop) {
  return loop.getStaticTripCount() && getTripCount(loop) > 0 &&
         isConstantIntValue(loop.getLowerBound(), 0) &&
         isConstantIntValue(loop.getStep(), 1);
}

/// Returns whether offsets, sizes and strides are those of one whole row.
static bool isRow(ArrayRef<OpFoldResult> offsets, ArrayRef<int64_t> sizes,
                  ArrayRef<int64_t> strides, int64_t elements) {
  return isConstantIntValue(offsets.back(), 0) && sizes.back() == elements &&
         llvm::all_of(sizes.drop_back(), [](int64_t s) { return s == 1; }) &&
         llvm::all_of(strides, [](int64_t s) { return s == 1; });
}

namespace {

class ScatterMatcher {
public:
  std::optional<ScatterLoop> run(scf::ForOp loop) {
    if (!collectLoops(loop))
      return std::nullopt;
    found.table.tensor = inner().getRegionIterArg(0);
    for (Operation &op : inner().getBody()->without_terminator())
      if (!visit(op))
        return std::nullopt;
    auto yield = cast<scf::YieldOp>(inner().getBody()->getTerminator());
    if (!found.insertion ||
        yield.getOperand(0) != found.insertion->getResult(0))
      return std::nullopt;
    return std::move(found);
  }

private:
  scf::ForOp inner() const { return found.inner(); }

  /// Each loop of the nest contains nothing but the next one.
  bool collectLoops(scf::ForOp loop) {
    while (true) {
      if (!isCounted(loop) || loop.getNumResults() != 1 ||
          !isStaticTensor(loop.getResult(0).getType()))
        return false;
      found.loops.push_back(loop);
      auto next = dyn_cast<scf::ForOp>(loop.getBody()->front());
      if (!next)
        return true;
      auto yield = dyn_cast<scf::YieldOp>(next->getNextNode());
      if (!yield || yield->getOperands() != next->getResults() ||
          next.getInitArgs() != loop.getRegionIterArgs())
        return false;
      loop = next;
    }
  }

  bool isOutside(Value value) const {
    scf::ForOp outer = found.outer();
    return !outer->isAncestor(value.getParentBlock()->getParentOp());
  }

  bool visit(Operation &op) {
    if (auto extract = dyn_cast<tensor::ExtractOp>(op))
      return readElement(extract) && visitScalars(extract.getIndices());
    if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
      return readRow(slice) && visitScalars(slice.getOffsets());
    if (auto generic = dyn_cast<linalg::GenericOp>(op))
      return visitGeneric(generic);
    if (isa<tensor::InsertOp, tensor::InsertSliceOp>(op))
      return visitInsertion(op);
    if (isa<tensor::EmptyOp>(op))
      return true;
    return isScalar(op) && visitScalars(op.getOperands());
  }

  static bool isScalar(Operation &op) {
    auto isScalarType = [](Type type) { return type.isIntOrIndexOrFloat(); };
    return (isa<cf::AssertOp>(op) || isMemoryEffectFree(&op)) &&
           op.getNumRegions() == 0 &&
           llvm::all_of(op.getOperandTypes(), isScalarType) &&
           llvm::all_of(op.getResultTypes(), isScalarType);
  }

  /// Records scalars from outside of the nest.
  bool visitScalars(ValueRange values) {
    for (Value value : values) {
      if (!value.getType().isIntOrIndexOrFloat())
        return false;
      if (isOutside(value) && !matchPattern(value, m_Constant()))
        found.scalars.insert(value);
    }
    return true;
  }

  ScatterOperand &getOperand(Value tensor) {
    if (tensor == found.table.tensor)
      return found.table;
    auto known = llvm::find_if(found.operands, [&](const auto &operand) {
      return operand.tensor == tensor;
    });
    if (known != found.operands.end())
      return *known;
    found.operands.emplace_back().tensor = tensor;
    return found.operands.back();
  }

  bool isCounter(Value value) const {
    return llvm::any_of(found.loops, [&](scf::ForOp loop) {
      return loop.getInductionVar() == value;
    });
  }

  /// Records an access. Indices that are not the same counter in all accesses
  /// become null.
  void access(Value tensor, ArrayRef<OpFoldResult> indices, bool isRow) {
    ScatterOperand &operand = getOperand(tensor);
    (isRow ? operand.hasRows : operand.hasElements) = true;
    SmallVector<Value> counters;
    for (OpFoldResult index : indices) {
      auto value = dyn_cast<Value>(index);
      counters.push_back(value && isCounter(value) ? value : Value());
    }
    if (operand.counters.empty())
      operand.counters = counters;
    for (auto [known, counter] : llvm::zip_equal(operand.counters, counters))
      known = known == counter ? known : Value();
  }

  /// The table is read before the insertion.
  bool mayRead(Value tensor) const {
    return isStaticTensor(tensor.getType()) &&
           (tensor == found.table.tensor ? !found.insertion
                                         : isOutside(tensor));
  }

  bool readElement(tensor::ExtractOp op) {
    if (!mayRead(op.getTensor()))
      return false;
    access(op.getTensor(), getAsOpFoldResult(op.getIndices()), /*isRow=*/false);
    return true;
  }

  bool readRow(tensor::ExtractSliceOp op) {
    if (!mayRead(op.getSource()) ||
        !isRow(op.getMixedOffsets(), op.getStaticSizes(), op.getStaticStrides(),
               found.rowElements()))
      return false;
    access(op.getSource(), op.getMixedOffsets(), /*isRow=*/true);
    return true;
  }

  bool isRowValue(Value value) const {
    Operation *op = value.getDefiningOp();
    auto type = dyn_cast<RankedTensorType>(value.getType());
    return op && type && isScatterRow(op) && !isOutside(value) &&
           type.getNumElements() == found.rowElements();
  }

  /// Elementwise operations do not read indices of loops.
  bool visitGeneric(linalg::GenericOp op) {
    if (!computesColumns(op, found.rowElements()) ||
        !isElement(getElementTypeOrSelf(op->getResult(0))))
      return false;
    for (Value input : op.getInputs())
      if (!isRowValue(input) && !visitScalars(input))
        return false;
    return llvm::all_of(op.getBody()->without_terminator(), [&](Operation &o) {
      return isScalar(o) && !isa<linalg::IndexOp>(o) && visitCaptured(o, op);
    });
  }

  bool visitCaptured(Operation &op, linalg::GenericOp generic) {
    auto captured = llvm::make_filter_range(op.getOperands(), [&](Value value) {
      return value.getParentBlock() != generic.getBody();
    });
    return visitScalars(llvm::to_vector(captured));
  }

  bool visitInsertion(Operation &op) {
    if (found.insertion)
      return false;
    found.insertion = &op;
    if (auto insert = dyn_cast<tensor::InsertOp>(op)) {
      if (insert.getDest() != found.table.tensor)
        return false;
      access(found.table.tensor, getAsOpFoldResult(insert.getIndices()),
             /*isRow=*/false);
      return visitScalars(insert.getScalar()) &&
             visitScalars(insert.getIndices());
    }
    auto insert = cast<tensor::InsertSliceOp>(op);
    if (insert.getDest() != found.table.tensor)
      return false;
    access(found.table.tensor, insert.getMixedOffsets(), /*isRow=*/true);
    return isRowValue(insert.getSource()) &&
           isRow(insert.getMixedOffsets(), insert.getStaticSizes(),
                 insert.getStaticStrides(), found.rowElements()) &&
           visitScalars(insert.getOffsets());
  }

  ScatterLoop found;
};

} // namespace

std::optional<ScatterLoop> matrix::matchScatterLoop(scf::ForOp loop) {
  return ScatterMatcher().run(loop);
}
