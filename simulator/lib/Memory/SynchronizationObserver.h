//===- SynchronizationObserver.h - observer of semaphores -------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interface of hazard detection to the semaphores: the events that order
// accesses of different cores. A post is two events, the instruction and its
// arrival; this interface has the arrival, and `past` connects it with the
// instruction.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_MEMORY_SYNCHRONIZATIONOBSERVER_H
#define MATRIX_SIMULATOR_MEMORY_SYNCHRONIZATIONOBSERVER_H

#include <cstdint>

namespace matrix {
namespace sim {

class Core;

class SynchronizationObserver {
public:
  virtual ~SynchronizationObserver() = default;
  /// A post of a core takes effect. `past` identifies the posting core's clock
  /// at its instruction.
  virtual void arrived(uint64_t past, unsigned to, unsigned semaphore) = 0;
  /// A DMA transfer of a core's engine posts.
  virtual void posted(unsigned core, uint64_t handle, unsigned to,
                      unsigned semaphore) = 0;
  /// A wait of the core has subtracted `count`.
  virtual void acquired(Core &core, unsigned semaphore, uint64_t count) = 0;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_MEMORY_SYNCHRONIZATIONOBSERVER_H
