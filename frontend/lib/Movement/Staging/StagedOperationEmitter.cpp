//===- StagedOperationEmitter.cpp - code of staged operations -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The code of a core, with two buffers for each slice if it has several blocks:
//
//   load tables and block 0
//   for each full block i of the core:
//     wait for the loads of i; start those of i + 1
//     execute block i
//     start the stores of i; wait for those of i - 1
//   one core: the remaining iterations
//
// A result that the operation also reads is stored before the next block is
// loaded into the same buffer.
//
//===----------------------------------------------------------------------===//

#include "StagedOperationEmitter.h"
#include "Access/IndependentIterations.h"
#include "Emit/BlockEmitter.h"
#include "Movement/Copies/CoreBlocks.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "matrix/Dialect/Matrix/IR/Target.h"

using namespace mlir;
using namespace matrix;

namespace {

using Values = SmallVector<Value>;

/// Iterations of the divided loop.
struct Iterations {
  Value first;
  int64_t number;
  Value buffer; ///< number of the buffer of slices
};

class StagedOperationEmitter {
public:
  StagedOperationEmitter(const StagedOperation &plan, int64_t cores)
      : plan(plan), op(plan.op), cores(cores), builder(op.getLoc(), op),
        hasUpdates(llvm::any_of(plan.accesses, isUpdate)),
        numBuffers(plan.hasTwoBuffers(cores) ? 2 : 1) {}

  void emit() {
    for (const StagedAccess &access : plan.accesses)
      buffers.push_back(access.isStaged ? allocate(access) : Value());
    CoreBlocks blocks(builder, plan.numFullBlocks(), cores);
    Value zero = IndexMath(builder).constant(0);
    awaitAll(builder, loadIf(builder, /*slices=*/false, {zero, 1, zero}));
    if (plan.numFullBlocks() > 0)
      blocks.ifAny(builder,
                   [&](ImplicitLocOpBuilder &b) { emitBlocks(b, blocks); });
    if (plan.numRemaining() > 0)
      emitRemaining(blocks);
    op.erase();
  }

private:
  static bool isUpdate(const StagedAccess &access) {
    return access.isStaged && access.isLoaded && access.isStored;
  }

  //===--------------------------------------------------------------------===//
  // Blocks
  //===--------------------------------------------------------------------===//

  Iterations getBlock(ImplicitLocOpBuilder &b, const CoreBlocks &blocks,
                      Value index) {
    IndexMath math(b);
    Value number = math.add(blocks.core, math.mul(index, cores));
    return {math.mul(number, plan.block), plan.block,
            math.rem(index, numBuffers)};
  }

  void emitBlocks(ImplicitLocOpBuilder &b, const CoreBlocks &blocks) {
    Value zero = IndexMath(b).constant(0);
    Values tokens = loadIf(b, /*slices=*/true, getBlock(b, blocks, zero));
    unsigned numLoads = tokens.size();
    tokens.append(count(&StagedAccess::isStored),
                  DmaDoneOp::create(b).getToken());
    Values last = emitLoop(
        b, zero, blocks.total, 1, tokens,
        [&](ImplicitLocOpBuilder &inside, Value index, ValueRange carried) {
          return emitStep(inside, blocks, index, carried.take_front(numLoads),
                          carried.drop_front(numLoads));
        });
    awaitAll(b, ArrayRef(last).drop_front(numLoads));
  }

  Values emitStep(ImplicitLocOpBuilder &b, const CoreBlocks &blocks,
                  Value index, ValueRange loads, ValueRange stores) {
    awaitAll(b, loads);
    if (hasUpdates)
      awaitAll(b, stores);
    Values tokens(loads);
    if (numBuffers > 1 && !loads.empty())
      tokens = blocks.loadNext(b, index, loads.size(),
                               [&](ImplicitLocOpBuilder &inside, Value next) {
                                 return loadIf(inside, /*slices=*/true,
                                               getBlock(inside, blocks, next));
                               });
    llvm::append_range(tokens, execute(b, getBlock(b, blocks, index)));
    if (!hasUpdates)
      awaitAll(b, stores);
    return tokens;
  }

  /// The core after that of the last full block executes the rest.
  void emitRemaining(const CoreBlocks &blocks) {
    IndexMath math(builder);
    int64_t full = plan.numFullBlocks();
    auto guard =
        scf::IfOp::create(builder, math.equal(blocks.core, full % cores),
                          /*withElseRegion=*/false);
    ImplicitLocOpBuilder b(builder.getLoc(), guard.getThenBodyBuilder());
    IndexMath inside(b);
    Iterations rest{inside.constant(full * plan.block), plan.numRemaining(),
                    inside.constant(0)};
    awaitAll(b, loadIf(b, /*slices=*/true, rest));
    awaitAll(b, execute(b, rest));
  }

  //===--------------------------------------------------------------------===//
  // Transfers
  //===--------------------------------------------------------------------===//

  /// Returns the number of staged slices with this property.
  unsigned count(bool StagedAccess::*property) const {
    return llvm::count_if(plan.accesses, [&](const StagedAccess &access) {
      return access.isStaged && access.*property;
    });
  }

  static void awaitAll(ImplicitLocOpBuilder &b, ValueRange tokens) {
    for (Value token : tokens)
      DmaWaitOp::create(b, token);
  }

  /// Returns a buffer of [buffers][the shape of a block], or of a table.
  Value allocate(const StagedAccess &access) {
    SmallVector<int64_t> shape = access.getShape(plan.block);
    if (access.isSlice())
      shape.insert(shape.begin(), numBuffers);
    return memref::AllocOp::create(
        builder,
        MemRefType::get(shape, access.getType().getElementType(), AffineMap(),
                        getScratchpadSpace(builder.getContext())));
  }

  /// Returns the elements of the iterations in the buffer of access `i`.
  Value getView(ImplicitLocOpBuilder &b, unsigned i,
                const Iterations &iterations) {
    const StagedAccess &access = plan.accesses[i];
    if (!access.isSlice())
      return buffers[i];
    auto full = cast<MemRefType>(buffers[i].getType());
    SmallVector<int64_t> shape = access.getShape(iterations.number);
    SmallVector<OpFoldResult> sizes =
        getAsIndexOpFoldResult(b.getContext(), shape);
    sizes.insert(sizes.begin(), b.getIndexAttr(1));
    SmallVector<OpFoldResult> offsets(full.getRank(), b.getIndexAttr(0)),
        strides(full.getRank(), b.getIndexAttr(1));
    if (numBuffers > 1)
      offsets.front() = getAsOpFoldResult(iterations.buffer);
    auto type = memref::SubViewOp::inferRankReducedResultType(
        shape, full, offsets, sizes, strides);
    return memref::SubViewOp::create(b, cast<MemRefType>(type), buffers[i],
                                     offsets, sizes, strides);
  }

  /// Returns the elements of the iterations in DRAM.
  Value getSlice(ImplicitLocOpBuilder &b, const StagedAccess &access,
                 const Iterations &iterations) {
    if (!access.isSlice())
      return access.memref;
    SmallVector<OpFoldResult> sizes = getAsIndexOpFoldResult(
        b.getContext(), access.getShape(iterations.number));
    SmallVector<OpFoldResult> offsets(sizes.size(), b.getIndexAttr(0)),
        strides(sizes.size(), b.getIndexAttr(1));
    offsets[access.dim] =
        getAsOpFoldResult(IndexMath(b).mul(iterations.first, access.step));
    return memref::SubViewOp::create(b, access.memref, offsets, sizes, strides);
  }

  /// Returns rows that are contiguous in DRAM, in two dimensions or one.
  static Value getRows(ImplicitLocOpBuilder &b, const StagedAccess &access,
                       Value view) {
    int64_t rank = access.getType().getRank();
    SmallVector<ReassociationIndices> groups;
    ArrayRef<int64_t> shape = cast<MemRefType>(view.getType()).getShape();
    int64_t outer = std::max<int64_t>(access.dim, 0);
    if (llvm::product_of(shape.take_front(outer)) == 1)
      outer = 0;
    if (outer > 0)
      groups.push_back(llvm::to_vector(llvm::seq<int64_t>(0, outer)));
    groups.push_back(llvm::to_vector(llvm::seq<int64_t>(outer, rank)));
    return memref::CollapseShapeOp::create(b, view, groups);
  }

  /// Starts the loads of slices or of tables.
  Values loadIf(ImplicitLocOpBuilder &b, bool slices,
                const Iterations &iterations) {
    Values tokens;
    for (auto [i, access] : llvm::enumerate(plan.accesses))
      if (access.isStaged && access.isLoaded && access.isSlice() == slices)
        tokens.push_back(
            DmaLoadOp::create(
                b, getRows(b, access, getSlice(b, access, iterations)),
                ValueRange(), getRows(b, access, getView(b, i, iterations)),
                ValueRange())
                .getToken());
    return tokens;
  }

  /// Emits the operation on the iterations and starts its stores.
  Values execute(ImplicitLocOpBuilder &b, const Iterations &iterations) {
    emitOperation(b, iterations);
    FenceOp::create(b);
    Values tokens;
    for (auto [i, access] : llvm::enumerate(plan.accesses))
      if (access.isStaged && access.isStored)
        tokens.push_back(
            DmaStoreOp::create(
                b, TokenType::get(b.getContext()),
                getRows(b, access, getView(b, i, iterations)),
                getRows(b, access, getSlice(b, access, iterations)),
                ValueRange(), ValueRange())
                .getToken());
    return tokens;
  }

  //===--------------------------------------------------------------------===//
  // Computation
  //===--------------------------------------------------------------------===//

  void emitOperation(ImplicitLocOpBuilder &b, const Iterations &iterations) {
    IRMapping mapping;
    auto copy = cast<linalg::GenericOp>(b.clone(*op, mapping));
    shiftIndices(copy, iterations.first);
    for (auto [i, access] : llvm::enumerate(plan.accesses)) {
      if (access.operand >= 0)
        copy->setOperand(access.operand, access.isStaged
                                             ? getView(b, i, iterations)
                                             : getSlice(b, access, iterations));
      else if (access.isStaged)
        redirectLoads(copy, access, getView(b, i, iterations), mapping);
    }
    copy->moveBefore(b.getInsertionBlock(), b.getInsertionPoint());
    copy->removeAttr(kDividedAttrName);
    copy->setAttr(kInterleavedAttrName, b.getUnitAttr());
  }

  /// The loop of the copy starts at zero.
  void shiftIndices(linalg::GenericOp copy, Value first) {
    for (auto index : llvm::make_early_inc_range(
             copy.getBody()->getOps<linalg::IndexOp>())) {
      if (int64_t(index.getDim()) != plan.loop)
        continue;
      OpBuilder b(copy.getContext());
      b.setInsertionPointAfter(index);
      Value shifted = arith::AddIOp::create(b, index.getLoc(), index, first);
      index.getResult().replaceAllUsesExcept(shifted, shifted.getDefiningOp());
    }
  }

  void redirectLoads(linalg::GenericOp copy, const StagedAccess &access,
                     Value view, IRMapping &mapping) {
    for (memref::LoadOp original : access.loads) {
      auto load =
          mapping.lookup(original.getResult()).getDefiningOp<memref::LoadOp>();
      load.getMemrefMutable().assign(view);
      if (!access.isSlice())
        continue;
      OpBuilder b(load);
      Value counter = linalg::IndexOp::create(b, load.getLoc(), plan.loop);
      load.getIndicesMutable()[access.dim].set(counter);
    }
  }

  const StagedOperation &plan;
  linalg::GenericOp op;
  int64_t cores;
  ImplicitLocOpBuilder builder;
  bool hasUpdates;
  int64_t numBuffers;
  Values buffers; ///< parallel to the accesses; null if in DRAM
};

} // namespace

void matrix::emitStagedOperation(const StagedOperation &plan, int64_t cores) {
  StagedOperationEmitter(plan, cores).emit();
}
