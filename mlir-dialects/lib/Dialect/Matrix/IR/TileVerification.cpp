//===- TileVerification.cpp - verification of tile operations -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifies tile operations against the instruction table, from the number of
// operands to the layout of memrefs. A type mismatch lists the signatures of
// all instructions with the base mnemonic.
//
//===----------------------------------------------------------------------===//

#include "Verification.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/IR/TileOperation.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"

using namespace mlir;
using namespace matrix;
using table::Instruction;
using table::OperandUse;

static std::string describe(const table::Format &format, bool widthFree,
                            const desc::VariantInfo &variant) {
  if (widthFree)
    return "any tile";
  std::string element = format.isAny ? std::to_string(format.bits) + "-bit type"
                                     : format.mlir.str();
  return "vector<" + std::to_string(variant.tileRows) + "x" +
         std::to_string(variant.tileColumns(format.bits)) + "x" + element + ">";
}

/// Adds a note with the signature of each instruction, such as
/// "(vector<16x16xf32>) -> vector<16x16xf32>".
static void explain(InFlightDiagnostic &diag, Operation *op,
                    const desc::VariantInfo &variant) {
  for (const Instruction *inst :
       table::instructionsOf(op->getName().stripDialect())) {
    if (!inst->isAvailable(variant))
      continue;
    std::string tiles;
    for (const table::Operand &input : inst->inputs)
      if (input.use == OperandUse::Tile)
        tiles += (tiles.empty() ? "" : ", ") +
                 describe(*input.format, inst->widthFree, variant);
    Diagnostic &note = diag.attachNote();
    note << "form \"" << inst->suffix << "\" takes (" << tiles << ")";
    if (inst->result)
      note << " and gives "
           << (inst->givesScalar
                   ? inst->result->mlir.str()
                   : describe(*inst->result, inst->widthFree, variant));
  }
}

static LogicalResult verifyImmediates(Operation *op, const Instruction &inst) {
  for (const table::Operand &input : inst.inputs) {
    if (input.use != OperandUse::Immediate)
      continue;
    int64_t value = op->getAttrOfType<IntegerAttr>(input.name).getInt();
    if (value < input.min || value > input.max)
      return op->emitOpError("attribute '")
             << input.name << "' is " << value << ", must be from " << input.min
             << " to " << input.max;
  }
  return success();
}

/// Returns the node that gives the distance of rows in memory: the last
/// argument of the load or store.
static const table::Node &getRowDistance(const Instruction &inst) {
  ArrayRef<table::Node> nodes = inst.semantics().nodes;
  const table::Node *access = llvm::find_if(nodes, [](const table::Node &n) {
    return n.kind == table::NodeKind::Load || n.kind == table::NodeKind::Store;
  });
  return nodes[access->args[access->numArgs - 1]];
}

/// Verifies that rows of the memref begin at the distance of the instruction.
static LogicalResult verifyRowDistance(Operation *op, const Instruction &inst,
                                       MemRefType memref, int64_t stride,
                                       const desc::VariantInfo &variant) {
  const table::Node &distance = getRowDistance(inst);
  unsigned bits = memref.getElementTypeBitWidth();
  if (distance.kind == table::NodeKind::RowBytes &&
      stride != variant.tileColumns(bits))
    return op->emitOpError("needs rows that are adjacent in memory");
  if (distance.kind == table::NodeKind::Number &&
      stride * bits != 8 * distance.value)
    return op->emitOpError("needs rows at a distance of ")
           << int64_t(distance.value) << " bytes";
  return success();
}

/// Verifies the rows of a memory operand. Rows are `pitch` bytes apart; loads
/// and stores without a stride operand fix the distance.
static LogicalResult verifyRows(Operation *op, const Instruction &inst,
                                MemRefType memref,
                                const desc::VariantInfo &variant) {
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(memref.getStridesAndOffset(strides, offset)))
    return op->emitOpError("needs a memref with strides");
  bool broadcast = op->hasAttr(kBroadcastAttrName);
  if (!broadcast && strides.size() < 2)
    return op->emitOpError("needs a memref of rank 2 or more, or 'broadcast'");
  if (!broadcast && strides.back() != 1)
    return op->emitOpError("needs a memref with contiguous rows");
  if (!broadcast)
    return verifyRowDistance(op, inst, memref, strides[strides.size() - 2],
                             variant);
  if (getRowDistance(inst).kind != table::NodeKind::Operand)
    return op->emitOpError("cannot broadcast: it has no stride operand");
  return success();
}

/// Returns the element type that the semantics reads or writes in memory; for
/// instructions that only move bits, the element type of the tile.
static Type elementInMemory(Operation *op, const Instruction &inst) {
  for (const table::Node &node : inst.semantics().nodes) {
    const table::Format *format =
        node.kind == table::NodeKind::Load ? node.format
        : node.kind == table::NodeKind::Store
            ? inst.semantics().nodes[node.args[0]].format
            : nullptr;
    if (format && !format->isAny)
      return getElementType(*format, op->getContext());
  }
  Type tile = inst.result ? op->getResult(0).getType() : Type();
  for (const auto &[input, operand] :
       llvm::zip(inst.inputs, getTileOperands(op, inst)))
    if (input.use == OperandUse::Tile)
      tile = operand.value.getType();
  return cast<VectorType>(tile).getElementType();
}

static LogicalResult verifyMemory(Operation *op, const Instruction &inst,
                                  const desc::VariantInfo &variant) {
  for (const auto &[input, operand] :
       llvm::zip(inst.inputs, getTileOperands(op, inst))) {
    if (input.use != OperandUse::Base)
      continue;
    auto memref = dyn_cast<MemRefType>(operand.value.getType());
    if (!memref || !inScratchpad(memref))
      return op->emitOpError("needs a memref in the scratchpad, but got ")
             << operand.value.getType();
    if (Type element = elementInMemory(op, inst);
        memref.getElementType() != element)
      return op->emitOpError("memref has elements of ")
             << memref.getElementType() << ", the instruction needs "
             << element;
    if (int64_t(getIndices(op, inst).size()) != memref.getRank())
      return op->emitOpError("needs one index for each of the ")
             << memref.getRank() << " dimensions of the memref";
    if (failed(verifyRows(op, inst, memref, variant)))
      return failure();
  }
  return success();
}

/// Returns a description of the required type for diagnostics; empty if `type`
/// fits.
static StringRef expected(const table::Operand &input, Type type) {
  auto vector = dyn_cast<VectorType>(type);
  switch (input.use) {
  case OperandUse::Tile:
    return vector && vector.getRank() == 2 && !vector.isScalable()
               ? ""
               : "a vector of rank 2";
  case OperandUse::General:
    return type.isSignlessInteger(64) ? "" : "i64";
  case OperandUse::Float:
    return type.isF32() ? "" : "f32";
  case OperandUse::Base:
    return isa<MemRefType>(type) ? "" : "a memref";
  default:
    return "";
  }
}

static LogicalResult verifyValues(Operation *op, const Instruction &inst) {
  for (const auto &[input, operand] :
       llvm::zip(inst.inputs, getTileOperands(op, inst))) {
    if (!isTileValue(input.use))
      continue;
    Type type = operand.value.getType();
    if (StringRef words = expected(input, type); !words.empty())
      return op->emitOpError("operand '")
             << input.name << "' must be " << words << ", but is " << type;
  }
  if (!llvm::all_of(getIndices(op, inst).getTypes(),
                    [](Type type) { return type.isIndex(); }))
    return op->emitOpError("indices must be of type index");
  if (op->getNumResults() != (inst.result ? 1 : 0))
    return op->emitOpError("must have ")
           << (inst.result ? "one result" : "no result");
  if (inst.result && !inst.givesScalar &&
      !isa<VectorType>(op->getResult(0).getType()))
    return op->emitOpError("result must be a vector of rank 2, but is ")
           << op->getResult(0).getType();
  return success();
}

/// Verifies the number and kinds of operands and the attributes, which all
/// instructions of one base mnemonic share.
static LogicalResult verifySignature(Operation *op, const Instruction &inst) {
  unsigned values = llvm::count_if(
      inst.inputs, [](const table::Operand &o) { return isTileValue(o.use); });
  bool indexed = llvm::any_of(inst.inputs, [](const table::Operand &o) {
    return o.use == OperandUse::Base;
  });
  unsigned count = op->getNumOperands();
  if (count < values || (count > values && !indexed))
    return op->emitOpError("expects ")
           << values << " operand" << (values == 1 ? "" : "s") << ", but got "
           << count;
  for (const table::Operand &input : inst.inputs)
    if (input.use == OperandUse::Immediate &&
        !op->getAttrOfType<IntegerAttr>(input.name))
      return op->emitOpError("needs the integer attribute '")
             << input.name << "'";
  return verifyValues(op, inst);
}

LogicalResult matrix::verifyTileOperation(Operation *op) {
  StringRef baseMnemonic = op->getName().stripDialect();
  if (failed(verifySignature(op, *table::instructionsOf(baseMnemonic).front())))
    return failure();
  const desc::VariantInfo &variant = getTarget(op);
  SmallVector<const Instruction *> found = findInstructions(op);
  if (found.size() != 1) {
    InFlightDiagnostic diag = op->emitOpError();
    diag << (found.empty()
                 ? "does not exist with these types on '"
                 : "matches several instructions with these types on '")
         << StringRef(variant.cpu) << "'"
         << (found.empty() ? "" : "; select one by the attribute 'form'");
    explain(diag, op, variant);
    return diag;
  }
  if (failed(verifyImmediates(op, *found.front())))
    return failure();
  return verifyMemory(op, *found.front(), variant);
}
