//===- HostCalls.cpp - host calls -----------------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks calls up in a table, checks that what the host reads is initialized,
// and performs them. Unknown calls trap.
//
//===----------------------------------------------------------------------===//

#include "HostCalls.h"
#include "Sanitizer/Checks.h"
#include "matrix/Description/Variants.h"
#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <sys/stat.h>

using namespace matrix::sim;
namespace registers = matrix::desc::registers;

//===----------------------------------------------------------------------===//
// Structures of the generic Linux ABI
//===----------------------------------------------------------------------===//

namespace {
struct GuestTime {
  int64_t seconds, fraction; // nanoseconds or microseconds
};

struct GuestStatus {
  uint64_t device, inode;
  uint32_t mode, links, user, group;
  uint64_t special, padding1;
  int64_t size;
  int32_t blockSize, padding2;
  int64_t blocks;
  GuestTime accessed, modified, changed;
  uint32_t unused[2];
};
static_assert(sizeof(GuestStatus) == 128);

struct GuestTimes {
  int64_t user, system, childrenUser, childrenSystem;
};
} // namespace

static GuestTime timeOf(const timespec &t) { return {t.tv_sec, t.tv_nsec}; }

static GuestStatus statusOf(const struct stat &s) {
  GuestStatus status = {};
  status.device = s.st_dev;
  status.inode = s.st_ino;
  status.mode = s.st_mode;
  status.links = uint32_t(s.st_nlink);
  status.user = s.st_uid;
  status.group = s.st_gid;
  status.special = s.st_rdev;
  status.size = s.st_size;
  status.blockSize = int32_t(s.st_blksize);
  status.blocks = s.st_blocks;
  status.accessed = timeOf(s.st_atim);
  status.modified = timeOf(s.st_mtim);
  status.changed = timeOf(s.st_ctim);
  return status;
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

int64_t HostCalls::argument(const Core &core, unsigned i) const {
  return core.x[registers::arguments[i]];
}

/// Returns null, without a trap, if the range is not within one memory.
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

template <typename T>
int64_t HostCalls::give(Core &core, uint64_t address, const T &value) {
  uint8_t *data = writable(core, address, sizeof(value));
  if (!data)
    return -EFAULT;
  std::memcpy(data, &value, sizeof(value));
  return 0;
}

bool HostCalls::readPath(Core &core, uint64_t address, std::string &path,
                         int64_t &error) {
  for (error = -ENAMETOOLONG; path.size() < PATH_MAX; ++address) {
    const uint8_t *letter = readable(core, address, 1);
    if (!letter || core.hasTrapped()) {
      error = -EFAULT;
      return false;
    }
    if (!*letter)
      return true;
    path += char(*letter);
  }
  return false;
}

/// Calls `use` with the path that argument `i` points to.
template <typename Use>
int64_t HostCalls::withPath(Core &core, unsigned i, Use use) {
  std::string path;
  int64_t error = 0;
  if (!readPath(core, uint64_t(argument(core, i)), path, error))
    return error;
  return use(path);
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

int64_t HostCalls::open(Core &core) {
  return withPath(core, 2, [&](const std::string &path) {
    return files.open(path, int(argument(core, 3)),
                      unsigned(argument(core, 4)));
  });
}

int64_t HostCalls::close(Core &core) { return files.close(argument(core, 1)); }

/// Bytes of one read; a larger one is incomplete.
static constexpr uint64_t maxRead = uint64_t(1) << 20;

int64_t HostCalls::read(Core &core) {
  uint64_t address = uint64_t(argument(core, 2));
  uint64_t size = std::min(uint64_t(argument(core, 3)), maxRead);
  uint8_t *data = system.memory().resolve(core.number, address, size);
  if (!data)
    return -EFAULT;
  std::string buffer(size, '\0');
  auto *bytes = reinterpret_cast<uint8_t *>(buffer.data());
  int64_t count = files.read(argument(core, 1), bytes, size);
  if (count > 0 && writable(core, address, uint64_t(count)))
    std::memcpy(data, bytes, size_t(count));
  return count;
}

int64_t HostCalls::write(Core &core) {
  uint64_t size = uint64_t(argument(core, 3));
  const uint8_t *data = readable(core, uint64_t(argument(core, 2)), size);
  if (!data)
    return -EFAULT;
  return core.hasTrapped() ? 0 : files.write(argument(core, 1), data, size);
}

int64_t HostCalls::seek(Core &core) {
  return files.seek(argument(core, 1), argument(core, 2),
                    int(argument(core, 3)));
}

int64_t HostCalls::statusOfFile(Core &core) {
  struct stat found = {};
  if (int64_t error = files.status(argument(core, 1), found))
    return error;
  return give(core, uint64_t(argument(core, 2)), statusOf(found));
}

int64_t HostCalls::statusOfPath(Core &core) {
  return withPath(core, 2, [&](const std::string &path) {
    struct stat found = {};
    if (int64_t error = files.status(path, found))
      return error;
    return give(core, uint64_t(argument(core, 3)), statusOf(found));
  });
}

int64_t HostCalls::remove(Core &core) {
  return withPath(core, 2, [&](const std::string &path) {
    return files.remove(path, int(argument(core, 3)));
  });
}

int64_t HostCalls::makeFolder(Core &core) {
  return withPath(core, 2, [&](const std::string &path) {
    return files.makeFolder(path, unsigned(argument(core, 3)));
  });
}

int64_t HostCalls::rename(Core &core) {
  return withPath(core, 2, [&](const std::string &from) {
    return withPath(
        core, 4, [&](const std::string &to) { return files.rename(from, to); });
  });
}

//===----------------------------------------------------------------------===//
// Memory and clocks
//===----------------------------------------------------------------------===//

/// As on Linux, the result is the end of the heap, unchanged on failure.
int64_t HostCalls::moveBreak(Core &core) {
  uint64_t wanted = uint64_t(argument(core, 1));
  if (wanted >= heapStart && wanted <= system.endOfHeap())
    heapEnd = wanted;
  return int64_t(heapEnd);
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
  timespec time = {time_t(elapsed / nanoseconds), long(elapsed % nanoseconds)};
  if (argument(core, 1) == CLOCK_REALTIME)
    ::clock_gettime(CLOCK_REALTIME, &time);
  else if (argument(core, 1) != CLOCK_MONOTONIC &&
           argument(core, 1) != CLOCK_PROCESS_CPUTIME_ID)
    return -EINVAL;
  return give(core, uint64_t(argument(core, 2)), timeOf(time));
}

int64_t HostCalls::timeOfDay(Core &core) {
  timespec time = {};
  ::clock_gettime(CLOCK_REALTIME, &time);
  return give(core, uint64_t(argument(core, 1)),
              GuestTime{time.tv_sec, time.tv_nsec / 1000});
}

/// In hundredths of a second.
int64_t HostCalls::times(Core &core) {
  int64_t ticks = int64_t(elapsedNanoseconds() / (nanoseconds / 100));
  int64_t error =
      give(core, uint64_t(argument(core, 1)), GuestTimes{ticks, 0, 0, 0});
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
    {34, 3, &HostCalls::makeFolder},   // mkdirat
    {35, 3, &HostCalls::remove},       // unlinkat
    {56, 4, &HostCalls::open},         // openat
    {57, 1, &HostCalls::close},        // close
    {62, 3, &HostCalls::seek},         // lseek
    {63, 3, &HostCalls::read},         // read
    {64, 3, &HostCalls::write},        // write
    {79, 3, &HostCalls::statusOfPath}, // newfstatat
    {80, 2, &HostCalls::statusOfFile}, // fstat
    {93, 0, nullptr},                  // exit
    {94, 0, nullptr},                  // exit_group
    {113, 2, &HostCalls::readClock},   // clock_gettime
    {153, 1, &HostCalls::times},       // times
    {169, 1, &HostCalls::timeOfDay},   // gettimeofday
    {214, 1, &HostCalls::moveBreak},   // brk
    {276, 4, &HostCalls::rename},      // renameat2
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
  uint64_t size = heapEnd - heapStart;
  if (uint8_t *heap = system.memory().resolve(0, heapStart, size))
    Memory::clear(heap, size);
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
                         " is not known; 64 writes, 93 exits");
  if (!found->perform) {
    bool isDefined =
        !core.checks || core.checks->isStatusDefined(registers::arguments[1]);
    return isDefined ? core.role_halt(argument(core, 1)) : void();
  }
  if (core.checks && !areDefined(*core.checks, 1, found->arguments))
    return;
  now = cycle;
  int64_t result = (this->*found->perform)(core);
  if (!core.hasTrapped())
    core.x[registers::arguments[0]] = result;
}
