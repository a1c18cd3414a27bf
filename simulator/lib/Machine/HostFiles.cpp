//===- HostFiles.cpp - files of the host for the program ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Opens every path by openat2 with RESOLVE_BENEATH, and performs operations on
// names relative to their opened folder. The kernel resolves the path and
// rejects one that leaves the root folder, by "..", an absolute path or a
// symbolic link; a check of the text of the path in this process could not
// exclude that a link is replaced in between. Numbers of open files are
// assigned as on Linux, the lowest free one first.
//
//===----------------------------------------------------------------------===//

#include "HostFiles.h"
#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <fcntl.h>
#include <linux/openat2.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace matrix::sim;

namespace {
/// A descriptor that is closed at the end of its scope.
struct Closing {
  int64_t file;
  ~Closing() {
    if (file >= 0)
      ::close(int(file));
  }
};
} // namespace

/// Returns the result of a system call, or the negated error number.
template <typename T> static int64_t result(T value) {
  return value < 0 ? -int64_t(errno) : int64_t(value);
}

HostFiles::~HostFiles() {
  reset();
  if (root >= 0)
    ::close(root);
}

void HostFiles::reset() {
  for (size_t i = 3; i < files.size(); ++i)
    if (files[i] >= 0)
      ::close(files[i]);
  files = {0, 1, 2};
}

int64_t HostFiles::setRoot(const std::string &folder) {
  root = ::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  return root < 0 ? errno : 0;
}

int HostFiles::descriptor(int64_t file) const {
  return file >= 0 && file < int64_t(files.size()) ? files[file] : -1;
}

//===----------------------------------------------------------------------===//
// Paths
//===----------------------------------------------------------------------===//

int64_t HostFiles::openBelow(const std::string &path, int flags,
                             unsigned mode) const {
  if (root < 0)
    return -EACCES;
  struct open_how how = {};
  how.flags = uint64_t(flags) | O_CLOEXEC;
  how.mode = flags & O_CREAT ? mode & 07777 : 0;
  how.resolve = RESOLVE_BENEATH;
  int64_t file =
      result(::syscall(SYS_openat2, root, path.c_str(), &how, sizeof(how)));
  return file == -EXDEV ? -EACCES : file;
}

/// Opens the folder of the path, and sets `name` to its last component.
int64_t HostFiles::openParent(const std::string &path,
                              std::string &name) const {
  size_t slash = path.rfind('/');
  name = slash == std::string::npos ? path : path.substr(slash + 1);
  std::string folder =
      slash == std::string::npos ? "." : path.substr(0, slash + (slash == 0));
  return openBelow(folder, O_PATH | O_DIRECTORY, 0);
}

int64_t HostFiles::open(const std::string &path, int flags, unsigned mode) {
  constexpr int allowed = O_ACCMODE | O_CREAT | O_EXCL | O_TRUNC | O_APPEND;
  int64_t file = openBelow(path, flags & allowed, mode);
  if (file < 0)
    return file;
  auto free = std::find(files.begin() + 3, files.end(), -1);
  if (free == files.end())
    free = files.insert(free, -1);
  *free = int(file);
  return free - files.begin();
}

int64_t HostFiles::remove(const std::string &path, int flags) {
  std::string name;
  Closing folder{openParent(path, name)};
  if (folder.file < 0)
    return folder.file;
  return result(
      ::unlinkat(int(folder.file), name.c_str(), flags & AT_REMOVEDIR));
}

int64_t HostFiles::makeFolder(const std::string &path, unsigned mode) {
  std::string name;
  Closing folder{openParent(path, name)};
  if (folder.file < 0)
    return folder.file;
  return result(::mkdirat(int(folder.file), name.c_str(), mode & 07777));
}

int64_t HostFiles::rename(const std::string &from, const std::string &to) {
  std::string oldName, newName;
  Closing oldFolder{openParent(from, oldName)};
  Closing newFolder{openParent(to, newName)};
  if (oldFolder.file < 0 || newFolder.file < 0)
    return std::min(oldFolder.file, newFolder.file);
  return result(::renameat(int(oldFolder.file), oldName.c_str(),
                           int(newFolder.file), newName.c_str()));
}

//===----------------------------------------------------------------------===//
// Open files
//===----------------------------------------------------------------------===//

int64_t HostFiles::close(int64_t file) {
  int own = descriptor(file);
  if (own < 0)
    return -EBADF;
  files[file] = -1;
  // Standard streams of the simulator stay open.
  return file < 3 ? 0 : result(::close(own));
}

/// Waits until the file can be read or written, or has an error. Returns false
/// if the run is interrupted: by a signal, or by a thread or a debugger, which
/// are asked for at intervals.
bool HostFiles::waitFor(int file, short event) const {
  constexpr int milliseconds = 50;
  pollfd entry = {file, event, 0};
  while (!isInterrupted()) {
    int ready = ::poll(&entry, 1, milliseconds);
    if (ready > 0 || (ready < 0 && errno != EINTR))
      return true;
  }
  return false;
}

int64_t HostFiles::read(int64_t file, uint8_t *data, uint64_t size) {
  int own = descriptor(file);
  if (own < 0)
    return -EBADF;
  while (waitFor(own, POLLIN)) {
    int64_t count = result(::read(own, data, size));
    if (count != -EINTR)
      return count;
  }
  return -EINTR;
}

/// Number of bytes that a write accepts without waiting if poll() has reported
/// the file as ready. A larger write to a full pipe could only be interrupted
/// by a signal.
static uint64_t acceptedAtOnce(int file) {
  struct stat found = {};
  bool isRegular = !::fstat(file, &found) && S_ISREG(found.st_mode);
  return isRegular ? SSIZE_MAX : PIPE_BUF;
}

int64_t HostFiles::write(int64_t file, const uint8_t *data, uint64_t size) {
  int own = descriptor(file);
  if (own < 0)
    return -EBADF;
  const uint64_t accepted = acceptedAtOnce(own);
  uint64_t done = 0;
  int64_t error = 0;
  while (done < size && !error) {
    uint64_t next = std::min(size - done, accepted);
    int64_t count = waitFor(own, POLLOUT)
                        ? result(::write(own, data + done, next))
                        : -EINTR;
    if (count >= 0)
      done += uint64_t(count);
    else if (count != -EINTR || isInterrupted())
      error = count;
  }
  return done ? int64_t(done) : error;
}

int64_t HostFiles::seek(int64_t file, int64_t offset, int origin) {
  return result(::lseek(descriptor(file), offset, origin));
}

int64_t HostFiles::status(int64_t file, struct stat &found) {
  return result(::fstat(descriptor(file), &found));
}

int64_t HostFiles::status(const std::string &path, struct stat &found) {
  Closing opened{openBelow(path, O_PATH, 0)};
  return opened.file < 0 ? opened.file
                         : result(::fstat(int(opened.file), &found));
}
