//===- Schedule.cpp - scheduling of cores and DMA transfers ---------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Merges cores, DMA events and semaphore posts in the order of their time. The
// core with the smallest time runs until its limit, the time of the next core:
// conservative discrete-event simulation. An event that wakes a core sets the
// limit of the running core again. Events are processed one at a time, because
// each may wake a core that precedes the next event. The earliest core is found
// by a linear search, since machines have few cores.
//
//===----------------------------------------------------------------------===//

#include "Schedule.h"
#include "Timing/Dma/Ring.h"
#include <algorithm>

using namespace matrix;
using namespace matrix::sim;

Schedule::Schedule(System &system, StopsWaiting stopsWaiting)
    : system(system), stopsWaiting(std::move(stopsWaiting)),
      table(system.variant()), awaited(system.numCores()), transfers(system) {
  table.build(system.code());
  for (auto &core : system.cores()) {
    times.push_back(
        std::make_unique<CoreTime>(system.variant(), core->number, core->view));
    times.back()->setRows(table);
    core->time = times.back().get();
  }
}

void Schedule::setObserver(Observer *observer) {
  if (observer)
    table.noteAll();
  for (auto &time : times)
    time->observer = observer;
  transfers.setObserver(observer);
}

//===----------------------------------------------------------------------===//
// Selection of the next core
//===----------------------------------------------------------------------===//

Core *Schedule::earliest() const {
  Core *first = nullptr;
  for (auto &core : system.cores())
    if (core->state == CoreState::Running &&
        (!first || core->time->reached() < first->time->reached()))
      first = core.get();
  return first;
}

/// The core may run while it precedes every other running core; at equal times
/// the lower number comes first.
void Schedule::setLimit(Core &core) {
  core.time->limit = INT64_MAX;
  for (auto &other : system.cores())
    if (other.get() != &core && other->state == CoreState::Running) {
      int64_t first =
          int64_t(other->time->reached()) - (other->number < core.number);
      core.time->limit = std::min(core.time->limit, first);
    }
}

Core *Schedule::nextCore() {
  running = nullptr;
  while (!system.trappedCore()) {
    Core *core = earliest();
    // One event at a time: each may wake a core that is earlier.
    if (core ? processNextEvent(core->time->reached()) : wait())
      continue;
    if (core)
      setLimit(*core);
    return running = core;
  }
  return nullptr;
}

/// Processes events while every core is blocked. Transfers may take very long,
/// so time advances in intervals between which limits and interruption are
/// checked. Returns false if no event remains or the run is paused.
bool Schedule::wait() {
  constexpr uint64_t interval = 1 << 20;
  while (!transfers.isIdle() || !posts.empty()) {
    waited += interval;
    if (processNextEvent(waited))
      return true;
    if (stopsWaiting(waited))
      return false;
  }
  return false;
}

bool Schedule::mayIssue(Core &core) {
  CoreTime &time = *core.time;
  int64_t issue = int64_t(time.issue);
  while (issue <= time.limit && processNextEvent(uint64_t(issue)))
    if (system.trappedCore())
      return false;
  return issue <= time.limit;
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

/// Processes the first event up to `limit`; returns false if there is none.
bool Schedule::processNextEvent(uint64_t limit) {
  uint64_t firstPost = posts.empty() ? UINT64_MAX : posts.top().time;
  if (const DmaEvent *event = transfers.advance(std::min(limit, firstPost))) {
    processDmaEvent(*event);
    return true;
  }
  if (posts.empty() || firstPost > limit)
    return false;
  Post post = posts.top();
  posts.pop();
  system.semaphores().arrived(post.past, post.core, post.semaphore);
  wakeSuspended(post.time);
  return true;
}

void Schedule::processDmaEvent(const DmaEvent &event) {
  Core &core = system.core(event.core);
  const Awaited &what = awaited[event.core];
  if (event.kind == DmaEvent::Arrived)
    return wakeSuspended(event.time);
  bool canResume =
      event.kind == DmaEvent::Completed
          ? what.handle == event.handle
          : !what.handle && transfers.hasRoom(core, what.descriptor);
  if (core.state == CoreState::Blocked && canResume)
    wake(core, event.time, StallCause::Dma);
}

/// Resumes the cores whose semaphore wait is satisfied.
void Schedule::wakeSuspended(uint64_t at) {
  for (auto &core : system.cores())
    if (core->time->isSuspended() && core->state == CoreState::Running) {
      core->time->finishSuspended(at, StallCause::Sync);
      if (running)
        setLimit(*running);
    }
}

void Schedule::wake(Core &core, uint64_t at, StallCause cause) {
  core.state = CoreState::Running;
  core.time->wake(at, cause, system.code().indexOf(core.pc));
  if (running)
    setLimit(*running);
}

//===----------------------------------------------------------------------===//
// Hooks
//===----------------------------------------------------------------------===//

uint64_t Schedule::startTransfer(Core &core, uint64_t descriptor) {
  if (transfers.hasRoom(core, descriptor))
    return transfers.start(core, descriptor, core.time->issue);
  core.state = CoreState::Blocked;
  awaited[core.number] = {0, descriptor};
  return 0;
}

void Schedule::waitForTransfer(Core &core, uint64_t handle) {
  if (transfers.isComplete(core.number, handle)) {
    if (Observer *observer = core.time->observer)
      observer->awaited({core.number, handle, system.code().indexOf(core.pc),
                         core.time->issue});
    return;
  }
  core.state = CoreState::Blocked;
  awaited[core.number] = {handle, 0};
}

void Schedule::post(const Core &from, unsigned to, unsigned semaphore,
                    uint64_t past) {
  const desc::VariantInfo &variant = system.variant();
  uint64_t hops = ringDistance(from.number, to, variant.cores);
  uint64_t time = from.time->issue +
                  hops * uint64_t(variant.parameters.ringHop.value_or(0)) +
                  uint64_t(variant.parameters.postLatency.value_or(0));
  posts.push({time, numPosts++, to, semaphore, past});
}

/// `last` is still executing its barrier instruction.
void Schedule::releaseBarrier(const Core &last) {
  uint64_t at =
      last.time->issue +
      uint64_t(system.variant().parameters.barrierLatency.value_or(0));
  for (auto &core : system.cores())
    if (core.get() == &last)
      core->time->resumeAt = at;
    else
      wake(*core, at, StallCause::Sync);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

uint64_t Schedule::end() const {
  uint64_t last = totals() ? totals()->lastCompletion : 0;
  for (auto &time : times)
    last = std::max(last, time->end());
  return last;
}

CoreTiming Schedule::statistics(unsigned core) const {
  return times[core]->statistics(end(), waitOf(system.core(core)));
}

/// Cause of the cycles from the core's last issue to the end of the run.
StallCause Schedule::waitOf(const Core &core) {
  bool isDead = core.trapped.kind == TrapKind::Deadlock;
  if (core.state == CoreState::Blocked)
    return StallCause::Dma;
  if (core.state == CoreState::AtSemaphore ||
      core.state == CoreState::AtBarrier || isDead)
    return StallCause::Sync;
  return StallCause::Drain;
}

void Schedule::reportEnd(bool isCut) {
  for (auto &core : system.cores()) {
    StallCause last = waitOf(*core);
    // For these causes the pc is already past the waiting instruction.
    uint64_t pc = core->pc - (last == StallCause::Sync ? 4 : 0);
    if (core->time->observer)
      core->time->reportEnd(end(), last, system.code().indexOf(pc), isCut);
  }
}
