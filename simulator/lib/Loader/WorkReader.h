//===- WorkReader.h - parser of the work annotation -------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses the JSON annotation of a program's work, which is defined in
// docs/reference/statistics.md. Bounds and utilization are computed from it.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_LOADER_WORKREADER_H
#define MATRIX_SIMULATOR_LOADER_WORKREADER_H

#include "matrix/Sim/Work.h"
#include "llvm/Support/JSON.h"

namespace matrix {
namespace sim {

/// Returns false if the annotation is malformed.
bool readWork(const llvm::json::Value &value, ProgramWork &work);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_LOADER_WORKREADER_H
