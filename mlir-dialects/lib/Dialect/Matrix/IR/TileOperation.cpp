//===- TileOperation.cpp - tile operations by table -----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Maps an operation to its instruction by types, availability and the attribute
// `form`: linear search among the instructions of its base mnemonic. `form` is
// needed only where two instructions have the same MLIR types, such as those
// for signed and unsigned integers, because MLIR's integers are signless.
//
//===----------------------------------------------------------------------===//

#include "matrix/Dialect/Matrix/IR/TileOperation.h"
#include "Verification.h"
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

bool matrix::isElementType(Type type, StringRef name) {
  unsigned width = 0;
  if (auto integer = dyn_cast<IntegerType>(type))
    return integer.isSignless() && name.consume_front("i") &&
           !name.getAsInteger(10, width) && width == integer.getWidth();
  StringRef spelling = type.getAbstractType().getName();
  return spelling.consume_front("builtin.") && spelling == name;
}

bool matrix::isElementOf(Type type, const table::Format &format) {
  return !format.isAny && isElementType(type, format.mlir);
}

bool matrix::isTileOf(Type type, const table::Format &format, bool widthFree,
                      const desc::VariantInfo &variant) {
  if (!isTileType(type, variant))
    return false;
  Type element = cast<VectorType>(type).getElementType();
  if (format.isAny)
    return widthFree || element.getIntOrFloatBitWidth() == format.bits;
  return isElementOf(element, format);
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
    return isElementOf(type, *inst.result);
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

SmallVector<const Instruction *> matrix::findInstructions(Operation *op) {
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
