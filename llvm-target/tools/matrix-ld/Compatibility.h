//===- Compatibility.h - options of other linkers ---------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options of other linkers: those without effect on static programs are
// accepted, others are rejected with the reason. Build systems then need no
// change for options that have no effect.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LD_COMPATIBILITY_H
#define MATRIX_LD_COMPATIBILITY_H

#include "llvm/Support/CommandLine.h"
#include <string>

namespace matrix {

/// The category of all options of the linker.
extern llvm::cl::OptionCategory Category;

/// Returns the error of rejected options and of groups, or an empty string.
std::string checkCompatibility();

} // namespace matrix

#endif // MATRIX_LD_COMPATIBILITY_H
