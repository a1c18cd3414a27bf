//===- TensorFiles.h - tensors of a kernel in files -------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads inputs from .npy files and writes outputs to them. Every input needs a
// file; outputs without one are not written. Errors name the file.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIM_TOOL_TENSORFILES_H
#define MATRIX_SIM_TOOL_TENSORFILES_H

#include "SimOptions.h"

namespace matrix {
namespace sim {

/// Checks the number of files against the kernel's arguments.
llvm::Error checkCounts(const Simulator &simulator, const CommandLine &line);
llvm::Error readInputs(Simulator &simulator, const CommandLine &line);
llvm::Error writeOutputs(const Simulator &simulator, const CommandLine &line);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIM_TOOL_TENSORFILES_H
