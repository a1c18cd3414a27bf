//===- BuiltinCalls.cpp - calls of backend builtins -----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares `@matrix.<name>` functions on demand and emits calls of them, with
// the memory effects as LLVM attributes. The attributes are those of the calls
// only: row instructions access arguments and memory that LLVM IR cannot
// address (inaccessible memory), in which row memories and configuration state
// are. Builtins that order accesses have no attribute and are a barrier for
// LLVM's passes.
//
//===----------------------------------------------------------------------===//

#include "BuiltinCalls.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace matrix;

static LLVM::MemoryEffectsAttr effectsAttr(MLIRContext *context,
                                           Effects effects) {
  auto none = LLVM::ModRefInfo::NoModRef;
  if (effects == Effects::Rows) {
    auto all = LLVM::ModRefInfo::ModRef;
    return LLVM::MemoryEffectsAttr::get(context,
                                        {none, all, all, none, none, none});
  }
  auto onOperand = effects == Effects::ReadsOperand    ? LLVM::ModRefInfo::Ref
                   : effects == Effects::WritesOperand ? LLVM::ModRefInfo::Mod
                                                       : none;
  return LLVM::MemoryEffectsAttr::get(
      context, {none, onOperand, none, none, none, none});
}

/// Builtins that order DMA transfers have no memory attribute, and no pointer
/// is marked as not captured: LLVM moved accesses across transfers in flight
/// with either of them.
static LLVM::LLVMFuncOp declare(OpBuilder &builder, ModuleOp module,
                                StringRef name, LLVM::LLVMFunctionType type,
                                Effects effects) {
  if (auto known = module.lookupSymbol<LLVM::LLVMFuncOp>(name))
    return known;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(module.getBody());
  auto function =
      LLVM::LLVMFuncOp::create(builder, module.getLoc(), name, type);
  function.setNoUnwind(true);
  if (effects != Effects::Any) {
    function.setWillReturn(true);
    function.setMemoryEffectsAttr(effectsAttr(builder.getContext(), effects));
  }
  return function;
}

LLVM::CallOp matrix::callBuiltin(OpBuilder &builder, Operation *at,
                                 StringRef name, Type result, ValueRange args,
                                 Effects effects) {
  auto module = at->getParentOfType<ModuleOp>();
  Type returned =
      result ? result : LLVM::LLVMVoidType::get(builder.getContext());
  auto type =
      LLVM::LLVMFunctionType::get(returned, SmallVector<Type>(args.getTypes()));
  auto function =
      declare(builder, module, ("matrix." + name).str(), type, effects);
  return LLVM::CallOp::create(builder, at->getLoc(), function, args);
}

Value matrix::constant(ImplicitLocOpBuilder &builder, int64_t value) {
  return LLVM::ConstantOp::create(builder, builder.getI64Type(),
                                  builder.getI64IntegerAttr(value));
}

Value matrix::strideInBytes(ImplicitLocOpBuilder &builder, MemRefType type,
                            Value descriptor, unsigned dim) {
  SmallVector<int64_t> strides;
  int64_t offset;
  (void)type.getStridesAndOffset(strides, offset); // verified
  int64_t bytes = llvm::divideCeil(type.getElementTypeBitWidth(), 8);
  if (!ShapedType::isDynamic(strides[dim]))
    return constant(builder, strides[dim] * bytes);
  Value elements =
      MemRefDescriptor(descriptor).stride(builder, builder.getLoc(), dim);
  return LLVM::MulOp::create(builder, elements, constant(builder, bytes));
}
