//===- SeparableGather.cpp - gathers along dimensions ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dimensions are gathered one after the other, those that lose elements first.
// Indices that are not known are computed before, once for each iteration of
// their loops, with the assertions about them.
//
//===----------------------------------------------------------------------===//

#include "SeparableGather.h"
#include "DimensionGather.h"
#include "Movement/KnownElements.h"
#include "Movement/RowGather.h"
#include "Movement/SliceFactors.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace matrix;

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

/// Adds the loops that a value in the body depends on.
static void collectLoops(Value scalar, linalg::GenericOp op,
                         llvm::SmallBitVector &loops,
                         llvm::SmallPtrSetImpl<Operation *> &visited) {
  if (auto argument = dyn_cast<BlockArgument>(scalar)) {
    if (argument.getOwner() != op.getBody())
      return;
    AffineMap map =
        op.getMatchingIndexingMap(op.getMatchingOpOperand(argument));
    for (unsigned loop = 0; loop < loops.size(); ++loop)
      loops[loop] = loops[loop] || map.isFunctionOfDim(loop);
    return;
  }
  Operation *definition = scalar.getDefiningOp();
  if (definition->getBlock() != op.getBody() ||
      !visited.insert(definition).second)
    return;
  if (definition->getNumRegions() > 0) // which may read any value of the body
    loops.set();
  if (auto index = dyn_cast<linalg::IndexOp>(definition))
    loops.set(index.getDim());
  for (Value operand : definition->getOperands())
    collectLoops(operand, op, loops, visited);
}

static llvm::SmallBitVector getLoops(Value scalar, linalg::GenericOp op) {
  llvm::SmallBitVector loops(op.getNumLoops());
  llvm::SmallPtrSet<Operation *, 8> visited;
  collectLoops(scalar, op, loops, visited);
  return loops;
}

/// Evaluates a value for all iterations of the loops that it depends on.
static std::optional<KnownElements::Elements>
evaluate(Value scalar, linalg::GenericOp op, const llvm::SmallBitVector &loops,
         KnownElements &known) {
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  for (unsigned loop = 0; loop < extents.size(); ++loop)
    if (!loops[loop])
      extents[loop] = 1;
  return known.evaluate(scalar, op, extents);
}

/// Returns whether indices that are not known can be computed before, and the
/// dimension, the last one of the gather, is not the first with elements. Then
/// it is worth a transpose.
static bool canPrecede(const SeparableGather::Dimension &dimension,
                       const SeparableGather &gather, linalg::GenericOp op) {
  return !dimension.loops.empty() && getMaxGatheredRowBytes(op) > 0 &&
         llvm::any_of(ArrayRef(gather.dimensions).drop_back(),
                      [](const SeparableGather::Dimension &other) {
                        return other.count > 1;
                      });
}

std::optional<SeparableGather>
matrix::matchSeparableGather(linalg::GenericOp op, tensor::ExtractOp extract) {
  KnownElements known;
  auto type = cast<RankedTensorType>(extract.getTensor().getType());
  if (type.getNumElements() == 0)
    return std::nullopt;
  SeparableGather gather;
  llvm::SmallBitVector taken(op.getNumLoops());
  for (auto [index, extent] :
       llvm::zip_equal(extract.getIndices(), type.getShape())) {
    llvm::SmallBitVector loops = getLoops(index, op);
    if (loops.anyCommon(taken))
      return std::nullopt;
    taken |= loops;
    SeparableGather::Dimension &dimension = gather.dimensions.emplace_back();
    dimension.index = index;
    for (unsigned loop : loops.set_bits()) {
      dimension.loops.push_back(loop);
      dimension.extents.push_back(op.getStaticLoopRanges()[loop]);
      dimension.count *= dimension.extents.back();
    }
    auto elements = evaluate(index, op, loops, known);
    if (!elements && !canPrecede(dimension, gather, op))
      return std::nullopt;
    for (const APInt &element : elements.value_or(KnownElements::Elements())) {
      dimension.indices.push_back(element.getSExtValue());
      if (dimension.indices.back() < 0 || dimension.indices.back() >= extent)
        return std::nullopt;
    }
  }
  return gather;
}

AffineMap SeparableGather::getMap(unsigned numLoops,
                                  MLIRContext *context) const {
  SmallVector<AffineExpr> loops;
  for (const Dimension &dimension : dimensions)
    for (unsigned loop : dimension.loops)
      loops.push_back(getAffineDimExpr(loop, context));
  return AffineMap::get(numLoops, 0, loops, context);
}

void matrix::eraseKnownAssertions(linalg::GenericOp op) {
  KnownElements known;
  for (auto assertion :
       llvm::make_early_inc_range(op.getBody()->getOps<cf::AssertOp>())) {
    Value condition = assertion.getArg();
    auto elements = evaluate(condition, op, getLoops(condition, op), known);
    if (elements && llvm::none_of(*elements, [](const APInt &element) {
          return element.isZero();
        }))
      assertion.erase();
  }
}

//===----------------------------------------------------------------------===//
// Emission
//===----------------------------------------------------------------------===//

/// Returns the operations of the body that compute the index of the dimension,
/// and assertions that depend on its loops only, with what these need.
static llvm::SetVector<Operation *>
collectIndexOperations(const SeparableGather::Dimension &dimension,
                       linalg::GenericOp op) {
  SmallVector<Operation *> needed;
  if (Operation *definition = dimension.index.getDefiningOp())
    needed.push_back(definition);
  for (auto assertion : op.getBody()->getOps<cf::AssertOp>()) {
    llvm::SmallBitVector loops = getLoops(assertion.getArg(), op);
    if (loops.any() && llvm::all_of(loops.set_bits(), [&](unsigned loop) {
          return llvm::is_contained(dimension.loops, loop);
        }))
      needed.push_back(assertion);
  }
  llvm::SmallPtrSet<Operation *, 16> seen;
  while (!needed.empty()) {
    Operation *next = needed.pop_back_val();
    if (next->getBlock() != op.getBody() || !seen.insert(next).second)
      continue;
    for (Value operand : next->getOperands())
      if (Operation *definition = operand.getDefiningOp())
        needed.push_back(definition);
  }
  llvm::SetVector<Operation *> ordered;
  for (Operation &body : *op.getBody())
    if (seen.contains(&body))
      ordered.insert(&body);
  return ordered;
}

/// Returns the map of an operand that depends on these loops only, in an
/// operation that has no others.
static AffineMap restrictMap(AffineMap map, ArrayRef<unsigned> loops) {
  MLIRContext *context = map.getContext();
  SmallVector<AffineExpr> dims(map.getNumDims(),
                               getAffineConstantExpr(0, context));
  for (auto [i, loop] : llvm::enumerate(loops))
    dims[loop] = getAffineDimExpr(i, context);
  return map.replaceDimsAndSymbols(dims, {}, loops.size(), 0);
}

/// Copies operations into the body of an operation that has only these loops.
static void cloneIndexOperations(OpBuilder &body, ArrayRef<unsigned> loops,
                                 ArrayRef<Operation *> operations,
                                 IRMapping &copies) {
  for (Operation *operation : operations) {
    auto index = dyn_cast<linalg::IndexOp>(operation);
    if (index)
      copies.map(index.getResult(),
                 linalg::IndexOp::create(body, index.getLoc(),
                                         llvm::find(loops, index.getDim()) -
                                             loops.begin()));
    else
      body.clone(*operation, copies);
  }
}

/// Emits an operation that computes the indices, as a tensor<Nxi64>.
static Value emitIndices(ImplicitLocOpBuilder &builder, linalg::GenericOp op,
                         const SeparableGather::Dimension &dimension) {
  auto operations = collectIndexOperations(dimension, op);
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  SmallVector<BlockArgument> arguments;
  for (OpOperand *operand : op.getDpsInputOperands()) {
    BlockArgument argument = op.getMatchingBlockArgument(operand);
    bool isUsed = argument == dimension.index ||
                  llvm::any_of(argument.getUsers(), [&](Operation *user) {
                    return operations.contains(user);
                  });
    if (!isUsed)
      continue;
    inputs.push_back(operand->get());
    maps.push_back(
        restrictMap(op.getMatchingIndexingMap(operand), dimension.loops));
    arguments.push_back(argument);
  }
  size_t numLoops = dimension.loops.size();
  maps.push_back(builder.getMultiDimIdentityMap(numLoops));
  Value empty =
      tensor::EmptyOp::create(builder, dimension.extents, builder.getI64Type());
  auto indices = linalg::GenericOp::create(
      builder, empty.getType(), inputs, empty, maps,
      SmallVector<utils::IteratorType>(numLoops, utils::IteratorType::parallel),
      [&](OpBuilder &body, Location loc, ValueRange values) {
        IRMapping copies;
        copies.map(ArrayRef<BlockArgument>(arguments),
                   values.take_front(arguments.size()));
        cloneIndexOperations(body, dimension.loops, operations.getArrayRef(),
                             copies);
        Value index = copies.lookupOrDefault(dimension.index);
        linalg::YieldOp::create(
            body, loc,
            arith::IndexCastOp::create(body, loc, body.getI64Type(), index)
                .getResult());
      });
  for (Operation *operation : llvm::reverse(operations))
    if (isa<cf::AssertOp>(operation))
      operation->erase();
  return reshapeTensor(builder, indices.getResult(0), {dimension.count});
}

static bool isIdentity(ArrayRef<int64_t> indices, int64_t extent) {
  return int64_t(indices.size()) == extent &&
         llvm::equal(indices, llvm::seq<int64_t>(0, extent));
}

Value matrix::emitSeparableGather(ImplicitLocOpBuilder &builder,
                                  linalg::GenericOp op, Value tensor,
                                  const SeparableGather &gather) {
  SmallVector<int64_t> order =
      llvm::to_vector(llvm::seq<int64_t>(0, gather.dimensions.size()));
  ArrayRef<int64_t> source =
      cast<RankedTensorType>(tensor.getType()).getShape();
  llvm::sort(order, [&](int64_t a, int64_t b) {
    int64_t growthOfA = gather.dimensions[a].count * source[b];
    int64_t growthOfB = gather.dimensions[b].count * source[a];
    return std::pair(growthOfA, a) < std::pair(growthOfB, b);
  });
  for (int64_t dim : order) {
    const SeparableGather::Dimension &dimension = gather.dimensions[dim];
    if (dimension.indices.empty())
      tensor = gatherDimension(builder, tensor, dim,
                               emitIndices(builder, op, dimension));
    else if (!isIdentity(dimension.indices, source[dim]))
      tensor = gatherDimension(builder, tensor, dim, dimension.indices);
    if (!tensor)
      return {};
  }
  SmallVector<int64_t> shape; // that of the loops
  for (const SeparableGather::Dimension &dimension : gather.dimensions)
    llvm::append_range(shape, dimension.extents);
  return reshapeTensor(builder, tensor, shape);
}
