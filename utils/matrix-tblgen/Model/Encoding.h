//===- Encoding.h - fixed bits and fields of an instruction -----*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The fixed bits and operand fields of an instruction word, read from the
// record. Decoder, manual and checks use the same fields.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_ENCODING_H
#define MATRIX_TBLGEN_ENCODING_H

#include "Model/Model.h"

namespace matrix::tblgen {

/// Sets Code from the `Inst` bits of the record. Every operand must be encoded,
/// and every variable bit must belong to an operand; returns false after an
/// error.
bool readEncoding(Instruction &inst);

/// Returns the total number of bits of the field.
unsigned fieldWidth(const Encoding &code, const Operand &o);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_ENCODING_H
