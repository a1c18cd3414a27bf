//===- ScatterPlan.cpp - division and blocks of scatter loops -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All divisors of the row are tried as the number of pieces. An iteration
// executes its scalar operations once, and those on rows for each column.
// Without a plan, each iteration waits for DRAM: for each element that it
// reads, or for the transfers and barriers of a launch for each operation on
// rows.
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

static int64_t elementBytes(Value tensor) {
  Type type = getElementTypeOrSelf(tensor);
  return llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
}

int64_t matrix::countElements(const ScatterOperand &operand) {
  auto type = cast<RankedTensorType>(operand.tensor.getType());
  return operand.isStreamed ? type.getNumElements() / type.getDimSize(0)
                            : type.getNumElements();
}

namespace {

/// Executions per iteration of the nest.
struct Work {
  double scalar = kLoopInstructions; // instructions
  double column = 0;                 // instructions for each column
  int64_t elements = 0, rowOperations = 0;

  explicit Work(const ScatterLoop &nest) {
    for (Operation &op : nest.inner().getBody()->without_terminator()) {
      elements += isa<tensor::ExtractOp>(op);
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
    std::optional<ScatterPlan> best;
    int64_t elements = nest.rowElements();
    for (int64_t pieces = 1; pieces <= elements; ++pieces) {
      if (elements % pieces != 0 || (pieces > 1 && !nest.isDivisible()))
        continue;
      ScatterPlan plan{pieces, elements / pieces, 0, 0, 0};
      if (pieces > 1 || elements * elementBytes(nest.getInit()) >=
                            *variant.parameters.lineBytes)
        plan.tableWidth = plan.width;
      if (chooseBlock(plan) && (!best || plan.cycles < best->cycles))
        best = plan;
    }
    return best && best->cycles < withoutPlan() ? best : std::nullopt;
  }

private:
  int64_t bytesOf(const ScatterOperand &operand,
                  const ScatterPlan &plan) const {
    return countElements(operand) * elementBytes(operand.tensor) /
           (isDivided(operand, plan) ? plan.pieces : 1);
  }

  int64_t tableBytes(const ScatterPlan &plan) const {
    return nest.getTableType().getNumElements() / plan.pieces *
           elementBytes(nest.getInit());
  }

  /// Returns the bytes of DRAM that a piece of a tensor takes: rows of a
  /// divided one are transferred as whole lines.
  int64_t dramBytes(Value tensor, bool isDivided,
                    const ScatterPlan &plan) const {
    auto type = cast<RankedTensorType>(tensor.getType());
    int64_t row = isDivided ? plan.width : type.getNumElements();
    int64_t rows = type.getNumElements() / (isDivided ? plan.pieces : 1) / row;
    return rows * int64_t(llvm::alignTo(row * elementBytes(tensor),
                                        *variant.parameters.lineBytes));
  }

  /// The table is loaded and stored. The cores share DRAM.
  double transferCycles(const ScatterPlan &plan) const {
    int64_t bytes = 2 * dramBytes(nest.getInit(), plan.pieces > 1, plan);
    for (const ScatterOperand &operand : nest.operands)
      bytes += dramBytes(operand.tensor, isDivided(operand, plan), plan);
    return double(bytes * std::min(cores, plan.pieces)) /
               double(variant.parameters.dramBytes.value_or(1)) +
           4 * latency;
  }

  /// Two blocks of streamed operands are in the scratchpad at a time, in
  /// aligned buffers.
  bool chooseBlock(ScatterPlan &plan) const {
    int64_t whole = tableBytes(plan), streamed = 0;
    for (const ScatterOperand &operand : nest.operands)
      (operand.isStreamed ? streamed : whole) += bytesOf(operand, plan);
    int64_t room =
        getScratchpadCapacity(variant) / 2 - whole -
        int64_t(2 * nest.operands.size() + 1) * *variant.parameters.lineBytes;
    if (room < 2 * streamed)
      return false;
    plan.block = room >= streamed * nest.numOuter() ? nest.numOuter()
                                                    : room / (2 * streamed);
    double own = double(nest.numIterations()) *
                 (work.scalar + work.column * double(plan.width));
    plan.cycles = double(llvm::divideCeil(plan.pieces, cores)) *
                  (own + transferCycles(plan));
    return true;
  }

  double withoutPlan() const {
    double launch =
        4 * latency + 2 * double(variant.parameters.barrierLatency.value_or(0));
    double row = double(nest.rowElements() * elementBytes(nest.getInit())) /
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
};

} // namespace

std::optional<ScatterPlan> matrix::planScatter(const ScatterLoop &loop,
                                               const desc::VariantInfo &variant,
                                               int64_t cores) {
  return ScatterPlanner(loop, variant, cores).run();
}
