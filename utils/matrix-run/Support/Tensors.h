//===- Tensors.h - tensors as arrays ----------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensors of a program as arrays in NumPy's format: reading, writing,
// generation of inputs, and comparison with a tolerance by type. The error of a
// result is max |got - want| / max |want|: relative to the tensor, not to each
// element, because sums of numbers of both signs have small elements with large
// relative errors.
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

/// An argument or result of a kernel.
struct Tensor {
  std::string name, type; // MLIR type
  std::vector<uint64_t> shape;
};

llvm::Error makeError(const llvm::Twine &Message);

/// Reads a tensor for `Argument`; a wrong type or shape is an error that names
/// the file and the expected type.
llvm::Expected<sim::NpyArray> readTensor(const std::string &Path,
                                         const Tensor &Argument);

/// Returns random numbers in [-1, 1), or small integers.
sim::NpyArray randomTensor(const Tensor &Argument, std::mt19937_64 &Generator);

/// Returns zeros in the type and shape of the argument.
sim::NpyArray zeroTensor(const Tensor &Argument);

/// Converts elements to f64 if `Type` is a float type.
sim::NpyArray widenTensor(llvm::StringRef Type, sim::NpyArray Array);

/// Returns the largest accepted difference, relative to the largest magnitude
/// in the result; integers must be equal.
double defaultTolerance(llvm::StringRef Type);

struct Comparison {
  double Error = 0; // max difference / max expected magnitude
  double Allowed = 0;
  std::string Mismatch; // location and values; empty if accepted
};
/// `Want` has the type of the result, or f64.
Comparison compare(const Tensor &Result, const sim::NpyArray &Got,
                   const sim::NpyArray &Want, double Tolerance);

} // namespace run
} // namespace matrix

#endif // MATRIX_RUN_TENSORS_H
