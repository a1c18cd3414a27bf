//===- Executable.h - executable files --------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads and validates an ELF executable with its note .note.matrix
// (docs/contracts.md). Files may be damaged: offsets, sizes and numbers are
// checked here as far as the file alone permits; Simulator/Loading.cpp compares
// them with the variant. The contents of segments refer to the buffer, which
// the object owns.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_EXECUTABLE_H
#define MATRIX_SIMULATOR_EXECUTABLE_H

#include "matrix/Sim/Argument.h"
#include "matrix/Sim/Work.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/MemoryBuffer.h"

namespace matrix {
namespace sim {

struct Segment {
  uint64_t address, size; // in memory; zero-filled after the data
  llvm::ArrayRef<uint8_t> data;
  bool executable, writable;
};

/// A validated ELF executable, as matrix-ld writes it.
class Executable {
public:
  static llvm::Expected<std::unique_ptr<Executable>>
  open(const std::string &path);
  /// The same for the contents of a file, which `path` names in messages.
  static llvm::Expected<std::unique_ptr<Executable>>
  read(std::unique_ptr<llvm::MemoryBuffer> contents, const std::string &path);

  std::string path;
  uint64_t entry = 0;
  std::vector<Segment> segments;
  // Contents of .note.matrix.
  std::string variant, hash;
  unsigned cores = 0;     // 0: unspecified
  uint64_t stackSize = 0; // bytes per core; 0: that of the variant
  bool anyCores = false;  // mode `single`: only core 0 works
  bool isKernel = false;
  std::vector<Argument> arguments;
  ProgramWork work;

  const llvm::object::ObjectFile &object() const { return *elf; }

private:
  using File = llvm::object::ELF64LEObjectFile;
  llvm::Error parse();
  llvm::Error readHeader();
  llvm::Error readSegments();
  llvm::Expected<std::string> findNote() const;
  llvm::Error readNote(llvm::StringRef json);
  llvm::Error readArguments(const llvm::json::Object &note);
  llvm::Error fail(const llvm::Twine &what) const;
  llvm::Error damaged(const llvm::Twine &what) const;

  std::unique_ptr<llvm::MemoryBuffer> buffer;
  std::unique_ptr<llvm::object::ObjectFile> elf;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_EXECUTABLE_H
