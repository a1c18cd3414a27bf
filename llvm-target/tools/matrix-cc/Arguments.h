//===- Arguments.h - command line of the C and C++ drivers ------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splits the command line into what the driver interprets and what clang does,
// and locates tools, plugin and C library relative to the driver. The words for
// clang keep their order.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_CC_ARGUMENTS_H
#define MATRIX_CC_ARGUMENTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace matrix::cc {

struct Arguments {
  std::string Name;   // matrix-cc or matrix-c++
  std::string Folder; // of the tools
  bool IsCxx = false;

  enum Question { None, Help, Version, Variants, Machine, Library, Program };
  Question Asked = None;
  std::string AskedProgram;
  bool Verbose = false, OnlyPrint = false;
  bool StartFiles = true, RuntimeLibrary = true, CLibrary = true;
  std::string Variant;              // empty unless given
  std::string Sysroot;              // of the C library; may not exist
  std::vector<std::string> ToClang; // in order

  std::string tool(llvm::StringRef Name) const;
  std::string plugin() const;
  /// The variant in the driver's folder of libraries: the given or default one.
  std::string variantOrDefault() const;
  /// Path below the folder lib/matrix beside the tools.
  std::string library(const llvm::Twine &Path) const;
};

/// Parses the words after argv[0], in which response files are expanded.
llvm::Expected<Arguments> parseArguments(llvm::StringRef Name,
                                         llvm::StringRef Folder,
                                         llvm::ArrayRef<const char *> Words);

void printHelp(const Arguments &Args);

} // namespace matrix::cc

#endif // MATRIX_CC_ARGUMENTS_H
