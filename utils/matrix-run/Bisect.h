//===- Bisect.h - matrix-run --bisect ---------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// @main is cut behind one of its operations: all values that are needed beyond
// become results, so that they are in memory. Up to the cut the compiler fuses
// what it likes; across it, it can't. Binary search finds the first cut with a
// difference to CPU execution of the same part.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_RUN_BISECT_H
#define MATRIX_RUN_BISECT_H

#include "Session.h"

namespace matrix {
namespace run {

/// The first of `Count` cuts that is bad, if all after it are: the last one is.
/// Asks for as few as possible.
llvm::Expected<size_t>
findFirstBad(size_t Count,
             llvm::function_ref<llvm::Expected<bool>(size_t)> IsBad);

/// Writes both results of the operation that it finds into the folder
/// Run.BisectFolder. The exit status: 1 if there is a difference.
llvm::Expected<int> bisect(const RunOptions &Run);

} // namespace run
} // namespace matrix

#endif // MATRIX_RUN_BISECT_H
