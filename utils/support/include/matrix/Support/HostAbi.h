//===- HostAbi.h - numbers and structures of host calls ---------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The ABI of host calls between a program and the simulator: the numbers,
// structures and flags of Linux on 64-bit RISC-V. The header is C and C++: the
// runtime library, the port of newlib and the simulator include it.
// docs/c-programs.md describes the calls.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SUPPORT_HOSTABI_H
#define MATRIX_SUPPORT_HOSTABI_H

#include <stdint.h>

/// The first argument of a host call.
enum HostCallNumber {
  HostMkdirAt = 34,
  HostUnlinkAt = 35,
  HostOpenAt = 56,
  HostClose = 57,
  HostSeek = 62,
  HostRead = 63,
  HostWrite = 64,
  HostStatAt = 79,
  HostFstat = 80,
  HostExit = 93,
  HostExitGroup = 94,
  HostClockGetTime = 113,
  HostTimesOfProcess = 153,
  HostGetTimeOfDay = 169,
  HostBreak = 214,
  HostRenameAt2 = 276
};

/// Flags of HostOpenAt, besides the access mode in bits 0 and 1.
enum HostOpenFlag {
  HostCreate = 0100,
  HostExclusive = 0200,
  HostTruncate = 01000,
  HostAppend = 02000,
  HostNonBlocking = 04000,
  HostSynchronous = 010000
};

/// A folder argument: paths are relative to the current folder.
enum { HostCurrentFolder = -100 };
/// A flag of HostUnlinkAt: as rmdir().
enum { HostRemoveFolder = 0x200 };
enum HostClock { HostRealTime, HostMonotonic, HostProcessTime };

struct HostTime {
  int64_t seconds, fraction; // nanoseconds, of HostGetTimeOfDay microseconds
};

/// Result of HostStatAt and HostFstat.
struct HostStatus {
  uint64_t device, inode;
  uint32_t mode, links, user, group;
  uint64_t special, padding1;
  int64_t size;
  int32_t blockSize, padding2;
  int64_t blocks;
  struct HostTime accessed, modified, changed;
  uint32_t unused[2];
};

/// Result of HostTimesOfProcess, in hundredths of a second.
struct HostTimes {
  int64_t user, system, childrenUser, childrenSystem;
};

#ifdef __cplusplus
static_assert(sizeof(HostStatus) == 128, "struct stat of Linux");
#else
_Static_assert(sizeof(struct HostStatus) == 128, "struct stat of Linux");
#endif

#endif // MATRIX_SUPPORT_HOSTABI_H
