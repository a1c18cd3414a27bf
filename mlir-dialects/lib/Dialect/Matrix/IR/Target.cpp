//===- Target.cpp - target variant of a module ----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks up the target of a module, the LLVM address spaces and the vector types
// of tiles. The attribute of the innermost enclosing operation decides; without
// one, the target is the default variant. A tile type exists for elements of at
// least a byte whose width divides a row.
//
//===----------------------------------------------------------------------===//

#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Description/Target.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Operation.h"

using namespace mlir;
using namespace matrix;

const desc::VariantInfo &matrix::getTarget(Operation *op) {
  for (; op; op = op->getParentOp())
    if (auto target =
            op->getAttrOfType<TargetAttr>(MatrixDialect::kTargetAttrName))
      return target.getVariant();
  return *desc::lookupVariant("");
}

uint64_t matrix::getLargestStack(const desc::VariantInfo &variant) {
  const desc::MemoryInfo *memory = variant.memoryIn(variant.stack->number);
  bool isShared = variant.stack->number == desc::address_space::dram;
  return memory ? memory->size / (isShared ? variant.cores : 1) : 0;
}

bool matrix::hasMulticast(const desc::VariantInfo &variant) {
  return variant.dma && variant.interconnect != "none" &&
         variant.cores <= desc::dma_field::cores.bits &&
         variant.parameters.semaphores.value_or(0) > 0;
}

//===----------------------------------------------------------------------===//
// Memory spaces
//===----------------------------------------------------------------------===//

SpaceAttr matrix::getScratchpadSpace(MLIRContext *context) {
  for (const desc::SpaceInfo &space : desc::spaces)
    if (space.number == desc::address_space::scratchpad)
      return SpaceAttr::get(context, space.name);
  return {};
}

static bool inSpace(Type type, unsigned number) {
  auto memref = dyn_cast<BaseMemRefType>(type);
  if (!memref)
    return false;
  if (!memref.getMemorySpace())
    return number == desc::address_space::dram;
  auto space = dyn_cast<SpaceAttr>(memref.getMemorySpace());
  return space && space.getNumber() == number;
}

bool matrix::inScratchpad(Type memref) {
  return inSpace(memref, desc::address_space::scratchpad);
}

bool matrix::inDram(Type memref) {
  return inSpace(memref, desc::address_space::dram);
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

VectorType matrix::getTileType(Type element, const desc::VariantInfo &variant) {
  if (!variant.tileRows || !element.isIntOrFloat())
    return {};
  int64_t rowBits = int64_t(variant.tileRowBytes) * 8;
  unsigned bits = element.getIntOrFloatBitWidth();
  if (bits < 8 || rowBits % bits)
    return {};
  return VectorType::get({int64_t(variant.tileRows), rowBits / bits}, element);
}

bool matrix::isTileType(Type type, const desc::VariantInfo &variant) {
  auto vector = dyn_cast<VectorType>(type);
  return vector && vector == getTileType(vector.getElementType(), variant);
}
