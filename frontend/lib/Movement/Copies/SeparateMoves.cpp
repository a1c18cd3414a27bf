//===- SeparateMoves.cpp - operations apart from movement -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops of the first part are the dimensions of the tensor, also of one
// that is expanded before it is read: loops over the parts of a dimension
// become one, in all operands.
//
//===----------------------------------------------------------------------===//

#include "SeparateMoves.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace matrix;

/// The loops of an operation that are one loop of the first part.
using LoopGroups = SmallVector<SmallVector<unsigned>>;

static bool isSeparable(linalg::GenericOp op) {
  return op.hasPureTensorSemantics() && op.getNumDpsInits() == 1 &&
         op.getNumLoops() == op.getNumParallelLoops() &&
         !op.hasDynamicShape() && !op.getBody()->without_terminator().empty() &&
         op.getBody()->getArguments().back().use_empty() &&
         op.getBody()->getOps<linalg::IndexOp>().empty() &&
         op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isPermutation();
}

/// Returns the operand whose elements the operation permutes; null if there is
/// none.
static OpOperand *getPermuted(linalg::GenericOp op) {
  AffineMap written = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  for (OpOperand *operand : op.getDpsInputOperands()) {
    AffineMap read = op.getMatchingIndexingMap(operand);
    if (read.getNumResults() > 0 && read.isPermutation() &&
        read.getResults().back() != written.getResults().back())
      return operand;
  }
  return nullptr;
}

static LoopGroups getGroups(AffineMap read, tensor::ExpandShapeOp expansion) {
  SmallVector<ReassociationIndices> dims;
  if (expansion)
    dims = expansion.getReassociationIndices();
  else
    for (int64_t i = 0, e = read.getNumResults(); i < e; ++i)
      dims.push_back({i});
  LoopGroups groups;
  for (const ReassociationIndices &indices : dims) {
    groups.emplace_back();
    for (int64_t i : indices)
      groups.back().push_back(read.getDimPosition(i));
  }
  return groups;
}

/// Returns the map of an operand in the loops of the first part, and the
/// dimensions that become one; none if it depends on parts of a group.
static std::optional<AffineMap>
joinLoops(AffineMap map, const LoopGroups &groups,
          SmallVectorImpl<ReassociationIndices> &joined) {
  SmallVector<AffineExpr> results;
  for (unsigned i = 0, e = map.getNumResults(); i < e;) {
    auto dim = dyn_cast<AffineDimExpr>(map.getResult(i));
    if (!dim)
      return std::nullopt;
    const auto *group = llvm::find_if(groups, [&](const auto &loops) {
      return loops.front() == dim.getPosition();
    });
    if (group == groups.end() || i + group->size() > e)
      return std::nullopt;
    joined.emplace_back();
    for (unsigned loop : *group) {
      if (map.getResult(i) != getAffineDimExpr(loop, map.getContext()))
        return std::nullopt;
      joined.back().push_back(i++);
    }
    results.push_back(
        getAffineDimExpr(group - groups.begin(), map.getContext()));
  }
  return AffineMap::get(groups.size(), 0, results, map.getContext());
}

/// Returns a tensor in which these dimensions are one.
static Value collapse(ImplicitLocOpBuilder &builder, Value tensor,
                      ArrayRef<ReassociationIndices> joined) {
  if (llvm::all_of(joined, [](const auto &dims) { return dims.size() == 1; }))
    return tensor;
  auto expansion = tensor.getDefiningOp<tensor::ExpandShapeOp>();
  if (expansion && expansion.getReassociationIndices() == joined)
    return expansion.getSrc();
  return tensor::CollapseShapeOp::create(builder, tensor, joined);
}

/// Returns the operation in the loops of the groups; null if there is none.
static linalg::GenericOp emitComputed(ImplicitLocOpBuilder &builder,
                                      linalg::GenericOp op,
                                      const LoopGroups &groups,
                                      ArrayRef<int64_t> shape) {
  SmallVector<std::pair<AffineMap, SmallVector<ReassociationIndices>>> forms;
  for (OpOperand *input : op.getDpsInputOperands()) {
    SmallVector<ReassociationIndices> joined;
    auto map = joinLoops(op.getMatchingIndexingMap(input), groups, joined);
    if (!map || !isa<RankedTensorType>(input->get().getType()))
      return {};
    forms.emplace_back(*map, joined);
  }
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  for (auto [input, form] : llvm::zip_equal(op.getInputs(), forms)) {
    inputs.push_back(collapse(builder, input, form.second));
    maps.push_back(form.first);
  }
  maps.push_back(builder.getMultiDimIdentityMap(groups.size()));
  Type element =
      cast<RankedTensorType>(op.getResult(0).getType()).getElementType();
  Value empty = tensor::EmptyOp::create(builder, shape, element);
  SmallVector<utils::IteratorType> loops(groups.size(),
                                         utils::IteratorType::parallel);
  auto result = linalg::GenericOp::create(builder, empty.getType(), inputs,
                                          empty, maps, loops);
  IRMapping mapping;
  op.getRegion().cloneInto(&result.getRegion(), mapping);
  return result;
}

/// Emits a copy, by the maps of both tensors in its loops.
static linalg::GenericOp emitMove(ImplicitLocOpBuilder &builder, Value elements,
                                  Value init, AffineMap read,
                                  AffineMap written) {
  SmallVector<utils::IteratorType> loops(read.getNumDims(),
                                         utils::IteratorType::parallel);
  return linalg::GenericOp::create(
      builder, init.getType(), elements, init,
      ArrayRef<AffineMap>{read, written}, loops,
      [](OpBuilder &body, Location loc, ValueRange arguments) {
        linalg::YieldOp::create(body, loc, arguments.front());
      });
}

/// `expansion`: that of the permuted operand, whose loops are joined; null to
/// keep all loops.
static std::optional<SeparatedMove> separate(linalg::GenericOp op,
                                             OpOperand *permuted,
                                             tensor::ExpandShapeOp expansion) {
  Value tensor = expansion ? expansion.getSrc() : permuted->get();
  AffineMap read = op.getMatchingIndexingMap(permuted);
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  SeparatedMove result;
  result.whole = op;
  result.producer = tensor.getDefiningOp<linalg::GenericOp>();
  result.computed =
      emitComputed(builder, op, getGroups(read, expansion),
                   cast<RankedTensorType>(tensor.getType()).getShape());
  if (!result.computed)
    return std::nullopt;
  Value elements = result.computed.getResult(0);
  if (expansion) {
    auto type = RankedTensorType::get(
        expansion.getResultType().getShape(),
        cast<RankedTensorType>(elements.getType()).getElementType());
    elements = tensor::ExpandShapeOp::create(
        builder, type, elements, expansion.getReassociationIndices());
  }
  OpOperand *init = op.getDpsInitOperand(0);
  result.moved = emitMove(builder, elements, init->get(), read,
                          op.getMatchingIndexingMap(init));
  return result;
}

std::optional<SeparatedMove> matrix::separateMove(linalg::GenericOp op) {
  OpOperand *permuted = isSeparable(op) ? getPermuted(op) : nullptr;
  if (!permuted)
    return std::nullopt;
  auto expansion = permuted->get().getDefiningOp<tensor::ExpandShapeOp>();
  std::optional<SeparatedMove> result = separate(op, permuted, expansion);
  // Other operands may depend on a part of joined loops.
  return result || !expansion ? result : separate(op, permuted, {});
}

/// Returns the operation with a tensor in the order of its result as operand.
static linalg::GenericOp emitWithMoved(ImplicitLocOpBuilder &builder,
                                       linalg::GenericOp op,
                                       OpOperand *permuted, Value moved) {
  SmallVector<Value> inputs(op.getDpsInputs());
  inputs[permuted->getOperandNumber()] = moved;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  maps[permuted->getOperandNumber()] = maps.back();
  auto result = linalg::GenericOp::create(builder, op.getResultTypes(), inputs,
                                          op.getDpsInits(), maps,
                                          op.getIteratorTypesArray());
  IRMapping mapping;
  op.getRegion().cloneInto(&result.getRegion(), mapping);
  return result;
}

std::optional<SeparatedMove> matrix::separateOperandMove(linalg::GenericOp op) {
  OpOperand *permuted = isSeparable(op) ? getPermuted(op) : nullptr;
  if (!permuted)
    return std::nullopt;
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  auto type = cast<RankedTensorType>(op.getResult(0).getType());
  Type element = getElementTypeOrSelf(permuted->get().getType());
  Value empty = tensor::EmptyOp::create(builder, type.getShape(), element);
  AffineMap written = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  SeparatedMove result;
  result.whole = op;
  result.producer = permuted->get().getDefiningOp<linalg::GenericOp>();
  result.movesFirst = true;
  result.moved = emitMove(builder, permuted->get(), empty,
                          op.getMatchingIndexingMap(permuted), written);
  result.computed =
      emitWithMoved(builder, op, permuted, result.moved.getResult(0));
  return result;
}

/// Returns the reshapes that are inputs, each once.
template <class Reshape>
static llvm::SmallSetVector<Operation *, 4>
getReshapedInputs(linalg::GenericOp op) {
  llvm::SmallSetVector<Operation *, 4> reshapes;
  for (Value input : op.getInputs())
    if (auto reshape = input.getDefiningOp<Reshape>())
      reshapes.insert(reshape);
  return reshapes;
}

static void eraseUnused(const llvm::SmallSetVector<Operation *, 4> &ops) {
  for (Operation *op : ops)
    if (op->use_empty())
      op->erase();
}

void SeparatedMove::accept() {
  whole.replaceAllUsesWith(movesFirst ? computed : moved);
  auto expansions = getReshapedInputs<tensor::ExpandShapeOp>(whole);
  whole.erase();
  eraseUnused(expansions);
}

void SeparatedMove::reject() {
  if (movesFirst) {
    computed.erase();
    Value empty = moved.getOutputs().front();
    moved.erase();
    empty.getDefiningOp()->erase();
    return;
  }
  Value elements = moved.getInputs().front(),
        empty = computed.getOutputs().front();
  moved.erase();
  if (auto expansion = elements.getDefiningOp<tensor::ExpandShapeOp>())
    expansion.erase();
  auto collapsed = getReshapedInputs<tensor::CollapseShapeOp>(computed);
  computed.erase();
  empty.getDefiningOp()->erase();
  eraseUnused(collapsed);
}
