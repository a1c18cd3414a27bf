//===- HostCalls.cpp - host calls -----------------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Executes write and exit; other host calls trap.
//
//===----------------------------------------------------------------------===//

#include "HostCalls.h"
#include "Sanitizer/Checks.h"
#include "matrix/Description/Variants.h"
#include <cerrno>
#include <unistd.h>

using namespace matrix::sim;
namespace registers = matrix::desc::registers;

/// Writes all bytes, or returns the negated error number.
static int64_t writeAll(int file, const uint8_t *data, uint64_t size) {
  for (uint64_t done = 0; done < size;) {
    ssize_t n = ::write(file, data + done, size - done);
    if (n < 0 && errno != EINTR)
      return -errno;
    done += n > 0 ? uint64_t(n) : 0;
  }
  return int64_t(size);
}

static int64_t write(Core &core, const Memory &memory, int64_t file,
                     uint64_t address, uint64_t size) {
  if (file != STDOUT_FILENO && file != STDERR_FILENO)
    return -EBADF;
  const uint8_t *data = memory.resolve(core.number, address, size);
  if (data && core.checks && !core.checks->read(data, size))
    return 0;
  return data ? writeAll(int(file), data, size) : -EFAULT;
}

/// Data passed to the host must not depend on memory that was never written.
static bool areDefined(Checks &checks, HostCall call) {
  if (call == HostCall::Exit)
    return checks.isStatusDefined(registers::arguments[1]);
  unsigned arguments = call == HostCall::Write ? 3 : 0;
  for (unsigned i = 1; i <= arguments; ++i)
    if (!checks.isArgumentDefined(registers::arguments[i]))
      return false;
  return true;
}

void matrix::sim::hostCall(Core &core, const Memory &memory) {
  auto argument = [&](unsigned i) -> int64_t & {
    return core.x[registers::arguments[i]];
  };
  auto call = HostCall(argument(0));
  if (core.checks &&
      (!core.checks->isArgumentDefined(registers::arguments[0]) ||
       !areDefined(*core.checks, call)))
    return;
  switch (call) {
  case HostCall::Write:
    argument(0) = write(core, memory, argument(1), uint64_t(argument(2)),
                        uint64_t(argument(3)));
    return;
  case HostCall::Exit:
    return core.role_halt(argument(1));
  }
  core.trap(TrapKind::UnknownHostCall,
            "host call " + std::to_string(argument(0)) +
                " is not known; 64 writes, 93 exits");
}
