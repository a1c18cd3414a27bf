//===- Backtrace.h - who has called -----------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_DEBUG_BACKTRACE_H
#define MATRIX_SIMULATOR_DEBUG_BACKTRACE_H

#include "Machine.h"
#include "Symbols.h"

namespace matrix {
namespace sim {

struct Frame {
  uint64_t pc;    // of the instruction that is executed, or that has called
  uint64_t stack; // stack pointer in it
};

/// By the program's call frame information; the first function needs none, if
/// it has not called anything yet. The innermost frame first.
std::vector<Frame> backtrace(const Machine &machine, const Core &core,
                             const Symbols &symbols);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_DEBUG_BACKTRACE_H
