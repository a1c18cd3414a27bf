//===- ExpandCopies.cpp - expansion of copies in DRAM ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass matrix-expand-copies. The dimensions of a copy are ordered by the
// strides of its target and merged where both sides are contiguous. The last
// three are divided into blocks, the unit of a DMA transfer; blocks are
// distributed cyclically to the cores.
//
// Blocks are as large as two buffers in the scratchpad permit, but small enough
// that each core has several, so that loads and stores overlap, and not smaller
// than the product of latency and bandwidth of DRAM.
//
//===----------------------------------------------------------------------===//

#include "Access/DramTensor.h"
#include "Emit/BlockEmitter.h"
#include "Fusion/FusionGroupFunction.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Frontend/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "matrix-expand-copies"

namespace matrix {
#define GEN_PASS_DEF_MATRIXEXPANDCOPIESPASS
#include "matrix/Frontend/Passes.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;
namespace field = matrix::desc::dma_field;

/// Blocks of each core, if the copy is large enough: one block in
/// kBlocksPerCore is neither loaded nor stored beside another.
static constexpr int64_t kBlocksPerCore = 8;

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

namespace {

/// One dimension of a copy; strides in elements.
struct CopyDim {
  int64_t extent, source, target;
  int64_t block = 1; // elements of a block
  int64_t count() const { return llvm::divideCeil(extent, block); }
};

} // namespace

static SmallVector<int64_t> getStrides(Value memref) {
  SmallVector<int64_t> strides;
  int64_t offset;
  (void)cast<MemRefType>(memref.getType()).getStridesAndOffset(strides, offset);
  return strides;
}

/// Returns the dimensions, outermost in the target first. The last one is
/// contiguous on both sides.
static SmallVector<CopyDim> getDims(Value source, Value target) {
  SmallVector<CopyDim> dims, merged;
  for (auto [extent, from, to] :
       llvm::zip_equal(cast<MemRefType>(target.getType()).getShape(),
                       getStrides(source), getStrides(target)))
    if (extent != 1)
      dims.push_back({extent, from, to});
  llvm::sort(dims, [](const CopyDim &a, const CopyDim &b) {
    return a.target > b.target;
  });
  for (const CopyDim &dim : dims) {
    if (!merged.empty() && merged.back().source == dim.source * dim.extent &&
        merged.back().target == dim.target * dim.extent)
      merged.back() = {merged.back().extent * dim.extent, dim.source,
                       dim.target};
    else
      merged.push_back(dim);
  }
  if (merged.empty() || merged.back().source != 1 || merged.back().target != 1)
    merged.push_back({1, 1, 1});
  return merged;
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

namespace {

/// The division of a copy into blocks.
class CopyPlan {
public:
  CopyPlan(SmallVector<CopyDim> dims, int64_t elementBytes,
           const desc::VariantInfo &variant, int64_t cores)
      : dims(std::move(dims)), elementBytes(elementBytes),
        lineBytes(variant.dma->lineBytes) {
    divide(getBudget(variant, cores));
  }

  int64_t pieces() const {
    int64_t result = 1;
    for (const CopyDim &dim : dims)
      result *= dim.count();
    return result;
  }
  /// Returns the dimensions of a block.
  ArrayRef<CopyDim> blockDims() const {
    return ArrayRef(dims).take_back(desc::dmaRank);
  }
  SmallVector<int64_t> blockShape() const {
    return llvm::map_to_vector(blockDims(),
                               [](const CopyDim &dim) { return dim.block; });
  }
  /// Returns the elements from row to row of a block in the scratchpad.
  int64_t pitch() const { return pitchBytes() / elementBytes; }

  SmallVector<CopyDim> dims;

private:
  int64_t getBudget(const desc::VariantInfo &variant, int64_t cores) const {
    int64_t total = elementBytes;
    for (const CopyDim &dim : dims)
      total *= dim.extent;
    int64_t least = *variant.parameters.dramLatency * lineBytes;
    int64_t most = getScratchpadCapacity(variant) / 2;
    return std::min(most, std::max(least, total / (cores * kBlocksPerCore)));
  }

  void divide(int64_t budget) {
    MutableArrayRef<CopyDim> inner =
        MutableArrayRef(dims).take_back(desc::dmaRank);
    // Beyond a partial row, the transfer fills; the count of these bytes is a
    // field of the descriptor.
    limit(inner.back(),
          std::min<int64_t>(budget, maximum(field::right)) / elementBytes);
    int64_t room = budget / pitchBytes();
    const desc::DmaField counts[] = {field::n1, field::n2};
    for (auto [dim, count] :
         llvm::zip(llvm::reverse(inner.drop_back()), counts)) {
      limit(dim, std::min(room, maximum(count)));
      room /= dim.block;
      if (dim.count() > 1)
        break;
    }
  }

  static int64_t maximum(const desc::DmaField &f) {
    return (int64_t(1) << f.bits) - 1;
  }
  /// Blocks of one dimension differ by at most one element.
  static void limit(CopyDim &dim, int64_t most) {
    int64_t count = llvm::divideCeil(dim.extent, std::max<int64_t>(most, 1));
    dim.block = llvm::divideCeil(dim.extent, count);
  }
  /// Rows begin at lines, or divide a line.
  int64_t pitchBytes() const {
    int64_t bytes = dims.back().block * elementBytes;
    return bytes >= lineBytes ? llvm::alignTo(bytes, lineBytes)
                              : llvm::PowerOf2Ceil(bytes);
  }

  int64_t elementBytes, lineBytes;
};

} // namespace

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

namespace {

/// Emits the transfers of one copy or fill.
class CopyEmitter {
public:
  /// `source` (null for a fill) and `target` are views in the dimensions of the
  /// plan.
  CopyEmitter(ImplicitLocOpBuilder &builder, const CopyPlan &plan, Value source,
              Value target, int64_t cores)
      : builder(builder), plan(plan), cores(cores),
        elementType(cast<MemRefType>(target.getType()).getElementType()),
        source(source), target(target) {
    IndexMath math(builder);
    core = cores > 1 ? CoreIdOp::create(builder).getResult() : math.constant(0);
    total = math.div(math.sub(math.constant(plan.pieces() + cores - 1), core),
                     cores);
  }

  void emitCopy() {
    allocate(plan.pieces() > cores ? 2 : 1);
    ifAny([&](ImplicitLocOpBuilder &b) {
      Value zero = IndexMath(b).constant(0);
      SmallVector<Value> last = emitLoop(
          b, zero, total, 1, {load(b, zero), done(b)},
          [&](ImplicitLocOpBuilder &inner, Value index, ValueRange tokens) {
            return emitStep(inner, index, tokens[0], tokens[1]);
          });
      DmaWaitOp::create(b, last[1]);
    });
  }

  void emitFill(TypedAttr value) {
    allocate(1);
    ifAny([&](ImplicitLocOpBuilder &b) {
      Value zero = IndexMath(b).constant(0);
      SmallVector<Value> none(plan.blockDims().size(), zero);
      SmallVector<Value> start(plan.dims.size(), zero);
      Value filled =
          DmaLoadOp::create(b, target, start, getBlock(b, zero), none, value)
              .getToken();
      DmaWaitOp::create(b, filled);
      SmallVector<Value> last = emitLoop(
          b, zero, total, 1, {done(b)},
          [&](ImplicitLocOpBuilder &inner, Value index, ValueRange tokens) {
            Value stored = store(inner, index);
            DmaWaitOp::create(inner, tokens[0]);
            return SmallVector<Value>{stored};
          });
      DmaWaitOp::create(b, last[0]);
    });
  }

private:
  void allocate(int64_t count) {
    numBuffers = count;
    SmallVector<int64_t> shape = {numBuffers};
    shape.append(plan.blockShape());
    shape.back() = plan.pitch();
    buffer = memref::AllocOp::create(
        builder, MemRefType::get(shape, elementType, AffineMap(),
                                 getScratchpadSpace(builder.getContext())));
  }

  /// Emits the code of cores that have blocks.
  void ifAny(llvm::function_ref<void(ImplicitLocOpBuilder &)> body) {
    if (plan.pieces() >= cores)
      return body(builder);
    IndexMath math(builder);
    auto guard = scf::IfOp::create(builder, math.less(math.constant(0), total),
                                   /*withElseRegion=*/false);
    ImplicitLocOpBuilder inside(builder.getLoc(), guard.getThenBodyBuilder());
    body(inside);
  }

  /// The store of a block overlaps the load of the next one, into the buffer of
  /// the block before.
  SmallVector<Value> emitStep(ImplicitLocOpBuilder &b, Value index,
                              Value loaded, Value before) {
    DmaWaitOp::create(b, loaded);
    Value stored = store(b, index);
    DmaWaitOp::create(b, before);
    if (numBuffers == 1)
      return {done(b), stored};
    IndexMath math(b);
    Value next = math.add(index, 1);
    auto more = scf::IfOp::create(
        b, math.less(next, total),
        [&](OpBuilder &region, Location l) {
          ImplicitLocOpBuilder inside(l, region);
          scf::YieldOp::create(inside, load(inside, next));
        },
        [&](OpBuilder &region, Location l) {
          ImplicitLocOpBuilder inside(l, region);
          scf::YieldOp::create(inside, done(inside));
        });
    return {more.getResult(0), stored};
  }

  Value done(ImplicitLocOpBuilder &b) {
    return DmaDoneOp::create(b).getToken();
  }

  Value load(ImplicitLocOpBuilder &b, Value index) {
    auto [start, valid] = getPosition(b, index);
    return DmaLoadOp::create(b, source, start, getBlock(b, index), valid)
        .getToken();
  }

  Value store(ImplicitLocOpBuilder &b, Value index) {
    auto [start, valid] = getPosition(b, index);
    return DmaStoreOp::create(b, TokenType::get(b.getContext()),
                              getBlock(b, index), target, start, valid)
        .getToken();
  }

  /// Returns the first element of this core's block with that number, and its
  /// extents (empty if all blocks are complete).
  std::pair<SmallVector<Value>, SmallVector<Value>>
  getPosition(ImplicitLocOpBuilder &b, Value index) {
    IndexMath math(b);
    Value number = math.add(core, math.mul(index, cores));
    SmallVector<Value> start(plan.dims.size()), valid;
    bool isPartial = false;
    for (auto [dim, first] : llvm::reverse(llvm::zip_equal(plan.dims, start))) {
      first = math.mul(math.rem(number, dim.count()), dim.block);
      number = math.div(number, dim.count());
    }
    for (auto [dim, first] :
         llvm::zip_equal(plan.blockDims(),
                         ArrayRef(start).take_back(plan.blockDims().size()))) {
      bool isCut = dim.extent % dim.block != 0;
      isPartial |= isCut;
      valid.push_back(
          isCut
              ? math.min(math.sub(math.constant(dim.extent), first), dim.block)
              : math.constant(dim.block));
    }
    return {start, isPartial ? valid : SmallVector<Value>()};
  }

  /// Returns the buffer of a block.
  Value getBlock(ImplicitLocOpBuilder &b, Value index) {
    SmallVector<int64_t> shape = plan.blockShape();
    unsigned rank = shape.size() + 1;
    SmallVector<OpFoldResult> offsets(rank, b.getIndexAttr(0));
    SmallVector<OpFoldResult> strides(rank, b.getIndexAttr(1));
    SmallVector<OpFoldResult> sizes = {b.getIndexAttr(1)};
    llvm::append_range(sizes, getAsIndexOpFoldResult(b.getContext(), shape));
    offsets[0] = getAsOpFoldResult(IndexMath(b).rem(index, numBuffers));
    auto type = cast<MemRefType>(memref::SubViewOp::inferRankReducedResultType(
        shape, cast<MemRefType>(buffer.getType()), offsets, sizes, strides));
    return memref::SubViewOp::create(b, type, buffer, offsets, sizes, strides);
  }

  ImplicitLocOpBuilder &builder;
  const CopyPlan &plan;
  int64_t cores;
  Type elementType;
  Value source, target;
  Value core, total; // number of this core, and of its blocks
  Value buffer;      // in the scratchpad
  int64_t numBuffers = 1;
};

} // namespace

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

/// Returns a view of the memref in the dimensions of the plan.
static Value getView(ImplicitLocOpBuilder &builder, Value memref,
                     const CopyPlan &plan, int64_t CopyDim::*stride) {
  SmallVector<int64_t> extents, strides;
  for (const CopyDim &dim : plan.dims) {
    extents.push_back(dim.extent);
    strides.push_back(dim.*stride);
  }
  return getStridedView(builder, builder.getLoc(), memref, extents, strides);
}

namespace {

struct ExpandCopies : matrix::impl::MatrixExpandCopiesPassBase<ExpandCopies> {
  using MatrixExpandCopiesPassBase::MatrixExpandCopiesPassBase;

  void runOnOperation() override {
    SmallVector<Operation *> found;
    getOperation().walk([&](Operation *op) {
      if (isa<CopyOp, FillOp>(op))
        found.push_back(op);
    });
    for (Operation *op : found)
      expand(op, /*outlined=*/found.size() > kMaxInlined);
  }

private:
  void expand(Operation *op, bool outlined) {
    auto copy = dyn_cast<CopyOp>(op);
    Value target = copy ? copy.getTarget() : cast<FillOp>(op).getTarget();
    Value source = copy ? copy.getSource() : Value();
    auto value = copy ? TypedAttr() : cast<FillOp>(op).getValue();
    int64_t bytes = llvm::divideCeil(
        cast<MemRefType>(target.getType()).getElementTypeBitWidth(), 8);
    CopyPlan plan(getDims(source ? source : target, target), bytes,
                  getTarget(op), usedCores(op));
    ImplicitLocOpBuilder builder(op->getLoc(), op);
    SmallVector<Value> views;
    if (source)
      views.push_back(getView(builder, source, plan, &CopyDim::source));
    views.push_back(getView(builder, target, plan, &CopyDim::target));
    if (outlined)
      func::CallOp::create(builder, getFunction(plan, views, value), views);
    else
      emit(builder, plan, views, value, usedCores(op));
    LDBG() << (outlined ? "call for " : "loops for ") << *op;
    ++numExpanded;
    op->erase();
  }

  int64_t usedCores(Operation *op) {
    return cores > 0 ? int64_t(cores) : int64_t(getTarget(op).cores);
  }

  static void emit(ImplicitLocOpBuilder &builder, const CopyPlan &plan,
                   ValueRange views, TypedAttr value, int64_t cores) {
    Value source = value ? Value() : views.front();
    CopyEmitter emitter(builder, plan, source, views.back(), cores);
    if (value)
      emitter.emitFill(value);
    else
      emitter.emitCopy();
    if (cores > 1)
      BarrierOp::create(builder);
  }

  /// Returns the function of copies between views of these types, or of fills
  /// with that value. It has no source location, because it has several users.
  func::FuncOp getFunction(const CopyPlan &plan, ValueRange views,
                           TypedAttr value) {
    ImplicitLocOpBuilder builder(UnknownLoc::get(&getContext()), &getContext());
    auto type = builder.getFunctionType(TypeRange(views), TypeRange());
    func::FuncOp &function = functions[{type, value}];
    if (function)
      return function;
    ++numFunctions;
    builder.setInsertionPointToEnd(getOperation().getBody());
    function = func::FuncOp::create(builder, "matrix_copy", type);
    function.setPrivate();
    SymbolTable(getOperation()).insert(function);
    disableInlining(function);
    builder.setInsertionPointToStart(function.addEntryBlock());
    emit(builder, plan, function.getArguments(), value,
         usedCores(getOperation()));
    func::ReturnOp::create(builder);
    return function;
  }

  llvm::DenseMap<std::pair<Type, Attribute>, func::FuncOp> functions;
};

} // namespace
