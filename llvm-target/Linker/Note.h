//===- Note.h - what objects and programs say about themselves --*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `.note.matrix` of an object says which variant it is for; `.matrix.kernel`
// describes the kernel it holds. The executable has one note with both.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LINKER_NOTE_H
#define MATRIX_LINKER_NOTE_H

#include "InputFile.h"

namespace matrix {
namespace linker {

constexpr llvm::StringLiteral KernelSection = ".matrix.kernel";

/// The note of an object. Errors name no file; the caller does.
llvm::Expected<ObjectNote> parseNote(llvm::ArrayRef<uint8_t> Contents);

/// What all linked objects agree on.
struct ProgramNote {
  std::string Variant;
  bool IsKernel = false; // main takes the argument block and gives no status
  bool AllCores = false; // mode spmd
  std::string Json;      // the executable's note, one line
};

using ObjectList = std::vector<std::unique_ptr<ObjectFile>>;

/// The variant that the objects are for, or `Wanted` where none says.
llvm::Expected<std::string> agreeOnVariant(const ObjectList &Objects,
                                           llvm::StringRef Wanted);

/// StackSize: 0 where the variant's holds.
llvm::Expected<ProgramNote> makeProgramNote(const ObjectList &Objects,
                                            llvm::StringRef Variant,
                                            uint64_t StackSize);

/// The bytes of a note section that says `Json`.
std::vector<uint8_t> encodeNote(llvm::StringRef Json);

} // namespace linker
} // namespace matrix

#endif // MATRIX_LINKER_NOTE_H
