//===- Pseudo.h - meanings as pseudo-code -----------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the manual prints under "Operation". R and RB are the rows and the bytes
// of a row of a tile register, i and j row and column, k what is summed over;
// td[i][j] is an element, scratchpad.w[a] the element of that format at address
// a, d1[r][j] one of row r of a row memory.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_MANUAL_PSEUDO_H
#define MATRIX_TBLGEN_MANUAL_PSEUDO_H

#include "../Model.h"

namespace matrix::tblgen {

using Lines = std::vector<std::string>;

/// R, RB/4, n, 64.
std::string extentText(const Extent &e, const Instruction &inst);
std::string shapeText(const Shape &s, const Instruction &inst);

/// One meaning of a tile, system or row instruction. An operator that has no
/// rendering ends the program with an error at the record.
Lines meaningText(const Expr &meaning, const Instruction &inst);

/// A scalar instruction, from its pattern or `Sem`.
Lines scalarText(const Instruction &inst);

/// A meaning without loops, over arguments a, b, c: for composed operators.
std::string bodyText(const Expr &body, const llvm::Record *op);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_MANUAL_PSEUDO_H
