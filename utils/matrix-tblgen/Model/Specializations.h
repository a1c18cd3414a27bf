//===- Specializations.h - specializations of semantics ---------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Specializations of instructions on row memories: paths through the Switches
// of the semantics, which selection treats as separate instructions.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_SPECIALIZATIONS_H
#define MATRIX_TBLGEN_SPECIALIZATIONS_H

#include "Model/Model.h"

namespace matrix::tblgen {

/// Returns one specialization for each path through the Switches, and for each
/// operand with a null address one with and one without the operand.
std::vector<Specialization> specializationsOf(const Expr &semantics,
                                              const Instruction &inst);

/// Returns the requirement that a selector (Switch, Is or Field) has a value.
Requirement requirementOf(const Expr &selector, int64_t value);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_SPECIALIZATIONS_H
