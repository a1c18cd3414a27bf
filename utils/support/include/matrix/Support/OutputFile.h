//===- OutputFile.h - atomic output files -----------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Output files of all tools.
//
//   - A regular file is written under a temporary name in the same folder and
//     renamed on completion, so that a failure preserves the earlier contents.
//     A symbolic link remains; its target is replaced.
//   - Any other node (device, FIFO, the file behind /dev/stdout) is written in
//     place, because a rename would replace the node by a file.
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
  /// Commits the file. Otherwise a regular file is unchanged.
  llvm::Error keep();

  /// Set by open().
  std::optional<llvm::raw_fd_ostream> os;

private:
  llvm::Error openRegular();
  llvm::Error openInPlace(llvm::sys::fs::OpenFlags Flags);
  llvm::Error openStandardOutput();
  void start(int FD, bool ShouldClose);
  llvm::Error fail(llvm::Error Reason) const;

  std::string Name, Target; // as given; link target
  std::optional<llvm::sys::fs::TempFile> Temporary;
};

/// Writes `Contents`; on failure the earlier file is preserved.
llvm::Error writeFile(llvm::StringRef Path, llvm::StringRef Contents);

/// Returns an error if two of `Outputs` are the same file, or if one of them is
/// one of `Inputs` under any name. Devices, FIFOs and "-" may occur more than
/// once. The message does not start with the name of the tool: it is a usage
/// error.
llvm::Error checkOutputs(llvm::ArrayRef<std::string> Outputs,
                         llvm::ArrayRef<std::string> Inputs);

} // namespace matrix

#endif // MATRIX_SUPPORT_OUTPUTFILE_H
