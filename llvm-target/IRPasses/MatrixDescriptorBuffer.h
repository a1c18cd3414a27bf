//===- MatrixDescriptorBuffer.h - buffer of DMA descriptors -----*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the global in which a module writes the descriptors of its
// transfers. Passes may move and remove its stores only if all users of its
// address are stores of words, fills and starts of transfers, which the
// functions below verify. Sizes and offsets are in bytes.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_IRPASSES_MATRIXDESCRIPTORBUFFER_H
#define MATRIX_IRPASSES_MATRIXDESCRIPTORBUFFER_H

#include "llvm/IR/GlobalVariable.h"
#include <optional>

namespace llvm {
class Function;
class Instruction;

namespace Matrix {

/// Bytes that a store of the lowering writes (DescriptorWriter.cpp).
inline constexpr uint64_t DescriptorWordSize = 8;

/// Returns whether the instruction starts a transfer.
bool startsTransfer(const Instruction &I);
/// Returns whether the instruction may run code that writes descriptors.
bool callsCode(const Instruction &I);

/// Returns the global from which the function starts transfers, if only stores
/// of words and starts use it there; otherwise null.
GlobalVariable *findDescriptorBuffer(Function &F);
/// Returns whether a local global of the scratchpad, which no other core
/// writes, is used by such stores and starts only, all of which are of one
/// descriptor of that many bytes, at its begin.
bool hasOneDescriptor(const GlobalVariable &Buffer, uint64_t Size);
/// Returns whether each start of such a global follows stores of all words on
/// all paths from the start before it: no transfer needs those of another.
bool writesWholeDescriptors(const GlobalVariable &Buffer, uint64_t Size);
/// Returns the offset of an address in the buffer.
std::optional<uint64_t> offsetInBuffer(const GlobalVariable &Buffer,
                                       const Value *Address);
/// Replaces the fills into which LLVM combines stores of equal words by these
/// stores. Returns whether there were any.
bool expandFills(Function &F, const GlobalVariable &Buffer);

} // namespace Matrix
} // namespace llvm

#endif // MATRIX_IRPASSES_MATRIXDESCRIPTORBUFFER_H
