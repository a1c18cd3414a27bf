//===- HostFiles.h - files of the host for the program ----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The files that a program opens by host calls: those below one folder, which
// symbolic links do not leave. Descriptors 0 to 2 are those of the simulator.
// Functions return negated error numbers, as Linux does. Reads and writes that
// wait end with EINTR when the run is interrupted.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_HOSTFILES_H
#define MATRIX_SIMULATOR_HOSTFILES_H

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

struct stat;

namespace matrix {
namespace sim {

class HostFiles {
public:
  HostFiles() = default;
  ~HostFiles();
  HostFiles(const HostFiles &) = delete;

  /// True if the run is to be interrupted.
  std::function<bool()> isInterrupted = [] { return false; };

  /// Gives access to a folder; without it no file can be opened. Returns 0 or
  /// an error number.
  int64_t setRoot(const std::string &folder);
  /// Closes the files of the program, and opens its standard streams.
  void reset();

  int64_t open(const std::string &path, int flags, unsigned mode);
  int64_t close(int64_t file);
  int64_t read(int64_t file, uint8_t *data, uint64_t size);
  /// Writes all bytes, unless an error or an interruption follows the first
  /// ones.
  int64_t write(int64_t file, const uint8_t *data, uint64_t size);
  int64_t seek(int64_t file, int64_t offset, int origin);
  int64_t status(int64_t file, struct stat &result);
  int64_t status(const std::string &path, struct stat &result);
  int64_t remove(const std::string &path, int flags);
  int64_t makeFolder(const std::string &path, unsigned mode);
  int64_t rename(const std::string &from, const std::string &to);

private:
  int64_t openBelow(const std::string &path, int flags, unsigned mode) const;
  int64_t openParent(const std::string &path, std::string &name) const;
  bool waitFor(int file, short event) const;
  /// The host's descriptor, or -1.
  int descriptor(int64_t file) const;

  int root = -1;
  std::vector<int> files = {0, 1, 2}; // by the program's number; -1: closed
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_HOSTFILES_H
