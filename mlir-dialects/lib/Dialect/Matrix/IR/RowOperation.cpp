//===- RowOperation.cpp - operations on row memories ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers, parses and prints the row operations by the instruction table, and
// gives access to their operands. Specializations of an instruction share an
// operation and are distinguished by the attribute `form`, the suffix of the
// row in the table. Counts have no operand: they are read from the extents of
// the memref types that they count.
//
//===----------------------------------------------------------------------===//

#include "matrix/Dialect/Matrix/IR/RowOperation.h"
#include "InstructionModel.h"
#include "Verification.h"
#include "matrix/Description/Target.h"
#include "matrix/Dialect/Matrix/IR/MatrixDialect.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/IR/TileOperation.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpImplementation.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace matrix;
using table::Instruction;
using table::OperandUse;

//===----------------------------------------------------------------------===//
// Names, spaces
//===----------------------------------------------------------------------===//

/// Instructions by operation name and suffix. Variants may share names.
using RowInstructions = llvm::StringMap<SmallVector<const Instruction *, 1>>;

static const RowInstructions &getInstructionsByName() {
  static const RowInstructions byName = [] {
    RowInstructions map;
    for (const Instruction &inst : table::rowInstructions())
      map[getRowOperationName(inst) + "/" + inst.suffix.str()].push_back(&inst);
    return map;
  }();
  return byName;
}

const Instruction *matrix::getRowInstruction(Operation *op) {
  if (!isa_and_present<MatrixDialect>(op->getDialect()))
    return nullptr;
  auto form = op->getAttrOfType<StringAttr>(kFormAttrName);
  StringRef suffix = form ? form.getValue() : StringRef();
  const RowInstructions &byName = getInstructionsByName();
  auto named = byName.find((op->getName().getStringRef() + "/" + suffix).str());
  if (named == byName.end())
    return nullptr;
  ArrayRef<const Instruction *> found = named->second;
  if (found.size() == 1)
    return found.front();
  const desc::VariantInfo &variant = getTarget(op);
  auto available = llvm::find_if(found, [&](const Instruction *inst) {
    return inst->isAvailable(variant);
  });
  return available == found.end() ? found.front() : *available;
}

std::string matrix::getRowOperationName(const Instruction &inst) {
  return (MatrixDialect::getDialectNamespace() + "." + inst.mnemonic).str();
}

Attribute matrix::getSpaceAttr(MLIRContext *context,
                               const desc::SpaceInfo &space) {
  if (space.number == desc::address_space::dram)
    return {};
  return SpaceAttr::get(context, space.name);
}

const desc::SpaceInfo *matrix::getRowSpace(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  auto attr = memref ? dyn_cast_if_present<SpaceAttr>(memref.getMemorySpace())
                     : SpaceAttr();
  const desc::SpaceInfo *space =
      attr ? desc::lookupSpace(attr.getName()) : nullptr;
  return space && space->rows ? space : nullptr;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

bool matrix::isRowVector(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector && vector.getRank() == 2;
}

bool matrix::isRowValue(const table::Operand &input) {
  return input.use != OperandUse::Count && input.use != OperandUse::Immediate;
}

SmallVector<Value> matrix::getRowOperands(Operation *op,
                                          const Instruction &inst) {
  SmallVector<Value> values;
  unsigned next = 0;
  for (const table::Operand &input : inst.inputs)
    values.push_back(isRowValue(input) ? op->getOperand(next++) : Value());
  return values;
}

int64_t matrix::getRowNumber(Operation *op, const Instruction &inst,
                             unsigned input) {
  const table::Operand &operand = inst.inputs[input];
  if (operand.use == OperandUse::Immediate)
    return op->getAttrOfType<IntegerAttr>(operand.name).getInt();
  for (const auto &[memoryInput, value] :
       llvm::zip(inst.inputs, getRowOperands(op, inst))) {
    if (memoryInput.use != OperandUse::MemRef)
      continue;
    auto type = cast<MemRefType>(value.getType());
    for (auto [dim, extent] :
         llvm::enumerate(ArrayRef{memoryInput.rows, memoryInput.columns}))
      if (extent.kind == table::Extent::Counted && extent.value == input)
        return type.getDimSize(dim);
  }
  return operand.min;
}

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

/// Syntax: %a, %b {attributes} : type, type
static ParseResult parseRowOperation(OpAsmParser &parser,
                                     OperationState &state) {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<Type> types;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOperandList(operands) ||
      parser.parseOptionalAttrDict(state.attributes))
    return failure();
  if (!operands.empty() && parser.parseColonTypeList(types))
    return failure();
  return parser.resolveOperands(operands, types, loc, state.operands);
}

static void printRowOperation(Operation *op, OpAsmPrinter &printer) {
  printer << op->getName();
  if (op->getNumOperands())
    printer << ' ';
  printer.printOperands(op->getOperands());
  printer.printOptionalAttrDict(op->getAttrs());
  if (op->getNumOperands())
    printer << " : " << op->getOperandTypes();
}

void matrix::registerRowOperations(MatrixDialect &dialect) {
  llvm::StringSet<> known; // specializations share an operation
  for (const Instruction &inst : table::rowInstructions())
    if (known.insert(inst.mnemonic).second)
      InstructionModel::add(
          std::make_unique<InstructionModel>(
              inst.mnemonic, /*hasResult=*/false,
              InstructionHooks{verifyRowOperation, parseRowOperation,
                               printRowOperation},
              dialect),
          kFormAttrName);
}
