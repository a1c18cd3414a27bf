//===- Work.h - work annotation of a program --------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations a program computes, with their arithmetic and compulsory
// traffic. The compiler writes them into the executable in the format of
// docs/reference/statistics.md; bounds and utilization are derived from them.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIM_WORK_H
#define MATRIX_SIM_WORK_H

#include <cstdint>
#include <string>
#include <vector>

namespace matrix {
namespace sim {

/// One operation of the source.
struct OperationWork {
  std::string op, kind, file;
  /// For handwritten kernels: the function whose code is the whole operation.
  std::string function;
  unsigned line = 0, column = 0;
  std::vector<uint64_t> extents;
  std::vector<std::string> types; // MLIR types of inputs, then results
  uint64_t macs = 0, batch = 1, m = 1, n = 1, k = 1;
  uint64_t read = 0, written = 0;     // bytes, each operand counted once
  uint64_t ewBytes = 0, sfuBytes = 0; // bytes computed elementwise
  /// Fraction of the result that the program's results depend on.
  double needed = 1;

  /// Data movement is fused into other operations.
  bool isFree() const { return kind == "move"; }
};

struct ProgramWork {
  bool known = false;                      // the file has an annotation
  uint64_t in = 0, constants = 0, out = 0; // bytes
  uint64_t unknown = 0;                    // number of operations not listed
  std::vector<OperationWork> operations;

  uint64_t macs() const {
    uint64_t sum = 0;
    for (const OperationWork &o : operations)
      sum += o.macs;
    return sum;
  }
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIM_WORK_H
