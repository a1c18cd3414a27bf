//===- Unwritten.cpp - what becomes of bytes nobody wrote -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Unwritten.h"
#include "Instructions.h"
#include "Machine.h"
#include "Opcodes.h"
#include "ScalarNumerics.h"

using namespace matrix;
using namespace matrix::sim;

Unwritten::Unwritten(const Core &core, const Code &code, const uint8_t *from,
                     size_t size, uint8_t bytes)
    : real(core), code(code), from(from), bytes(bytes),
      isWhole(bytes == (1u << size) - 1), pc(core.pc), retired(core.retired) {
  for (World &world : worlds) {
    std::memcpy(world.x, core.x, sizeof(world.x));
    std::memcpy(world.f, core.f, sizeof(world.f));
  }
}

bool Unwritten::isHarmless() {
  for (unsigned n = 0; n < mostSteps; ++n) {
    Step done = step();
    if (done == Step::Depends)
      return false;
    if (done == Step::Stops)
      break;
    if (agree())
      return !isWhole || isStored;
    if (!isWhole && isUsed && ++unused == enoughUnused)
      break; // it stands in a register that is free
  }
  return !isWhole && isUsed;
}

//===----------------------------------------------------------------------===//
// All worlds
//===----------------------------------------------------------------------===//

/// Without a breakpoint over it.
Decoded Unwritten::fetch() const {
  Decoded insn = *code.at(pc);
  if (insn.opcode != opcode::pause)
    return insn;
  uint32_t word;
  std::memcpy(&word, real.machine->memory.resolve(0, pc, 4), sizeof(word));
  return real.machine->decoder.decode(word);
}

Unwritten::Step Unwritten::step() {
  if (!code.at(pc))
    return Step::Stops;
  Decoded insn = fetch();
  bool isNamed = uses(insn);
  Effects effects;
  for (unsigned w = 0; w < numWorlds; ++w)
    effects[w] = execute(w, insn);
  for (const Effect &e : effects)
    if (!isSame(e, effects[0]))
      return Step::Depends;
  const Effect &effect = effects[0];
  if (effect.kind == Effect::System && isNamed)
    return Step::Depends;
  if (effect.kind == Effect::Stop || effect.kind == Effect::System)
    return Step::Stops;
  if (effect.kind == Effect::Store && !store(effects))
    return Step::Depends;
  isUsed |= isNamed;
  unused = isNamed ? 0 : unused;
  isFirst = false;
  pc = effect.kind == Effect::Jump ? effect.target : pc + 4;
  ++retired;
  return Step::Goes;
}

bool Unwritten::isSame(const Effect &a, const Effect &b) {
  return a.kind == b.kind && a.target == b.target && a.at == b.at &&
         a.size == b.size;
}

/// Does it read a general register that differs? (Or another one of that
/// number.)
bool Unwritten::uses(const Decoded &insn) const {
  if (insn.opcode >= numInstructions)
    return false;
  for (int slot = 0; slot < 5; ++slot)
    if (slot != checkedInstructions[insn.opcode].general)
      for (const World &world : worlds)
        if (world.x[insn.reg[slot]] != worlds[0].x[insn.reg[slot]])
          return true;
  return false;
}

bool Unwritten::agree() const {
  const World &first = worlds[0];
  for (const World &world : worlds)
    if (std::memcmp(world.x, first.x, Core::numGeneral * sizeof(first.x[0])) ||
        std::memcmp(world.f, first.f, sizeof(first.f)))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

bool Unwritten::store(const Effects &effects) {
  UnwrittenStore leaves = {retired, effects[0].at, 0};
  for (size_t i = 0; i < effects[0].size; ++i) {
    Byte &byte = stored[leaves.at + i];
    uint8_t differences = 0;
    for (unsigned w = 0; w < numWorlds; ++w) {
      byte[w] = effects[w].value[i];
      differences |= byte[w] ^ byte[0];
    }
    isStored |= differences != 0;
    leaves.bytes |= (differences == 0xff) << i;
  }
  if (leaves.bytes)
    left.push_back(leaves);
  return !isWhole || mayLeave(leaves, effects[0].size);
}

/// What nobody has written at all may be copied within the scratchpad, or get
/// some bits. A byte that has got bits counts as written.
bool Unwritten::mayLeave(const UnwrittenStore &leaves, size_t size) const {
  const View &view = real.view;
  bool isOwn = leaves.at >= view.own && leaves.at < view.own + view.ownSize;
  bool isAll = leaves.bytes == (1u << size) - 1;
  return !leaves.bytes || (isOwn && !(isAll && leaves.at == from));
}

/// What a world has instead of bytes that were never written. For each bit one
/// has 0 and another 1, also behind a carry.
static uint64_t patternOf(unsigned world) {
  constexpr uint64_t patterns[] = {0, 0x5555555555555555, 0x3c96a1e7d2584bf0,
                                   0x8d13c27a06f9e5b4};
  return world % 2 ? ~patterns[world / 2] : patterns[world / 2];
}

template <typename T>
T Unwritten::load(unsigned world, const uint8_t *at) const {
  uint8_t loaded[sizeof(T)];
  for (size_t i = 0; i < sizeof(T); ++i) {
    auto known = stored.find(at + i);
    loaded[i] = known == stored.end() ? at[i] : known->second[world];
    if (isFirst && bytes >> i & 1)
      loaded[i] ^= uint8_t(patternOf(world) >> (8 * i));
  }
  T value;
  std::memcpy(&value, loaded, sizeof(value));
  return value;
}

//===----------------------------------------------------------------------===//
// One instruction in one world, by the generated bodies
//===----------------------------------------------------------------------===//

float Unwritten::World::f32(unsigned r) const {
  return num::floatFromBits(uint32_t(f[r]));
}
double Unwritten::World::f64(unsigned r) const {
  return num::bitCast<double>(f[r]);
}
void Unwritten::World::setF32(unsigned r, float value) {
  f[r] = num::bitCast<uint32_t>(value);
}
void Unwritten::World::setF64(unsigned r, double value) {
  f[r] = num::bitCast<uint64_t>(value);
}

#define STOP(why)                                                              \
  do {                                                                         \
    effect.kind = Effect::why;                                                 \
    return effect;                                                             \
  } while (0)
#define REACH(type, address)                                                   \
  do {                                                                         \
    const uint64_t place = uint64_t(address);                                  \
    effect.size = sizeof(type);                                                \
    effect.at =                                                                \
        real.machine->memory.resolve(real.number, place, sizeof(type));        \
    if (!effect.at || place % sizeof(type))                                    \
      STOP(Stop);                                                              \
  } while (0)
#define LOAD(type, address)                                                    \
  ({                                                                           \
    REACH(type, address);                                                      \
    effect.kind = Effect::Load;                                                \
    load<type>(world, effect.at);                                              \
  })
#define STORE(type, address, what)                                             \
  do {                                                                         \
    const type value = type(what);                                             \
    REACH(type, address);                                                      \
    effect.kind = Effect::Store;                                               \
    std::memcpy(effect.value.data(), &value, sizeof(value));                   \
  } while (0)
#define RELATIVE(offset) (int64_t(pc) + (offset))
#define HERE(offset) RELATIVE(offset)
#define JUMP(place)                                                            \
  (effect.kind = Effect::Jump, effect.target = uint64_t(place))
#define JUMP_AND_LINK(place) (JUMP(place), int64_t(pc + 4))
#define TAKE() (void)0
#define TRAP() STOP(Stop)
#define SCALAR(name, ...)                                                      \
  case Op_##name:                                                              \
    __VA_ARGS__;                                                               \
    break;
#define MEMORY(name, ...)                                                      \
  case Op_##name:                                                              \
    if (checkedInstructions[Op_##name].kind == CheckedInstruction::Atomic)     \
      STOP(Stop);                                                              \
    __VA_ARGS__;                                                               \
    break;
#define BRANCH(name, offset, ...) SCALAR(name, __VA_ARGS__)
#define GOTO(name, ...) SCALAR(name, __VA_ARGS__)
#define INDIRECT(name, ...) SCALAR(name, __VA_ARGS__)
#define SYSTEM(name, ...)                                                      \
  case Op_##name:                                                              \
    STOP(System);
#define TILES(name)                                                            \
  case Op_##name:                                                              \
    STOP(Stop);
#define ROWS(name) TILES(name)

Unwritten::Effect Unwritten::execute(unsigned world, const Decoded &decoded) {
  World &core = worlds[world];
  int64_t *const x = core.x;
  const Decoded *const insn = &decoded;
  Effect effect;
  switch (insn->opcode) {
#include "MatrixSimScalar.inc"
  default: // no instruction
    STOP(Stop);
  }
  return effect;
}
