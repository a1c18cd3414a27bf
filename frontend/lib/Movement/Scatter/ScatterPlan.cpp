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

int64_t matrix::getDividedDim(const ScatterLoop &loop,
                              const ScatterOperand &operand,
                              const ScatterPlan &plan) {
  if (plan.loop) {
    scf::ForOp divided = loop.loops[*plan.loop];
    return operand.findDim(divided.getInductionVar());
  }
  bool isDivided = operand.hasRows && plan.numPieces() > 1;
  return isDivided ? operand.getType().getRank() - 1 : -1;
}

/// Returns the elements that an index of a dimension selects in each row.
static int64_t countInner(RankedTensorType type, int64_t dim) {
  return llvm::product_of(type.getShape().drop_front(dim + 1));
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
        column += double(generic.getBody()->getOperations().size());
      } else if (isScatterRow(&op) || isa<tensor::InsertSliceOp>(op)) {
        column += 2;
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
        latency(double(variant.parameters.dramLatency.value_or(0))) {}

  std::optional<ScatterPlan> run() {
    RankedTensorType table = nest.getTableType();
    int64_t last = table.getRank() - 1;
    int64_t lineBytes = *variant.parameters.lineBytes;
    tryWidths({std::nullopt, nest.rowElements(), 0, 0, last, 0},
              /*hasPieces=*/nest.hasSeparateColumns());
    bool isShort = nest.rowElements() * elementBytes(table) < lineBytes;
    tryPlan({std::nullopt, nest.rowElements(), nest.rowElements(), 0,
             isShort ? -1 : last, 0});
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
    }
  }

  void tryPlan(ScatterPlan plan) {
    if (chooseBlock(plan) && (!best || plan.cycles < best->cycles))
      best = plan;
  }

  /// Returns the bytes of a piece in the scratchpad, and those of one iteration
  /// of the first loop if the operand is streamed.
  int64_t bytesOf(const ScatterOperand &operand, int64_t dim,
                  const ScatterPlan &plan) const {
    RankedTensorType type = operand.getType();
    int64_t elements = type.getNumElements();
    if (dim >= 0)
      elements = elements / type.getDimSize(dim) * plan.width;
    if (&operand != &nest.table && isStreamed(nest, operand, plan))
      elements /= type.getDimSize(0);
    return elements * elementBytes(type);
  }

  /// Returns the bytes of DRAM that a piece of a tensor takes: rows of a
  /// divided one are transferred as whole lines.
  int64_t dramBytes(RankedTensorType type, int64_t dim,
                    const ScatterPlan &plan) const {
    int64_t rows = 1, row = type.getNumElements();
    if (dim >= 0) {
      rows = llvm::product_of(type.getShape().take_front(dim));
      row = countInner(type, dim) * std::min(plan.width, type.getDimSize(dim));
    }
    return rows * int64_t(llvm::alignTo(row * elementBytes(type),
                                        *variant.parameters.lineBytes));
  }

  /// The table is loaded and stored. The cores share DRAM.
  double transferCycles(const ScatterPlan &plan) const {
    int64_t bytes = 2 * dramBytes(nest.getTableType(), plan.tableDim, plan);
    for (const ScatterOperand &operand : nest.operands)
      bytes += dramBytes(operand.getType(), getDividedDim(nest, operand, plan),
                         plan);
    return double(bytes * std::min(cores, plan.numPieces())) /
               double(variant.parameters.dramBytes.value_or(1)) +
           4 * latency;
  }

  /// Returns the cycles of the iterations for a piece.
  double computeCycles(const ScatterPlan &plan) const {
    double iterations = double(nest.numIterations());
    double columns = double(plan.loop ? nest.rowElements() : plan.width);
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
    return iterations * (work.scalar + wait + work.column * columns);
  }

  /// Two blocks of streamed operands are in the scratchpad at a time, in
  /// aligned buffers.
  bool chooseBlock(ScatterPlan &plan) const {
    int64_t whole = bytesOf(nest.table, plan.tableDim, plan), streamed = 0;
    for (const ScatterOperand &operand : nest.operands)
      (isStreamed(nest, operand, plan) ? streamed : whole) +=
          bytesOf(operand, getDividedDim(nest, operand, plan), plan);
    int64_t room =
        getScratchpadCapacity(variant) / 2 - whole -
        int64_t(2 * nest.operands.size() + 1) * *variant.parameters.lineBytes;
    if (room < 2 * streamed)
      return false;
    plan.block = room >= streamed * nest.numOuter() ? nest.numOuter()
                                                    : room / (2 * streamed);
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
  double latency;
  std::optional<ScatterPlan> best;
};

} // namespace

std::optional<ScatterPlan> matrix::planScatter(const ScatterLoop &loop,
                                               const desc::VariantInfo &variant,
                                               int64_t cores) {
  return ScatterPlanner(loop, variant, cores).run();
}
