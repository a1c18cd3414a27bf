//===- MatrixLaunchOp.cpp - calls of fusion group functions ---------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifier, memory effects and the BufferizableOpInterface of matrix.launch.
// Bufferization assigns a buffer to every tensor. If the buffer of an operand
// is not dense, the callee gets a dense copy: inputs are copied before the
// call, outputs after it.
//
//===----------------------------------------------------------------------===//

#include "matrix/Dialect/Matrix/IR/MatrixLaunchOp.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace matrix;

#define GET_OP_CLASSES
#include "matrix/Dialect/Matrix/IR/MatrixLaunchOp.cpp.inc"

MemRefType LaunchOp::getBufferType(Type tensor) {
  auto type = cast<RankedTensorType>(tensor);
  return MemRefType::get(type.getShape(), type.getElementType());
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

LogicalResult LaunchOp::verify() {
  for (int64_t input : getElementwise())
    if (input < 0 || input >= int64_t(getInputs().size()))
      return emitOpError("lists input ")
             << input << " as elementwise, but has " << getInputs().size();
  return success();
}

LogicalResult LaunchOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto function = symbols.lookupNearestSymbolFrom<FunctionOpInterface>(
      *this, getCalleeAttr());
  if (!function)
    return emitOpError("calls '@")
           << getCallee() << "', which is not a function";
  SmallVector<Type> wanted;
  for (Type type : getOperandTypes())
    wanted.push_back(isa<RankedTensorType>(type) ? getBufferType(type) : type);
  if (function.getArgumentTypes() != ArrayRef<Type>(wanted) ||
      function.getNumResults())
    return emitOpError("needs a function from (")
           << wanted << ") to (), but '@" << getCallee() << "' is "
           << function.getFunctionType();
  return success();
}

//===----------------------------------------------------------------------===//
// Effects
//===----------------------------------------------------------------------===//

void LaunchOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  for (OpOperand &use : getInputsMutable())
    if (isa<MemRefType>(use.get().getType()))
      effects.emplace_back(MemoryEffects::Read::get(), &use);
  for (OpOperand &use : getOutputsMutable())
    if (isa<MemRefType>(use.get().getType()))
      effects.emplace_back(MemoryEffects::Write::get(), &use);
}

//===----------------------------------------------------------------------===//
// Bufferization
//===----------------------------------------------------------------------===//

bool LaunchOp::bufferizesToMemoryRead(OpOperand &use, const AnalysisState &) {
  return isDpsInput(&use);
}

bool LaunchOp::bufferizesToMemoryWrite(OpOperand &use, const AnalysisState &) {
  return isDpsInit(&use);
}

AliasingValueList LaunchOp::getAliasingValues(OpOperand &use,
                                              const AnalysisState &) {
  if (!isDpsInit(&use))
    return {};
  return {{getTiedOpResult(&use), BufferRelation::Equivalent}};
}

bool LaunchOp::bufferizesToElementwiseAccess(const AnalysisState &,
                                             ArrayRef<OpOperand *> uses) {
  return llvm::all_of(uses, [&](OpOperand *use) {
    return isDpsInit(use) ||
           llvm::is_contained(getElementwise(),
                              int64_t(use->getOperandNumber()));
  });
}

/// The callee takes dense buffers. An input with another layout is copied
/// before the call by castOrReallocMemRefValue; an output gets a dense buffer
/// that is copied back after the call, without its previous contents, since the
/// callee writes every element.
LogicalResult LaunchOp::bufferize(RewriterBase &rewriter,
                                  const BufferizationOptions &options,
                                  BufferizationState &state) {
  SmallVector<Value> inputs, outputs, buffers;
  for (Value input : getInputs()) {
    if (isa<RankedTensorType>(input.getType())) {
      FailureOr<Value> buffer = getBuffer(rewriter, input, options, state);
      if (failed(buffer))
        return failure();
      buffer = castOrReallocMemRefValue(
          rewriter, *buffer, getBufferType(input.getType()), options);
      if (failed(buffer))
        return failure();
      input = *buffer;
    }
    inputs.push_back(input);
  }
  for (Value output : getOutputs()) {
    FailureOr<Value> buffer = getBuffer(rewriter, output, options, state);
    if (failed(buffer))
      return failure();
    buffers.push_back(*buffer);
    MemRefType dense = getBufferType(output.getType());
    if (buffer->getType() != dense)
      buffer = options.createAlloc(rewriter, getLoc(), dense, {});
    if (failed(buffer))
      return failure();
    outputs.push_back(*buffer);
  }
  LaunchOp::create(rewriter, getLoc(), TypeRange(), getCallee(), inputs,
                   outputs, getElementwise(), getAllCores());
  for (auto [dense, buffer] : llvm::zip_equal(outputs, buffers))
    if (dense != buffer &&
        failed(options.createMemCpy(rewriter, getLoc(), dense, buffer)))
      return failure();
  replaceOpWithBufferizedValues(rewriter, getOperation(), buffers);
  return success();
}
