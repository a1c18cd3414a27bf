//===- Work.h - what a program has to do at least ---------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The annotation that the compiler puts into a program's file, as written in
// docs/statistics.md.
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
  std::string
      function; // of hand-written kernels: all its code is the operation
  unsigned line = 0, column = 0;
  std::vector<uint64_t> extents;
  std::vector<std::string> types; // MLIR's, of inputs, then results
  uint64_t macs = 0, batch = 1, m = 1, n = 1, k = 1;
  uint64_t read = 0, written = 0;     // bytes, each operand once
  uint64_t ewBytes = 0, sfuBytes = 0; // computed element by element
  double needed = 1; // share of its result that the program's results need

  /// Done by others on their way.
  bool isFree() const { return kind == "move"; }
};

struct ProgramWork {
  bool known = false;                      // the file says
  uint64_t in = 0, constants = 0, out = 0; // bytes
  uint64_t unknown = 0;                    // operations not listed
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
