//===- StackDepth.h - stack that a module needs -----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The longest path in the call graph of a module, weighted by stack frames.
// Callees outside of the module, indirect calls and recursion do not count.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_COMPILE_STACKDEPTH_H
#define MATRIX_COMPILE_STACKDEPTH_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Module.h"

namespace matrix::compiler {

/// Sizes of stack frames in bytes.
using FrameSizes = llvm::DenseMap<const llvm::Function *, uint64_t>;

/// Returns the bytes of stack of the deepest chain of calls.
uint64_t getStackDepth(const llvm::Module &Module, const FrameSizes &Frames);

} // namespace matrix::compiler

#endif // MATRIX_COMPILE_STACKDEPTH_H
