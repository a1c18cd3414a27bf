//===- Rounding.h - rounding formats of results -----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value that is rounded to bf16 and then widened to f32 has the error of
// bf16. The formats considered are those of floating-point arithmetic in the
// backward slice of a result of @main. Arguments, constants and operations that
// return one of their operands do not round. Operations with regions, and
// called functions, belong to the slice as a whole.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_RUN_ROUNDING_H
#define MATRIX_RUN_ROUNDING_H

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <vector>

namespace matrix {
namespace run {

/// Returns for each result of @main the largest default tolerance of these
/// formats; 0 for integers and for results without rounding.
llvm::Expected<std::vector<double>>
findRounding(const llvm::MemoryBuffer &Source);

} // namespace run
} // namespace matrix

#endif // MATRIX_RUN_ROUNDING_H
