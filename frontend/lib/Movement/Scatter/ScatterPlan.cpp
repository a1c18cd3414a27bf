//===- ScatterPlan.cpp - division and blocks of scatter loops -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All numbers of columns, and of iterations of loops with separate parts of the
// table, are tried as the width of a piece. An iteration executes its scalar
// operations once, and those on rows for each column. It waits for elements of
// the table unless it is interleaved with other ones. Without a plan, each
// iteration waits for DRAM: for each element that it reads, or for the
// transfers and barriers of a launch for each operation on rows.
//
//===----------------------------------------------------------------------===//

#include "ScatterPlan.h"
#include "Plan/Blocks/BlockPlan.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace matrix;

/// Instructions that count and branch, or start and end a loop of columns.
static constexpr double kLoopInstructions = 8;

static int64_t elementBytes(RankedTensorType type) {
  return llvm::divideCeil(type.getElementTypeBitWidth(), 8);
}

bool matrix::isStreamed(const ScatterLoop &loop, const ScatterOperand &operand,
                        const ScatterPlan &plan) {
  scf::ForOp outer = loop.outer();
  return plan.loop != 0u && operand.counters.front() == outer.getInductionVar();
}

/// Returns the dimension of which a piece has some indices; -1 if it has all
/// elements.
static int64_t getDividedDim(const ScatterLoop &loop,
                             const ScatterOperand &operand,
                             const ScatterPlan &plan) {
  if (&operand == &loop.table)
    return plan.tableDim;
  if (plan.loop) {
    scf::ForOp divided = loop.loops[*plan.loop];
    return operand.findDim(divided.getInductionVar());
  }
  bool hasColumns = operand.hasRows && (plan.numPieces() > 1 || plan.tiles);
  return hasColumns ? operand.getType().getRank() - 1 : -1;
}

StagedLayout matrix::getLayout(const ScatterLoop &loop,
                               const ScatterOperand &operand,
                               const ScatterPlan &plan) {
  bool isTable = &operand == &loop.table;
  StagedLayout layout;
  layout.dim = getDividedDim(loop, operand, plan);
  layout.width = plan.width;
  if (!isTable && isStreamed(loop, operand, plan)) {
    layout.block = plan.block;
    layout.hasTwoBuffers = plan.block < loop.numOuter();
  }
  if (plan.tiles && operand.hasRows) {
    layout.pitch = isTable ? plan.tiles->tablePitch(plan.width)
                           : plan.tiles->operandPitch(plan.width);
    layout.tile = plan.tiles->tablePitch(plan.width);
  }
  return layout;
}

namespace {

/// Executions per iteration of the nest.
struct Work {
  double scalar = kLoopInstructions; // instructions
  double column = 0;                 // instructions for each column
  int64_t elements = 0, tableElements = 0, rowOperations = 0;

  explicit Work(const ScatterLoop &nest) {
    for (Operation &op : nest.inner().getBody()->without_terminator()) {
      if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
        ++elements;
        tableElements += extract.getTensor() == nest.table.tensor;
      }
      if (auto generic = dyn_cast<linalg::GenericOp>(op)) {
        ++rowOperations;
        column += double(generic.getBody()->getOperations().size() - 1);
      } else if (isScatterRow(&op) || isa<tensor::InsertSliceOp>(op)) {
        ++column;
        rowOperations += isa<tensor::InsertSliceOp>(op);
      } else {
        scalar += 2;
      }
    }
  }
};

class ScatterPlanner {
public:
  ScatterPlanner(const ScatterLoop &nest, const desc::VariantInfo &variant,
                 int64_t cores)
      : nest(nest), variant(variant), cores(cores), work(nest),
        tiles(findRowTiles(nest, variant)),
        latency(double(variant.parameters.dramLatency.value_or(0))) {}

  std::optional<ScatterPlan> run() {
    RankedTensorType table = nest.getTableType();
    int64_t last = table.getRank() - 1;
    int64_t lineBytes = *variant.parameters.lineBytes;
    ScatterPlan columns{std::nullopt, nest.rowElements(), 0, 0, last, 0};
    tryWidths(columns, /*hasPieces=*/nest.hasSeparateColumns());
    columns.width = columns.extent;
    columns.tiles = tiles;
    if (tiles)
      tryPlan(columns);
    bool isShort = nest.rowElements() * elementBytes(table) < lineBytes;
    columns.tableDim = isShort ? -1 : last;
    columns.tiles.reset();
    tryPlan(columns);
    for (unsigned loop = 0; loop < nest.loops.size(); ++loop)
      if (nest.hasSeparateIterations(loop)) {
        scf::ForOp op = nest.loops[loop];
        int64_t dim = nest.table.findDim(op.getInductionVar());
        tryWidths({loop, table.getDimSize(dim), 0, 0, dim, 0},
                  /*hasPieces=*/true);
      }
    return best && best->cycles < withoutPlan() ? best : std::nullopt;
  }

private:
  /// Tries the least width of each number of pieces.
  void tryWidths(ScatterPlan plan, bool hasPieces) {
    for (int64_t pieces = 1; hasPieces && pieces <= plan.extent; ++pieces) {
      int64_t width = llvm::divideCeil(plan.extent, pieces);
      if (width == plan.width || (pieces == 1 && !plan.loop))
        continue;
      plan.width = width;
      tryPlan(plan);
      if (tiles && !plan.loop) {
        ScatterPlan onTiles = plan;
        onTiles.tiles = tiles;
        tryPlan(onTiles);
      }
    }
  }

  void tryPlan(ScatterPlan plan) {
    if (chooseBlock(plan) && (!best || plan.cycles < best->cycles))
      best = plan;
  }

  /// Returns the bytes of a buffer of a tensor.
  int64_t bytesOf(const ScatterOperand &operand,
                  const ScatterPlan &plan) const {
    StagedLayout layout = getLayout(nest, operand, plan);
    layout.hasTwoBuffers = false;
    RankedTensorType type = operand.getType();
    return llvm::product_of(layout.getShape(type)) * elementBytes(type);
  }

  /// Returns the bytes of one buffer of all streamed operands, for blocks of
  /// `block` iterations.
  int64_t streamedBytes(ScatterPlan plan, int64_t block) const {
    plan.block = block;
    int64_t bytes = 0;
    for (const ScatterOperand &operand : nest.operands)
      if (isStreamed(nest, operand, plan))
        bytes += bytesOf(operand, plan);
    return bytes;
  }

  /// Returns the bytes of DRAM that a piece of a tensor takes: rows of a
  /// divided one are transferred as whole lines.
  int64_t dramBytes(const ScatterOperand &operand,
                    const ScatterPlan &plan) const {
    RankedTensorType type = operand.getType();
    int64_t dim = getDividedDim(nest, operand, plan);
    int64_t rows = 1, row = type.getNumElements();
    if (dim >= 0) {
      rows = llvm::product_of(type.getShape().take_front(dim));
      row = llvm::product_of(type.getShape().drop_front(dim + 1)) *
            std::min(plan.width, type.getDimSize(dim));
    }
    return rows * int64_t(llvm::alignTo(row * elementBytes(type),
                                        *variant.parameters.lineBytes));
  }

  /// The table is loaded and stored. The cores share DRAM.
  double transferCycles(const ScatterPlan &plan) const {
    int64_t bytes = 2 * dramBytes(nest.table, plan);
    for (const ScatterOperand &operand : nest.operands)
      bytes += dramBytes(operand, plan);
    return double(bytes * std::min(cores, plan.numPieces())) /
               double(variant.parameters.dramBytes.value_or(1)) +
           4 * latency;
  }

  /// Returns the cycles of the iterations for a piece.
  double computeCycles(const ScatterPlan &plan) const {
    double iterations = double(nest.numIterations());
    int64_t columns = plan.loop ? nest.rowElements() : plan.width;
    if (plan.loop) {
      int64_t count = nest.numIterations(*plan.loop);
      iterations *= double(std::min(plan.width, count)) / double(count);
    }
    bool isInterleaved = plan.loop && plan.width > 1;
    double wait =
        isInterleaved
            ? 0
            : double(work.tableElements *
                     variant.parameters.scalarLoadLatency.value_or(0));
    double row = plan.tiles ? plan.tiles->countCycles(columns)
                            : work.column * double(columns);
    return iterations * (work.scalar + wait + row);
  }

  /// Two blocks of streamed operands are in the scratchpad at a time, in
  /// aligned buffers.
  bool chooseBlock(ScatterPlan &plan) const {
    int64_t room =
        getScratchpadCapacity(variant) / 2 - bytesOf(nest.table, plan) -
        int64_t(2 * nest.operands.size() + 1) * *variant.parameters.lineBytes;
    for (const ScatterOperand &operand : nest.operands)
      room -= isStreamed(nest, operand, plan) ? 0 : bytesOf(operand, plan);
    int64_t one = streamedBytes(plan, 1), next = streamedBytes(plan, 2) - one;
    if (room < 2 * one)
      return false;
    bool isWhole = room >= streamedBytes(plan, nest.numOuter());
    plan.block = isWhole ? nest.numOuter() : (room / 2 - one) / next + 1;
    plan.cycles = double(llvm::divideCeil(plan.numPieces(), cores)) *
                  (computeCycles(plan) + transferCycles(plan));
    return true;
  }

  double withoutPlan() const {
    double launch =
        4 * latency + 2 * double(variant.parameters.barrierLatency.value_or(0));
    double row =
        double(nest.rowElements() * elementBytes(nest.getTableType())) /
        double(variant.parameters.dramBytes.value_or(1));
    return double(nest.numIterations()) *
           (double(work.elements) * latency +
            double(work.rowOperations) * (launch + row) + work.scalar);
  }

  const ScatterLoop &nest;
  const desc::VariantInfo &variant;
  int64_t cores;
  Work work;
  std::optional<RowTiles> tiles;
  double latency;
  std::optional<ScatterPlan> best;
};

} // namespace

std::optional<ScatterPlan> matrix::planScatter(const ScatterLoop &loop,
                                               const desc::VariantInfo &variant,
                                               int64_t cores) {
  return ScatterPlanner(loop, variant, cores).run();
}
