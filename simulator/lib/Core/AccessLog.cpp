//===- AccessLog.cpp - memory accesses of an instruction ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The overflow error of the log, out of line because tile functions are
// compiled several times. The capacity is far above the accesses of an
// instruction; a description that exceeds it ends the process with the name of
// the file to change.
//
//===----------------------------------------------------------------------===//

#include "AccessLog.h"
#include "llvm/Support/ErrorHandling.h"

void matrix::sim::AccessLog::full() {
  llvm::report_fatal_error("an instruction touches more tiles than AccessLog "
                           "has room for (simulator/lib/Core/AccessLog.h)");
}
