//===- NewFile.h - a file that is there whole, or not -----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_NEWFILE_H
#define MATRIX_SIMULATOR_NEWFILE_H

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <string>

namespace matrix {
namespace sim {

/// Under another name until it is whole; gone if it never is. What is no file
/// (/dev/null, or where /dev/stdout leads) is written to as it is.
class NewFile {
public:
  explicit NewFile(std::string path) : path(std::move(path)) {}
  ~NewFile();
  NewFile(const NewFile &) = delete;

  /// False, and one line in `error`, if it can't be written.
  bool open(std::string &error);
  bool keep(std::string &error);

  std::optional<llvm::raw_fd_ostream> os;

private:
  void followLinks();
  bool isInPlace() const;
  bool openInPlace(std::string &error);
  bool fail(std::string &error, llvm::Error why) const;

  std::string path;
  std::optional<llvm::sys::fs::TempFile> temporary;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_NEWFILE_H
