//===- EntryTypes.cpp - types of the arguments of a kernel ----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass matrix-convert-entry-types. Arguments and results of @main become
// tensors of elements that files hold: scalars become tensors of rank 0, and
// elements of type `index`, or of integers that no file holds, are converted at
// the entry and before each return. The CPU execution of matrix-run runs the
// pass as well, so that both programs read the same files.
//
//===----------------------------------------------------------------------===//

#include "EntryTypes.h"
#include "matrix/Frontend/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"

namespace matrix {
#define GEN_PASS_DEF_MATRIXCONVERTENTRYTYPESPASS
#include "matrix/Frontend/Passes.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

static constexpr unsigned kStoredWidths[] = {1, 8, 16, 32, 64};

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

bool matrix::isStoredElement(Type element) {
  if (auto integer = dyn_cast<IntegerType>(element))
    return integer.isSignless() &&
           llvm::is_contained(kStoredWidths, integer.getWidth());
  return isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(element) ||
         element.getIntOrFloatBitWidth() == 8;
}

Type matrix::getStoredElement(Type element) {
  MLIRContext *context = element.getContext();
  if (isa<IndexType>(element))
    return IntegerType::get(context, 64);
  auto integer = dyn_cast<IntegerType>(element);
  if (!integer || !integer.isSignless())
    return element;
  for (unsigned width : kStoredWidths)
    if (integer.getWidth() <= width)
      return IntegerType::get(context, width);
  return element;
}

/// Returns the type of an argument or result in place of `type`.
static Type getEntryType(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor.clone(getStoredElement(tensor.getElementType()));
  if (type.isIntOrIndexOrFloat())
    return RankedTensorType::get({}, getStoredElement(type));
  return type;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Converts a tensor or a scalar to another element type.
static Value convertElements(ImplicitLocOpBuilder &b, Value x, Type element) {
  Type from = getElementTypeOrSelf(x.getType()), to = element;
  if (from == element)
    return x;
  if (auto tensor = dyn_cast<RankedTensorType>(x.getType()))
    to = tensor.clone(element);
  if (isa<IndexType>(from) || isa<IndexType>(element))
    return arith::IndexCastOp::create(b, to, x);
  if (from.getIntOrFloatBitWidth() > element.getIntOrFloatBitWidth())
    return arith::TruncIOp::create(b, to, x);
  return arith::ExtSIOp::create(b, to, x);
}

static Value loadArgument(ImplicitLocOpBuilder &b, Value stored, Type type) {
  if (!isa<TensorType>(type))
    stored = tensor::ExtractOp::create(b, stored, ValueRange());
  return convertElements(b, stored, getElementTypeOrSelf(type));
}

static Value storeResult(ImplicitLocOpBuilder &b, Value x, Type type) {
  x = convertElements(b, x, getElementTypeOrSelf(type));
  return isa<TensorType>(x.getType())
             ? x
             : Value(tensor::FromElementsOp::create(b, type, ValueRange(x)));
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {

struct ConvertEntryTypes
    : matrix::impl::MatrixConvertEntryTypesPassBase<ConvertEntryTypes> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto entry = module.lookupSymbol<func::FuncOp>("main");
    if (!entry || entry.isExternal())
      return;
    entry.setPublic(); // not removed as unused
    if (!SymbolTable::symbolKnownUseEmpty(entry, module))
      return;
    FunctionType type = entry.getFunctionType();
    auto inputs = llvm::map_to_vector(type.getInputs(), getEntryType);
    auto results = llvm::map_to_vector(type.getResults(), getEntryType);
    convertArguments(entry, inputs);
    if (results != type.getResults())
      entry.walk([&](func::ReturnOp exit) { convertOperands(exit, results); });
    entry.setFunctionType(FunctionType::get(&getContext(), inputs, results));
  }

  void convertArguments(func::FuncOp entry, TypeRange types) {
    auto b = ImplicitLocOpBuilder::atBlockBegin(entry.getLoc(), &entry.front());
    for (auto [argument, stored] :
         llvm::zip_equal(entry.getArguments(), types)) {
      Type type = argument.getType();
      if (type == stored)
        continue;
      SmallVector<OpOperand *> uses = llvm::map_to_vector(
          argument.getUses(), [](OpOperand &use) { return &use; });
      argument.setType(stored);
      Value loaded = loadArgument(b, argument, type);
      for (OpOperand *use : uses)
        use->set(loaded);
      ++numConverted;
    }
  }

  void convertOperands(func::ReturnOp exit, TypeRange types) {
    ImplicitLocOpBuilder b(exit.getLoc(), exit);
    for (auto [operand, stored] :
         llvm::zip_equal(exit->getOpOperands(), types)) {
      if (operand.get().getType() == stored)
        continue;
      operand.set(storeResult(b, operand.get(), stored));
      ++numConverted;
    }
  }
};

} // namespace
