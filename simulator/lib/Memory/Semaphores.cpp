//===- Semaphores.cpp - counting semaphores -------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts posts, and resumes a core when the semaphore it waits for reaches the
// required count. A core waits for one semaphore at a time and only its own, so
// that a post tests one core and no queue of waiting cores exists. A wait that
// is not satisfied is repeated at each post.
//
//===----------------------------------------------------------------------===//

#include "Semaphores.h"

using namespace matrix;
using namespace matrix::sim;

llvm::Error Semaphores::check(uint64_t core, uint64_t semaphore) const {
  if (core >= cores.size())
    return llvm::createStringError("semaphore of core " + std::to_string(core) +
                                   ", but " + std::to_string(cores.size()) +
                                   " run");
  if (semaphore < each)
    return llvm::Error::success();
  return llvm::createStringError("semaphore " + std::to_string(semaphore) +
                                 ", but each core has " + std::to_string(each));
}

uint64_t &Semaphores::counter(unsigned core, unsigned semaphore) {
  counters.resize(cores.size() * each);
  return counters[core * each + semaphore];
}

uint64_t Semaphores::value(unsigned core, unsigned semaphore) const {
  size_t place = core * each + semaphore;
  return place < counters.size() ? counters[place] : 0;
}

void Semaphores::post(unsigned core, unsigned semaphore) {
  ++counter(core, semaphore);
  Core &receiver = *cores[core];
  if (receiver.state == CoreState::AtSemaphore &&
      receiver.awaited.semaphore == semaphore)
    wait(receiver, receiver.awaited.count, semaphore);
}

void Semaphores::arrived(uint64_t past, unsigned core, unsigned semaphore) {
  if (observer)
    observer->arrived(past, core, semaphore);
  post(core, semaphore);
}

void Semaphores::posted(unsigned engine, uint64_t handle, unsigned core,
                        unsigned semaphore) {
  if (observer)
    observer->posted(engine, handle, core, semaphore);
  post(core, semaphore);
}

void Semaphores::wait(Core &core, uint64_t count, unsigned semaphore) {
  uint64_t &have = counter(core.number, semaphore);
  bool enough = have >= count;
  core.awaited = {semaphore, count};
  core.state = enough ? CoreState::Running : CoreState::AtSemaphore;
  if (!enough)
    return;
  have -= count;
  if (observer)
    observer->acquired(core, semaphore, count);
}

std::string Semaphores::describeWait(const Core &core) const {
  return "for semaphore " + std::to_string(core.awaited.semaphore) +
         " to reach " + std::to_string(core.awaited.count) + " (it is " +
         std::to_string(value(core.number, unsigned(core.awaited.semaphore))) +
         ")";
}
