//===- TrialSelection.cpp - selection in a scratch function ---------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds a scratch module with one function, runs legalization and selection on
// it without diagnostics, and inspects the result. Live vectors are counted by
// one forward pass over the block. The latency is that of the longest path
// through the operations, without limits of pipes; values that depend on
// scalars only are computed before the loop and add no latency.
//
//===----------------------------------------------------------------------===//

#include "Queries/TrialSelection.h"
#include "Legalization/Legalization.h"
#include "Selection/Selector.h"
#include "Vector/VectorOperators.h"
#include "matrix/Dialect/Matrix/IR/MatrixDialect.h"
#include "matrix/Dialect/Matrix/IR/TileOperation.h"
#include "matrix/Dialect/Matrix/Transforms/Selection.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace matrix;

TrialSelection::TrialSelection(MLIRContext *context,
                               const desc::VariantInfo &variant)
    : variant(variant), b(UnknownLoc::get(context), context),
      module(ModuleOp::create(b.getLoc())) {
  (*module)->setAttr(MatrixDialect::kTargetAttrName,
                     TargetAttr::get(context, StringRef(variant.cpu)));
  b.setInsertionPointToStart(module->getBody());
  function =
      func::FuncOp::create(b, "trial_selection", b.getFunctionType({}, {}));
  b.setInsertionPointToStart(function.addEntryBlock());
}

bool TrialSelection::selects(ValueRange results) {
  finish(results);
  return selectsFinished();
}

void TrialSelection::finish(ValueRange results) {
  func::ReturnOp::create(b, results);
  Block &body = function.front();
  function.setFunctionType(
      b.getFunctionType(body.getArgumentTypes(), results.getTypes()));
}

bool TrialSelection::selectsFinished() {
  return selectScratch(function, variant).empty();
}

std::string TrialSelection::print() {
  std::string text;
  llvm::raw_string_ostream os(text);
  OpPrintingFlags flags;
  // The code is not verified yet, and constants must be told apart.
  flags.assumeVerified().printGenericOpForm().elideLargeElementsAttrs(
      std::numeric_limits<int64_t>::max());
  function.print(os, flags.useLocalScope());
  return text;
}

std::string matrix::selectScratch(Operation *function,
                                  const desc::VariantInfo &variant) {
  ScopedDiagnosticHandler silent(function->getContext(),
                                 [](Diagnostic &) { return success(); });
  if (failed(verify(function)) || failed(legalizeVectors(function, variant)))
    return "its tile code cannot be legalized";
  selectInstructions(function, variant);
  std::string missing;
  function->walk([&](Operation *op) {
    Type type = findUnselected(op, variant);
    if (!type)
      return WalkResult::advance();
    missing =
        llvm::formatv("no instruction computes '{0}' on {1}", spell(op), type);
    return WalkResult::interrupt();
  });
  return missing;
}

void TrialSelection::forEach(
    function_ref<void(const table::Instruction &)> visit) {
  function.walk([&](Operation *op) {
    const table::Instruction *inst =
        isTileOperation(op) ? getInstruction(op) : nullptr;
    if (inst)
      visit(*inst);
  });
}

static bool isVector(Value value) { return isa<VectorType>(value.getType()); }

/// Returns whether `op` is the last user.
static bool endsAt(Value value, Operation &op) {
  return llvm::all_of(value.getUsers(), [&](Operation *user) {
    return user == &op || user->isBeforeInBlock(&op);
  });
}

/// Returns whether the vector is computed from scalars, once for all uses.
static bool isLoopInvariant(Value value) {
  Operation *source = value.getDefiningOp();
  return source && source->getNumOperands() > 0 &&
         llvm::none_of(source->getOperands(), isVector);
}

int64_t TrialSelection::countLiveVectors() {
  Block &body = function.front();
  llvm::SmallDenseSet<Value> live;
  for (Operation &op : body)
    for (Value result : op.getResults())
      if (isVector(result) && isLoopInvariant(result))
        live.insert(result);
  size_t maximum = live.size();
  for (Operation &op : body.without_terminator()) {
    for (Value operand : op.getOperands())
      if (isVector(operand))
        live.insert(operand);
    maximum = std::max<size_t>(maximum, live.size());
    for (Value operand : op.getOperands())
      if (!isLoopInvariant(operand) && endsAt(operand, op))
        live.erase(operand);
    if (op.getNumOperands() > 0)
      live.insert_range(llvm::make_filter_range(op.getResults(), isVector));
    maximum = std::max<size_t>(maximum, live.size());
  }
  return int64_t(maximum);
}

int64_t TrialSelection::getLatency() {
  llvm::SmallDenseMap<Value, int64_t> ready;
  int64_t longest = 0;
  for (Operation &op : function.front()) {
    int64_t end = 0;
    for (Value operand : op.getOperands())
      if (!isLoopInvariant(operand))
        end = std::max(end, ready.lookup(operand));
    if (isTileOperation(&op))
      if (const table::Instruction *inst = getInstruction(&op))
        end += inst->getCycles(variant).latency;
    for (Value result : op.getResults())
      ready[result] = end;
    longest = std::max(longest, end);
  }
  return longest;
}

Value TrialSelection::source(Type element, ArrayRef<int64_t> shape) {
  auto type = VectorType::get(shape, element);
  if (element.isInteger(1)) {
    Value mask = argument(type.clone(b.getI32Type()));
    return arith::CmpIOp::create(
        b, arith::CmpIPredicate::ne, mask,
        createSplat(b, cast<VectorType>(mask.getType()), 0));
  }
  if (isTileType(type, variant) || !tile(element))
    return argument(type);
  return vector::ExtractStridedSliceOp::create(b, argument(tile(element)),
                                               ArrayRef<int64_t>{0, 0}, shape,
                                               ArrayRef<int64_t>{1, 1});
}

Value TrialSelection::sink(Value value) {
  auto type = cast<VectorType>(value.getType());
  if (type.getElementType().isInteger(1))
    return arith::ExtSIOp::create(b, type.clone(b.getI32Type()), value);
  if (isTileType(type, variant) || !tile(type.getElementType()))
    return value;
  return vector::InsertStridedSliceOp::create(
      b, value, argument(tile(type.getElementType())), ArrayRef<int64_t>{0, 0},
      ArrayRef<int64_t>{1, 1});
}
