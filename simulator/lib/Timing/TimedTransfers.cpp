//===- TimedTransfers.cpp - DMA transfers in timed runs -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Validates a descriptor, enters it into the queue of its engine and into the
// timing model, and applies the events of the model in their order: Arrived
// copies the rows to one receiver and posts its semaphore, Completed retires
// the handle. The source is read at the time of Arrived, not at the start.
//
//===----------------------------------------------------------------------===//

#include "TimedTransfers.h"

using namespace matrix;
using namespace matrix::sim;

TimedTransfers::TimedTransfers(System &system) : system(system) {
  if (system.variant().dma)
    timing =
        std::make_unique<TransferTiming>(system.variant(), system.numCores());
}

bool TimedTransfers::hasRoom(const Core &core,
                             uint64_t descriptorAddress) const {
  const DmaEngine &engine = system.dma(core.number);
  llvm::Expected<Descriptor> d = engine.read(descriptorAddress);
  if (d)
    return timing->hasRoom(core.number, engine.channelOf(*d));
  llvm::consumeError(d.takeError());
  return true;
}

uint64_t TimedTransfers::start(Core &core, uint64_t descriptorAddress,
                               uint64_t now) {
  DmaEngine &engine = system.dma(core.number);
  llvm::Expected<Descriptor> d = engine.read(descriptorAddress);
  if (!d) {
    core.trap(TrapKind::BadDescriptor, llvm::toString(d.takeError()));
    return 0;
  }
  uint64_t handle = engine.enqueue(*d, core.pc);
  std::vector<uint32_t> indices = engine.indicesOf(*d);
  if (timing->start(core.number, *d, indices.data(), handle, core.pc, now)) {
    if (observer)
      observer->started({core.number, engine.channelOf(*d), handle,
                         system.code().indexOf(core.pc), now, *d, indices});
    return handle;
  }
  core.trapAt(core.pc, TrapKind::BadDescriptor,
              "transfer " + std::to_string(handle) +
                  ": its lines, from DRAM and filled ones in turn, are too "
                  "many to be timed; run it with --functional");
  return 0;
}

bool TimedTransfers::isComplete(unsigned core, uint64_t handle) const {
  return !timing || timing->isComplete(core, handle);
}

/// Applies the Arrived event of one receiver.
void TimedTransfers::deliver(const DmaEvent &event) {
  DmaEngine &engine = system.dma(event.core);
  if (!trapOnError(system.core(event.core),
                   engine.deliver(event.handle, event.receiver)))
    return;
  const Descriptor &d = engine.descriptorOf(event.handle);
  if (d.posts())
    system.semaphores().posted(event.core, event.handle, event.receiver,
                               d.semaphore);
}

const DmaEvent *TimedTransfers::advance(uint64_t limit) {
  const DmaEvent *event = timing ? timing->advance(limit) : nullptr;
  if (!event)
    return nullptr;
  if (event->kind == DmaEvent::Arrived)
    deliver(*event);
  if (event->kind == DmaEvent::Completed) {
    system.dma(event->core).retire(event->handle);
    if (observer)
      observer->transferred(timing->record());
  }
  return event;
}
