//===- Forms.h - a meaning without its alternatives -------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_FORMS_H
#define MATRIX_TBLGEN_FORMS_H

#include "Model.h"

namespace matrix::tblgen {

/// One form for each way through the Switches of a meaning, and for each
/// operand that may be absent one with and one without it.
std::vector<Form> formsOf(const Expr &meaning, const Instruction &inst);

/// What a Switch, an Is or a Field looks at.
Requirement requirementOf(const Expr &selector, int64_t value);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_FORMS_H
