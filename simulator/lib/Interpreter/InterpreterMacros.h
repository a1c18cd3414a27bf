//===- InterpreterMacros.h - macros of instruction bodies -------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MatrixSimScalar.inc has one macro call per instruction: SCALAR(...),
// MEMORY(...), BRANCH(...). The macros expand inside interpretIn() of
// InterpreterLoop.h and use its local variables: `insn` is the current
// instruction, `block` the start of the current straight-line code; in timed
// runs `row` is the scoreboard row of the instruction, `from` the earliest
// cycle it can issue in, and `t` the cycle it issues in.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_INTERPRETERMACROS_H
#define MATRIX_SIMULATOR_INTERPRETERMACROS_H

#define MATRIX_UNLIKELY(x) __builtin_expect(!!(x), 0)

//===----------------------------------------------------------------------===//
// Phases of an instruction
//===----------------------------------------------------------------------===//

// Makes the state visible to hooks and traps, up to but without `insn`.
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
// Shadowed: computes the shadow of the instruction before it executes.
#define DISPATCH()                                                             \
  do {                                                                         \
    if constexpr (Shadowed) {                                                  \
      if (!core.checks->isShadowed())                                          \
        goto Leave;                                                            \
      if (MATRIX_UNLIKELY(!core.checks->propagate(*insn, addressOf(insn))))    \
        goto Trapped;                                                          \
    }                                                                          \
    goto *labels[insn->opcode];                                                \
  } while (0)
#define SETTLE()                                                               \
  do {                                                                         \
    if constexpr (Shadowed)                                                    \
      core.checks->settle();                                                   \
  } while (0)
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

//===----------------------------------------------------------------------===//
// Inside bodies: jumps, addresses, memory
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// Around bodies: one macro per class of instructions
//===----------------------------------------------------------------------===//

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
  SETTLE();                                                                    \
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
  SETTLE();                                                                    \
  LOOK_AT_STACK(name);                                                         \
  NEXT();
// Static prediction: backward branches are predicted taken.
#define BRANCH(name, offset, ...)                                              \
  Label_##name : {                                                             \
    ISSUE();                                                                   \
    COMMIT();                                                                  \
    SETTLE();                                                                  \
    [[maybe_unused]] const bool foreseen = (offset) <= 0;                      \
    __VA_ARGS__;                                                               \
    LOSE(foreseen);                                                            \
  }                                                                            \
  NEXT();
#define GOTO(name, ...)                                                        \
  Label_##name : ISSUE();                                                      \
  COMMIT();                                                                    \
  SETTLE();                                                                    \
  __VA_ARGS__;
#define INDIRECT(name, ...)                                                    \
  Label_##name : {                                                             \
    ISSUE();                                                                   \
    COMMIT();                                                                  \
    SETTLE();                                                                  \
    [[maybe_unused]] const bool foreseen = true;                               \
    LOSE(true);                                                                \
    __VA_ARGS__;                                                               \
  }                                                                            \
  NEXT();
// A hook may block the core: the instruction executes again later. It may also
// suspend the core: the instruction has executed and issues later.
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
  SETTLE();                                                                    \
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
#define FUNCTION(name, issued)                                                 \
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
      t = time->issued;                                                        \
    }                                                                          \
    if (MATRIX_UNLIKELY(isHazard))                                             \
      goto Trapped;                                                            \
    if constexpr (Timed) {                                                     \
      REPORT(core.log);                                                        \
      from = t + 1;                                                            \
    }                                                                          \
    SETTLE();                                                                  \
  }                                                                            \
  NEXT();
#define TILES(name) FUNCTION(name, issueTile(*row, Op_##name, *core.log, from))
#define ROWS(name) FUNCTION(name, issueRows(*row, Op_##name, *core.log, from))

#endif // MATRIX_SIMULATOR_INTERPRETERMACROS_H
