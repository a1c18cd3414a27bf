//===- MinimumWork.cpp - minimum work of an operation ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts by the extents of loops and the element types of operands. A tensor is
// read once per operation, in the type it has in memory: widening and reshapes
// are looked through, splats and fills are not read. Extents of a contraction
// are batch, m, n or k by the operands that depend on the loop; a convolution
// is the product whose depth is the filter. In other bodies, each operation on
// which a used result depends costs the bytes of its result.
//
//===----------------------------------------------------------------------===//

#include "MinimumWork.h"
#include "Access/OperationRates.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace matrix;

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

static Value stripCasts(Value value) {
  Operation *op = value.getDefiningOp();
  return op && isa<CastOpInterface>(op) ? stripCasts(op->getOperand(0)) : value;
}

/// Matches result = result + .. * ..
static bool multipliesAndAdds(linalg::LinalgOp op) {
  Block &body = *op.getBlock();
  if (op.getNumDpsInputs() < 2 || op.getNumDpsInits() != 1)
    return false;
  Operation *add =
      stripCasts(body.getTerminator()->getOperand(0)).getDefiningOp();
  if (!isa_and_nonnull<arith::AddFOp, arith::AddIOp>(add))
    return false;
  Value sum = body.getArguments().back();
  for (unsigned i : {0, 1})
    if (stripCasts(add->getOperand(i)) == sum)
      return isa_and_nonnull<arith::MulFOp, arith::MulIOp>(
          stripCasts(add->getOperand(1 - i)).getDefiningOp());
  return false;
}

static int64_t sizeOf(Type element) {
  return element.isIntOrFloat()
             ? llvm::divideCeil(element.getIntOrFloatBitWidth(), 8)
             : 8;
}

namespace {
/// Bytes of results per iteration, by the rate at which they are computed.
struct BodyBytes {
  int64_t elementwise = 0, transcendental = 0;
};
} // namespace

/// Returns the operations of the body on which used results depend.
static SetVector<Operation *> usedOperations(linalg::LinalgOp op) {
  SetVector<Operation *> used;
  auto need = [&](Value value) {
    Operation *from = value.getDefiningOp();
    if (from && from->getBlock() == op.getBlock())
      used.insert(from);
  };
  for (auto [i, value] :
       llvm::enumerate(op.getBlock()->getTerminator()->getOperands()))
    if (!op->getResult(i).use_empty())
      need(value);
  for (unsigned i = 0; i < used.size(); ++i)
    llvm::for_each(used[i]->getOperands(), need);
  return used;
}

static BodyBytes countBodyBytes(linalg::LinalgOp op) {
  BodyBytes work;
  for (Operation *inner : usedOperations(op))
    if (!hasNoCost(*inner) && inner->getNumResults() == 1)
      (hasTranscendentalRate(*inner) ? work.transcendental
                                     : work.elementwise) +=
          sizeOf(inner->getResult(0).getType());
  return work;
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

static bool onlyExtends(linalg::LinalgOp op) {
  return op.getNumDpsInputs() == 1 &&
         llvm::all_of(op.getBlock()->without_terminator(), [](Operation &o) {
           return isa<arith::ExtFOp, arith::ExtSIOp, arith::ExtUIOp>(o);
         });
}

/// Returns the tensor that the elements originate from; widening and moving are
/// free.
static Value stripWidening(Value tensor) {
  Operation *op = tensor.getDefiningOp();
  if (auto linalgOp = dyn_cast_or_null<linalg::LinalgOp>(op);
      linalgOp && onlyExtends(linalgOp))
    return stripWidening(linalgOp.getDpsInputs()[0]);
  if (isa_and_nonnull<tensor::CollapseShapeOp, tensor::ExpandShapeOp,
                      tensor::CastOp>(op))
    return stripWidening(op->getOperand(0));
  return tensor;
}

static Type sourceElementType(Value tensor) {
  return getElementTypeOrSelf(stripWidening(tensor));
}

std::optional<int64_t> matrix::bytesOf(Value tensor) {
  auto type = dyn_cast<ShapedType>(tensor.getType());
  if (!type)
    return 0; // scalars are in registers
  if (!type.hasStaticShape())
    return std::nullopt;
  return type.getNumElements() * sizeOf(type.getElementType());
}

bool matrix::isInMemory(Value tensor) {
  Operation *op = tensor.getDefiningOp();
  DenseElementsAttr dense;
  bool isSplat = matchPattern(tensor, m_Constant(&dense)) && dense.isSplat();
  return !isSplat && !isa_and_nonnull<linalg::FillOp, tensor::EmptyOp>(op);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static bool isFill(linalg::LinalgOp op) {
  auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
  return isa<linalg::FillOp>(op) ||
         (generic && linalg::isaFillOpInterface(generic));
}

/// A tensor that is read twice is counted once.
static bool addTensors(linalg::LinalgOp op, MinimumWork &work) {
  llvm::SmallDenseSet<Value> seen;
  auto read = [&](Value tensor, bool counts) {
    auto bytes = bytesOf(tensor);
    if (bytes && counts && isInMemory(tensor) && seen.insert(tensor).second)
      work.read += *bytes;
    return bytes;
  };
  for (Value input : op.getDpsInputs()) {
    work.types.push_back(sourceElementType(input));
    if (!read(stripWidening(input), true))
      return false;
  }
  for (OpOperand &init : op.getDpsInitsMutable()) {
    work.types.push_back(getElementTypeOrSelf(init.get()));
    bool used = !op.getTiedOpResult(&init).use_empty();
    auto bytes =
        read(init.get(), used && op.payloadUsesValueFromOperand(&init));
    if (!bytes)
      return false;
    work.written += used ? *bytes : 0;
  }
  return true;
}

/// Sliding windows are matrix products whose depth is the filter.
static void addContraction(linalg::LinalgOp op, MinimumWork &work,
                           int64_t iterations) {
  auto maps = op.getIndexingMapsArray();
  AffineMap lhs = maps[0], rhs = maps[1], result = maps.back();
  for (auto [d, extent] : llvm::enumerate(work.extents)) {
    bool l = lhs.isFunctionOfDim(d), r = rhs.isFunctionOfDim(d);
    bool kept = result.isFunctionOfDim(d);
    work.gemm[!kept ? 3 : l && r ? 0 : r ? 2 : 1] *= extent;
  }
  bool slides = !lhs.isProjectedPermutation(/*allowZeroInResults=*/true);
  bool isDepthwise = slides && work.gemm[2] == 1 && work.gemm[0] > 1;
  work.kind = isDepthwise ? "depthwise"
              : slides    ? "convolution"
                          : "contraction";
  work.macs = iterations;
}

static std::optional<MinimumWork> getLinalgWork(linalg::LinalgOp op) {
  MinimumWork work;
  work.extents = op.getStaticLoopRanges();
  if (ShapedType::isDynamicShape(work.extents) || !addTensors(op, work))
    return std::nullopt;
  int64_t iterations = llvm::product_of(work.extents);
  bool contracts = op.getNumReductionLoops() && multipliesAndAdds(op);
  if (contracts)
    addContraction(op, work, iterations);
  if (contracts && work.kind != "depthwise")
    return work;
  BodyBytes each = countBodyBytes(op);
  work.elementwise = contracts ? iterations * 4 : iterations * each.elementwise;
  work.transcendental = iterations * each.transcendental;
  if (!contracts)
    work.kind = op.getNumReductionLoops()                     ? "reduction"
                : work.elementwise + work.transcendental == 0 ? "move"
                                                              : "elementwise";
  return work;
}

/// Maximum, difference, exponential, sum, and one product with a reciprocal.
static std::optional<MinimumWork> getSoftmaxWork(linalg::SoftmaxOp op) {
  auto type = cast<ShapedType>(op.getInput().getType());
  if (!type.hasStaticShape())
    return std::nullopt;
  MinimumWork work;
  work.kind = "softmax";
  work.extents = llvm::to_vector(type.getShape());
  Value input = stripWidening(op.getInput());
  work.types = {sourceElementType(input), type.getElementType()};
  work.read = isInMemory(input) ? *bytesOf(input) : 0;
  work.written = *bytesOf(op.getOutput());
  work.elementwise = 4 * type.getNumElements() * sizeOf(type.getElementType());
  work.transcendental = type.getNumElements() * sizeOf(type.getElementType());
  return work;
}

std::optional<MinimumWork> matrix::getMinimumWork(Operation *op) {
  if (auto softmax = dyn_cast<linalg::SoftmaxOp>(op))
    return getSoftmaxWork(softmax);
  return getLinalgWork(cast<linalg::LinalgOp>(op));
}

bool matrix::hasMinimumWork(Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  return isa<linalg::SoftmaxOp>(op) || (structured && !isFill(structured));
}
