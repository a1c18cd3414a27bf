//===- RowGather.cpp - matching of gathers of rows ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row is a suffix of the loops that indexes the last dimensions of the table
// and covers them, with everything else invariant in it. The longest suffix is
// tried first, because each transfer costs the instructions that start it;
// shorter ones follow for rows of which no step fits the scratchpad.
//
//===----------------------------------------------------------------------===//

#include "RowGather.h"
#include "Plan/Groups/Blocking.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "matrix/Dialect/Matrix/IR/Target.h"

using namespace mlir;
using namespace matrix;

/// With fewer elements, the instructions that start a transfer take longer than
/// loads and stores of the elements.
static constexpr int64_t kMinElements = 4;

/// The code of each row of a step is emitted.
static constexpr int64_t kMaxRows = 8;

static SmallVector<int64_t> getExtents(linalg::GenericOp op) {
  return op.getStaticLoopRanges();
}

int64_t RowGather::numRows() const {
  SmallVector<int64_t> extents = getExtents(op);
  return llvm::product_of(ArrayRef(extents).drop_back(rowDims));
}

int64_t RowGather::rowElements() const {
  SmallVector<int64_t> extents = getExtents(op);
  return llvm::product_of(ArrayRef(extents).take_back(rowDims));
}

int64_t RowGather::rowBytes() const {
  linalg::GenericOp generic = op;
  auto type = cast<MemRefType>(generic.getDpsInits().front().getType());
  return rowElements() * llvm::divideCeil(type.getElementTypeBitWidth(), 8);
}

int64_t RowGather::pitchBytes() const {
  return llvm::alignTo(rowBytes(), getTarget(op).dma->lineBytes);
}

int64_t RowGather::rowsPerStep() const {
  int64_t capacity = getScratchpadCapacity(getTarget(op)) / 2;
  return std::min({kMaxRows, numRows(), capacity / (kBuffers * pitchBytes())});
}

double RowGather::cycles(const desc::VariantInfo &variant,
                         int64_t cores) const {
  const auto &parameters = variant.parameters;
  int64_t lines = llvm::divideCeil(rowBytes(), variant.dma->lineBytes);
  double transfer = double(parameters.dramLatency.value_or(0)) +
                    double(lines) / double(parameters.dmaLines.value_or(1));
  double shared = 2 * double(numRows() * rowBytes()) /
                  double(parameters.dramBytes.value_or(1));
  return std::max(double(llvm::divideCeil(numRows(), cores)) * transfer,
                  shared);
}

int64_t matrix::getMaxGatheredRowBytes(Operation *op) {
  const desc::VariantInfo &variant = getTarget(op);
  return variant.dma ? getScratchpadCapacity(variant) / 2 /
                           (RowGather::kBuffers * kMaxRows)
                     : 0;
}

namespace {

struct RowGatherMatcher {
  linalg::GenericOp op;
  memref::LoadOp element;
  int64_t numLoops;

  /// Returns whether the last `rowDims` indices in the table are those of the
  /// inner loops, which cover whole rows.
  bool hasRows(int64_t rowDims) {
    SmallVector<int64_t> extents = op.getStaticLoopRanges();
    ArrayRef<int64_t> shape = element.getMemRefType().getShape();
    for (int64_t i = 1; i <= rowDims; ++i) {
      Value last = element.getIndices()[shape.size() - i];
      auto index = last.getDefiningOp<linalg::IndexOp>();
      if (!index || int64_t(index.getDim()) != numLoops - i ||
          extents[numLoops - i] != shape[shape.size() - i])
        return false;
    }
    return true;
  }

  /// Returns whether a value is the same for all elements of a row.
  bool isInvariant(Value value, int64_t rowDims) {
    auto isInner = [&](int64_t dim) { return dim >= numLoops - rowDims; };
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (argument.getOwner() != op.getBody())
        return true;
      OpOperand &operand = *op.getMatchingOpOperand(argument);
      AffineMap map = op.getMatchingIndexingMap(&operand);
      bool varies = false;
      for (int64_t dim = 0; dim < numLoops; ++dim)
        varies |= isInner(dim) && map.isFunctionOfDim(dim);
      return op.isDpsInput(&operand) && !varies;
    }
    Operation *definition = value.getDefiningOp();
    if (definition->getBlock() != op.getBody())
      return true;
    if (auto index = dyn_cast<linalg::IndexOp>(definition))
      return !isInner(index.getDim());
    return llvm::all_of(definition->getOperands(), [&](Value operand) {
      return isInvariant(operand, rowDims);
    });
  }

  /// Returns whether everything but the element and its position in the row is
  /// the same for all elements of a row.
  bool areOthersInvariant(int64_t rowDims) {
    return llvm::all_of(
               op.getBody()->without_terminator(),
               [&](Operation &o) {
                 return &o == element || isa<linalg::IndexOp>(o) ||
                        (o.getNumRegions() == 0 &&
                         llvm::all_of(o.getOperands(), [&](Value operand) {
                           return isInvariant(operand, rowDims);
                         }));
               }) &&
           llvm::all_of(
               element.getIndices().drop_back(rowDims),
               [&](Value index) { return isInvariant(index, rowDims); });
  }
};

} // namespace

static bool isDense(Operation *op, MemRefType type) {
  return type.getLayout().isIdentity() && isDramCopyable(op, type);
}

std::optional<RowGather> matrix::matchRowGather(linalg::LinalgOp op) {
  auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
  if (!generic || !generic.hasPureBufferSemantics() ||
      generic.getNumDpsInits() != 1 ||
      generic.getNumParallelLoops() != generic.getNumLoops() ||
      !generic.getMatchingIndexingMap(generic.getDpsInitOperand(0))
           .isIdentity() ||
      !isDense(op, cast<MemRefType>(generic.getDpsInits().front().getType())))
    return std::nullopt;
  auto element = generic.getBody()
                     ->getTerminator()
                     ->getOperand(0)
                     .getDefiningOp<memref::LoadOp>();
  if (!element || element->getBlock() != generic.getBody() ||
      !isDense(op, element.getMemRefType()))
    return std::nullopt;
  RowGatherMatcher matcher{generic, element, generic.getNumLoops()};
  int64_t maximum = std::min<int64_t>(generic.getNumLoops() - 1,
                                      element.getMemRefType().getRank());
  for (int64_t rowDims = maximum; rowDims > 0; --rowDims) {
    RowGather gather{generic, element, rowDims};
    if (matcher.hasRows(rowDims) && matcher.areOthersInvariant(rowDims) &&
        gather.rowElements() >= kMinElements && gather.rowsPerStep() > 0)
      return gather;
  }
  return std::nullopt;
}
