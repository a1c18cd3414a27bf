//===- Semaphores.h - counting semaphores -----------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counting semaphores of all cores (parameter Semaphores). Cores and DMA
// engines increment them; only the owning core waits and subtracts.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_SEMAPHORES_H
#define MATRIX_SIMULATOR_SEMAPHORES_H

#include "Core/Core.h"
#include "SynchronizationObserver.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace matrix {
namespace sim {

class Semaphores {
public:
  Semaphores(const std::vector<std::unique_ptr<Core>> &cores, unsigned each)
      : cores(cores), each(each) {}

  /// Null: none.
  void setObserver(SynchronizationObserver *o) { observer = o; }

  /// Sets all semaphores to 0.
  void reset() { counters.clear(); }

  /// Fails if the semaphore does not exist.
  llvm::Error check(uint64_t core, uint64_t semaphore) const;
  /// Increments; resumes the owner if its wait is satisfied.
  void post(unsigned core, unsigned semaphore);
  /// Increment by a core; `past` is passed to the observer.
  void arrived(uint64_t past, unsigned core, unsigned semaphore);
  /// Increment by a transfer of a core's engine.
  void posted(unsigned engine, uint64_t handle, unsigned core,
              unsigned semaphore);
  /// Subtracts `count`, immediately or when it is reached.
  void wait(Core &core, uint64_t count, unsigned semaphore);
  /// Example: "for semaphore 3 to reach 2 (it is 0)"
  std::string describeWait(const Core &core) const;

private:
  uint64_t &counter(unsigned core, unsigned semaphore);
  uint64_t value(unsigned core, unsigned semaphore) const;

  const std::vector<std::unique_ptr<Core>> &cores;
  unsigned each;
  SynchronizationObserver *observer = nullptr;
  std::vector<uint64_t> counters; // by core, then semaphore
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_SEMAPHORES_H
