//===- EarlyTensors.cpp - rows that are loaded launches ahead -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The launches that wait for DRAM longest are considered, a few of a program,
// from the last one to the first. The cycles for which a launch waits are those
// of its bytes beyond its computation, by the cost of its plan; what is in
// scratchpads counts nothing. The nearest launches before it carry as many rows
// as they have cycles of DRAM to spare, as are free in all scratchpads until
// they are read, and as the launch waits for.
//
//===----------------------------------------------------------------------===//

#include "EarlyTensors.h"
#include "Barriers.h"
#include "Plan/PlannedCost.h"
#include "RowLoads.h"

using namespace mlir;
using namespace matrix;

/// DRAM limits a launch if its transfers take this multiple of its computation.
static constexpr double kLimited = 1.25;
/// The latencies of DRAM for which a launch has to wait at least.
static constexpr double kMinLatencies = 8;
/// Fewer bytes of a core are not worth other code.
static constexpr int64_t kMinPart = 8192;
/// Fewer bytes in a step are not worth a transfer of their own.
static constexpr int64_t kMinPiece = 1024;
/// Longer transfers delay the loads of the next step.
static constexpr int64_t kMaxPiece = 32768;
/// More parts make the steps of the launch longer than they save.
static constexpr size_t kMaxParts = 8;
/// Launches of a program that have rows early, each of which needs functions of
/// its own: compile time is linear in the number of launches.
static constexpr size_t kMaxTensors = 4;
/// A part of a launch's computation that surely remains for other transfers.
static constexpr double kSpare = 0.75;

namespace {

struct Launch {
  func::CallOp call;
  func::FuncOp callee;
  double compute = 0, dram = 0; // cycles
  int64_t spare = 0;            // bytes of each core
};

class Chooser {
public:
  Chooser(func::FuncOp function, SymbolTable &symbols,
          const llvm::DenseSet<OpOperand *> &kept, ScratchpadRoom use,
          const desc::VariantInfo &variant)
      : symbols(symbols), kept(kept), use(use), variant(variant),
        cores(use.occupied.size()), barriers(function, symbols, cores) {
    for (auto call : function.front().getOps<func::CallOp>())
      if (auto callee = symbols.lookup<func::FuncOp>(call.getCallee()))
        if (CostAttr cost = getPlannedCost(callee))
          addLaunch(call, callee, cost);
  }

  std::vector<EarlyTensor> choose() {
    std::vector<EarlyTensor> tensors;
    for (size_t number : findLongestWaits()) {
      EarlyTensor tensor = choose(number);
      if (!tensor.parts.empty())
        tensors.push_back(std::move(tensor));
    }
    return tensors;
  }

private:
  double getRate() const { return double(*variant.parameters.dramBytes); }

  void addLaunch(func::CallOp call, func::FuncOp callee, CostAttr cost) {
    Launch launch{call, callee};
    launch.compute = double(cost.getProducts() + cost.getLoads());
    double bytes = 0;
    for (OpOperand &operand : call->getOpOperands())
      if (!kept.contains(&operand))
        if (MemRefType type =
                findTensorType(callee, operand.getOperandNumber()))
          bytes += double(type.getNumElements()) *
                   llvm::divideCeil(type.getElementTypeBitWidth(), 8);
    launch.dram = bytes / getRate();
    launch.spare =
        int64_t(std::max(0.0, launch.compute * kSpare - launch.dram) *
                getRate() / double(cores));
    launches.push_back(launch);
  }

  /// Returns the cycles for which a launch waits for DRAM; 0 if they are few.
  double getWait(const Launch &launch) const {
    double wait = launch.dram - launch.compute;
    bool isLimited =
        launch.dram >= kLimited * launch.compute &&
        wait >= kMinLatencies * double(*variant.parameters.dramLatency);
    return isLimited ? wait : 0;
  }

  /// Returns the launches that wait longest, the last one first.
  std::vector<size_t> findLongestWaits() const {
    std::vector<size_t> numbers;
    for (size_t number = 0; number < launches.size(); ++number)
      if (getWait(launches[number]) > 0)
        numbers.push_back(number);
    llvm::stable_sort(numbers, [&](size_t a, size_t b) {
      return getWait(launches[a]) > getWait(launches[b]);
    });
    numbers.resize(std::min(numbers.size(), kMaxTensors));
    llvm::sort(numbers, std::greater<>());
    return numbers;
  }

  EarlyTensor choose(size_t number) {
    const Launch &launch = launches[number];
    EarlyTensor tensor{launch.call, 0, {}};
    auto wanted = int64_t(getWait(launch) * getRate() / double(cores));
    std::optional<RowLoads> loads = findLargest(launch, tensor.argument);
    if (!loads)
      return tensor;
    int64_t rows = std::min(loads->blockRows, wanted / loads->getRowBytes());
    int64_t end = loads->blockRows;
    Operation *root =
        findRoot(launch.call->getOperand(tensor.argument)).getDefiningOp();
    for (size_t i = number; i-- > 0 && tensor.parts.size() < kMaxParts;) {
      // Addresses are loaded from a table.
      if (!isa<memref::GetGlobalOp>(root) &&
          !root->isBeforeInBlock(launches[i].call))
        break;
      EarlyRows part = choosePart(launches[i], launch, *loads, rows);
      if (part.count == 0)
        continue;
      rows -= part.count;
      part.first = end -= part.count;
      tensor.parts.insert(tensor.parts.begin(), std::move(part));
    }
    return tensor;
  }

  std::optional<RowLoads> findLargest(const Launch &launch,
                                      unsigned &argument) const {
    std::optional<RowLoads> largest;
    for (OpOperand &operand : launch.call->getOpOperands()) {
      if (kept.contains(&operand) || !isOnlyLoaded(operand.get(), symbols))
        continue;
      unsigned number = operand.getOperandNumber();
      std::optional<RowLoads> loads =
          findRowLoads(launch.callee, number, cores);
      if (!loads || (largest && largest->tensor.getNumElements() >=
                                    loads->tensor.getNumElements()))
        continue;
      largest = loads;
      argument = number;
    }
    return largest;
  }

  /// Chooses at most `rows` rows that are loaded during `carrier`.
  EarlyRows choosePart(Launch &carrier, const Launch &launch,
                       const RowLoads &loads, int64_t rows) {
    EarlyRows part;
    part.carrier = carrier.call;
    if (rows == 0 || carrier.spare < kMinPiece)
      return part;
    std::optional<StepLoop> loop = findStepLoop(carrier.callee, cores);
    if (!loop || loop->minSteps < 2 || loop->maxSteps > 2 * loop->minSteps) {
      carrier.spare = 0;
      return part;
    }
    LiveBuffer buffer;
    Operation *before = barriers.findBefore(carrier.call);
    buffer.begin = before ? use.ranges.getLast(before) + 1 : 0;
    Operation *after = barriers.findAfter(launch.call, 1);
    buffer.end = use.ranges.getLast(
        after ? after : launch.call->getBlock()->getTerminator());
    int64_t row = loads.getRowBytes();
    int64_t piece = std::min({carrier.spare / loop->minSteps, kMaxPiece,
                              findRoom(buffer) / loop->maxSteps});
    part.count = std::min(rows, int64_t(llvm::alignDown(piece, use.alignment)) *
                                    loop->minSteps / row);
    part.pieceBytes = llvm::alignTo(
        llvm::divideCeil(part.count * row, loop->minSteps), use.alignment);
    if (part.pieceBytes < kMinPiece || part.count * row < kMinPart)
      return {};
    carrier.spare -= part.count * row;
    part.size = buffer.size = part.pieceBytes * loop->maxSteps;
    place(buffer, part);
    return part;
  }

  void place(LiveBuffer buffer, EarlyRows &part) {
    for (SmallVector<LiveBuffer> &occupied : use.occupied) {
      buffer.offset = findFirstFit(buffer, occupied);
      part.offsets.push_back(buffer.offset);
      occupied.push_back(buffer);
    }
  }

  /// Returns the bytes that a buffer may have in all scratchpads.
  int64_t findRoom(const LiveBuffer &buffer) const {
    int64_t room = use.capacity;
    for (const SmallVector<LiveBuffer> &occupied : use.occupied) {
      SmallVector<std::pair<int64_t, int64_t>> taken{
          {use.capacity, use.capacity}};
      for (const LiveBuffer &other : occupied)
        if (other.isLiveWith(buffer))
          taken.push_back({other.offset, other.endOffset()});
      llvm::sort(taken);
      int64_t end = 0, largest = 0;
      for (auto [first, last] : taken) {
        largest = std::max(largest, first - end);
        end = std::max(end, last);
      }
      room = std::min(room, largest);
    }
    return room;
  }

  SymbolTable &symbols;
  const llvm::DenseSet<OpOperand *> &kept;
  ScratchpadRoom use;
  const desc::VariantInfo &variant;
  int64_t cores;
  Barriers barriers;
  std::vector<Launch> launches;
};

} // namespace

std::vector<EarlyTensor>
matrix::chooseEarlyTensors(func::FuncOp function, SymbolTable &symbols,
                           const llvm::DenseSet<OpOperand *> &kept,
                           ScratchpadRoom use,
                           const desc::VariantInfo &variant) {
  return Chooser(function, symbols, kept, use, variant).choose();
}
