//===- Semaphores.h - counters that cores wait for --------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every core has as many as the variant says (figure Semaphores). Anybody adds
// to them, cores and DMA engines; only their own core waits and subtracts.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_SEMAPHORES_H
#define MATRIX_SIMULATOR_SEMAPHORES_H

#include "Core.h"
#include <memory>
#include <string>
#include <vector>

namespace matrix {
namespace sim {

class Hazards;

class Semaphores {
public:
  Semaphores(const std::vector<std::unique_ptr<Core>> &cores, unsigned each)
      : cores(cores), each(each) {}

  /// What is wrong with this semaphore; empty if it exists.
  std::string check(uint64_t core, uint64_t semaphore) const;
  /// Adds 1; the core goes on if that is what it waits for.
  void post(unsigned core, unsigned semaphore);
  /// The same, by a core; `past`: what Hazards::post gave.
  void arrived(uint64_t past, unsigned core, unsigned semaphore);
  /// The same, by a transfer of a core's engine.
  void posted(unsigned engine, uint64_t ticket, unsigned core,
              unsigned semaphore);
  /// Subtracts, now or when there is enough.
  void wait(Core &core, uint64_t count, unsigned semaphore);
  /// "for semaphore 3 to reach 2 (it is 0)"
  std::string describeWait(const Core &core) const;

  Hazards *hazards = nullptr; // who wants to know

private:
  uint64_t &counter(unsigned core, unsigned semaphore);
  uint64_t value(unsigned core, unsigned semaphore) const;

  const std::vector<std::unique_ptr<Core>> &cores;
  unsigned each;
  std::vector<uint64_t> counters; // by core, then semaphore
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_SEMAPHORES_H
