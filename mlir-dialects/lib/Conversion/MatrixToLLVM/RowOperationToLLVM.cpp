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
  LogicalResult
  matchAndRewrite(RowsOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = cast<MemRefType>(op.getMemref().getType());
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    FailureOr<unsigned> space = getTypeConverter()->getMemRefAddressSpace(type);
    if (failed(space))
      return rewriter.notifyMatchFailure(op, "no address space for the memory");
    Value pointer = LLVM::IntToPtrOp::create(
        b, LLVM::LLVMPointerType::get(b.getContext(), *space),
        constant(b, op.getFirst()));
    Value descriptor = MemRefDescriptor::fromStaticShape(
        b, b.getLoc(), *getTypeConverter(), type, pointer);
    rewriter.replaceOp(op, descriptor);
    return success();
  }
};

class RowOperationLowering : public ConversionPattern {
public:
  RowOperationLowering(const LLVMTypeConverter &converter, StringRef name)
      : ConversionPattern(converter, name, 1, &converter.getContext()),
        converter(converter) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op->getLoc(), rewriter);
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
      add(b, words[input.word], part, input.low);
    }
    for (const table::WordConstant &c : inst->constants)
      add(b, words[c.word], constant(b, c.value), c.low);
    for (Value &word : words)
      word = word ? word : constant(b, 0);
    callBuiltin(b, op, inst->mnemonic, {}, words, Effects::Rows);
    rewriter.eraseOp(op);
    return success();
  }

private:
  Value lower(Operation *op, const table::Instruction &inst, unsigned index,
              Value given, Value original, ImplicitLocOpBuilder &b) const {
    const table::Operand &input = inst.inputs[index];
    if (input.use == OperandUse::Count || input.use == OperandUse::Immediate)
      return constant(b, getRowNumber(op, inst, index));
    if (input.use != OperandUse::MemRef)
      return given;
    auto type = cast<MemRefType>(original.getType());
    if (isDramOperand(input))
      return MemRefDescriptor(given).bufferPtr(b, b.getLoc(), converter, type);
    return rowOf(b, given, type);
  }

  /// Returns the row number of a memref; offsets are multiples of a row.
  Value rowOf(ImplicitLocOpBuilder &b, Value given, MemRefType type) const {
    MemRefDescriptor descriptor(given);
    Value row = LLVM::PtrToIntOp::create(b, b.getI64Type(),
                                         descriptor.alignedPtr(b, b.getLoc()));
    SmallVector<int64_t> strides;
    int64_t offset;
    (void)type.getStridesAndOffset(strides, offset); // verified
    if (offset == 0)
      return row;
    Value elements = ShapedType::isDynamic(offset)
                         ? descriptor.offset(b, b.getLoc())
                         : constant(b, offset);
    Value rows = LLVM::UDivOp::create(b, elements, constant(b, strides[0]));
    return LLVM::AddOp::create(b, row, rows);
  }

  /// Inserts a field at bit `low` of an operand word.
  static void add(ImplicitLocOpBuilder &b, Value &word, Value part,
                  unsigned low) {
    if (low)
      part = LLVM::ShlOp::create(b, part, constant(b, low));
    word = word ? LLVM::OrOp::create(b, word, part).getResult() : part;
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
