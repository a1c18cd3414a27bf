//===- MeaningParser.h - dags to expression trees -------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first half of parseMeaning (Meaning.h): names, operators and the form of
// their arguments. Types come after, in Meaning.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_MEANINGPARSER_H
#define MATRIX_TBLGEN_MEANINGPARSER_H

#include "Meaning.h"
#include <optional>

namespace matrix::tblgen {

/// The first mistake is reported at `def`; there is no expression then. With no
/// instruction (body of a Composed operator) every name is operand 0, of
/// `argumentFormat`.
std::optional<Expr> parseExpression(const llvm::Init *init,
                                    const llvm::Record *def,
                                    const Instruction *inst,
                                    const llvm::Record *argumentFormat);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_MEANINGPARSER_H
