//===- OutputFile.h - files written whole or not at all ---------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every tool writes its results through this file.
//
//   - A regular file is written under a temporary name in the same folder and
//     renamed when it is complete: a failure keeps the earlier contents. A
//     symbolic link stays; the file that it refers to is replaced.
//   - Anything else (device, FIFO, the file behind /dev/stdout) is written in
//     place, since a rename would replace the node by a file.
//   - "-" is standard output.
//
// Errors are `PATH: error: cannot be written: REASON`.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SUPPORT_OUTPUTFILE_H
#define MATRIX_SUPPORT_OUTPUTFILE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <string>

namespace matrix {

class OutputFile {
public:
  explicit OutputFile(std::string Path) : Name(std::move(Path)), Target(Name) {}
  ~OutputFile();
  OutputFile(const OutputFile &) = delete;

  llvm::Error open();
  /// Ends the file. Without it, a regular file is as it was before open().
  llvm::Error keep();

  /// Set by open().
  std::optional<llvm::raw_fd_ostream> os;

private:
  llvm::Error openRegular();
  llvm::Error openInPlace(llvm::sys::fs::OpenFlags Flags);
  llvm::Error openStandardOutput();
  void start(int FD, bool ShouldClose);
  llvm::Error fail(llvm::Error Reason) const;

  std::string Name, Target; // as given; behind symbolic links
  std::optional<llvm::sys::fs::TempFile> Temporary;
};

/// Writes all of `Contents`, or fails and leaves the earlier file.
llvm::Error writeFile(llvm::StringRef Path, llvm::StringRef Contents);

/// Fails if two of `Outputs` are one file, or if one of them is one of `Inputs`
/// by whatever name. Devices, FIFOs and "-" may occur more than once. The
/// message has no tool's name in front: it is a usage error.
llvm::Error checkOutputs(llvm::ArrayRef<std::string> Outputs,
                         llvm::ArrayRef<std::string> Inputs);

} // namespace matrix

#endif // MATRIX_SUPPORT_OUTPUTFILE_H
