//===- Interpreter.h - one core, for a while --------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_INTERPRETER_H
#define MATRIX_SIMULATOR_INTERPRETER_H

#include "Code.h"
#include "Core.h"

namespace matrix {
namespace sim {

/// Runs a core from core.pc until it no longer runs, or has executed `budget`
/// instructions; jumps alone look at the budget, so it may execute some more.
template <bool Timed, bool Checked>
void interpretIn(Core &core, const Code &code, const TileFunction *tiles,
                 int64_t budget);
extern template void interpretIn<false, false>(Core &, const Code &,
                                               const TileFunction *, int64_t);
extern template void interpretIn<false, true>(Core &, const Code &,
                                              const TileFunction *, int64_t);
extern template void interpretIn<true, false>(Core &, const Code &,
                                              const TileFunction *, int64_t);
extern template void interpretIn<true, true>(Core &, const Code &,
                                             const TileFunction *, int64_t);

using Interpreter = void (*)(Core &, const Code &, const TileFunction *,
                             int64_t);
/// With time; with a look at hazards (then core.checks is set).
inline Interpreter interpreter(bool timed, bool checked) {
  return timed ? checked ? interpretIn<true, true> : interpretIn<true, false>
         : checked ? interpretIn<false, true>
                   : interpretIn<false, false>;
}

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_INTERPRETER_H
