//===- tools/stock/llc.cpp - llc with this target -------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's llc with this target: executes the installed llc with the option that
// loads the target's library. It is installed as llc and as matrix-llc.
//
//===----------------------------------------------------------------------===//

#include "StockTool.h"
#include "llvm/ADT/STLExtras.h"

int main(int argc, char **argv) {
  matrix::StockTool Tool(argc, argv, reinterpret_cast<void *>(&main));
  // Without a triple, neither as an option nor of a module, LLVM lists nothing.
  bool HasFile = llvm::any_of(Tool.arguments(), [](llvm::StringRef Argument) {
    return !Argument.starts_with("-");
  });
  if (!HasFile && !Tool.hasOption("mtriple") && !Tool.hasOption("march") &&
      Tool.listsVariants())
    return 0;
  Tool.prepend("--load=" + Tool.plugin());
  return Tool.run("llc", /*Preload=*/false);
}
