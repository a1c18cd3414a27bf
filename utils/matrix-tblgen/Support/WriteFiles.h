//===- WriteFiles.h - several outputs of one run ----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Option --write=GENERATOR=FILE of -check-description: most of the time of a
// run is spent on reading the description, so the build reads it once for all
// files.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_WRITEFILES_H
#define MATRIX_TBLGEN_WRITEFILES_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class RecordKeeper;
}

namespace matrix::tblgen {

/// Reports an error and returns false if --write is given without
/// -check-description.
bool checkWriteRequests(llvm::ArrayRef<const char *> arguments);

/// Writes the files of each --write that differ from those on disk.
void writeFiles(const llvm::RecordKeeper &records);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_WRITEFILES_H
