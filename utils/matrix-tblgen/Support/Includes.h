//===- Includes.h - includes of a description -------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks the include structure of a description before TableGen reads it, since
// TableGen reports such errors in other files or not at all. The check is
// skipped if the input is standard input, which can be read only once.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_INCLUDES_H
#define MATRIX_TBLGEN_INCLUDES_H

namespace matrix::tblgen {

/// Follows the includes of the input file. Reports an error and returns false
/// if a file is missing, includes itself recursively, for which TableGen has no
/// limit, or ends inside of a statement.
bool checkIncludes();

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_INCLUDES_H
