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

int main(int argc, char **argv) {
  matrix::StockTool Tool(argc, argv, reinterpret_cast<void *>(&main));
  Tool.prepend("--load=" + Tool.plugin());
  return Tool.run("llc", /*Preload=*/false);
}
