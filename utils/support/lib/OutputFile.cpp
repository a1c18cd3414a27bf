//===- OutputFile.cpp - atomic output files -------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements atomic replacement by a temporary file and rename, and the
// detection of files that are named twice by comparing device and inode
// numbers. Files that do not exist yet have no such number and are compared by
// their normalized absolute path. Symbolic links are followed first, because a
// rename would replace the link, and links to open descriptors are not
// followed, because their target is written through the descriptor.
//
//===----------------------------------------------------------------------===//

#include "matrix/Support/OutputFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <cerrno>
#include <unistd.h>

using namespace llvm;
using namespace matrix;

//===----------------------------------------------------------------------===//
// Resolution of paths
//===----------------------------------------------------------------------===//

/// Returns the target of a symbolic link, or "".
static std::string readLink(const std::string &Path) {
  char Buffer[4096];
  ssize_t Size = ::readlink(Path.c_str(), Buffer, sizeof(Buffer));
  if (Size <= 0 || size_t(Size) == sizeof(Buffer))
    return "";
  StringRef Target(Buffer, Size);
  if (sys::path::is_absolute(Target))
    return Target.str();
  SmallString<256> Absolute(sys::path::parent_path(Path));
  sys::path::append(Absolute, Target);
  return Absolute.str().str();
}

/// Detects file descriptors of a process, such as that of /dev/stdout. Such
/// links name a file, but writing goes to the open file even if it has been
/// renamed: /proc/<process>[/task/<thread>]/fd/<number>. Other entries of
/// /proc, such as /proc/self/cwd, name files.
static bool isDescriptor(StringRef Path) {
  if (Path.starts_with("/proc/"))
    return sys::path::filename(sys::path::parent_path(Path)) == "fd" &&
           all_of(sys::path::filename(Path), isDigit);
  return Path.starts_with("/dev/fd/");
}

/// Follows symbolic links, also to files that do not exist yet. The kernel
/// rejects chains of more than 40 links; opening then reports the error.
static std::string followLinks(std::string Path) {
  for (unsigned Links = 0; Links < 40 && !isDescriptor(Path); ++Links) {
    std::string Next = readLink(Path);
    if (Next.empty())
      return Path;
    Path = std::move(Next);
  }
  return Path;
}

static bool existsAsOtherThanFile(const std::string &Path) {
  sys::fs::file_status Status;
  return !sys::fs::status(Path, Status) && sys::fs::exists(Status) &&
         !sys::fs::is_regular_file(Status);
}

//===----------------------------------------------------------------------===//
// Single files
//===----------------------------------------------------------------------===//

OutputFile::~OutputFile() {
  if (os)
    os->clear_error(); // otherwise the destructor aborts
  os.reset();
  if (Temporary)
    consumeError(Temporary->discard());
}

Error OutputFile::fail(Error Reason) const {
  return createStringError(
      inconvertibleErrorCode(),
      (Name == "-" ? "<stdout>" : Name) +
          ": error: cannot be written: " + toString(std::move(Reason)));
}

void OutputFile::start(int FD, bool ShouldClose) {
  os.emplace(FD, ShouldClose);
}

Error OutputFile::open() {
  if (Name == "-")
    return openStandardOutput();
  Target = followLinks(Name);
  if (isDescriptor(Target)) // keep earlier contents
    return openInPlace(sys::fs::OF_Append);
  if (existsAsOtherThanFile(Target))
    return openInPlace(sys::fs::OF_None);
  return openRegular();
}

Error OutputFile::openStandardOutput() {
  outs().flush();
  start(STDOUT_FILENO, /*ShouldClose=*/false);
  return Error::success();
}

Error OutputFile::openInPlace(sys::fs::OpenFlags Flags) {
  int FD;
  auto Disposition = Flags == sys::fs::OF_Append ? sys::fs::CD_OpenAlways
                                                 : sys::fs::CD_CreateAlways;
  if (std::error_code Code =
          sys::fs::openFileForWrite(Target, FD, Disposition, Flags))
    return fail(errorCodeToError(Code));
  start(FD, /*ShouldClose=*/true);
  return Error::success();
}

/// An existing file keeps its permissions and, if permitted, its owner. The
/// name of the temporary file does not contain that of the target, which may be
/// as long as the file system permits.
Error OutputFile::openRegular() {
  unsigned Mode = sys::fs::all_read | sys::fs::all_write;
  sys::fs::file_status Status;
  bool Exists = !sys::fs::status(Target, Status) && sys::fs::exists(Status);
  SmallString<256> Model(sys::path::parent_path(Target));
  sys::path::append(Model, ".matrix-%%%%%%%%.tmp");
  auto File = sys::fs::TempFile::create(Model, Mode);
  if (!File)
    return fail(File.takeError());
  Temporary.emplace(std::move(*File));
  if (Exists && sys::fs::is_regular_file(Status)) {
    (void)sys::fs::changeFileOwnership(Temporary->FD, Status.getUser(),
                                       Status.getGroup());
    (void)sys::fs::setPermissions(Temporary->FD, Status.permissions());
  }
  start(Temporary->FD, /*ShouldClose=*/false);
  return Error::success();
}

Error OutputFile::keep() {
  os->flush();
  std::error_code Code = os->error();
  os->clear_error();
  if (Code)
    return fail(errorCodeToError(Code));
  if (!Temporary) {
    os.reset();
    return Error::success();
  }
  Error Kept = Temporary->keep(Target);
  Temporary.reset();
  return Kept ? fail(std::move(Kept)) : Error::success();
}

Error matrix::writeFile(StringRef Path, StringRef Contents) {
  OutputFile File(Path.str());
  if (Error E = File.open())
    return E;
  *File.os << Contents;
  return File.keep();
}

//===----------------------------------------------------------------------===//
// Sets of files
//===----------------------------------------------------------------------===//

/// Identity of an existing regular file; other nodes may be read and written at
/// once.
static std::optional<sys::fs::UniqueID> fileIdentity(const std::string &Path) {
  sys::fs::file_status Status;
  if (Path == "-" || sys::fs::status(Path, Status) ||
      !sys::fs::is_regular_file(Status))
    return std::nullopt;
  return Status.getUniqueID();
}

static std::string normalized(StringRef Path) {
  SmallString<256> Absolute(Path);
  sys::fs::make_absolute(Absolute);
  sys::path::remove_dots(Absolute, /*remove_dot_dot=*/true);
  return Absolute.str().str();
}

/// Files that do not exist yet are compared by name.
static bool isSameFile(const std::string &A, const std::string &B) {
  if (auto First = fileIdentity(A), Second = fileIdentity(B); First || Second)
    return First == Second;
  return A != "-" && B != "-" && !A.empty() && !B.empty() &&
         !existsAsOtherThanFile(A) && normalized(A) == normalized(B);
}

Error matrix::checkOutputs(ArrayRef<std::string> Outputs,
                           ArrayRef<std::string> Inputs) {
  for (size_t I = 0; I < Outputs.size(); ++I) {
    if (Outputs[I].empty())
      continue;
    for (const std::string &Input : Inputs)
      if (isSameFile(Outputs[I], Input))
        return createStringError("output '" + Outputs[I] +
                                 "' is an input; name another file");
    for (const std::string &Other : Outputs.take_front(I))
      if (isSameFile(Outputs[I], Other))
        return createStringError("'" + Outputs[I] +
                                 "' is the file of two outputs; name another");
  }
  return Error::success();
}
