//===- HostCalls.h - host calls ---------------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// System calls that the simulator performs for the program (semihosting), by
// the ABI of matrix/Support/HostAbi.h: number in the first argument register,
// arguments in the following ones, result (a negated error number if negative)
// in the first one. A call with an invalid address fails with EFAULT and does
// not trap, as on Linux; a call that passes uninitialized data to the host is a
// hazard. A call that is interrupted while it waits executes again when the run
// continues.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_HOSTCALLS_H
#define MATRIX_SIMULATOR_HOSTCALLS_H

#include "HostFiles.h"
#include "System/System.h"
#include "matrix/Description/Variants.h"
#include "matrix/Support/HostAbi.h"
#include <utility>

namespace matrix {
namespace sim {

class HostCalls {
public:
  explicit HostCalls(System &system) : system(system) {}

  /// Lets the program use the files below a folder. Returns 0 or an error
  /// number.
  int64_t setRoot(const std::string &folder) { return files.setRoot(folder); }
  /// Sets the first free byte of DRAM, which the program's heap starts at.
  void setHeap(uint64_t start) { heapStart = heapEnd = start; }
  /// Sets the function that tells a waiting call if the run is interrupted.
  void setInterruption(std::function<bool()> ask) {
    files.isInterrupted = std::move(ask);
  }
  /// True after a call that was interrupted and has left its core blocked.
  bool takeInterruption() { return std::exchange(interrupted, false); }

  /// Before a restart: closes all files, and frees and clears the heap.
  void reset();

  /// Performs the call of the core; `cycle` is its time.
  void call(Core &core, uint64_t cycle);

private:
  struct Entry;
  static const Entry table[];

  int64_t argument(const Core &core, unsigned i) const {
    return core.x[desc::registers::arguments[i]];
  }
  /// Return null, without a trap, if the range is not within one memory.
  uint8_t *readable(Core &core, uint64_t address, uint64_t size);
  uint8_t *writable(Core &core, uint64_t address, uint64_t size);
  bool readPath(Core &core, uint64_t address, std::string &path,
                int64_t &error);
  /// Stores a result. Returns 0 or a negated error number.
  template <typename T>
  int64_t give(Core &core, uint64_t address, const T &value) {
    return give(core, address, &value, sizeof(value));
  }
  int64_t give(Core &core, uint64_t address, const void *value, size_t size);
  template <typename Use> int64_t withPath(Core &core, unsigned i, Use use);

  // Files, in FileCalls.cpp.
  int64_t open(Core &core);
  int64_t close(Core &core);
  int64_t read(Core &core);
  int64_t write(Core &core);
  int64_t seek(Core &core);
  int64_t statusOfFile(Core &core);
  int64_t statusOfPath(Core &core);
  int64_t remove(Core &core);
  int64_t makeFolder(Core &core);
  int64_t rename(Core &core);
  // Memory and clocks.
  int64_t moveBreak(Core &core);
  void clearHeap(uint64_t from);
  uint64_t elapsedNanoseconds() const;
  int64_t readClock(Core &core);
  int64_t timeOfDay(Core &core);
  int64_t times(Core &core);

  System &system;
  HostFiles files;
  uint64_t heapStart = 0, heapEnd = 0;
  uint64_t now = 0; // cycle of the call
  bool interrupted = false;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_HOSTCALLS_H
