//===- CommandLine.h - what all tools say alike -----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SUPPORT_COMMANDLINE_H
#define MATRIX_SUPPORT_COMMANDLINE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace matrix {

/// The versions of Matrix and of the description that the tool was built from.
void printVersion(llvm::raw_ostream &OS);
/// And the version of LLVM, as its own tools print it. OS is standard output.
void printAllVersions(llvm::raw_ostream &OS);
/// Makes printAllVersions the `--version` of a tool with llvm::cl.
void addVersionPrinter();

/// The answer to `--mcpu=help`: a line for each variant.
void printVariants(llvm::raw_ostream &OS);

/// One line on standard error: an option's earlier name still works.
void warnOldOption(llvm::StringRef Tool, llvm::StringRef Old,
                   llvm::StringRef New);

} // namespace matrix

#endif // MATRIX_SUPPORT_COMMANDLINE_H
