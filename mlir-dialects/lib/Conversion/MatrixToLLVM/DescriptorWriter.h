//===- DescriptorWriter.h - DMA descriptor emission -------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares a writer of DMA descriptors, whose layout the description defines.
// Fields are set in any order, each at most once; `write` emits the stores.
// Fields that are not set are zero, and no field may cross a word.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LIB_CONVERSION_MATRIXTOLLVM_DESCRIPTORWRITER_H
#define MATRIX_LIB_CONVERSION_MATRIXTOLLVM_DESCRIPTORWRITER_H

#include "matrix/Description/Variants.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/Support/MathExtras.h"
#include <map>

namespace matrix {

/// Collects the fields of a descriptor and stores them word by word. The
/// constant fields of a word are combined into one constant.
class DescriptorWriter {
public:
  DescriptorWriter(mlir::ImplicitLocOpBuilder &builder,
                   mlir::Value descriptorPointer)
      : b(builder), descriptorPointer(descriptorPointer) {}

  void set(const desc::DmaField &f, int64_t value);
  void set(const desc::DmaField &f, mlir::Value value);
  void setPointer(const desc::DmaField &f, mlir::Value pointer);
  void write(unsigned size);

private:
  static constexpr unsigned kWord = 8;
  struct Word {
    uint64_t number = 0;
    mlir::Value rest;
  };
  static uint64_t maskOf(const desc::DmaField &f) {
    return llvm::maskTrailingOnes<uint64_t>(f.bits);
  }
  void store(mlir::Value value, unsigned offset);

  mlir::ImplicitLocOpBuilder &b;
  mlir::Value descriptorPointer;
  std::map<unsigned, Word> words;
  std::map<unsigned, mlir::Value> pointers;
};

} // namespace matrix

#endif // MATRIX_LIB_CONVERSION_MATRIXTOLLVM_DESCRIPTORWRITER_H
