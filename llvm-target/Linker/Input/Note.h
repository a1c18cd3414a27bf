//===- Note.h - notes of objects and programs -------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `.note.matrix` of an object names its variant; `.matrix.kernel` describes the
// kernel it defines. The note of the executable combines both.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LINKER_NOTE_H
#define MATRIX_LINKER_NOTE_H

#include "InputFile.h"

namespace matrix {
namespace linker {

constexpr llvm::StringLiteral KernelSection = ".matrix.kernel";

/// The bytes of a core's stack: above the memory of any machine, and sums of
/// sizes do not overflow.
constexpr uint64_t LargestStack = uint64_t(1) << 48;

/// Parses the note of an object. Errors do not name the file; the caller adds
/// it.
llvm::Expected<ObjectNote> parseNote(llvm::ArrayRef<uint8_t> Contents);

/// Properties that all linked objects share.
struct ProgramNote {
  std::string Variant;
  bool IsKernel = false;  // main takes the argument block, returns no status
  bool AllCores = false;  // mode spmd
  uint64_t StackSize = 0; // bytes per core; 0: default of the variant
  std::string Json;       // the executable's note, one line
};

using ObjectList = std::vector<std::unique_ptr<ObjectFile>>;

/// Returns the variant of the objects, or `Wanted` if no object has a note.
llvm::Expected<std::string> agreeOnVariant(const ObjectList &Objects,
                                           llvm::StringRef Wanted);

/// Builds the program's note. StackSize 0: the kernel's, else the variant's.
llvm::Expected<ProgramNote> makeProgramNote(const ObjectList &Objects,
                                            llvm::StringRef Variant,
                                            uint64_t StackSize);

/// Builds the note of an object that -r makes; empty if no object has one.
std::string makeObjectNote(const ObjectList &Objects);

/// Encodes a note section with descriptor `Json`.
std::vector<uint8_t> encodeNote(llvm::StringRef Json);

} // namespace linker
} // namespace matrix

#endif // MATRIX_LINKER_NOTE_H
