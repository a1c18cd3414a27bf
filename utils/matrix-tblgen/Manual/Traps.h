//===- Traps.h - the manual: traps ------------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The traps of an instruction as phrases of the manual, derived from its
// semantics. No record lists traps, so that the manual follows every change of
// the semantics.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_MANUAL_TRAPS_H
#define MATRIX_TBLGEN_MANUAL_TRAPS_H

#include "Model/Model.h"

namespace matrix::tblgen {

/// Returns one phrase for each cause of a trap.
std::vector<std::string> trapsOf(const Instruction &i, const Model &model);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_MANUAL_TRAPS_H
