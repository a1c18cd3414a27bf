//===- Syscalls.c - system calls of newlib --------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions that newlib requires of a machine, by host calls (HostAbi.h).
// Flags, clocks and structures are converted: newlib's differ from Linux's.
//
//===----------------------------------------------------------------------===//

#include "matrix/Support/HostAbi.h"
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <reent.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#undef errno
extern int errno;

//===----------------------------------------------------------------------===//
// Host calls
//===----------------------------------------------------------------------===//

int64_t hostCall(int64_t number, int64_t a, int64_t b, int64_t c,
                 int64_t d) __asm__("matrix.role.host_call");
_Noreturn void halt(int64_t status) __asm__("matrix.role.halt");

/// Returns -1 and sets errno if the host returned a negated error number.
static int64_t result(int64_t value) {
  if (value >= 0)
    return value;
  errno = (int)-value;
  return -1;
}

#define CALL(NUMBER, A, B, C, D)                                               \
  result(hostCall(NUMBER, (int64_t)(A), (int64_t)(B), (int64_t)(C),            \
                  (int64_t)(D)))

static int unsupported(void) {
  errno = ENOSYS;
  return -1;
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

/// Flags of newlib and of Linux.
static const struct {
  int flag, host;
} openFlags[] = {{O_CREAT, HostCreate},     {O_EXCL, HostExclusive},
                 {O_TRUNC, HostTruncate},   {O_APPEND, HostAppend},
                 {O_NONBLOCK, HostNonBlocking}, {O_SYNC, HostSynchronous}};

int _open(const char *path, int flags, int mode) {
  int host = flags & O_ACCMODE;
  for (unsigned i = 0; i < sizeof(openFlags) / sizeof(openFlags[0]); ++i)
    if (flags & openFlags[i].flag)
      host |= openFlags[i].host;
  return (int)CALL(HostOpenAt, HostCurrentFolder, path, host, mode);
}

int _close(int file) { return (int)CALL(HostClose, file, 0, 0, 0); }

ssize_t _read(int file, void *data, size_t size) {
  return CALL(HostRead, file, data, size, 0);
}
ssize_t _write(int file, const void *data, size_t size) {
  return CALL(HostWrite, file, data, size, 0);
}
off_t _lseek(int file, off_t offset, int origin) {
  return CALL(HostSeek, file, offset, origin, 0);
}

static int giveStatus(int64_t failed, const struct HostStatus *host,
                      struct stat *status) {
  if (failed)
    return -1;
  memset(status, 0, sizeof(*status));
  status->st_dev = (dev_t)host->device;
  status->st_ino = (ino_t)host->inode;
  status->st_mode = host->mode;
  status->st_nlink = (nlink_t)host->links;
  status->st_uid = (uid_t)host->user;
  status->st_gid = (gid_t)host->group;
  status->st_rdev = (dev_t)host->special;
  status->st_size = host->size;
  status->st_blksize = host->blockSize;
  status->st_blocks = host->blocks;
  status->st_atime = host->accessed.seconds;
  status->st_mtime = host->modified.seconds;
  status->st_ctime = host->changed.seconds;
  return 0;
}

int _fstat(int file, struct stat *status) {
  struct HostStatus host;
  return giveStatus(CALL(HostFstat, file, &host, 0, 0), &host, status);
}
int _stat(const char *path, struct stat *status) {
  struct HostStatus host;
  return giveStatus(CALL(HostStatAt, HostCurrentFolder, path, &host, 0), &host,
                    status);
}
int lstat(const char *path, struct stat *status) { return _stat(path, status); }

int _isatty(int file) {
  struct stat status;
  if (_fstat(file, &status))
    return 0;
  if (S_ISCHR(status.st_mode))
    return 1;
  errno = ENOTTY;
  return 0;
}

int _unlink(const char *path) {
  return (int)CALL(HostUnlinkAt, HostCurrentFolder, path, 0, 0);
}
int rmdir(const char *path) {
  return (int)CALL(HostUnlinkAt, HostCurrentFolder, path, HostRemoveFolder, 0);
}
int _mkdir(const char *path, mode_t mode) {
  return (int)CALL(HostMkdirAt, HostCurrentFolder, path, mode, 0);
}
int mkdir(const char *path, mode_t mode) { return _mkdir(path, mode); }
int _rename(const char *from, const char *to) {
  return (int)CALL(HostRenameAt2, HostCurrentFolder, from, HostCurrentFolder, to);
}

int access(const char *path, int mode) {
  struct stat status;
  (void)mode;
  return _stat(path, &status);
}

int _link(const char *from, const char *to) {
  (void)from, (void)to;
  return unsupported();
}
int _fcntl(int file, int command, int argument) {
  (void)file, (void)command, (void)argument;
  return unsupported();
}

//===----------------------------------------------------------------------===//
// Memory and time
//===----------------------------------------------------------------------===//

void *_sbrk(ptrdiff_t increment) {
  static int64_t end;
  if (!end)
    end = hostCall(HostBreak, 0, 0, 0, 0);
  int64_t wanted = end + increment;
  if (hostCall(HostBreak, wanted, 0, 0, 0) != wanted) {
    errno = ENOMEM;
    return (void *)-1;
  }
  void *start = (void *)end;
  end = wanted;
  return start;
}

/// aligned_alloc calls it; newlib leaves it to the machine.
int posix_memalign(void **block, size_t alignment, size_t size) {
  if (!alignment || alignment % sizeof(void *) || alignment & (alignment - 1))
    return EINVAL;
  *block = memalign(alignment, size);
  return *block ? 0 : ENOMEM;
}

int _gettimeofday(struct timeval *now, void *zone) {
  (void)zone;
  struct HostTime host;
  if (CALL(HostGetTimeOfDay, &host, 0, 0, 0))
    return -1;
  now->tv_sec = host.seconds;
  now->tv_usec = host.fraction;
  return 0;
}

/// Newlib numbers the clocks otherwise than Linux.
static int64_t hostClock(clockid_t clock) {
  return clock == CLOCK_REALTIME    ? HostRealTime
         : clock == CLOCK_MONOTONIC ? HostMonotonic
                                    : HostProcessTime;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  struct HostTime host;
  if (CALL(HostClockGetTime, hostClock(clock), &host, 0, 0))
    return -1;
  now->tv_sec = host.seconds;
  now->tv_nsec = host.fraction;
  return 0;
}

clock_t _times(struct tms *times) {
  struct timespec now;
  if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now))
    return (clock_t)-1;
  clock_t ticks = (clock_t)(now.tv_sec * CLOCKS_PER_SEC +
                            now.tv_nsec / (1000000000 / CLOCKS_PER_SEC));
  *times = (struct tms){.tms_utime = ticks};
  return ticks;
}

//===----------------------------------------------------------------------===//
// Processes: there is one
//===----------------------------------------------------------------------===//

enum { ProcessNumber = 1, StatusOfSignal = 128 };

_Noreturn void _exit(int status) { halt(status); }

/// Null unless thread-local variables have destructors.
__attribute__((weak)) void __call_thread_destructors(void);

/// Called by __cxa_thread_atexit: exit calls registered functions only.
void __register_thread_exit(void) { atexit(__call_thread_destructors); }

int _getpid(void) { return ProcessNumber; }

int _kill(int process, int signal) {
  if (process == ProcessNumber)
    _exit(StatusOfSignal + signal);
  errno = ESRCH;
  return -1;
}

int _fork(void) { return unsupported(); }
int _wait(int *status) {
  (void)status;
  return unsupported();
}
int _execve(const char *path, char *const *words, char *const *variables) {
  (void)path, (void)words, (void)variables;
  return unsupported();
}
