//===- ReadInstruction.h - instruction records to model ---------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_READINSTRUCTION_H
#define MATRIX_TBLGEN_READINSTRUCTION_H

#include "Model/Model.h"

namespace matrix::tblgen {

/// The model must have its geometries and variants.
Instruction readInstruction(const llvm::Record *record, const Model &model);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_READINSTRUCTION_H
