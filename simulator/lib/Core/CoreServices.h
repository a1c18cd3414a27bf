//===- CoreServices.h - services that a core needs --------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interface of a core to the rest of the machine. Instructions that affect more
// than their core request a service; a request that fails traps the core.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_CORE_CORESERVICES_H
#define MATRIX_SIMULATOR_CORE_CORESERVICES_H

#include "matrix/Description/Variants.h"
#include <cstdint>
#include <string>

namespace matrix {
namespace sim {

class Core;

class CoreServices {
public:
  virtual ~CoreServices() = default;

  virtual const desc::VariantInfo &variant() const = 0;
  virtual unsigned numCores() const = 0;
  /// Timed runs: the issue cycle of the current instruction. Functional runs:
  /// the number of instructions that the core has executed.
  virtual uint64_t cycle(const Core &core) const = 0;
  /// Timed runs: true if the core may now execute an instruction whose effects
  /// other cores can observe.
  virtual bool mayIssue(Core &core) = 0;

  //===--------------------------------------------------------------------===//
  // Memory
  //===--------------------------------------------------------------------===//

  /// Translates `size` bytes at `address` for a core. Returns null if they are
  /// not within one memory.
  virtual uint8_t *resolve(const Core &core, uint64_t address,
                           uint64_t size) const = 0;
  /// Describes an invalid address in messages.
  virtual std::string describe(uint64_t address) const = 0;
  /// Orders the earlier stores of the core before its later DMA transfers.
  virtual void fence(Core &core) = 0;

  //===--------------------------------------------------------------------===//
  // DMA transfers
  //===--------------------------------------------------------------------===//

  /// Returns the DMA handle, or 0 if the core has trapped or is blocked.
  virtual uint64_t startTransfer(Core &core, uint64_t descriptor) = 0;
  virtual void waitForTransfer(Core &core, uint64_t handle) = 0;
  /// Returns true if the transfer is complete. In functional runs the test
  /// makes the data move.
  virtual bool testTransfer(Core &core, uint64_t handle) = 0;

  //===--------------------------------------------------------------------===//
  // Synchronization and the host
  //===--------------------------------------------------------------------===//

  virtual void post(Core &core, uint64_t receiver, uint64_t semaphore) = 0;
  virtual void waitForSemaphore(Core &core, uint64_t count,
                                uint64_t semaphore) = 0;
  virtual void arriveAtBarrier(Core &core) = 0;
  virtual void callHost(Core &core) = 0;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_CORE_CORESERVICES_H
