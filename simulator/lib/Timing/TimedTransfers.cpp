//===- TimedTransfers.cpp - DMA transfers in timed runs -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Validates descriptors, starts transfers in the timing model, and applies its
// events.
//
//===----------------------------------------------------------------------===//

#include "TimedTransfers.h"
#include "Machine/Machine.h"
#include "Observer.h"

using namespace matrix;
using namespace matrix::sim;

TimedTransfers::TimedTransfers(Machine &machine) : machine(machine) {
  if (machine.variant.dma)
    timing = std::make_unique<TransferTiming>(machine.variant,
                                              unsigned(machine.cores.size()));
}

bool TimedTransfers::hasRoom(const Core &core,
                             uint64_t descriptorAddress) const {
  Descriptor d;
  std::string error;
  const DmaEngine &engine = machine.dma[core.number];
  return !engine.read(descriptorAddress, d, error) ||
         timing->hasRoom(core.number, engine.channelOf(d));
}

uint64_t TimedTransfers::start(Core &core, uint64_t descriptorAddress,
                               uint64_t now) {
  Descriptor d;
  std::string error;
  DmaEngine &engine = machine.dma[core.number];
  if (!engine.read(descriptorAddress, d, error)) {
    core.trap(TrapKind::BadDescriptor, error);
    return 0;
  }
  uint64_t handle = engine.enqueue(d, core.pc);
  std::vector<uint32_t> indices = engine.indicesOf(d);
  if (timing->start(core.number, d, indices.data(), handle, core.pc, now))
    return handle;
  failTransfer(core,
               "transfer " + std::to_string(handle) +
                   ": its lines, from DRAM and filled ones in turn, are too "
                   "many to be timed; run it with --functional",
               core.pc);
  return 0;
}

bool TimedTransfers::isComplete(unsigned core, uint64_t handle) const {
  return !timing || timing->isComplete(core, handle);
}

/// Applies the Arrived event of one receiver.
void TimedTransfers::deliver(const DmaEvent &event) {
  DmaEngine &engine = machine.dma[event.core];
  std::string error;
  uint64_t pc = 0;
  if (!engine.deliver(event.handle, event.receiver, error, pc))
    return failTransfer(*machine.cores[event.core], error, pc);
  const Descriptor &d = engine.descriptorOf(event.handle);
  if (d.posts())
    machine.semaphores.posted(event.core, event.handle, event.receiver,
                              d.semaphore);
}

const DmaEvent *TimedTransfers::advance(uint64_t limit) {
  const DmaEvent *event = timing ? timing->advance(limit) : nullptr;
  if (!event)
    return nullptr;
  if (event->kind == DmaEvent::Arrived)
    deliver(*event);
  if (event->kind == DmaEvent::Completed) {
    machine.dma[event->core].retire(event->handle);
    if (machine.observer)
      machine.observer->transferred(timing->record());
  }
  return event;
}
