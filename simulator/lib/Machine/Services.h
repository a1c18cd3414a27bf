//===- Services.h - services of the machine for its cores -------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Executes DMA, synchronization and host-call instructions, by the schedule in
// timed runs and at once in functional ones, and notifies hazard detection. A
// request with an invalid operand traps the core. In timed runs a request may
// leave the core blocked; the instruction then executes again when the core
// resumes.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_MACHINE_SERVICES_H
#define MATRIX_SIMULATOR_MACHINE_SERVICES_H

#include "Core/CoreServices.h"
#include "HostCalls.h"
#include "Sanitizer/Hazards.h"
#include "System/System.h"
#include "Timing/Schedule.h"

namespace matrix {
namespace sim {

class Services final : public CoreServices {
public:
  explicit Services(System &system);

  /// Null in functional runs.
  void setSchedule(Schedule *s) { schedule = s; }
  /// Null: hazard detection is off.
  void setHazards(Hazards *h) { hazards = h; }

  const desc::VariantInfo &variant() const override { return system.variant(); }
  unsigned numCores() const override { return system.numCores(); }
  uint64_t cycle(const Core &core) const override;
  bool mayIssue(Core &core) override { return schedule->mayIssue(core); }

  uint8_t *resolve(const Core &core, uint64_t address,
                   uint64_t size) const override;
  std::string describe(uint64_t address) const override;
  void fence(Core &core) override;

  uint64_t startTransfer(Core &core, uint64_t descriptor) override;
  void waitForTransfer(Core &core, uint64_t handle) override;
  bool testTransfer(Core &core, uint64_t handle) override;

  void post(Core &core, uint64_t receiver, uint64_t semaphore) override;
  void waitForSemaphore(Core &core, uint64_t count,
                        uint64_t semaphore) override;
  void arriveAtBarrier(Core &core) override;
  void callHost(Core &core) override;
  HostCalls &hostCalls() { return host; }

private:
  uint64_t enqueueTransfer(Core &core, uint64_t descriptor);
  bool isKnown(Core &core, uint64_t handle);
  bool hasSemaphore(Core &core, uint64_t owner, uint64_t semaphore);

  System &system;
  HostCalls host;
  Schedule *schedule = nullptr;
  Hazards *hazards = nullptr;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_MACHINE_SERVICES_H
