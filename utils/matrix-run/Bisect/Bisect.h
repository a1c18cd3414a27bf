//===- Bisect.h - matrix-run --bisect ---------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// @main is cut after one of its operations: values that later operations use
// become results, and are therefore in memory. The compiler fuses up to the cut
// but not across it. A binary search finds the first cut whose results differ
// from CPU execution of the same part.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_RUN_BISECT_H
#define MATRIX_RUN_BISECT_H

#include "Session/Session.h"

namespace matrix {
namespace run {

/// Returns the first failing one of `Count` cuts by binary search, assuming
/// that all later cuts fail; the last one does.
llvm::Expected<size_t>
findFirstBad(size_t Count,
             llvm::function_ref<llvm::Expected<bool>(size_t)> IsBad);

/// Writes both results of the operation found into the folder Run.BisectFolder.
/// Returns the exit status: 1 if there is a difference.
llvm::Expected<int> bisect(const RunOptions &Run);

} // namespace run
} // namespace matrix

#endif // MATRIX_RUN_BISECT_H
