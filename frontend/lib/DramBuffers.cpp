//===- DramBuffers.cpp - tensors as memory in DRAM ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DramBuffers.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

MemRefType matrix::getDramType(Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  return MemRefType::get(type.getShape(), type.getElementType());
}

Value matrix::getDramBuffer(OpBuilder &builder, Location loc, Value tensor) {
  return bufferization::ToBufferOp::create(builder, loc, getDramType(tensor),
                                           tensor, /*read_only=*/true);
}

Value matrix::allocateDram(OpBuilder &builder, Location loc, Value tensor) {
  return memref::AllocOp::create(builder, loc, getDramType(tensor));
}

void matrix::replaceByDram(OpBuilder &builder, Location loc, Value result,
                           Value memory) {
  result.replaceAllUsesWith(bufferization::ToTensorOp::create(
      builder, loc, result.getType(), memory, /*restrict=*/true,
      /*writable=*/true));
}
