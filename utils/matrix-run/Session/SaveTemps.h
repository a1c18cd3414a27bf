//===- SaveTemps.h - files of --save-temps ----------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compilation of the program of a run. Executable and assembly stay in the
// folder of --save-temps.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_RUN_SAVETEMPS_H
#define MATRIX_RUN_SAVETEMPS_H

#include "Program.h"
#include "Session.h"

namespace matrix {
namespace run {

/// Compiles and loads the program.
llvm::Expected<Program> compileProgram(const RunOptions &Run);

/// Keeps the program and its assembly in the folder of --save-temps, as
/// `stem`.elf and `stem`.s; no effect without that option.
llvm::Error saveTemps(const llvm::MemoryBuffer &Source, llvm::StringRef Stem,
                      const RunOptions &Run);

} // namespace run
} // namespace matrix

#endif // MATRIX_RUN_SAVETEMPS_H
