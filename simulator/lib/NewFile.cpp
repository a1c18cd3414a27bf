//===- NewFile.cpp - a file that is there whole, or not -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NewFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Error.h"

using namespace llvm;
using namespace matrix::sim;

NewFile::~NewFile() {
  if (os)
    os->clear_error();
  if (temporary)
    consumeError(temporary->discard());
}

/// A link to a file is as good as the file.
void NewFile::followLinks() {
  SmallString<128> target;
  if (!sys::fs::real_path(path, target) && sys::fs::is_regular_file(target))
    path = target.str().str();
}

bool NewFile::isInPlace() const {
  sys::fs::file_status status;
  if (sys::fs::status(path, status, /*Follow=*/false))
    return false;
  return sys::fs::exists(status) && !sys::fs::is_regular_file(status);
}

bool NewFile::openInPlace(std::string &error) {
  std::error_code code;
  os.emplace(path, code);
  return !code || fail(error, errorCodeToError(code));
}

bool NewFile::open(std::string &error) {
  followLinks();
  if (isInPlace())
    return openInPlace(error);
  auto file = sys::fs::TempFile::create(path + ".tmp%%%%%%");
  if (!file)
    return fail(error, file.takeError());
  temporary.emplace(std::move(*file));
  os.emplace(temporary->FD, /*shouldClose=*/false);
  return true;
}

bool NewFile::keep(std::string &error) {
  os->flush();
  if (std::error_code code = os->error()) {
    os->clear_error();
    return fail(error, errorCodeToError(code));
  }
  if (!temporary)
    return true;
  Error kept = temporary->keep(path);
  temporary.reset();
  return !kept || fail(error, std::move(kept));
}

bool NewFile::fail(std::string &error, Error why) const {
  error = path + ": error: cannot be written: " + toString(std::move(why));
  return false;
}
