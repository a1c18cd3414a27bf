//===- Exit.h - ends of straight-line execution -----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The results of the generated instruction functions. A value other than the
// first ends the interpreter loop; it determines whether the pc is that of the
// instruction or of its successor, and whether the instruction has executed.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_EXIT_H
#define MATRIX_SIMULATOR_EXIT_H

#include <cstdint>

namespace matrix {
namespace sim {

/// Why the interpreter does not execute the next instruction. Generated code
/// returns every value but the first: `if (Exit exit = ...) return exit;`.
enum Exit : uint8_t {
  Exit_None,       // it does
  Exit_Leave,      // before an instruction: end of the budget, of the shadow,
                   // or a breakpoint
  Exit_Trapped,    // before the instruction that traps
  Exit_Yield,      // before the instruction, which executes later
  Exit_Blocked,    // the same, after its hook
  Exit_Stopped,    // after a hook that changed the state of the core
  Exit_BadJump,    // to an address without code
  Exit_Outside,    // at such an address
  Exit_MovedStack, // after a write of the stack pointer
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_EXIT_H
