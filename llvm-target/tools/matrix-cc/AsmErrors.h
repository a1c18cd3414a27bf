//===- AsmErrors.h - errors in inline assembly ------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// llc names statements with inline assembly by numbers of clang. The errors are
// taken out of its messages and given to clang, which prints them with file and
// line (IRPasses/MatrixAsmErrors.h).
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_CC_ASMERRORS_H
#define MATRIX_CC_ASMERRORS_H

#include "Translate.h"

namespace matrix::cc {

/// Removes the errors at numbers of clang from the messages of llc. Returns
/// them as options of LLVM, each once: an inlined statement has several.
Words takeAsmErrors(std::string &Messages);

/// Returns the command that wrote the input of `Generate`, with errors to
/// report. It is empty if that was not a compilation of C with the plugin.
Words commandToReport(const Plan &Commands, const Command &Generate,
                      const Words &Errors, const std::string &Plugin);

} // namespace matrix::cc

#endif // MATRIX_CC_ASMERRORS_H
