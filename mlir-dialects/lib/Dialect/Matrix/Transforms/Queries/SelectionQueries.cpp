//===- SelectionQueries.cpp - queries about selectable vector code --------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements the queries of Selection.h on elementwise operations and fusion:
// each builds the operations in a scratch function, legalizes and selects them,
// and checks the result. Operands of several widths have the shape of a 32-bit
// tile, so that narrow ones are column blocks. An instruction fuses an
// elementwise operation with a contraction or reduction if its tree contains
// both.
//
//===----------------------------------------------------------------------===//

#include "Queries/TrialSelection.h"
#include "Vector/VectorOperators.h"
#include "matrix/Dialect/Matrix/IR/TileOperation.h"
#include "matrix/Dialect/Matrix/Transforms/Selection.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringMap.h"
#include <mutex>

using namespace mlir;
using namespace matrix;
using table::Node;
using table::NodeKind;

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

/// Returns the common shape of vectors of these types: the tile shape if all
/// have one width, otherwise the shape of a 32-bit tile. Empty if there is
/// none.
static ArrayRef<int64_t> commonShape(TrialSelection &trial,
                                     ArrayRef<Type> types) {
  unsigned width = 0;
  bool mixed = false;
  for (Type type : types) {
    if (!type.isIntOrFloat() || type.getIntOrFloatBitWidth() > 32)
      return {};
    unsigned bits = type.isInteger(1) ? 32 : type.getIntOrFloatBitWidth();
    mixed |= width && width != bits;
    width = bits;
  }
  Type element = trial.b.getIntegerType(mixed || !width ? 32 : width);
  VectorType tile = trial.tile(element);
  return tile ? tile.getShape() : ArrayRef<int64_t>();
}

static bool isScalarOperation(Operation *op) {
  return op->getNumResults() == 1 && op->getNumRegions() == 0 &&
         op->getNumOperands() > 0;
}

bool matrix::isSelectable(Operation *scalarOp,
                          const desc::VariantInfo &variant) {
  if (!variant.hasTiles() || !isScalarOperation(scalarOp))
    return false;
  TrialSelection trial(scalarOp->getContext(), variant);
  SmallVector<Type> types(scalarOp->getOperandTypes());
  types.push_back(scalarOp->getResult(0).getType());
  SmallVector<int64_t> shape(commonShape(trial, types));
  if (shape.empty())
    return false;
  OperationState state(trial.b.getLoc(), scalarOp->getName());
  state.addAttributes(scalarOp->getAttrDictionary().getValue());
  for (Value operand : scalarOp->getOperands()) {
    Attribute constant;
    auto type = VectorType::get(shape, operand.getType());
    if (matchPattern(operand, m_Constant(&constant)))
      state.addOperands(Value(arith::ConstantOp::create(
          trial.b, DenseElementsAttr::get(type, constant))));
    else
      state.addOperands(trial.source(operand.getType(), shape));
  }
  state.addTypes(VectorType::get(shape, types.back()));
  return trial.selects(trial.sink(trial.b.create(state)->getResult(0)));
}

/// Tries `arity` operands; fails if the operation takes another number.
static bool isSelectable(StringRef spelled, Type element, unsigned arity,
                         const desc::VariantInfo &variant) {
  TrialSelection trial(element.getContext(), variant);
  SmallVector<int64_t> shape(commonShape(trial, element));
  if (shape.empty())
    return false;
  SmallVector<Value> operands;
  if (spelled == arith::SelectOp::getOperationName())
    operands.push_back(trial.source(trial.b.getI1Type(), shape));
  while (operands.size() < arity)
    operands.push_back(trial.source(element, shape));
  if (spelled.contains(' ') && arity != 2)
    return false;
  Value result = createSpelled(trial.b, spelled,
                               VectorType::get(shape, element), operands);
  return trial.selects(trial.sink(result));
}

bool matrix::isSelectable(StringRef spelled, Type element,
                          const desc::VariantInfo &variant) {
  StringRef name = spelled.split(' ').first;
  if (!variant.hasTiles() ||
      !RegisteredOperationName::lookup(name, element.getContext()))
    return false;
  for (unsigned arity : {2, 1, 3})
    if (::isSelectable(spelled, element, arity, variant))
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Fusion
//===----------------------------------------------------------------------===//

static bool fuses(const table::Pattern &pattern, Fusion fusion) {
  bool contracts = fusion == Fusion::AfterContraction;
  NodeKind kind = contracts ? NodeKind::Contract : NodeKind::Reduce;
  const Node &root = pattern.root();
  if (root.kind == kind)
    return !contracts && pattern.nodes[root.args[0]].kind != NodeKind::Operand;
  return llvm::any_of(pattern.nodes,
                      [&](const Node &node) { return node.kind == kind; });
}

static bool fuses(const table::Instruction &inst, Fusion fusion) {
  return llvm::any_of(inst.patterns, [&](const table::Pattern &pattern) {
    return fuses(pattern, fusion);
  });
}

bool matrix::hasFusion(Fusion fusion, const desc::VariantInfo &variant) {
  return llvm::any_of(table::instructions(),
                      [&](const table::Instruction &inst) {
                        return inst.isAvailable(variant) && fuses(inst, fusion);
                      });
}

/// Selects the code of a trial.
static SelectedCode select(TrialSelection &trial, Fusion fusion) {
  SelectedCode code;
  code.isComplete = trial.selectsFinished();
  trial.forEach([&](const table::Instruction &inst) {
    if (code.fused.empty() && fuses(inst, fusion))
      code.fused = inst.mnemonic.str();
    code.cycles += inst.getCycles(trial.variant).occupancy;
  });
  if (!code.isComplete)
    return code;
  code.registers = trial.countLiveVectors();
  code.latency = trial.getLatency();
  return code;
}

namespace {

/// Results of trial selections in this process, by variant and text of the
/// code. The epilogues of the groups of a network are often equal, and each is
/// tried many times.
class KnownSelections {
public:
  std::optional<SelectedCode> lookup(StringRef key) {
    std::lock_guard<std::mutex> lock(mutex);
    auto entry = known.find(key);
    return entry == known.end() ? std::nullopt : std::optional(entry->second);
  }
  void insert(StringRef key, const SelectedCode &code) {
    std::lock_guard<std::mutex> lock(mutex);
    if (known.size() >= kMaximum)
      known.clear();
    known.try_emplace(key, code);
  }

private:
  /// Bounds the memory of processes that compile many programs.
  static constexpr unsigned kMaximum = 4096;

  std::mutex mutex;
  llvm::StringMap<SelectedCode> known;
};

} // namespace

SelectedCode matrix::runTrialSelection(MLIRContext *context,
                                       const desc::VariantInfo &variant,
                                       Fusion fusion, CodeBuilder build) {
  static KnownSelections known;
  TrialSelection trial(context, variant);
  trial.finish(build(trial.b, [&](Type type) { return trial.argument(type); }));
  std::string key = (StringRef(variant.cpu) + " " +
                     llvm::Twine(unsigned(fusion)) + "\n" + trial.print())
                        .str();
  if (std::optional<SelectedCode> code = known.lookup(key))
    return *code;
  SelectedCode code = select(trial, fusion);
  known.insert(key, code);
  return code;
}
