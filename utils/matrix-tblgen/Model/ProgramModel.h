//===- ProgramModel.h - properties of programs ------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Properties of programs that are common to all variants.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_PROGRAMMODEL_H
#define MATRIX_TBLGEN_PROGRAMMODEL_H

#include "llvm/TableGen/Record.h"

namespace matrix::tblgen {

/// Returns the alignment of the stack pointer at calls, in bytes.
inline int64_t stackAlignment(const llvm::RecordKeeper &records) {
  return records.getDef("MatrixProgram")->getValueAsInt("StackAlignment");
}

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_PROGRAMMODEL_H
