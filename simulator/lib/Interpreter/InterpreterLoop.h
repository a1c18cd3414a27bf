//===- InterpreterLoop.h - main loop of the interpreter ---------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Direct-threaded interpretation of decoded instructions: each instruction
// jumps to the label of the next one (labels as values, an extension of Clang
// and GCC), so that the processor predicts the successor of each opcode
// separately. The functions of the instructions are generated from their
// semantics and inlined here; ExecutionContext.h has their operations.
//
// A template over the policies of timing and checks, instantiated in one file
// per combination: Interpreter*.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_INTERPRETERLOOP_H
#define MATRIX_SIMULATOR_INTERPRETERLOOP_H

#include "ExecutionContext.h"
#include "Interpreter.h"
#include "Numerics/ScalarNumerics.h"
#include "Steps.h"

namespace matrix {
namespace sim {

#define GET_FUNCTIONS
#include "MatrixSimScalar.inc"

template <class Context>
MATRIX_INLINE Exit execTile(Context &c, const Decoded &) {
  return c.tile();
}
template <class Context>
MATRIX_INLINE Exit execRows(Context &c, const Decoded &) {
  return c.rows();
}

//===----------------------------------------------------------------------===//
// Pseudo-opcodes
//===----------------------------------------------------------------------===//

template <class Context>
MATRIX_INLINE Exit execIllegal(Context &c, const Decoded &) {
  return c.illegal();
}
template <class Context>
MATRIX_INLINE Exit execOutside(Context &, const Decoded &) {
  return Exit_Outside;
}
template <class Context>
MATRIX_INLINE Exit execPause(Context &, const Decoded &) {
  return Exit_Leave;
}

//===----------------------------------------------------------------------===//
// Loop
//===----------------------------------------------------------------------===//

template <class Timing, class Checking>
void interpretIn(Core &core, const Code &code, const TileFunction *tiles,
                 int64_t budget) {
#define STEP(name) &&Label_##name,
  static const void *const labelsByStep[] = {
#include "Steps.def"
  };
  static const void *labels[maxOpcodes];
  static const bool areSet = setLabels(labels, labelsByStep);
  (void)areSet;

/// The label of a step, its instruction, and the jump to the next label. A
/// macro, because neither a template nor a function can define a label or jump
/// to one of its caller. The empty assembly keeps the compiler from merging the
/// ends of steps, after which opcodes would share jumps.
#define STEP(name)                                                             \
  Label_##name : exit = exec##name(context, context.current());                \
  if (exit)                                                                    \
    goto Exited;                                                               \
  asm volatile("");                                                            \
  goto *labels[context.current().opcode];

  if (!code.at(core.pc))
    return jumpedOutside(core, core.pc);
  ExecutionContext<Timing, Checking> context(core, code, tiles, budget);
  Exit exit = context.enter();
  if (exit)
    goto Exited;
  goto *labels[context.current().opcode];

#include "Steps.def"

Exited:
  if (exit == Exit_MovedStack && !(exit = context.checkStack()))
    goto *labels[context.current().opcode];
  context.leave(exit);
}

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_INTERPRETERLOOP_H
