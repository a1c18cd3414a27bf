//===- Unwritten.h - what becomes of bytes nobody wrote ---------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A scalar load of bytes that were never written is no hazard if nothing comes
// of them: structures are copied with what lies between their members, and a
// bit-field is put into a word that has nothing else yet. So the core goes on a
// few times side by side, in worlds that differ in those bytes alone, until its
// registers agree again. They must go the same way, and to the same addresses.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_CHECKS_UNWRITTEN_H
#define MATRIX_SIMULATOR_CHECKS_UNWRITTEN_H

#include "Code.h"
#include "Core.h"
#include <array>
#include <map>
#include <vector>

namespace matrix {
namespace sim {

/// Behind it these bytes are as if they were never written.
struct UnwrittenStore {
  uint64_t retired; // instructions of the core before it
  const uint8_t *at;
  uint8_t bytes; // mask
};

class Unwritten {
public:
  /// Of the load that the core is about to execute: it reads `size` bytes at
  /// `from`, of which those in the mask were never written.
  Unwritten(const Core &core, const Code &code, const uint8_t *from,
            size_t size, uint8_t bytes);

  bool isHarmless();
  /// Then.
  const std::vector<UnwrittenStore> &stores() const { return left; }

private:
  static constexpr unsigned numWorlds = 8, mostSteps = 256,
                            enoughUnused = 32; // steps
  enum class Step { Goes, Depends, Stops };
  /// What an instruction does besides changing registers. Stop: nothing, it is
  /// not followed further; System likewise, but it uses its registers.
  struct Effect {
    enum Kind { None, Jump, Load, Store, Stop, System } kind = None;
    uint64_t target = 0; // of a jump
    const uint8_t *at = nullptr;
    size_t size = 0;
    std::array<uint8_t, 8> value = {}; // stored
  };
  /// A core, as far as scalar instructions know it.
  struct World {
    int64_t x[Core::numGeneral + 1];
    uint64_t f[Core::numFloat];

    float f32(unsigned r) const;
    double f64(unsigned r) const;
    void setF32(unsigned r, float value);
    void setF64(unsigned r, double value);
  };
  using Effects = std::array<Effect, numWorlds>;
  using Byte = std::array<uint8_t, numWorlds>;

  Step step();
  Decoded fetch() const;
  Effect execute(unsigned world, const Decoded &insn);
  template <typename T> T load(unsigned world, const uint8_t *at) const;
  static bool isSame(const Effect &a, const Effect &b);
  bool uses(const Decoded &insn) const;
  bool agree() const;
  bool store(const Effects &effects);
  bool mayLeave(const UnwrittenStore &leaves, size_t size) const;

  const Core &real;
  const Code &code;
  const uint8_t *from;
  uint8_t bytes;
  bool isWhole; // nothing of it was ever written
  std::array<World, numWorlds> worlds;
  uint64_t pc, retired;
  std::map<const uint8_t *, Byte> stored;
  std::vector<UnwrittenStore> left;
  unsigned unused = 0; // for so many steps, since it was
  bool isFirst = true, isUsed = false, isStored = false;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_CHECKS_UNWRITTEN_H
