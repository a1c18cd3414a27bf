//===- Services.cpp - services of the machine for its cores ---------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Validates the operands of each request and applies its effects to the system,
// the schedule and hazard detection. Hazard detection receives an event after
// it has taken effect, except for two: the descriptor of a transfer is checked
// before the engine reads it, and the clock of a post is recorded before it is
// sent.
//
//===----------------------------------------------------------------------===//

#include "Services.h"
#include "HostCalls.h"

using namespace matrix;
using namespace matrix::sim;

Services::Services(System &system) : system(system), host(system) {
  for (auto &core : system.cores())
    core->machine = this;
}

uint64_t Services::cycle(const Core &core) const {
  return core.time ? core.time->issue : core.retired;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

uint8_t *Services::resolve(const Core &core, uint64_t address,
                           uint64_t size) const {
  return system.memory().resolve(core.number, address, size);
}

std::string Services::describe(uint64_t address) const {
  return system.memory().describe(address);
}

/// Stores take effect immediately; a fence matters for hazard detection only.
void Services::fence(Core &core) {
  if (core.checks)
    core.checks->fence();
}

//===----------------------------------------------------------------------===//
// DMA transfers
//===----------------------------------------------------------------------===//

uint64_t Services::startTransfer(Core &core, uint64_t descriptor) {
  if (hazards && !hazards->starts(core, descriptor))
    return 0;
  uint64_t handle = schedule ? schedule->startTransfer(core, descriptor)
                             : enqueueTransfer(core, descriptor);
  if (handle && hazards)
    hazards->started(core, descriptor, handle);
  return handle;
}

uint64_t Services::enqueueTransfer(Core &core, uint64_t descriptor) {
  llvm::Expected<uint64_t> handle =
      system.dma(core.number).start(descriptor, core.pc);
  if (handle)
    return *handle;
  core.trap(TrapKind::BadDescriptor, llvm::toString(handle.takeError()));
  return 0;
}

/// Traps the core if its engine has not issued the handle.
bool Services::isKnown(Core &core, uint64_t handle) {
  const DmaEngine &dma = system.dma(core.number);
  if (dma.isIssued(handle))
    return true;
  core.trap(TrapKind::UnknownHandle,
            "waits for DMA handle " + std::to_string(int64_t(handle)) +
                ", which no transfer has: " +
                (dma.last() ? "the last one is " + std::to_string(dma.last())
                            : "none was started"));
  return false;
}

void Services::waitForTransfer(Core &core, uint64_t handle) {
  if (!isKnown(core, handle))
    return;
  if (schedule)
    schedule->waitForTransfer(core, handle);
  else
    trapOnError(core, system.dma(core.number).finish(handle));
  if (hazards && core.state == CoreState::Running)
    hazards->waited(core, handle);
}

bool Services::testTransfer(Core &core, uint64_t handle) {
  if (schedule &&
      (!isKnown(core, handle) || !schedule->isComplete(core, handle)))
    return false;
  waitForTransfer(core, handle);
  return true;
}

//===----------------------------------------------------------------------===//
// Semaphores and barriers
//===----------------------------------------------------------------------===//

/// Traps the core if the semaphore does not exist.
bool Services::hasSemaphore(Core &core, uint64_t owner, uint64_t semaphore) {
  llvm::Error error = system.semaphores().check(owner, semaphore);
  if (!error)
    return true;
  core.trap(TrapKind::NoSemaphore, llvm::toString(std::move(error)));
  return false;
}

void Services::post(Core &core, uint64_t receiver, uint64_t semaphore) {
  if (!hasSemaphore(core, receiver, semaphore))
    return;
  uint64_t past = hazards ? hazards->post(core) : 0;
  if (schedule)
    schedule->post(core, unsigned(receiver), unsigned(semaphore), past);
  else
    system.semaphores().arrived(past, unsigned(receiver), unsigned(semaphore));
}

void Services::waitForSemaphore(Core &core, uint64_t count,
                                uint64_t semaphore) {
  if (hasSemaphore(core, core.number, semaphore))
    system.semaphores().wait(core, count, unsigned(semaphore));
}

/// Releases all cores when the last one arrives.
void Services::arriveAtBarrier(Core &core) {
  ++core.statistics.barriers;
  core.state = CoreState::AtBarrier;
  for (auto &other : system.cores())
    if (other->state != CoreState::AtBarrier)
      return;
  for (auto &other : system.cores())
    other->state = CoreState::Running;
  if (schedule)
    schedule->releaseBarrier(core);
  if (hazards)
    hazards->barrier();
}

//===----------------------------------------------------------------------===//
// Host
//===----------------------------------------------------------------------===//

void Services::callHost(Core &core) { host.call(core, cycle(core)); }
