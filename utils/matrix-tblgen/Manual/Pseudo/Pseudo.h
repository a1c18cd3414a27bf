//===- Pseudo.h - semantics as pseudo-code ----------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pseudo-code of the section "Operation". R and RB are the rows and bytes per
// row of a tile register, i and j row and column, k the reduced dimension;
// td[i][j] is an element, scratchpad.w[a] the element of that format at address
// a, d1[r][j] an element of row r of a row memory.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_MANUAL_PSEUDO_H
#define MATRIX_TBLGEN_MANUAL_PSEUDO_H

#include "Model/Model.h"

namespace matrix::tblgen {

using Lines = std::vector<std::string>;

/// Returns R, RB/4, n, or 64.
std::string extentText(const Extent &e, const Instruction &inst);
std::string shapeText(const Shape &s, const Instruction &inst);

/// Prints the semantics of a tile, system or row instruction. An operator
/// without a rendering terminates the program with an error at the record.
Lines semanticsText(const Expr &semantics, const Instruction &inst);

/// Prints a scalar instruction, from its pattern or `ScalarSemantics`.
Lines scalarText(const Instruction &inst);

/// Prints semantics without loops, over arguments a, b, c: for composed
/// operators.
std::string bodyText(const Expr &body, const llvm::Record *op);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_MANUAL_PSEUDO_H
