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
// and GCC). Instructions are counted at jumps only: `block` is the start of the
// current straight-line code.
//
// A template over the services besides execution, instantiated in one file per
// combination: Interpreter*.cpp. The instruction bodies are generated in terms
// of the macros of InterpreterMacros.h.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_INTERPRETERLOOP_H
#define MATRIX_SIMULATOR_INTERPRETERLOOP_H

#include "Core/Opcodes.h"
#include "Interpreter.h"
#include "InterpreterMacros.h"
#include "Numerics/ScalarNumerics.h"
#include "Sanitizer/Checks.h"
#include "Sanitizer/Instructions.h"
#include "Support/Hex.h"
#include "Timing/CoreTime.h"

namespace matrix {
namespace sim {

inline void outsideCode(Core &core, uint64_t address) {
  core.trap(TrapKind::FetchOutsideCode,
            "jump to " + hex(address) + ", where there is no code");
}

/// Target of a jump.
struct JumpTarget {
  const Decoded *insn; // null: not in the code
  uint64_t address;    // valid if `insn` is null
};

template <bool Timed, bool Checked, bool Shadowed>
void interpretIn(Core &core, const Code &code, const TileFunction *tiles,
                 int64_t budget) {
  static const void *const labels[] = {
#define OP(name) &&Label_##name,
#include "MatrixSimOpcodes.inc"
#undef OP
      &&Label_Illegal, &&Label_Outside, &&Label_Pause};

  const Decoded *const first = code.begin();
  const uint64_t base = code.base();
  const size_t size = code.size();
  int64_t *const x = core.x;
  const Decoded *insn = code.at(core.pc);
  const Decoded *block = insn;
  int64_t remaining = budget;
  const uint64_t retiredBefore = core.retired;
  JumpTarget to = {nullptr, 0};
  if (!insn)
    return outsideCode(core, core.pc);

  // Timed: IssueRow and Decoded have equal size, so that the row of an
  // instruction is at a constant offset from it.
  CoreTime *const time = core.time;
  const IssueRow *row = nullptr;
  uint64_t from = 0;    // earliest issue of the next instruction
  uint64_t t = 0;       // issue of the current instruction
  uint64_t latency = 0; // its latency, which may depend on the address
  uint64_t bytesRead = 0, bytesWritten = 0;
  MemoryTraffic *traffic = nullptr;
  uint64_t *ready = nullptr; // scoreboard
  intptr_t rowOffset = 0;
  if constexpr (Timed) {
    from = time->next;
    ready = time->board();
    rowOffset = reinterpret_cast<const char *>(time->rows()) -
                reinterpret_cast<const char *>(first);
  }
  auto rowOf = [&](const Decoded *d) {
    return reinterpret_cast<const IssueRow *>(
        reinterpret_cast<const char *>(d) + rowOffset);
  };
  // Times an atomic access or one outside the own scratchpad. Returns false if
  // other cores must execute first.
  auto reachFar = [&](uint64_t address) {
    if (int64_t(t) > time->limit)
      return false;
    bool dram = core.view.isDram(address);
    latency = dram ? time->dramLatency : time->remoteLatency(address, *row);
    traffic = &time->trafficOf(address);
    return true;
  };

  auto addressOf = [&](const Decoded *d) {
    return base + uint64_t(d - first) * 4;
  };
  auto absolute = [&](int64_t address) -> JumpTarget {
    return {code.at(uint64_t(address)), uint64_t(address)};
  };
  auto relative = [&](int32_t offset) -> JumpTarget {
    const Decoded *to = insn + (offset >> 2);
    bool inside = size_t(to - first) < size;
    return {inside ? to : nullptr, addressOf(insn) + int64_t(offset)};
  };
  struct Relative {
    int32_t offset;
  };
  struct Resolve {
    decltype(absolute) &byAddress;
    decltype(relative) &byOffset;
    JumpTarget operator()(int64_t address) const { return byAddress(address); }
    JumpTarget operator()(Relative r) const { return byOffset(r.offset); }
  } resolve{absolute, relative};

  DISPATCH();

#include "MatrixSimScalar.inc"

MovedStack:
  if constexpr (Checked)
    if (MATRIX_UNLIKELY(
            !core.checks->isStackPointer(x[desc::registers::stackPointer]))) {
      PUBLISH();
      core.checks->leftStack(uint64_t(x[desc::registers::stackPointer]));
      return;
    }
  NEXT();

Label_Illegal:
  core.illegal();
  goto Trapped;
Label_Outside:
  PUBLISH();
  return outsideCode(core, core.pc);
Label_Pause:
  PUBLISH();
  return;

BadJump:
  PUBLISH();
  return outsideCode(core, to.address);
Trapped: // before the instruction
  PUBLISH();
  return;
Yield: // before the instruction, which executes later
  if constexpr (Timed) {
    PUBLISH();
    time->yield();
    return;
  }
Stopped: // after the instruction, or before it if it has trapped
  if (core.hasTrapped())
    return;
  ++insn;
Leave:
  PUBLISH();
}

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_INTERPRETERLOOP_H
