//===- FileCalls.cpp - host calls on files --------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The calls of HostCalls.h on files: copies paths and data between the memories
// of the program and the host, and converts file status. HostFiles.h restricts
// which files a program reaches.
//
//===----------------------------------------------------------------------===//

#include "HostCalls.h"
#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <sys/stat.h>

using namespace matrix::sim;

static HostTime timeOf(const timespec &t) { return {t.tv_sec, t.tv_nsec}; }

static HostStatus statusOf(const struct stat &s) {
  HostStatus status = {};
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
// Paths
//===----------------------------------------------------------------------===//

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
