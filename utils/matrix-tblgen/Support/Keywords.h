//===- Keywords.h - words that names cannot be ------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names of the description become names in generated C and C++. A name that is
// a keyword of either language gets a suffix there; users of the generated code
// see the name with it.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_SUPPORT_KEYWORDS_H
#define MATRIX_TBLGEN_SUPPORT_KEYWORDS_H

#include "llvm/ADT/StringRef.h"

namespace matrix::tblgen {

/// Tests for the keywords of C and C++.
bool isKeyword(llvm::StringRef name);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_SUPPORT_KEYWORDS_H
