//===- InterpreterLoop.h - one core, for a while -------------- -*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threaded code over decoded instructions: each one jumps to the next one's
// label (labels as values, an extension of clang and gcc). Instructions are
// counted at jumps only: `block` is where straight-line execution began.
//
// A template over what is done besides computing, with one file for each case:
// Interpreter*.cpp. The bodies are generated; utils/matrix-tblgen/SimScalar.cpp
// lists the macros that they use.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_INTERPRETERLOOP_H
#define MATRIX_SIMULATOR_INTERPRETERLOOP_H

#include "Checks/Checks.h"
#include "Checks/Instructions.h"
#include "Interpreter.h"
#include "Machine.h"
#include "Numerics.h"
#include "Opcodes.h"
#include "Timing/CoreTime.h"
#include "llvm/ADT/StringExtras.h"

namespace matrix {
namespace sim {

inline void outsideCode(Core &core, uint64_t address) {
  core.trap(TrapKind::FetchOutsideCode,
            "jump to 0x" + llvm::utohexstr(address, /*LowerCase=*/true) +
                ", where there is no code");
}

/// A place to jump to.
struct JumpTarget {
  const Decoded *insn; // null: not in the code
  uint64_t address;    // then
};

#define MATRIX_UNLIKELY(x) __builtin_expect(!!(x), 0)

template <bool Timed, bool Checked>
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

  // Timed: the row of an instruction lies as far from the first one's as the
  // instruction from the first one.
  CoreTime *const time = core.time;
  const IssueRow *row = nullptr;
  uint64_t from = 0;    // earliest issue of the next instruction
  uint64_t t = 0;       // issue of this one
  uint64_t latency = 0; // its own, where it depends on the address
  uint64_t bytesRead = 0, bytesWritten = 0;
  MemoryTraffic *traffic = nullptr;
  uint64_t *ready = nullptr; // the board
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
  // An access outside of the own scratchpad, or an atomic one; false: others
  // come first.
  auto reachFar = [&](uint64_t address) {
    if (int64_t(t) > time->limit)
      return false;
    bool dram = address < core.view.dramSize;
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

// State that hooks and traps see: counted before the instruction at `insn`.
#define PUBLISH()                                                              \
  do {                                                                         \
    core.pc = addressOf(insn);                                                 \
    core.retired =                                                             \
        retiredBefore + uint64_t(budget - remaining) + uint64_t(insn - block); \
    if constexpr (Timed) {                                                     \
      time->next = from;                                                       \
      time->issue = t > from ? t : from;                                       \
    }                                                                          \
  } while (0)
#define ISSUE()                                                                \
  do {                                                                         \
    if constexpr (Timed) {                                                     \
      row = rowOf(insn);                                                       \
      t = CoreTime::earliest(ready, *row, from);                               \
      latency = row->latency;                                                  \
    }                                                                          \
  } while (0)
#define REPORT(log)                                                            \
  do {                                                                         \
    if (MATRIX_UNLIKELY(time->observer))                                       \
      time->report(*row, *insn, log, from, t, latency);                        \
  } while (0)
#define COMMIT()                                                               \
  do {                                                                         \
    if constexpr (Timed) {                                                     \
      if (t != from)                                                           \
        time->stalledBy(*row, from, t);                                        \
      CoreTime::settle(ready, *row, t + latency);                              \
      if (MATRIX_UNLIKELY(!row->isPlain))                                      \
        time->note(*row, *insn, from, t, latency);                             \
      from = t + 1;                                                            \
    }                                                                          \
  } while (0)
#define LOSE(condition)                                                        \
  do {                                                                         \
    if constexpr (Timed)                                                       \
      if (condition)                                                           \
        from = time->lose(from);                                               \
  } while (0)
#define DISPATCH() goto *labels[insn->opcode]
#define NEXT()                                                                 \
  do {                                                                         \
    ++insn;                                                                    \
    DISPATCH();                                                                \
  } while (0)
#define TAKE()                                                                 \
  do {                                                                         \
    if (MATRIX_UNLIKELY(!to.insn))                                             \
      goto BadJump;                                                            \
    remaining -= insn + 1 - block;                                             \
    insn = block = to.insn;                                                    \
    if (MATRIX_UNLIKELY(remaining <= 0))                                       \
      goto Leave;                                                              \
    DISPATCH();                                                                \
  } while (0)
#define JUMP(place)                                                            \
  do {                                                                         \
    to = resolve(place);                                                       \
    LOSE(!foreseen);                                                           \
    TAKE();                                                                    \
  } while (0)
#define JUMP_AND_LINK(place) (to = resolve(place), int64_t(addressOf(insn + 1)))
#define RELATIVE(offset) (Relative{offset})
#define HERE(offset) (int64_t(addressOf(insn)) + (offset))
#define TRAP()                                                                 \
  do {                                                                         \
    PUBLISH();                                                                 \
    core.software();                                                           \
    return;                                                                    \
  } while (0)
#define LOAD(type, address)                                                    \
  ({                                                                           \
    const uint64_t place = uint64_t(address);                                  \
    if constexpr (Timed) {                                                     \
      if (isAtomic ||                                                          \
          MATRIX_UNLIKELY(place - core.view.ownBase >= core.view.ownSize))     \
        if (!reachFar(place))                                                  \
          goto Yield;                                                          \
      bytesRead = sizeof(type);                                                \
    }                                                                          \
    const uint8_t *at = core.scalar(place, sizeof(type));                      \
    if (MATRIX_UNLIKELY(!at))                                                  \
      goto Trapped;                                                            \
    if constexpr (Checked)                                                     \
      if (isAtomic ||                                                          \
          MATRIX_UNLIKELY(!core.checks->isLoadable(at, sizeof(type)))) {       \
        PUBLISH();                                                             \
        if (!(isAtomic ? core.checks->atomic(at, sizeof(type))                 \
                       : core.checks->load(at, sizeof(type))))                 \
          goto Trapped;                                                        \
      }                                                                        \
    type loaded;                                                               \
    std::memcpy(&loaded, at, sizeof(loaded));                                  \
    loaded;                                                                    \
  })
#define STORE(type, address, value)                                            \
  do {                                                                         \
    type stored = type(value);                                                 \
    const uint64_t place = uint64_t(address);                                  \
    if constexpr (Timed) {                                                     \
      if (MATRIX_UNLIKELY(place - core.view.ownBase >= core.view.ownSize)) {   \
        const uint64_t before = latency;                                       \
        if (!reachFar(place))                                                  \
          goto Yield;                                                          \
        latency = before;                                                      \
      }                                                                        \
      bytesWritten = sizeof(type);                                             \
    }                                                                          \
    uint8_t *at = core.scalar(place, sizeof(type));                            \
    if (MATRIX_UNLIKELY(!at))                                                  \
      goto Trapped;                                                            \
    if constexpr (Checked)                                                     \
      if (!isAtomic &&                                                         \
          MATRIX_UNLIKELY(!core.checks->isStorable(at, sizeof(type)))) {       \
        PUBLISH();                                                             \
        if (!core.checks->store(at, sizeof(type)))                             \
          goto Trapped;                                                        \
      }                                                                        \
    std::memcpy(at, &stored, sizeof(stored));                                  \
  } while (0)

  DISPATCH();

#define LOOK_AT_STACK(name)                                                    \
  do {                                                                         \
    if constexpr (Checked && checkedInstructions[Op_##name].general >= 0)      \
      if (MATRIX_UNLIKELY(insn->reg[checkedInstructions[Op_##name].general] == \
                          desc::registers::stackPointer))                      \
        goto MovedStack;                                                       \
  } while (0)
#define SCALAR(name, ...)                                                      \
  Label_##name : ISSUE();                                                      \
  __VA_ARGS__;                                                                 \
  COMMIT();                                                                    \
  LOOK_AT_STACK(name);                                                         \
  NEXT();
#define MEMORY(name, ...)                                                      \
  Label_##name : ISSUE();                                                      \
  if constexpr (Timed) {                                                       \
    bytesRead = bytesWritten = 0;                                              \
    traffic = &time->counted.own;                                              \
  }                                                                            \
  {                                                                            \
    [[maybe_unused]] constexpr bool isAtomic =                                 \
        checkedInstructions[Op_##name].kind == CheckedInstruction::Atomic;     \
    __VA_ARGS__;                                                               \
  }                                                                            \
  if constexpr (Timed) {                                                       \
    traffic->read += bytesRead;                                                \
    traffic->written += bytesWritten;                                          \
  }                                                                            \
  COMMIT();                                                                    \
  LOOK_AT_STACK(name);                                                         \
  NEXT();
// Whoever jumps back is believed to.
#define BRANCH(name, offset, ...)                                              \
  Label_##name : {                                                             \
    ISSUE();                                                                   \
    COMMIT();                                                                  \
    [[maybe_unused]] const bool foreseen = (offset) <= 0;                      \
    __VA_ARGS__;                                                               \
    LOSE(foreseen);                                                            \
  }                                                                            \
  NEXT();
#define GOTO(name, ...)                                                        \
  Label_##name : ISSUE();                                                      \
  COMMIT();                                                                    \
  __VA_ARGS__;
#define INDIRECT(name, ...)                                                    \
  Label_##name : {                                                             \
    ISSUE();                                                                   \
    COMMIT();                                                                  \
    [[maybe_unused]] const bool foreseen = true;                               \
    LOSE(true);                                                                \
    __VA_ARGS__;                                                               \
  }                                                                            \
  NEXT();
// A hook may block the core: the instruction is executed again later. It may
// suspend it, after the instruction, which issues later then.
#define COMPLETED()                                                            \
  do {                                                                         \
    if constexpr (Timed)                                                       \
      if (MATRIX_UNLIKELY(core.state == CoreState::Blocked)) {                 \
        time->block(*row);                                                     \
        return;                                                                \
      }                                                                        \
  } while (0)
#define SYSTEM(name, ...)                                                      \
  Label_##name : if constexpr (Timed) {                                        \
    row = rowOf(insn);                                                         \
    t = time->earliestOf(*row, from);                                          \
    latency = row->latency;                                                    \
    PUBLISH();                                                                 \
    if (!core.machine->mayIssue(core))                                         \
      goto Yield;                                                              \
  }                                                                            \
  else PUBLISH();                                                              \
  __VA_ARGS__;                                                                 \
  if constexpr (Timed) {                                                       \
    if (core.state == CoreState::AtSemaphore)                                  \
      time->suspend(*row, *insn);                                              \
    else if (!core.hasTrapped()) {                                             \
      time->commitAll(*row, from, t);                                          \
      REPORT(nullptr);                                                         \
      time->next = t + 1;                                                      \
    }                                                                          \
    from = time->resumed(*row);                                                \
  }                                                                            \
  if (MATRIX_UNLIKELY(core.state != CoreState::Running))                       \
    goto Stopped;                                                              \
  NEXT();
#define FUNCTION(name, issue)                                                  \
  Label_##name : {                                                             \
    if constexpr (Timed || Checked)                                            \
      core.log->clear();                                                       \
    tiles[Op_##name](core, *insn);                                             \
    if (core.hasTrapped()) {                                                   \
      ISSUE();                                                                 \
      goto Trapped;                                                            \
    }                                                                          \
    if constexpr (Checked)                                                     \
      PUBLISH();                                                               \
    const bool isHazard = Checked && !core.checks->accessed(core, *insn);      \
    if constexpr (Timed) {                                                     \
      row = rowOf(insn);                                                       \
      t = time->issue;                                                         \
    }                                                                          \
    if (MATRIX_UNLIKELY(isHazard))                                             \
      goto Trapped;                                                            \
    if constexpr (Timed) {                                                     \
      REPORT(core.log);                                                        \
      from = t + 1;                                                            \
    }                                                                          \
  }                                                                            \
  NEXT();
#define TILES(name) FUNCTION(name, issueTile(*row, Op_##name, *core.log, from))
#define ROWS(name) FUNCTION(name, issueRows(*row, Op_##name, *core.log, from))
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
Yield: // before it, for later
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

#undef MATRIX_UNLIKELY

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_INTERPRETERLOOP_H
