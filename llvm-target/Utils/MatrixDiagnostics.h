//===- MatrixDiagnostics.h - errors in programs -----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Errors of programs, at the source location of the debug information if there
// is one. They are errors of the LLVM context: the tool that owns it prints
// them and fails at the end.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_MATRIXDIAGNOSTICS_H
#define MATRIX_MATRIXDIAGNOSTICS_H

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"

namespace llvm::Matrix {

/// Reports `error: [file:line:col: ]in function 'f': text`. Compilation
/// continues to report further errors and fails at the end.
inline void reportError(const Function &F, const DebugLoc &Loc,
                        const Twine &Text) {
  std::string Where;
  if (Loc)
    Where = (Loc->getFilename() + ":" + Twine(Loc.getLine()) + ":" +
             Twine(Loc.getCol()) + ": ")
                .str();
  F.getContext().emitError(Where + "in function '" + F.getName() +
                           "': " + Text);
}

/// Returns the location of the definition; empty without debug information.
inline DebugLoc locationOf(const Function &F) {
  DISubprogram *SP = F.getSubprogram();
  if (!SP)
    return DebugLoc();
  return DILocation::get(F.getContext(), SP->getLine(), 0, SP);
}

/// Returns a calling convention as IR writes it.
inline std::string nameOf(CallingConv::ID CC) {
  switch (CC) {
  case CallingConv::GHC:
    return "ghccc";
  case CallingConv::AnyReg:
    return "anyregcc";
  case CallingConv::Swift:
    return "swiftcc";
  case CallingConv::SwiftTail:
    return "swifttailcc";
  case CallingConv::Tail:
    return "tailcc";
  case CallingConv::GRAAL:
    return "graalcc";
  default:
    return ("cc " + Twine(CC)).str();
  }
}

} // namespace llvm::Matrix

#endif // MATRIX_MATRIXDIAGNOSTICS_H
