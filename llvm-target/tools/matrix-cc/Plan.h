//===- Plan.h - commands of a compilation -----------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang plans the compilation for RISC-V, whose C ABI is this target's
// (`clang -###`); its commands are then translated:
//
//   clang -cc1 -emit-obj, -S      clang -cc1 -emit-llvm-bc with the plugin, llc
//   clang -cc1 -emit-llvm         clang -cc1 -emit-llvm-bc, opt with the plugin
//   clang -cc1as                  matrix-mc
//   ld                            matrix-ld
//
// The plugin, a pass of libLLVMMatrix.so, makes the module one of this target.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_CC_PLAN_H
#define MATRIX_CC_PLAN_H

#include "Arguments.h"
#include "llvm/Support/FileUtilities.h"
#include <deque>

namespace matrix::cc {

struct Command {
  std::vector<std::string> Words;
  std::string Output;      // file it writes; may be empty
  bool IsCaptured = false; // LLVM's tool, which writes in place
};

struct Plan {
  std::vector<Command> Commands;
  std::deque<llvm::FileRemover> Temporaries; // elements cannot be moved
  int Status = 0;                            // exit status of clang
};

/// Forwards clang's diagnostics about the command line to standard error.
llvm::Expected<Plan> makePlan(const Arguments &Args);

} // namespace matrix::cc

#endif // MATRIX_CC_PLAN_H
