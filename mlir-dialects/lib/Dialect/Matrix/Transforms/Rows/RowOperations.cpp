//===- RowOperations.cpp - creation of row operations ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Creates row operations. Scalar operands that are not given are taken from the
// match, from the strides of the memrefs, or from the reset value of state.
//
//===----------------------------------------------------------------------===//

#include "Rows/RowLowering.h"
#include "matrix/Dialect/Matrix/IR/RowOperation.h"
#include "matrix/Dialect/Matrix/IR/TileOperation.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace matrix;
using table::OperandUse;

namespace {

class OperationBuilder {
public:
  OperationBuilder(ImplicitLocOpBuilder &b, const table::Instruction &inst,
                   ArrayRef<Value> values, ArrayRef<Binding> bindings)
      : b(b), inst(inst), values(values), bindings(bindings) {}
  Operation *build();

private:
  Value scalar(unsigned input);
  Value asRegister(Value value, OperandUse use);
  Value number(int64_t value, OperandUse use);
  Value strideOf(Value memref);

  ImplicitLocOpBuilder &b;
  const table::Instruction &inst;
  ArrayRef<Value> values;
  ArrayRef<Binding> bindings;
};

} // namespace

Operation *OperationBuilder::build() {
  OperationState state(b.getLoc(), getRowOperationName(inst));
  SmallVector<Value> operands;
  for (const auto &[index, input] : llvm::enumerate(inst.inputs)) {
    if (input.use == OperandUse::Immediate) {
      int64_t value = !bindings.empty() && bindings[index].immediate
                          ? *bindings[index].immediate
                          : input.min;
      state.addAttribute(input.name, b.getI64IntegerAttr(value));
    } else if (input.use == OperandUse::MemRef) {
      operands.push_back(values[index]);
    } else if (isRowValue(input)) {
      operands.push_back(scalar(index));
    }
  }
  if (!inst.suffix.empty())
    state.addAttribute(kFormAttrName, b.getStringAttr(inst.suffix));
  state.addOperands(operands);
  return b.insert(Operation::create(state));
}

Value OperationBuilder::number(int64_t value, OperandUse use) {
  if (use == OperandUse::Float)
    return arith::ConstantOp::create(b, b.getF32FloatAttr(value));
  return arith::ConstantOp::create(b, b.getI64IntegerAttr(value));
}

/// Returns the value given, the value matched, the row stride, or the reset
/// value.
Value OperationBuilder::scalar(unsigned index) {
  const table::Operand &input = inst.inputs[index];
  if (values[index])
    return values[index];
  if (!bindings.empty() && bindings[index].value)
    return asRegister(bindings[index].value, input.use);
  if (!bindings.empty() && bindings[index].constant)
    return asRegister(arith::ConstantOp::create(b, bindings[index].constant),
                      input.use);
  for (const auto &[operand, memref] : llvm::zip(inst.inputs, values))
    if (operand.use == OperandUse::MemRef && operand.stride == int(index) &&
        memref)
      return strideOf(memref);
  int64_t reset = input.state < 0 ? 0 : table::states()[input.state].reset;
  return number(reset, input.use);
}

Value OperationBuilder::asRegister(Value value, OperandUse use) {
  if (use == OperandUse::Float || value.getType().isInteger(64))
    return value;
  if (value.getType().isIndex())
    return arith::IndexCastOp::create(b, b.getI64Type(), value);
  unsigned bits = value.getType().getIntOrFloatBitWidth();
  if (!value.getType().isInteger())
    value = arith::BitcastOp::create(b, b.getIntegerType(bits), value);
  return arith::ExtUIOp::create(b, b.getI64Type(), value);
}

/// Returns the row stride in bytes.
Value OperationBuilder::strideOf(Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  SmallVector<int64_t> strides;
  int64_t offset, bytes = type.getElementTypeBitWidth() / 8;
  (void)type.getStridesAndOffset(strides, offset); // verified
  if (!ShapedType::isDynamic(strides[0]))
    return number(strides[0] * bytes, OperandUse::General);
  auto metadata = memref::ExtractStridedMetadataOp::create(b, memref);
  Value elements = asRegister(metadata.getStrides()[0], OperandUse::General);
  return arith::MulIOp::create(b, elements, number(bytes, OperandUse::General));
}

Operation *matrix::createRowOperation(ImplicitLocOpBuilder &builder,
                                      const table::Instruction &inst,
                                      ArrayRef<Value> values,
                                      ArrayRef<Binding> bindings) {
  return OperationBuilder(builder, inst, values, bindings).build();
}

Operation *matrix::createRowMove(ImplicitLocOpBuilder &builder,
                                 const RowMove &move, Value target,
                                 Value source) {
  SmallVector<Value> values(move.inst->inputs.size());
  values[move.target] = target;
  values[move.source] = source;
  return createRowOperation(builder, *move.inst, values);
}
