//===- RowOperation.cpp - operations on row memories ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers, parses, prints and verifies the row operations by the instruction
// table. Verification compares element types, memory spaces, extents and
// strides of the memrefs with the inputs of the instruction.
//
//===----------------------------------------------------------------------===//

#include "matrix/Dialect/Matrix/IR/RowOperation.h"
#include "InstructionModel.h"
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

const Instruction *matrix::getRowInstruction(Operation *op) {
  static const llvm::StringMap<const Instruction *> byName = [] {
    llvm::StringMap<const Instruction *> map;
    for (const Instruction &inst : table::rowInstructions())
      map[getRowOperationName(inst) + "/" + inst.suffix.str()] = &inst;
    return map;
  }();
  if (!isa_and_present<MatrixDialect>(op->getDialect()))
    return nullptr;
  auto form = op->getAttrOfType<StringAttr>(kFormAttrName);
  StringRef suffix = form ? form.getValue() : StringRef();
  return byName.lookup((op->getName().getStringRef() + "/" + suffix).str());
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
// Verification
//===----------------------------------------------------------------------===//

namespace {

/// Verifies one operation. Operands that share a count must have equal extents.
class RowOperationVerifier {
public:
  RowOperationVerifier(Operation *op, const Instruction &inst)
      : op(op), inst(inst), counts(inst.inputs.size()) {}
  LogicalResult check();

private:
  LogicalResult checkInput(const table::Operand &input, Value value);
  LogicalResult checkMemRef(const table::Operand &input, Value value);
  LogicalResult checkRows(const table::Operand &input, MemRefType type);
  LogicalResult checkExtent(const table::Operand &input, table::Extent extent,
                            int64_t size, StringRef what);
  LogicalResult checkNumber(const table::Operand &input, int64_t number);

  Operation *op;
  const Instruction &inst;
  SmallVector<std::optional<int64_t>> counts;
};

} // namespace

LogicalResult RowOperationVerifier::check() {
  const desc::VariantInfo &variant = getTarget(op);
  if (!inst.isAvailable(variant))
    return op->emitOpError("does not exist on '")
           << StringRef(variant.cpu) << "'";
  unsigned values = llvm::count_if(inst.inputs, isRowValue);
  if (op->getNumOperands() != values || op->getNumResults() != 0)
    return op->emitOpError("expects ")
           << values << " operand" << (values == 1 ? "" : "s")
           << " and no results";
  for (const auto &[input, value] :
       llvm::zip(inst.inputs, getRowOperands(op, inst)))
    if (failed(checkInput(input, value)))
      return failure();
  return success();
}

LogicalResult RowOperationVerifier::checkInput(const table::Operand &input,
                                               Value value) {
  Type i64 = IntegerType::get(op->getContext(), 64);
  switch (input.use) {
  case OperandUse::MemRef:
    return checkMemRef(input, value);
  case OperandUse::Immediate: {
    auto number = op->getAttrOfType<IntegerAttr>(input.name);
    if (!number)
      return op->emitOpError("needs the integer attribute '")
             << input.name << "'";
    return checkNumber(input, number.getInt());
  }
  case OperandUse::General:
    if (value.getType() != i64)
      return op->emitOpError("operand '") << input.name << "' must be an i64";
    return success();
  case OperandUse::Float:
    if (!value.getType().isF32())
      return op->emitOpError("operand '") << input.name << "' must be an f32";
    return success();
  default:
    return success();
  }
}

LogicalResult RowOperationVerifier::checkNumber(const table::Operand &input,
                                                int64_t number) {
  if (number >= input.min && number <= input.max)
    return success();
  return op->emitOpError("'")
         << input.name << "' is " << number << ", must be from " << input.min
         << " to " << input.max;
}

LogicalResult RowOperationVerifier::checkMemRef(const table::Operand &input,
                                                Value value) {
  auto type = dyn_cast<MemRefType>(value.getType());
  if (!type || type.getRank() != 2 || !type.hasStaticShape())
    return op->emitOpError("operand '")
           << input.name << "' must be a memref of rank 2 and static shape";
  bool inSpace = input.space ? type.getMemorySpace() ==
                                   getSpaceAttr(op->getContext(), *input.space)
                             : getRowSpace(type) != nullptr;
  if (!inSpace)
    return op->emitOpError("operand '")
           << input.name << "' must be in "
           << (input.space ? StringRef(input.space->name) : "a row memory")
           << ", but is " << type;
  Type element = input.format ? getElementType(*input.format, op->getContext())
                              : type.getElementType();
  bool hasElementType =
      element ? type.getElementType() == element
              : type.getElementTypeBitWidth() == input.format->bits;
  if (!hasElementType)
    return op->emitOpError("operand '")
           << input.name << "' must have elements of " << input.format->bits
           << " bits" << (element ? " and type " : "")
           << (element ? StringRef(input.format->mlir) : StringRef())
           << ", but is " << type;
  if (failed(checkExtent(input, input.rows, type.getDimSize(0), "rows")) ||
      failed(checkExtent(input, input.columns, type.getDimSize(1), "columns")))
    return failure();
  return checkRows(input, type);
}

LogicalResult RowOperationVerifier::checkExtent(const table::Operand &input,
                                                table::Extent extent,
                                                int64_t size, StringRef what) {
  if (extent.kind != table::Extent::Counted) {
    bool isAtMost = extent.kind == table::Extent::AtMost;
    if (size == extent.value || (isAtMost && size < extent.value))
      return success();
    return op->emitOpError("operand '")
           << input.name << "' has " << size << " " << what << ", must have "
           << (isAtMost ? "at most " : "") << extent.value;
  }
  std::optional<int64_t> &count = counts[extent.value];
  if (count && *count != size)
    return op->emitOpError("operand '")
           << input.name << "' has " << size << " " << what
           << ", but another operand has " << *count;
  count = size;
  return checkNumber(inst.inputs[extent.value], size);
}

/// Without a stride input, the rows of a memref in DRAM must be contiguous.
LogicalResult RowOperationVerifier::checkRows(const table::Operand &input,
                                              MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)) || strides[1] != 1)
    return op->emitOpError("operand '")
           << input.name << "' needs contiguous rows";
  bool dense = strides[0] == type.getDimSize(1) || type.getDimSize(0) == 1;
  if (!dense && input.stride < 0)
    return op->emitOpError("operand '")
           << input.name << "' needs rows that are adjacent in memory";
  return success();
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

static LogicalResult verifyRowOperation(Operation *op) {
  if (const Instruction *inst = getRowInstruction(op))
    return RowOperationVerifier(op, *inst).check();
  return op->emitOpError("has several specializations, or none of that number: "
                         "select one by the attribute '")
         << kFormAttrName << "'";
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
