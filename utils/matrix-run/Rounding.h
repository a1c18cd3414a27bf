//===- Rounding.h - formats that results are rounded to ---------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value that is rounded to bf16 and then widened to f32 is as far from the
// f64 run as bf16 values are. The formats are those of the results of float
// arithmetic in the backward slice of a result of @main. Arguments, constants
// and operations that give one of their operands do not round. Operations with
// regions, and functions that are called, belong to the slice as a whole.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_RUN_ROUNDING_H
#define MATRIX_RUN_ROUNDING_H

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <vector>

namespace matrix {
namespace run {

/// For each result of @main the largest default tolerance of these formats; 0
/// for integers, and where nothing is rounded.
llvm::Expected<std::vector<double>>
findRounding(const llvm::MemoryBuffer &Source);

} // namespace run
} // namespace matrix

#endif // MATRIX_RUN_ROUNDING_H
