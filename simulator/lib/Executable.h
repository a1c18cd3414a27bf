//===- Executable.h - a program's file --------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_EXECUTABLE_H
#define MATRIX_SIMULATOR_EXECUTABLE_H

#include "matrix/Sim/Simulator.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/MemoryBuffer.h"

namespace matrix {
namespace sim {

struct Segment {
  uint64_t address, size; // in memory; zeros follow the data
  llvm::ArrayRef<uint8_t> data;
  bool executable;
};

/// An ELF executable as matrix-ld writes it, checked.
class Executable {
public:
  /// Null and one line in `error` if it is none.
  static std::unique_ptr<Executable> open(const std::string &path,
                                          std::string &error);

  std::string path;
  uint64_t entry = 0;
  std::vector<Segment> segments;
  // What .note.matrix says.
  std::string variant, hash;
  unsigned cores = 0;     // 0: not said
  uint64_t stackSize = 0; // bytes per core; 0: the variant's
  bool anyCores = false;  // only the first one works, whatever their number
  bool isKernel = false;
  std::vector<Argument> arguments;
  ProgramWork work;

  const llvm::object::ObjectFile &object() const { return *elf; }

private:
  using File = llvm::object::ELF64LEObjectFile;
  bool read(std::string &error);
  bool readHeader(std::string &error);
  bool readSegments(std::string &error);
  bool findNote(std::string &json, std::string &error);
  bool readNote(llvm::StringRef json, std::string &error);
  bool readArguments(const llvm::json::Object &note, std::string &error);
  bool fail(std::string &error, const llvm::Twine &what) const;
  bool damaged(std::string &error, const llvm::Twine &what) const;

  std::unique_ptr<llvm::MemoryBuffer> buffer;
  std::unique_ptr<llvm::object::ObjectFile> elf;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_EXECUTABLE_H
