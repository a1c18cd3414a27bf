//===- tools/stock/matrix-mca.cpp - llvm-mca with this target -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's llvm-mca with this target: executes the installed program with the
// target's library preloaded. It simulates the generated scheduling models.
//
//===----------------------------------------------------------------------===//

#include "StockTool.h"

int main(int argc, char **argv) {
  matrix::StockTool Tool(argc, argv, reinterpret_cast<void *>(&main));
  if (!Tool.hasOption("mtriple")) {
    if (Tool.listsVariants())
      return 0;
    Tool.prepend("-mtriple=matrix-unknown-elf");
  }
  if (!Tool.hasOption("mcpu")) // the default is the host's
    Tool.prepend("-mcpu=generic");
  return Tool.run("llvm-mca", /*Preload=*/true);
}
