//===- CompileFlags.h - options of matrix-compile ---------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options of matrix-compile. CompileFlags.cpp has their help.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_COMPILE_COMPILEFLAGS_H
#define MATRIX_COMPILE_COMPILEFLAGS_H

#include "Compiler.h"
#include "matrix/Support/ValueParser.h"
#include "llvm/Support/CommandLine.h"

namespace matrix {
namespace compiler {
namespace flags {

extern llvm::cl::opt<std::string> Input, Output, Cpu, Plans, Tuned, SaveTemps;
extern llvm::cl::opt<unsigned> Cores, Candidates;
extern llvm::cl::opt<Emit, false, ValueParser<Emit>> Kind;
extern llvm::cl::opt<char> OptLevel;
extern llvm::cl::opt<bool> Explain, Verbose, OnlySteps, VerifyEach,
    ShareBuffers;
extern llvm::cl::list<std::string> Disabled;

/// Parses the command line, with --help and --version. Returns false after an
/// error message.
bool parse(int Argc, char **Argv);

} // namespace flags
} // namespace compiler
} // namespace matrix

#endif // MATRIX_COMPILE_COMPILEFLAGS_H
