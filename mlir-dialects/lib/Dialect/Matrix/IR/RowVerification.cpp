//===- RowVerification.cpp - verification of row operations ---------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares element types, memory spaces, extents and strides of the memrefs
// with the inputs of the instruction. An extent is fixed, a maximum or counted.
// All extents with the same count must be equal, because the instruction
// encodes the count once; the value must be in the range of the count's field.
//
//===----------------------------------------------------------------------===//

#include "Verification.h"
#include "matrix/Dialect/Matrix/IR/MatrixDialect.h"
#include "matrix/Dialect/Matrix/IR/RowOperation.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/IR/TileOperation.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace matrix;
using table::Instruction;
using table::OperandUse;

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

LogicalResult matrix::verifyRowOperation(Operation *op) {
  if (const Instruction *inst = getRowInstruction(op))
    return RowOperationVerifier(op, *inst).check();
  return op->emitOpError("has several specializations, or none of that number: "
                         "select one by the attribute '")
         << kFormAttrName << "'";
}
