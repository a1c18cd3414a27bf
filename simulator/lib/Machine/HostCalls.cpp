//===- HostCalls.cpp - host calls -----------------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks calls up in a table, checks that their arguments are initialized, and
// performs those on memory and clocks. Unknown calls trap. All clocks but the
// real-time clock follow from the cycle of the call, so that a program which
// measures time has the same result in every run. The cycle count c at f MHz is
// c / f * 1000 + c % f * 1000 / f nanoseconds: the product c * 1000 could
// overflow.
//
//===----------------------------------------------------------------------===//

#include "HostCalls.h"
#include "Sanitizer/Checks.h"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>

using namespace matrix::sim;
namespace registers = matrix::desc::registers;

//===----------------------------------------------------------------------===//
// Memory of programs
//===----------------------------------------------------------------------===//

uint8_t *HostCalls::readable(Core &core, uint64_t address, uint64_t size) {
  uint8_t *data = system.memory().resolve(core.number, address, size);
  if (data && core.checks && size)
    core.checks->read(data, size);
  return data;
}

uint8_t *HostCalls::writable(Core &core, uint64_t address, uint64_t size) {
  uint8_t *data = system.memory().resolve(core.number, address, size);
  if (data && core.checks && size)
    core.checks->written(data, size);
  return data;
}

int64_t HostCalls::give(Core &core, uint64_t address, const void *value,
                        size_t size) {
  uint8_t *data = writable(core, address, size);
  if (!data)
    return -EFAULT;
  std::memcpy(data, value, size);
  return 0;
}

//===----------------------------------------------------------------------===//
// Memory and clocks
//===----------------------------------------------------------------------===//

/// As on Linux, the result is the end of the heap, unchanged on failure, and
/// memory is zero when it becomes a part of the heap.
int64_t HostCalls::moveBreak(Core &core) {
  uint64_t wanted = uint64_t(argument(core, 1));
  if (wanted < heapStart || wanted > system.endOfHeap())
    return int64_t(heapEnd);
  clearHeap(wanted);
  heapEnd = wanted;
  return int64_t(heapEnd);
}

/// Clears the heap from an address on.
void HostCalls::clearHeap(uint64_t from) {
  uint64_t size = heapEnd - std::min(from, heapEnd);
  uint8_t *heap = size ? system.memory().resolve(0, from, size) : nullptr;
  if (heap)
    Memory::clear(heap, size);
}

static constexpr uint64_t nanoseconds = 1000000000;

/// Cycles, at the variant's frequency; at 1 GHz if it has none.
uint64_t HostCalls::elapsedNanoseconds() const {
  uint64_t clock = uint64_t(system.variant().parameters.clockMHz.value_or(0));
  clock = clock ? clock : 1000;
  return now / clock * 1000 + now % clock * 1000 / clock;
}

/// The real-time clock is the host's, the others count cycles.
int64_t HostCalls::readClock(Core &core) {
  uint64_t elapsed = elapsedNanoseconds();
  HostTime time = {int64_t(elapsed / nanoseconds),
                   int64_t(elapsed % nanoseconds)};
  if (argument(core, 1) == HostRealTime) {
    timespec host = {};
    ::clock_gettime(CLOCK_REALTIME, &host);
    time = {host.tv_sec, host.tv_nsec};
  } else if (argument(core, 1) != HostMonotonic &&
             argument(core, 1) != HostProcessTime) {
    return -EINVAL;
  }
  return give(core, uint64_t(argument(core, 2)), time);
}

int64_t HostCalls::timeOfDay(Core &core) {
  timespec time = {};
  ::clock_gettime(CLOCK_REALTIME, &time);
  return give(core, uint64_t(argument(core, 1)),
              HostTime{time.tv_sec, time.tv_nsec / 1000});
}

/// In hundredths of a second.
int64_t HostCalls::times(Core &core) {
  int64_t ticks = int64_t(elapsedNanoseconds() / (nanoseconds / 100));
  int64_t error =
      give(core, uint64_t(argument(core, 1)), HostTimes{ticks, 0, 0, 0});
  return error ? error : ticks;
}

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

struct HostCalls::Entry {
  int64_t number;
  unsigned arguments;
  int64_t (HostCalls::*perform)(Core &); // null: the core halts
};

const HostCalls::Entry HostCalls::table[] = {
    {HostMkdirAt, 3, &HostCalls::makeFolder},
    {HostUnlinkAt, 3, &HostCalls::remove},
    {HostOpenAt, 4, &HostCalls::open},
    {HostClose, 1, &HostCalls::close},
    {HostSeek, 3, &HostCalls::seek},
    {HostRead, 3, &HostCalls::read},
    {HostWrite, 3, &HostCalls::write},
    {HostStatAt, 3, &HostCalls::statusOfPath},
    {HostFstat, 2, &HostCalls::statusOfFile},
    {HostExit, 0, nullptr},
    {HostExitGroup, 0, nullptr},
    {HostClockGetTime, 2, &HostCalls::readClock},
    {HostTimesOfProcess, 1, &HostCalls::times},
    {HostGetTimeOfDay, 1, &HostCalls::timeOfDay},
    {HostBreak, 1, &HostCalls::moveBreak},
    {HostRenameAt2, 4, &HostCalls::rename},
};

/// Data passed to the host must not depend on memory that was never written.
static bool areDefined(Checks &checks, unsigned first, unsigned last) {
  for (unsigned i = first; i <= last; ++i)
    if (!checks.isArgumentDefined(registers::arguments[i]))
      return false;
  return true;
}

void HostCalls::reset() {
  files.reset();
  clearHeap(heapStart);
  heapEnd = heapStart;
}

void HostCalls::call(Core &core, uint64_t cycle) {
  if (core.checks && !areDefined(*core.checks, 0, 0))
    return;
  auto found =
      std::find_if(std::begin(table), std::end(table), [&](const Entry &e) {
        return e.number == argument(core, 0);
      });
  if (found == std::end(table))
    return core.trap(TrapKind::UnknownHostCall,
                     "host call " + std::to_string(argument(core, 0)) +
                         " is not known; " + std::to_string(HostWrite) +
                         " writes, " + std::to_string(HostExit) + " exits");
  if (!found->perform) {
    bool isDefined =
        !core.checks || core.checks->isStatusDefined(registers::arguments[1]);
    return isDefined ? core.role_halt(argument(core, 1)) : void();
  }
  if (core.checks && !areDefined(*core.checks, 1, found->arguments))
    return;
  now = cycle;
  int64_t result = (this->*found->perform)(core);
  interrupted = result == -EINTR && files.isInterrupted();
  if (interrupted)
    core.state = CoreState::Blocked;
  else if (!core.hasTrapped())
    core.x[registers::arguments[0]] = result;
}
