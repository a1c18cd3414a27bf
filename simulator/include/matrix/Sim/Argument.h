//===- Argument.h - tensors of a kernel -------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inputs and outputs of a kernel, as its executable describes them. The loader
// reads them from .note.matrix. A tensor is dense and row-major, at the address
// that the argument block of the kernel contains.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIM_ARGUMENT_H
#define MATRIX_SIM_ARGUMENT_H

#include <cstdint>
#include <string>
#include <vector>

namespace matrix {
namespace sim {

/// One tensor of a kernel.
struct Argument {
  std::string name;
  std::string type; // MLIR element type
  std::vector<uint64_t> shape;
  bool output = false;
  uint64_t bytes = 0;
  uint64_t address = 0; // in DRAM
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIM_ARGUMENT_H
