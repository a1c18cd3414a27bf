//===- Backtrace.h - call stacks --------------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Unwinds the call stack of a core by the DWARF call frame information of the
// program. Messages and the debugger use it; it changes no state.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_DEBUG_BACKTRACE_H
#define MATRIX_SIMULATOR_DEBUG_BACKTRACE_H

#include "Symbols.h"
#include "System/System.h"

namespace matrix {
namespace sim {

struct Frame {
  uint64_t pc;    // of the current instruction, or of the call
  uint64_t stack; // stack pointer in the frame
};

/// Returns the frames, innermost first. A function without call frame
/// information can be unwound only as the innermost one, before its first call.
std::vector<Frame> backtrace(const System &system, const Core &core,
                             const Symbols &symbols);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_DEBUG_BACKTRACE_H
