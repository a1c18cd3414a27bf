//===- Main.cpp - entry point of matrix-tblgen ----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Starts TableGen. Each generator registers itself by a static Generator in its
// own file.
//
//===----------------------------------------------------------------------===//

#include "llvm/TableGen/Main.h"
#include "Support/Diagnostics.h"
#include "Support/Generator.h"
#include "Support/Includes.h"
#include "Support/WriteFiles.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/TableGenBackend.h"

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  // TableGen registers --dump-json for raw records; here the option selects the
  // description (DumpJson.cpp).
  static char dumpDescription[] = "--dump-description";
  for (char *&arg : llvm::MutableArrayRef(argv, argc))
    if (llvm::StringRef(arg).ltrim('-') == "dump-json")
      arg = dumpDescription;
  // The version of the description is not printed, because the description is
  // the input.
  llvm::cl::SetVersionPrinter([](llvm::raw_ostream &os) {
    os << "Matrix version " MATRIX_VERSION "\n";
    os.flush();
    llvm::cl::PrintVersionMessage();
  });
  llvm::cl::ParseCommandLineOptions(argc, argv,
                                    "matrix-tblgen: generators over the "
                                    "description of a matrix accelerator\n");
  if (!matrix::tblgen::checkWriteRequests(llvm::ArrayRef(argv, argc)))
    return 2;
  if (!matrix::tblgen::checkIncludes())
    return 1;
  matrix::tblgen::adviseOnSyntax();
  return llvm::TableGenMain(
      argv[0], static_cast<llvm::MultiFileTableGenMainFn>(nullptr));
}
