//===- CDeclaration.h - builtins in C ---------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// C declarations of builtins, for matrix/Builtins.h and the manual. Parameters
// are the operands that are read, in the order of the record: tiles are
// matrix_tile, memory operands pointers, other integers int64_t.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_TARGET_CDECLARATION_H
#define MATRIX_TBLGEN_TARGET_CDECLARATION_H

#include "Model/Model.h"

namespace matrix::tblgen {

/// Returns "matrix_name_f32" for "name.f32".
std::string cIdentifier(llvm::StringRef name);

/// Returns the name of a parameter or member: "for_" for "for".
std::string cName(llvm::StringRef name);

/// Returns "matrix_tile matrix_name_f32(matrix_tile ta, matrix_tile tb)".
std::string cDeclaration(const Instruction &i, llvm::StringRef name);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_TARGET_CDECLARATION_H
