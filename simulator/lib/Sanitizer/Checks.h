//===- Checks.h - hazard detection of one core ------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interface between the interpreter and hazard detection for one core.
// Functions that return bool return false if the core has trapped.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_CHECKS_CHECKS_H
#define MATRIX_SIMULATOR_CHECKS_CHECKS_H

#include "Core/Core.h"
#include "Fences.h"
#include "Queues.h"
#include "Sanitizer/HappensBefore/Reserved.h"
#include "Undefined.h"
#include <vector>

namespace matrix {
namespace sim {

class Hazards;

/// Flags of each byte; Hazards.h defines them.
namespace state {
enum : uint8_t {
  loadable = 1,
  storable = 2,
  defined = 4,
  quiet = 16,
  unfenced = 32
};
}

/// The flags of the bytes that a core accesses, by their host addresses. The
/// interpreter has a copy, so that the fast path does not read Checks.
class AccessFlags {
public:
  AccessFlags(const uint8_t *memory, const uint8_t *flags)
      : distance(flags - memory) {}

  MATRIX_INLINE bool isLoadable(const uint8_t *at, size_t size) const {
    return has(at, size, state::loadable);
  }
  MATRIX_INLINE bool isStorable(const uint8_t *at, size_t size) const {
    return has(at, size, state::storable);
  }
  const uint8_t *of(const uint8_t *at) const { return at + distance; }

private:
  MATRIX_INLINE bool has(const uint8_t *at, size_t size, uint8_t flag) const {
    uint64_t have = 0;
    std::memcpy(&have, of(at), size);
    uint64_t want = (~uint64_t(0) >> (64 - 8 * size)) / 255 * flag;
    return (have & want) == want;
  }

  ptrdiff_t distance; // from a byte to its flags
};

class Checks {
public:
  Checks(Hazards &all, Core &core);

  bool isValid() const { return states.data(); }

  //===--------------------------------------------------------------------===//
  // Scalar accesses, before execution; `at` is a host address
  //===--------------------------------------------------------------------===//

  const AccessFlags &accessFlags() const { return flags; }
  /// Slow path: return true if the access is not a hazard.
  bool load(const uint8_t *at, uint64_t size);
  bool store(const uint8_t *at, uint64_t size);
  /// A read of `size` bytes by a host call.
  bool read(const uint8_t *at, uint64_t size) {
    return checkAccess(at, size, false);
  }
  /// A write of `size` bytes by a host call.
  bool written(const uint8_t *at, uint64_t size);
  /// An atomic read-modify-write.
  bool atomic(const uint8_t *at, uint64_t size);

  MATRIX_INLINE bool isStackPointer(int64_t address) const {
    return uint64_t(address) - stackLow <= stackSize;
  }
  bool leftStack(uint64_t address);

  //===--------------------------------------------------------------------===//
  // Uninitialized values; see Undefined.h
  //===--------------------------------------------------------------------===//

  /// True while the shadow of registers is maintained.
  bool isShadowed() const { return undefined.isOn(); }
  bool propagate(const Decoded &insn, uint64_t pc) {
    return undefined.propagate(insn, pc);
  }
  void settle() { undefined.settle(); }
  /// The host writes a register; floating-point ones follow the general ones.
  void defineRegister(unsigned number) { undefined.defineRegister(number); }
  /// Shadow of the bytes a load reads. The origin of bytes that were never
  /// written is the instruction at `pc`.
  UndefinedBits undefinedBits(const uint8_t *at, uint64_t size, uint64_t pc);
  /// Sets the shadow of bytes that have been stored.
  void storeUndefined(const uint8_t *at, uint64_t size, UndefinedBits bits);
  /// Uninitialized bits that an atomic operation has observed count as written.
  void defineObserved(const uint8_t *at, uint64_t size);
  /// Name of the kernel result that contains the byte, or empty.
  std::string resultAt(const uint8_t *at) const;
  bool reportUndefined(std::string what, OriginNumber origin);
  /// Check a register that is an argument of a host call, or the exit status.
  bool isArgumentDefined(unsigned number) {
    return undefined.isDefinedRegister(number, ~uint64_t(0),
                                       "gives a host call an argument");
  }
  bool isStatusDefined(unsigned number) {
    return undefined.isStatusDefined(number);
  }

  /// All earlier stores of this core have reached DRAM.
  void fence();

  //===--------------------------------------------------------------------===//
  // Tile and row instructions
  //===--------------------------------------------------------------------===//

  /// Checks a tile or row instruction after its execution; core.log lists its
  /// accesses.
  bool accessed(Core &core, const Decoded &insn);

private:
  friend class Hazards;

  bool hasAll(const uint8_t *at, uint64_t size, uint8_t flag) const;
  uint8_t *stateOf(uint64_t offset) const { return states.data() + offset; }

  bool checkAccess(const uint8_t *at, uint64_t size, bool write);
  bool checkRange(uint64_t offset, uint64_t size, bool write);
  bool isAllowed(uint64_t offset, uint64_t size, bool write);
  bool isDefined(uint64_t offset, uint64_t size);
  OriginNumber originOf(uint64_t offset, uint64_t size, uint64_t pc);
  bool reportRead(uint64_t offset, uint64_t size);
  bool isOrderedByAtomics(uint64_t offset, uint64_t size) const;
  bool synchronize(uint64_t offset, uint64_t size, bool acquires,
                   bool releases);
  void becomesSynchronizing(uint64_t word);
  struct Accessor accessor() const;
  void remember(uint64_t offset, uint64_t size, bool write);
  /// Marks bytes as accessed by a queue or a DMA channel: later accesses of the
  /// core to them take the slow path.
  void leave(uint64_t offset, uint64_t size, bool write);
  void rememberLines(uint64_t offset, uint64_t size);
  /// Clears the fast-path flags at a synchronization point: accesses before and
  /// after it have different epochs.
  void forget();

  void noteStore(uint64_t offset, uint64_t size);

  void enterQueue(unsigned opcode);
  void waitForQueues();
  bool isInQueue() const { return thread != core.number; }
  bool accessedFlat(const struct Access &access, bool isTileLoad);
  bool accessedRows(const struct Access &access);
  void storeUndefinedTile(const struct Access &access, OriginNumber origin);
  void defineTile(unsigned number, bool isDefined, OriginNumber origin);
  OriginNumber addTile(uint32_t tiles);
  bool reportTile(uint32_t tiles);

  Hazards &all;
  Core &core;
  Reserved<uint8_t> states;
  AccessFlags flags;
  uint64_t stackLow, stackSize;
  Undefined undefined;
  uint32_t undefinedTiles = ~0u;
  OriginNumber tileOrigins[desc::registers::tiles] = {};
  /// Permission to read uninitialized bytes: none, into a register, or into a
  /// tile.
  enum class Reader { Strict, Register, Tile } reader = Reader::Strict;
  bool readUndefined = false;  // set by the last checkAccess()
  OriginNumber readOrigin = 0; // of the first uninitialized row
  /// Accessing thread: the core or one of its queues.
  unsigned thread;
  QueueOrder queues;
  UnfencedStores unfenced;
  std::vector<uint64_t> touched;                 // lines with fast-path flags
  std::vector<std::vector<uint8_t>> rowsWritten; // by row memory, row
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_CHECKS_CHECKS_H
