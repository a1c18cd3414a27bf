//===- TileOperationToLLVM.cpp - lowering of tile instructions ------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A single pattern lowers all tile operations, registered once for each base
// mnemonic. The operands of the builtin are the inputs of the instruction in
// the order of the table: a memref with its indices becomes the address of the
// first element and, if the instruction has a stride, the distance of rows in
// bytes, which is zero for a broadcast. Integer results are in 64-bit registers
// and truncated.
//
//===----------------------------------------------------------------------===//

#include "Addresses.h"
#include "BuiltinCalls.h"
#include "matrix/Dialect/Matrix/IR/MatrixDialect.h"
#include "matrix/Dialect/Matrix/IR/TileOperation.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"

using namespace mlir;
using namespace matrix;
using table::OperandUse;

namespace {

class TileOperationLowering : public ConversionPattern {
public:
  TileOperationLowering(const LLVMTypeConverter &converter, StringRef name)
      : ConversionPattern(converter, name, 1, &converter.getContext()),
        converter(converter) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    const table::Instruction *inst = getInstruction(op);
    if (!inst)
      return rewriter.notifyMatchFailure(op, "no instruction of the target");
    ImplicitLocOpBuilder b(op->getLoc(), rewriter);
    SmallVector<Value> args = lowerInputs(op, *inst, operands, b);
    Type type = inst->result ? converter.convertType(op->getResult(0).getType())
                             : Type();
    // An integer result is in a 64-bit general register.
    bool narrows = inst->givesScalar && !inst->result->isFloat;
    Type result = narrows ? rewriter.getI64Type() : type;
    Effects effects = inst->load    ? Effects::ReadsOperand
                      : inst->store ? Effects::WritesOperand
                                    : Effects::None;
    auto call =
        callBuiltin(rewriter, op, inst->mnemonic, result, args, effects);
    if (narrows)
      rewriter.replaceOpWithNewOp<LLVM::TruncOp>(op, type, call.getResult());
    else
      rewriter.replaceOp(op, call->getResults());
    return success();
  }

private:
  /// `operands` are the converted operands; those after the inputs are indices.
  SmallVector<Value> lowerInputs(Operation *op, const table::Instruction &inst,
                                 ArrayRef<Value> operands,
                                 ImplicitLocOpBuilder &builder) const {
    ArrayRef<Value> indices = operands.take_back(getIndices(op, inst).size());
    SmallVector<Value> args;
    MemRefType memref;
    Value descriptor;
    unsigned next = 0;
    for (const auto &[input, given] :
         llvm::zip(inst.inputs, getTileOperands(op, inst))) {
      switch (input.use) {
      case OperandUse::Immediate:
        args.push_back(constant(builder, given.immediate));
        break;
      case OperandUse::Offset:
        args.push_back(constant(builder, 0));
        break;
      case OperandUse::Stride:
        args.push_back(op->hasAttr(kBroadcastAttrName)
                           ? constant(builder, 0)
                           : strideInBytes(builder, memref, descriptor,
                                           memref.getRank() - 2));
        break;
      case OperandUse::Base:
        memref = cast<MemRefType>(given.value.getType());
        descriptor = operands[next++];
        args.push_back(
            getElementPointer(builder, converter, memref, descriptor, indices));
        break;
      default:
        args.push_back(operands[next++]);
      }
    }
    return args;
  }

  const LLVMTypeConverter &converter;
};

} // namespace

void matrix::populateTileOperationPatterns(const LLVMTypeConverter &converter,
                                           RewritePatternSet &patterns) {
  SmallVector<StringRef> baseMnemonics;
  for (const table::Instruction &inst : table::instructions())
    baseMnemonics.push_back(inst.baseMnemonic);
  llvm::sort(baseMnemonics);
  baseMnemonics.erase(llvm::unique(baseMnemonics), baseMnemonics.end());
  for (StringRef baseMnemonic : baseMnemonics)
    patterns.add<TileOperationLowering>(
        converter,
        (MatrixDialect::getDialectNamespace() + "." + baseMnemonic).str());
}
