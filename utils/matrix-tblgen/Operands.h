//===- Operands.h - operands of an instruction --------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_OPERANDS_H
#define MATRIX_TBLGEN_OPERANDS_H

#include "Model.h"

namespace matrix::tblgen {

/// Classes, ties, slots and row counts, from the operand lists of the record.
void readOperands(Instruction &inst);

/// The bit of that name; false if the record has none or leaves it unset.
bool flag(const llvm::Record *r, llvm::StringRef name);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_OPERANDS_H
