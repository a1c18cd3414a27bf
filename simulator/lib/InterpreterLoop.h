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
#include "Interpreter.h"
#include "Numerics.h"
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
#define GET_OPCODES
#include "MatrixSimDecoder.inc"
#undef GET_OPCODES
#undef OP
      &&Label_Illegal, &&Label_Outside, &&Label_Break};

  const Decoded *const first = code.begin();
  const uint64_t base = code.base();
  const size_t size = code.size();
  int64_t *const x = core.x;
  const Decoded *insn = code.at(core.pc);
  const Decoded *block = insn;
  int64_t remaining = budget;
  const uint64_t retiredBefore = core.retired;
  JumpTarget next = {nullptr, 0};
  if (!insn)
    return outsideCode(core, core.pc);

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
  } while (0)
#define DISPATCH() goto *labels[insn->opcode]
#define NEXT()                                                                 \
  do {                                                                         \
    ++insn;                                                                    \
    DISPATCH();                                                                \
  } while (0)
#define TAKE()                                                                 \
  do {                                                                         \
    if (MATRIX_UNLIKELY(!next.insn))                                           \
      goto BadJump;                                                            \
    remaining -= insn + 1 - block;                                             \
    insn = block = next.insn;                                                  \
    if (MATRIX_UNLIKELY(remaining <= 0))                                       \
      goto Leave;                                                              \
    DISPATCH();                                                                \
  } while (0)
#define JUMP(place)                                                            \
  do {                                                                         \
    next = resolve(place);                                                     \
    TAKE();                                                                    \
  } while (0)
#define JUMP_AND_LINK(place)                                                   \
  (next = resolve(place), int64_t(addressOf(insn + 1)))
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
    if constexpr (Checked)                                                     \
      if (MATRIX_UNLIKELY(!core.checks->load(core, place, sizeof(type))))      \
        goto Trapped;                                                          \
    const uint8_t *at = core.scalar(place, sizeof(type));                      \
    if (MATRIX_UNLIKELY(!at))                                                  \
      goto Trapped;                                                            \
    type loaded;                                                               \
    std::memcpy(&loaded, at, sizeof(loaded));                                  \
    loaded;                                                                    \
  })
#define STORE(type, address, value)                                            \
  do {                                                                         \
    type stored = type(value);                                                 \
    const uint64_t place = uint64_t(address);                                  \
    if constexpr (Checked)                                                     \
      if (MATRIX_UNLIKELY(!core.checks->store(core, place, sizeof(type))))     \
        goto Trapped;                                                          \
    uint8_t *at = core.scalar(place, sizeof(type));                            \
    if (MATRIX_UNLIKELY(!at))                                                  \
      goto Trapped;                                                            \
    std::memcpy(at, &stored, sizeof(stored));                                  \
  } while (0)

  DISPATCH();

#define SCALAR(name, ...)                                                      \
  Label_##name : __VA_ARGS__;                                                  \
  NEXT();
#define SYSTEM(name, ...)                                                      \
  Label_##name : PUBLISH();                                                    \
  __VA_ARGS__;                                                                 \
  if (MATRIX_UNLIKELY(core.state != CoreState::Running))                       \
    goto Stopped;                                                              \
  NEXT();
#define TILES(name)                                                            \
  Label_##name : if constexpr (Timed || Checked) core.log->clear();            \
  tiles[Op_##name](core, *insn);                                               \
  if (core.hasTrapped())                                                       \
    goto Trapped;                                                              \
  if constexpr (Checked)                                                       \
    if (MATRIX_UNLIKELY(!core.checks->accessed(core, *insn)))                  \
      goto Trapped;                                                            \
  NEXT();
#define ROWS(name) TILES(name)
#include "MatrixSimScalar.inc"

Label_Illegal:
  core.illegal();
  goto Trapped;
Label_Outside:
  PUBLISH();
  return outsideCode(core, core.pc);
Label_Break:
  PUBLISH();
  return;

BadJump:
  PUBLISH();
  return outsideCode(core, next.address);
Trapped: // before the instruction
  PUBLISH();
  return;
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
