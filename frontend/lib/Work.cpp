//===- Work.cpp - minimum work of an operation ----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts multiply-adds, bytes and element operations of an operation before any
// transformation.
//
//===----------------------------------------------------------------------===//

#include "Work.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace matrix;

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

static Value throughCasts(Value value) {
  Operation *op = value.getDefiningOp();
  return op && isa<CastOpInterface>(op) ? throughCasts(op->getOperand(0))
                                        : value;
}

/// Matches result = result + .. * ..
static bool multipliesAndAdds(linalg::LinalgOp op) {
  Block &body = *op.getBlock();
  if (op.getNumDpsInputs() < 2 || op.getNumDpsInits() != 1)
    return false;
  Operation *add =
      throughCasts(body.getTerminator()->getOperand(0)).getDefiningOp();
  if (!isa_and_nonnull<arith::AddFOp, arith::AddIOp>(add))
    return false;
  Value sum = body.getArguments().back();
  for (unsigned i : {0, 1})
    if (throughCasts(add->getOperand(i)) == sum)
      return isa_and_nonnull<arith::MulFOp, arith::MulIOp>(
          throughCasts(add->getOperand(1 - i)).getDefiningOp());
  return false;
}

/// Returns whether the operation has the rate of transcendentals.
static bool isTranscendental(Operation &op) {
  return isa<arith::DivFOp>(op) ||
         (op.getDialect()->getNamespace() == "math" &&
          !isa<math::AbsFOp, math::AbsIOp, math::FloorOp, math::CeilOp,
               math::RoundOp, math::RoundEvenOp, math::TruncOp, math::FmaOp,
               math::CopySignOp>(op));
}

/// Comparisons are part of the selections that use them.
static bool isFree(Operation &op) {
  return isa<CastOpInterface, arith::CmpFOp, arith::CmpIOp, linalg::YieldOp,
             linalg::IndexOp>(op) ||
         op.hasTrait<OpTrait::ConstantLike>() ||
         llvm::all_of(op.getOperands(), [](Value v) {
           Operation *from = v.getDefiningOp();
           return from && from->hasTrait<OpTrait::ConstantLike>();
         });
}

static int64_t sizeOf(Type element) {
  return element.isIntOrFloat()
             ? llvm::divideCeil(element.getIntOrFloatBitWidth(), 8)
             : 8;
}

namespace {
/// Bytes of results per iteration, by the rate at which they are computed.
struct ElementWork {
  int64_t simple = 0, transcendental = 0;
};
} // namespace

/// Returns the operations of the body on which used results depend.
static SetVector<Operation *> usedBody(linalg::LinalgOp op) {
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

static ElementWork elementWork(linalg::LinalgOp op) {
  ElementWork work;
  for (Operation *inner : usedBody(op))
    if (!isFree(*inner) && inner->getNumResults() == 1)
      (isTranscendental(*inner) ? work.transcendental : work.simple) +=
          sizeOf(inner->getResult(0).getType());
  return work;
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

static bool onlyConverts(linalg::LinalgOp op) {
  return op.getNumDpsInputs() == 1 &&
         llvm::all_of(op.getBlock()->without_terminator(), [](Operation &o) {
           return isa<arith::ExtFOp, arith::ExtSIOp, arith::ExtUIOp>(o);
         });
}

/// Returns the tensor that the elements originate from; widening and moving are
/// free.
static Value sourceOf(Value tensor) {
  Operation *op = tensor.getDefiningOp();
  if (auto linalgOp = dyn_cast_or_null<linalg::LinalgOp>(op);
      linalgOp && onlyConverts(linalgOp))
    return sourceOf(linalgOp.getDpsInputs()[0]);
  if (isa_and_nonnull<tensor::CollapseShapeOp, tensor::ExpandShapeOp,
                      tensor::CastOp>(op))
    return sourceOf(op->getOperand(0));
  return tensor;
}

static Type elementOf(Value tensor) {
  return getElementTypeOrSelf(sourceOf(tensor));
}

std::optional<int64_t> matrix::bytesOf(Value tensor) {
  auto type = dyn_cast<ShapedType>(tensor.getType());
  if (!type)
    return 0; // scalars are in registers
  if (!type.hasStaticShape())
    return std::nullopt;
  return type.getNumElements() * sizeOf(type.getElementType());
}

bool matrix::isData(Value tensor) {
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
static bool addTensors(linalg::LinalgOp op, Work &work) {
  llvm::SmallDenseSet<Value> seen;
  auto read = [&](Value tensor, bool counts) {
    auto bytes = bytesOf(tensor);
    if (bytes && counts && isData(tensor) && seen.insert(tensor).second)
      work.read += *bytes;
    return bytes;
  };
  for (Value input : op.getDpsInputs()) {
    work.types.push_back(elementOf(input));
    if (!read(sourceOf(input), true))
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
static void addContraction(linalg::LinalgOp op, Work &work,
                           int64_t iterations) {
  auto maps = op.getIndexingMapsArray();
  AffineMap lhs = maps[0], rhs = maps[1], result = maps.back();
  for (auto [d, extent] : llvm::enumerate(work.extents)) {
    bool l = lhs.isFunctionOfDim(d), r = rhs.isFunctionOfDim(d);
    bool kept = result.isFunctionOfDim(d);
    work.gemm[!kept ? 3 : l && r ? 0 : r ? 2 : 1] *= extent;
  }
  bool slides = !lhs.isProjectedPermutation(/*allowZeroInResults=*/true);
  bool alone = slides && work.gemm[2] == 1 && work.gemm[0] > 1;
  work.kind = alone ? "depthwise" : slides ? "convolution" : "contraction";
  work.macs = iterations;
}

static std::optional<Work> ofStructured(linalg::LinalgOp op) {
  Work work;
  work.extents = op.getStaticLoopRanges();
  if (ShapedType::isDynamicShape(work.extents) || !addTensors(op, work))
    return std::nullopt;
  int64_t iterations = llvm::product_of(work.extents);
  bool contracts = op.getNumReductionLoops() && multipliesAndAdds(op);
  if (contracts)
    addContraction(op, work, iterations);
  if (contracts && work.kind != "depthwise")
    return work;
  ElementWork each = elementWork(op);
  work.simple = contracts ? iterations * 4 : iterations * each.simple;
  work.transcendental = iterations * each.transcendental;
  if (!contracts)
    work.kind = op.getNumReductionLoops()                ? "reduction"
                : work.simple + work.transcendental == 0 ? "move"
                                                         : "elementwise";
  return work;
}

/// Maximum, difference, exponential, sum, and one product with a reciprocal.
static std::optional<Work> ofSoftmax(linalg::SoftmaxOp op) {
  auto type = cast<ShapedType>(op.getInput().getType());
  if (!type.hasStaticShape())
    return std::nullopt;
  Work work;
  work.kind = "softmax";
  work.extents = llvm::to_vector(type.getShape());
  Value input = sourceOf(op.getInput());
  work.types = {elementOf(input), type.getElementType()};
  work.read = isData(input) ? *bytesOf(input) : 0;
  work.written = *bytesOf(op.getOutput());
  work.simple = 4 * type.getNumElements() * sizeOf(type.getElementType());
  work.transcendental = type.getNumElements() * sizeOf(type.getElementType());
  return work;
}

std::optional<Work> matrix::workOf(Operation *op) {
  if (auto softmax = dyn_cast<linalg::SoftmaxOp>(op))
    return ofSoftmax(softmax);
  return ofStructured(cast<linalg::LinalgOp>(op));
}

bool matrix::hasWork(Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  return isa<linalg::SoftmaxOp>(op) || (structured && !isFill(structured));
}
