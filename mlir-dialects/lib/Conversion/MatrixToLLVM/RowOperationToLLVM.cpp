//===- RowOperationToLLVM.cpp - lowering of row instructions --------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers each row operation to a call of its builtin. A pointer to a row memory
// is the number of a row. The arguments of the builtin are the operand words of
// the instruction, in which row numbers, counts and other fields are packed.
// Configuration state is not an argument.
//
//===----------------------------------------------------------------------===//

#include "BuiltinCalls.h"
#include "matrix/Dialect/Matrix/IR/MatrixDialect.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "matrix/Dialect/Matrix/IR/RowOperation.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace matrix;
using table::OperandUse;

namespace {

struct RowsLowering : ConvertOpToLLVMPattern<RowsOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(RowsOp op, OpAdaptor,
                                ConversionPatternRewriter &b) const override {
    auto type = cast<MemRefType>(op.getMemref().getType());
    Location loc = op.getLoc();
    FailureOr<unsigned> space = getTypeConverter()->getMemRefAddressSpace(type);
    if (failed(space))
      return b.notifyMatchFailure(op, "no address space for the memory");
    Value pointer = LLVM::IntToPtrOp::create(
        b, loc, LLVM::LLVMPointerType::get(b.getContext(), *space),
        constant(b, loc, op.getFirst()));
    Value descriptor = MemRefDescriptor::fromStaticShape(
        b, loc, *getTypeConverter(), type, pointer);
    b.replaceOp(op, descriptor);
    return success();
  }
};

class RowOperationLowering : public ConversionPattern {
public:
  RowOperationLowering(const LLVMTypeConverter &converter, StringRef name)
      : ConversionPattern(converter, name, 1, &converter.getContext()),
        converter(converter) {}

  LogicalResult matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                                ConversionPatternRewriter &b) const override {
    const table::Instruction *inst = getRowInstruction(op);
    SmallVector<Value> words(inst->words);
    unsigned next = 0;
    for (unsigned i = 0; i < inst->inputs.size(); ++i) {
      const table::Operand &input = inst->inputs[i];
      Value given = isRowValue(input) ? operands[next] : Value();
      Value original = isRowValue(input) ? op->getOperand(next++) : Value();
      if (input.word < 0)
        continue;
      Value part = lower(op, *inst, i, given, original, b);
      add(b, op->getLoc(), words[input.word], part, input.low);
    }
    for (const table::WordConstant &c : inst->constants)
      add(b, op->getLoc(), words[c.word], constant(b, op->getLoc(), c.value),
          c.low);
    for (Value &word : words)
      word = word ? word : constant(b, op->getLoc(), 0);
    callBuiltin(b, op, inst->mnemonic, {}, words, Effects::Rows);
    b.eraseOp(op);
    return success();
  }

private:
  Value lower(Operation *op, const table::Instruction &inst, unsigned index,
              Value given, Value original, OpBuilder &b) const {
    const table::Operand &input = inst.inputs[index];
    Location loc = op->getLoc();
    if (input.use == OperandUse::Count || input.use == OperandUse::Immediate)
      return constant(b, loc, getRowNumber(op, inst, index));
    if (input.use != OperandUse::MemRef)
      return given;
    auto type = cast<MemRefType>(original.getType());
    if (isDramOperand(input))
      return MemRefDescriptor(given).bufferPtr(b, loc, converter, type);
    return rowOf(b, loc, given, type);
  }

  /// Returns the row number of a memref; offsets are multiples of a row.
  Value rowOf(OpBuilder &b, Location loc, Value given, MemRefType type) const {
    MemRefDescriptor descriptor(given);
    Value row = LLVM::PtrToIntOp::create(b, loc, b.getI64Type(),
                                         descriptor.alignedPtr(b, loc));
    SmallVector<int64_t> strides;
    int64_t offset;
    (void)type.getStridesAndOffset(strides, offset); // verified
    if (offset == 0)
      return row;
    Value elements = ShapedType::isDynamic(offset) ? descriptor.offset(b, loc)
                                                   : constant(b, loc, offset);
    Value rows =
        LLVM::UDivOp::create(b, loc, elements, constant(b, loc, strides[0]));
    return LLVM::AddOp::create(b, loc, row, rows);
  }

  /// Inserts a field at bit `low` of an operand word.
  static void add(OpBuilder &b, Location loc, Value &word, Value part,
                  unsigned low) {
    if (low)
      part = LLVM::ShlOp::create(b, loc, part, constant(b, loc, low));
    word = word ? LLVM::OrOp::create(b, loc, word, part).getResult() : part;
  }

  const LLVMTypeConverter &converter;
};

} // namespace

void matrix::populateRowOperationPatterns(const LLVMTypeConverter &converter,
                                          RewritePatternSet &patterns) {
  patterns.add<RowsLowering>(converter);
  llvm::StringSet<> known; // specializations share an operation
  for (const table::Instruction &inst : table::rowInstructions())
    if (known.insert(inst.mnemonic).second)
      patterns.add<RowOperationLowering>(converter, getRowOperationName(inst));
}
