//===- ReportedErrors.h - records with errors -------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The records with errors, which generators skip: one mistake in a record gives
// one message, at the record, and none in the code that depends on it.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_REPORTEDERRORS_H
#define MATRIX_TBLGEN_REPORTEDERRORS_H

#include "llvm/TableGen/Record.h"

namespace matrix::tblgen {

/// Returns true if an error has been reported at the record or one of its
/// fields.
bool hasReportedError(const llvm::Record *r);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_REPORTEDERRORS_H
