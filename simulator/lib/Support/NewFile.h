//===- NewFile.h - output files with textual errors -------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Adapts OutputFile to error strings.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_NEWFILE_H
#define MATRIX_SIMULATOR_NEWFILE_H

#include "matrix/Support/OutputFile.h"

namespace matrix {
namespace sim {

class NewFile : public OutputFile {
public:
  using OutputFile::OutputFile;

  /// Return false and set `error` to one line on failure.
  bool open(std::string &error) { return is(OutputFile::open(), error); }
  bool keep(std::string &error) { return is(OutputFile::keep(), error); }

private:
  static bool is(llvm::Error result, std::string &error) {
    if (!result)
      return true;
    error = llvm::toString(std::move(result));
    return false;
  }
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_NEWFILE_H
