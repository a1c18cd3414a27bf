//===- tools/stock/matrix-mc.cpp - assembler, and disassembler of bytes ---===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's llvm-mc with this target: executes the installed program with the
// target's library preloaded, because llvm-mc has no option to load one. The
// default triple is this target's.
//
//===----------------------------------------------------------------------===//

#include "StockTool.h"

int main(int argc, char **argv) {
  matrix::StockTool Tool(argc, argv, reinterpret_cast<void *>(&main));
  if (!Tool.hasOption("triple") && !Tool.hasOption("arch")) {
    if (Tool.listsVariants())
      return 0;
    Tool.prepend("--triple=matrix-unknown-elf");
  }
  return Tool.run("llvm-mc", /*Preload=*/true);
}
