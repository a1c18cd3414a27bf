//===- Main.cpp - matrix-tblgen: everything that follows from td/ ---------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each generator registers itself by a static TableGen::Emitter::Opt in a file
// of its own; this file only starts TableGen.
//
//===----------------------------------------------------------------------===//

#include "llvm/TableGen/Main.h"
#include "Diagnostics.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/TableGen/TableGenBackend.h"

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  // TableGen registers --dump-json for raw records; here the name means the
  // description (DumpJson.cpp).
  static char dumpDescription[] = "--dump-description";
  for (char *&arg : llvm::MutableArrayRef(argv, argc))
    if (llvm::StringRef(arg).ltrim('-') == "dump-json")
      arg = dumpDescription;
  llvm::cl::ParseCommandLineOptions(argc, argv,
                                    "matrix-tblgen: generators over the "
                                    "description of a matrix accelerator\n");
  matrix::tblgen::adviseOnSyntax();
  return llvm::TableGenMain(
      argv[0], static_cast<llvm::MultiFileTableGenMainFn>(nullptr));
}
