//===- Tensors.h - tensors of a kernel as numbers ---------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_RUN_TENSORS_H
#define MATRIX_RUN_TENSORS_H

#include "matrix/Sim/Npy.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <random>

namespace matrix {
namespace run {

/// An argument or a result of a kernel.
struct Tensor {
  std::string name, type; // the type as in MLIR
  std::vector<uint64_t> shape;
};

llvm::Error makeError(const llvm::Twine &Message);

/// Reads a tensor for `Argument`; a wrong type or shape is an error that names
/// the file and what was expected.
llvm::Expected<sim::NpyArray> readTensor(const std::string &Path,
                                         const Tensor &Argument);

/// Numbers in [-1, 1), or small integers.
sim::NpyArray randomTensor(const Tensor &Argument, std::mt19937_64 &Generator);

/// Zeros, in the argument's own type and shape.
sim::NpyArray zeroTensor(const Tensor &Argument);

/// The same numbers in f64, if elements of type `Type` are floats.
sim::NpyArray widenTensor(llvm::StringRef Type, sim::NpyArray Array);

/// The largest difference that counts as right, as a part of the largest
/// magnitude in the result; integers must be equal.
double defaultTolerance(llvm::StringRef Type);

struct Comparison {
  double Error = 0; // largest difference / largest magnitude expected
  double Allowed = 0;
  std::string Mismatch; // empty if within the tolerance, else where and what
};
/// `Want` is of the result's type, or widened.
Comparison compare(const Tensor &Result, const sim::NpyArray &Got,
                   const sim::NpyArray &Want, double Tolerance);

} // namespace run
} // namespace matrix

#endif // MATRIX_RUN_TENSORS_H
