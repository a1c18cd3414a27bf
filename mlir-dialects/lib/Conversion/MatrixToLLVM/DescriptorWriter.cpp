//===- DescriptorWriter.cpp - DMA descriptor emission ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the stores that write a DMA descriptor, one for each word. A word is
//
//   number | (value_1 & mask_1) << shift_1 | (value_2 & mask_2) << shift_2 ...
//
// where `number` combines the constant fields. A pointer occupies a word of its
// own and is stored as a pointer, without conversion to an integer.
//
//===----------------------------------------------------------------------===//

#include "DescriptorWriter.h"
#include "BuiltinCalls.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace matrix;

void DescriptorWriter::set(const desc::DmaField &f, int64_t value) {
  words[f.offset / kWord].number |= (uint64_t(value) & maskOf(f))
                                    << 8 * (f.offset % kWord);
}

void DescriptorWriter::set(const desc::DmaField &f, Value value) {
  if (auto number = value.getDefiningOp<LLVM::ConstantOp>())
    return set(f, cast<IntegerAttr>(number.getValue()).getInt());
  Value part = LLVM::AndOp::create(b, value, constant(b, maskOf(f)));
  if (unsigned shift = 8 * (f.offset % kWord))
    part = LLVM::ShlOp::create(b, part, constant(b, shift));
  Value &rest = words[f.offset / kWord].rest;
  rest = rest ? LLVM::OrOp::create(b, rest, part) : part;
}

void DescriptorWriter::setPointer(const desc::DmaField &f, Value pointer) {
  pointers[f.offset] = pointer;
}

void DescriptorWriter::store(Value value, unsigned offset) {
  Value address = LLVM::GEPOp::create(b, descriptorPointer.getType(),
                                      b.getI8Type(), descriptorPointer,
                                      ArrayRef<LLVM::GEPArg>{int32_t(offset)});
  LLVM::StoreOp::create(b, value, address);
}

/// All words are written, zero ones too: the buffer contains the previous
/// descriptor.
void DescriptorWriter::write(unsigned size) {
  for (unsigned offset = 0; offset < size; offset += kWord) {
    if (pointers.count(offset)) {
      store(pointers[offset], offset);
      continue;
    }
    const Word &word = words[offset / kWord];
    Value value = constant(b, word.number);
    if (word.rest)
      value = word.number ? Value(LLVM::OrOp::create(b, word.rest, value))
                          : word.rest;
    store(value, offset);
  }
}
