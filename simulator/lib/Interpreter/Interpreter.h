//===- Interpreter.h - interpreter of one core ------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Entry points of the interpreter, one for each combination of timing, hazard
// detection and shadow propagation. Each combination is a separate instance of
// one template, so that a run without timing or hazard detection contains no
// test for them. Each instance is compiled in a file of its own, since it
// inlines the functions of all scalar instructions.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_INTERPRETER_H
#define MATRIX_SIMULATOR_INTERPRETER_H

#include "Core/Code.h"
#include "Core/Core.h"

namespace matrix {
namespace sim {

// Policies: TimingPolicies.h, CheckPolicies.h.
class Untimed;
class Timed;
class Unchecked;
class Checked;
class Shadowed;

/// Executes instructions of a core from core.pc until its state changes or it
/// has executed `budget` instructions. The budget is checked at jumps only, so
/// that somewhat more instructions may execute.
///
/// Shadowed: maintains the shadow of registers until it is no longer needed
/// (Sanitizer/Undefined.h). Without it, a checked core stops before a load of
/// uninitialized bits.
template <class Timing, class Checking>
void interpretIn(Core &core, const Code &code, const TileFunction *tiles,
                 int64_t budget);

using Interpreter = void (*)(Core &, const Code &, const TileFunction *,
                             int64_t);

extern template void interpretIn<Untimed, Unchecked>(Core &, const Code &,
                                                     const TileFunction *,
                                                     int64_t);
extern template void interpretIn<Untimed, Checked>(Core &, const Code &,
                                                   const TileFunction *,
                                                   int64_t);
extern template void interpretIn<Untimed, Shadowed>(Core &, const Code &,
                                                    const TileFunction *,
                                                    int64_t);
extern template void interpretIn<Timed, Unchecked>(Core &, const Code &,
                                                   const TileFunction *,
                                                   int64_t);
extern template void interpretIn<Timed, Checked>(Core &, const Code &,
                                                 const TileFunction *, int64_t);
extern template void interpretIn<Timed, Shadowed>(Core &, const Code &,
                                                  const TileFunction *,
                                                  int64_t);

/// Select the instance. If `checked`, core.checks must be set.
inline Interpreter interpreter(bool timed, bool checked) {
  return timed     ? checked ? interpretIn<Timed, Checked>
                             : interpretIn<Timed, Unchecked>
         : checked ? interpretIn<Untimed, Checked>
                   : interpretIn<Untimed, Unchecked>;
}
inline Interpreter shadowInterpreter(bool timed) {
  return timed ? interpretIn<Timed, Shadowed> : interpretIn<Untimed, Shadowed>;
}

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_INTERPRETER_H
