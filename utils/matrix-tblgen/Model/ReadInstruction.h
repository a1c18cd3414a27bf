//===- ReadInstruction.h - instruction records to model ---------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads an instruction from its record, given the variants and geometries. It
// does not depend on other instructions.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_READINSTRUCTION_H
#define MATRIX_TBLGEN_READINSTRUCTION_H

#include "Model/Model.h"

namespace matrix::tblgen {

/// Shapes are checked in the geometries of the variants that have the
/// instruction, or in all of them.
Instruction readInstruction(const llvm::Record *record,
                            llvm::ArrayRef<Geometry> geometries,
                            llvm::ArrayRef<Variant> variants);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_READINSTRUCTION_H
