//===- MatrixTileValues.h - tiles of a C front end --------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C ABI of RISC-V passes large vectors by pointers to copies; builtins take
// and return tiles as values:
//
//   store <n x i32> %x, ptr %copy
//   call void @matrix.name(ptr sret(<n x i32>) %result, ptr %copy)
//   %y = load <n x i32>, ptr %result
//
// becomes  %y = call <n x i32> @matrix.name(<n x i32> %x)
//
// Functions in C keep the ABI. An attribute marks the pointers to copies that
// are on the stack, where tile instructions reach them.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_MATRIXTILEVALUES_H
#define MATRIX_MATRIXTILEVALUES_H

namespace llvm {
class Module;
class Value;

namespace Matrix {

/// String attribute of parameters that point to a copy on the stack.
constexpr const char *StackCopyAttribute = "matrix-stack-copy";

/// Whether the pointer is to a copy that such a parameter points to.
bool isStackCopy(const Value *Pointer);

/// Rewrites the calls of builtins, promotes the copies to values, and marks
/// pointers to copies, in a module of the front end before optimizations.
/// Returns whether the module changed.
bool passTilesByValue(Module &M);

/// Optimizations may replace the copy for a result by its destination, which
/// need not be on the stack. Gives such calls a copy again.
void returnTilesOnStack(Module &M);

} // namespace Matrix
} // namespace llvm

#endif // MATRIX_MATRIXTILEVALUES_H
