//===- ReportScalarCode.cpp - report on scalar code -----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs on buffers after fusion groups have been lowered: the remaining Linalg
// operations and copies become scalar code. Their cycles are estimated from the
// parameters of the description:
//
//   scalar code   iterations * (operations of the body, and DRAM latency if
//                 they read DRAM), on one core; independent iterations share
//                 latencies, and are divided over the cores if that is faster
//   other code    the larger of bytes / DRAM bandwidth and of products and
//                 element operations at the rates of their units, over all
//                 cores
//
//===----------------------------------------------------------------------===//

#include "Access/FusionGroup.h"
#include "Access/IndependentIterations.h"
#include "MinimumWork.h"
#include "Movement/RowGather.h"
#include "Plan/Blocks/ContractionRates.h"
#include "matrix/Description/Variants.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Frontend/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

namespace matrix {
#define GEN_PASS_DEF_MATRIXREPORTSCALARCODEPASS
#include "matrix/Frontend/Passes.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

/// Smaller shares are reported only with the option `all`.
static constexpr double kMinimumShare = 0.01;

using LineAndColumn = std::pair<int64_t, int64_t>; // line and column

static std::optional<LineAndColumn> getLineAndColumn(Location loc) {
  auto fileLoc = loc->findInstanceOf<FileLineColLoc>();
  if (!fileLoc)
    return std::nullopt;
  return LineAndColumn(fileLoc.getLine(), fileLoc.getColumn());
}

/// Returns the operations of an iteration. A function of the runtime library
/// counts as 300: exp, tanh, atan, sin, erf, log and pow take 165 to 690 cycles
/// on elements of f32, and 330 as a geometric mean.
static int64_t countOperations(Block &body) {
  constexpr int64_t kFunction = 300;
  int64_t count = 0;
  for (Operation &op : body) {
    bool isShort =
        isa<math::AbsFOp, math::AbsIOp, math::CeilOp, math::ClampFOp,
            math::CopySignOp, math::CountLeadingZerosOp,
            math::CountTrailingZerosOp, math::CtPopOp, math::FloorOp,
            math::FmaOp, math::IsFiniteOp, math::IsInfOp, math::IsNaNOp,
            math::IsNormalOp, math::RoundEvenOp, math::RoundOp, math::RsqrtOp,
            math::SqrtOp, math::TruncOp>(op);
    count +=
        isa<math::MathDialect>(op.getDialect()) && !isShort ? kFunction : 1;
  }
  return count;
}

/// Returns the product of the trip counts of enclosing loops with constant
/// bounds.
static double tripCount(Operation *op) {
  double times = 1;
  for (auto loop = op->getParentOfType<scf::ForOp>(); loop;
       loop = loop->getParentOfType<scf::ForOp>())
    if (std::optional<llvm::APInt> count = loop.getStaticTripCount())
      times *= double(count->getZExtValue());
  return times;
}

/// Whether each iteration waits for elements of DRAM.
static bool readsDram(Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured)
    return true; // copies
  for (OpOperand &operand : op->getOpOperands())
    if (inDram(operand.get().getType()) &&
        structured.payloadUsesValueFromOperand(&operand))
      return true;
  return op->walk([](memref::LoadOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

static bool onlyMoves(Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  return !structured || structured.getBlock()->without_terminator().empty();
}

static bool isGatheredByDma(linalg::LinalgOp op) {
  return hasIndependentIterations(op) && matchRowGather(op);
}

/// Returns the buffer that scalar code writes; null if `op` is other code.
static Value getWritten(Operation *op) {
  if (auto copy = dyn_cast<memref::CopyOp>(op))
    return copy.getTarget();
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  // A body of assertions alone has no results.
  if (!structured || !structured.hasPureBufferSemantics() ||
      structured.getDpsInits().empty() || isGatheredByDma(structured))
    return {};
  return structured.getDpsInits().front();
}

/// Returns no value if an extent is not known.
static std::optional<int64_t> countIterations(Operation *op,
                                              MemRefType written) {
  SmallVector<int64_t> extents(written.getShape());
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    extents = structured.getStaticLoopRanges();
  if (ShapedType::isDynamicShape(extents))
    return std::nullopt;
  int64_t iterations = 1;
  for (int64_t extent : extents)
    iterations *= extent;
  return iterations;
}

namespace {

struct ScalarCode {
  Operation *op;
  std::optional<double> cycles; // unless an extent is not known
  int64_t bytes;                // bytes written
};

struct ReportScalarCode
    : matrix::impl::MatrixReportScalarCodePassBase<ReportScalarCode> {
  using MatrixReportScalarCodePassBase::MatrixReportScalarCodePassBase;

  void runOnOperation() override {
    SmallVector<ScalarCode> found;
    getOperation().walk([&](Operation *op) {
      if (std::optional<ScalarCode> code = findScalarCode(op))
        found.push_back(*code);
    });
    double total = estimateOtherCode(found);
    for (const ScalarCode &code : found)
      total += code.cycles.value_or(0);
    for (const ScalarCode &code : found)
      if (double share = total > 0 ? code.cycles.value_or(0) / total : 0;
          all || !code.cycles || share >= kMinimumShare)
        report(code, share);
  }

private:
  const desc::Parameters &parameters() {
    return getTarget(getOperation()).parameters;
  }
  /// Returns the value of a parameter that the variant may lack.
  static double valueOrOne(std::optional<int64_t> parameter) {
    return double(parameter.value_or(1));
  }

  /// Returns no value if `op` is not scalar code.
  std::optional<ScalarCode> findScalarCode(Operation *op) {
    Value written = getWritten(op);
    auto type =
        written ? dyn_cast<MemRefType>(written.getType()) : MemRefType();
    if (!type || !inDram(type))
      return std::nullopt;
    std::optional<int64_t> iterations = countIterations(op, type);
    if (!iterations || !type.hasStaticShape())
      return ScalarCode{op, std::nullopt, 0};
    if (*iterations <= 0)
      return std::nullopt;
    int64_t bits = type.getElementType().isIntOrFloat()
                       ? type.getElementTypeBitWidth()
                       : 64;
    return ScalarCode{op, double(*iterations) * estimateIteration(op),
                      type.getNumElements() * ((bits + 7) / 8)};
  }

  /// Returns the cycles of an iteration, in all enclosing loops.
  double estimateIteration(Operation *op) {
    auto structured = dyn_cast<linalg::LinalgOp>(op);
    int64_t operations = 1;
    if (structured)
      operations = countOperations(*structured.getBlock());
    double latency = readsDram(op) ? valueOrOne(parameters().dramLatency) : 0;
    double cores = 1;
    if (structured && hasIndependentIterations(structured)) {
      const desc::VariantInfo &variant = getTarget(getOperation());
      latency /= kInterleaved;
      if (isWorthDividing(structured, variant, variant.cores))
        cores = variant.cores;
    } else if (structured && mayReadAhead(structured)) {
      latency /= kInterleaved;
    }
    return (latency + double(operations)) * tripCount(op) / cores;
  }

  /// Returns the cycles of the operations described before lowering that did
  /// not become scalar code.
  double estimateOtherCode(ArrayRef<ScalarCode> found) {
    std::set<LineAndColumn> scalar;
    for (const ScalarCode &code : found)
      if (auto position = getLineAndColumn(code.op->getLoc()))
        scalar.insert(*position);
    auto work = getOperation()->getAttrOfType<DictionaryAttr>(kWorkAttrName);
    auto ops = work ? work.getAs<ArrayAttr>("ops") : ArrayAttr();
    double cycles = 0;
    if (ops)
      for (auto op : ops.getAsRange<DictionaryAttr>())
        if (!scalar.count(
                LineAndColumn(number(op, "line"), number(op, "column"))))
          cycles += estimate(op);
    return cycles;
  }

  static int64_t number(DictionaryAttr op, StringRef key) {
    auto value = op.getAs<IntegerAttr>(key);
    return value ? value.getInt() : 0;
  }

  double estimate(DictionaryAttr op) {
    double cores = getTarget(getOperation()).cores;
    double moved = double(number(op, "read") + number(op, "written"));
    double computed =
        double(number(op, "ew_bytes")) / valueOrOne(parameters().ewBytes) +
        double(number(op, "sfu_bytes")) / valueOrOne(parameters().sfuBytes) +
        productCycles(op);
    return std::max(moved / valueOrOne(parameters().dramBytes),
                    computed / cores);
  }

  /// Without an instruction, a multiply-add is an element operation of 4 bytes.
  double productCycles(DictionaryAttr op) {
    double macs = double(number(op, "macs"));
    std::optional<double> rate;
    if (auto types = op.getAs<ArrayAttr>("types"); types && macs > 0)
      for (auto type : types.getAsValueRange<TypeAttr>())
        if (auto one = getContractionRate(getTarget(getOperation()), type))
          rate = std::max(rate.value_or(0), *one);
    return macs / rate.value_or(valueOrOne(parameters().ewBytes) / 4);
  }

  static std::string describeMove(const ScalarCode &code) {
    return code.cycles ? std::to_string(code.bytes) +
                             " bytes are moved element by element"
                       : "elements are moved one by one";
  }

  void report(const ScalarCode &code, double share) {
    std::string text;
    llvm::raw_string_ostream out(text);
    auto reason = code.op->getAttrOfType<StringAttr>(kScalarReasonAttrName);
    if (reason)
      out << "'" << code.op->getName()
          << "' compiles to scalar code: " << reason.getValue();
    else if (onlyMoves(code.op))
      out << "compiles to scalar code: " << describeMove(code);
    else
      out << "'" << code.op->getName() << "' compiles to scalar code";
    if (code.cycles)
      out << "; about " << llvm::format("%.0f", 100 * share)
          << " % of the estimated cycles";
    else
      out << "; its extents are not known";
    code.op->emitRemark() << text;
  }
};

} // namespace
