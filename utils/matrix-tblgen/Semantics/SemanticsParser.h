//===- SemanticsParser.h - dags to expression trees -----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First phase of parseSemantics (Semantics.h): names, operators and the
// structure of their arguments. Typing follows in Typer.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_SEMANTICSPARSER_H
#define MATRIX_TBLGEN_SEMANTICSPARSER_H

#include "Semantics/Semantics.h"
#include <optional>

namespace matrix::tblgen {

/// Parses an expression. The first error is reported at `def`; the result is
/// nullopt then. Without an instruction (body of a Composed operator) every
/// name is operand 0, of format `argumentFormat`.
std::optional<Expr> parseExpression(const llvm::Init *init,
                                    const llvm::Record *def,
                                    const OperandList *inst,
                                    const llvm::Record *argumentFormat);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_SEMANTICSPARSER_H
