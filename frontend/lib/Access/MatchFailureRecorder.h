//===- MatchFailureRecorder.h - reasons of match failures -------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A match failure is a diagnostic that is not emitted: alternatives are tested
// until one succeeds, and only a pass without any reports the reason.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_MATCHFAILURERECORDER_H
#define MATRIX_FRONTEND_LIB_MATCHFAILURERECORDER_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"

namespace matrix {

/// Keeps the diagnostic of the last match failure.
class MatchFailureRecorder {
public:
  /// Starts the diagnostic of a failure of `op`, which converts to failure().
  mlir::Diagnostic &notifyMatchFailure(mlir::Operation *op) {
    return notifyMatchFailure(op->getLoc());
  }
  mlir::Diagnostic &notifyMatchFailure(mlir::Location loc) {
    return last.emplace(loc, mlir::DiagnosticSeverity::Remark);
  }

  /// Continues the diagnostic of the last failure.
  mlir::Diagnostic &amend() { return *last; }

  /// Returns the text of the last failure; empty if there is none.
  std::string message() const { return last ? last->str() : std::string(); }

private:
  std::optional<mlir::Diagnostic> last;
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_MATCHFAILURERECORDER_H
