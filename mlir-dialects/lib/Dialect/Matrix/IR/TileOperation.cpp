//===- TileOperation.cpp - tile operations by table -----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Maps an operation to its instruction by types, availability and the attribute
// `form`, and verifies operations against the instruction table. A type
// mismatch lists the signatures of all instructions with the base mnemonic.
//
//===----------------------------------------------------------------------===//

#include "matrix/Dialect/Matrix/IR/TileOperation.h"
#include "matrix/Dialect/Matrix/IR/MatrixDialect.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"

using namespace mlir;
using namespace matrix;
using table::Instruction;
using table::OperandUse;

bool matrix::isTileOperation(Operation *op) {
  return op->getName().getDialectNamespace() ==
             MatrixDialect::getDialectNamespace() &&
         !table::instructionsOf(op->getName().stripDialect()).empty();
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

Type matrix::getElementType(const table::Format &format, MLIRContext *context) {
  return format.isAny ? Type() : parseType(format.mlir, context);
}

bool matrix::isTileOf(Type type, const table::Format &format, bool widthFree,
                      const desc::VariantInfo &variant) {
  if (!isTileType(type, variant))
    return false;
  Type element = cast<VectorType>(type).getElementType();
  if (format.isAny)
    return widthFree || element.getIntOrFloatBitWidth() == format.bits;
  return element == getElementType(format, type.getContext());
}

//===----------------------------------------------------------------------===//
// From the operation to its operands
//===----------------------------------------------------------------------===//

bool matrix::isTileValue(OperandUse use) {
  return use != OperandUse::Immediate && use != OperandUse::Offset &&
         use != OperandUse::Stride;
}

SmallVector<TileOperand> matrix::getTileOperands(Operation *op,
                                                 const Instruction &inst) {
  SmallVector<TileOperand> operands;
  unsigned next = 0;
  for (const table::Operand &input : inst.inputs) {
    TileOperand operand;
    if (isTileValue(input.use))
      operand.value = op->getOperand(next++);
    else if (input.use == OperandUse::Immediate)
      operand.immediate = op->getAttrOfType<IntegerAttr>(input.name).getInt();
    operands.push_back(operand);
  }
  return operands;
}

ValueRange matrix::getIndices(Operation *op, const Instruction &inst) {
  unsigned values = llvm::count_if(
      inst.inputs, [](const table::Operand &o) { return isTileValue(o.use); });
  return op->getOperands().drop_front(values);
}

//===----------------------------------------------------------------------===//
// From the operation to its instruction
//===----------------------------------------------------------------------===//

/// Operands of instructions that only move bits can have any type, but all must
/// have the same.
static bool movesOneType(Operation *op, const Instruction &inst) {
  Type seen;
  auto same = [&](Type type) {
    Type before = std::exchange(seen, type);
    return !before || before == type;
  };
  if (!inst.widthFree)
    return true;
  for (const auto &[input, operand] :
       llvm::zip(inst.inputs, getTileOperands(op, inst)))
    if (input.use == OperandUse::Tile && !same(operand.value.getType()))
      return false;
  return !inst.result || same(op->getResult(0).getType());
}

static bool resultMatches(Operation *op, const Instruction &inst,
                          const desc::VariantInfo &variant) {
  if (!inst.result)
    return true;
  Type type = op->getResult(0).getType();
  if (inst.givesScalar)
    return type == getElementType(*inst.result, op->getContext());
  return isTileOf(type, *inst.result, inst.widthFree, variant);
}

static bool typesMatch(Operation *op, const Instruction &inst,
                       const desc::VariantInfo &variant) {
  for (const auto &[input, operand] :
       llvm::zip(inst.inputs, getTileOperands(op, inst)))
    if (input.use == OperandUse::Tile &&
        !isTileOf(operand.value.getType(), *input.format, inst.widthFree,
                  variant))
      return false;
  return resultMatches(op, inst, variant) && movesOneType(op, inst);
}

/// Returns the instructions with matching types that are available on the
/// target and, if the attribute is present, have this form.
static SmallVector<const Instruction *> findInstructions(Operation *op) {
  const desc::VariantInfo &variant = getTarget(op);
  auto form = op->getAttrOfType<StringAttr>(kFormAttrName);
  SmallVector<const Instruction *> found;
  for (const Instruction *inst :
       table::instructionsOf(op->getName().stripDialect()))
    if (inst->isAvailable(variant) && (!form || form == inst->suffix) &&
        typesMatch(op, *inst, variant))
      found.push_back(inst);
  return found;
}

const Instruction *matrix::getInstruction(Operation *op) {
  SmallVector<const Instruction *> found = findInstructions(op);
  return found.size() == 1 ? found.front() : nullptr;
}

/// Compares formats as MLIR types. Signed and unsigned formats of one width are
/// the same MLIR type, because MLIR's integers are signless.
static bool sameType(const table::Format *a, const table::Format *b) {
  return a == b || (a && b && a->isAny == b->isAny && a->bits == b->bits &&
                    a->mlir == b->mlir);
}

StringRef matrix::getFormFor(const Instruction &inst,
                             const desc::VariantInfo &variant) {
  for (const Instruction *other : table::instructionsOf(inst.baseMnemonic)) {
    if (other == &inst || !other->isAvailable(variant) ||
        !sameType(inst.result, other->result))
      continue;
    auto inputsDiffer = [](const auto &pair) {
      return !sameType(std::get<0>(pair).format, std::get<1>(pair).format);
    };
    if (llvm::none_of(llvm::zip(inst.inputs, other->inputs), inputsDiffer))
      return inst.suffix;
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

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

/// Verifies the rows of a memory operand. Rows are `pitch` bytes apart; loads
/// and stores without a stride operand require contiguous rows.
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
  bool strided = llvm::any_of(inst.inputs, [](const table::Operand &o) {
    return o.use == OperandUse::Stride;
  });
  unsigned bits = memref.getElementTypeBitWidth();
  if (!strided && strides[strides.size() - 2] != variant.tileColumns(bits))
    return op->emitOpError("needs rows that are adjacent in memory");
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
