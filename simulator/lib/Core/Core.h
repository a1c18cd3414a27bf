//===- Core.h - architectural state of one core -----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers, row memories, and the functions that generated code calls. Members
// used by tile functions are always inlined: tile functions are compiled
// several times, for different hosts, and an out-of-line copy could be shared
// between them.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_CORE_H
#define MATRIX_SIMULATOR_CORE_H

#include "AccessLog.h"
#include "CoreServices.h"
#include "Decoded.h"
#include "matrix/Description/Variants.h"
#include "matrix/Sim/Statistics.h"
#include "matrix/Sim/Trap.h"
#include <cstring>
#include <string>
#include <vector>

#define MATRIX_INLINE inline __attribute__((always_inline))

namespace matrix {
namespace sim {

/// Removes a caller's test for null, which stands for a failure.
template <typename T> MATRIX_INLINE T *notNull(T *at) {
  if (!at)
    __builtin_unreachable();
  return at;
}

/// Configuration states of all variants.
struct RowState {
#define GET_ROW_STATE
#include "MatrixSimRowState.inc"
};

/// Row memories of all variants: hundreds of KiB, which only machines with one
/// of them allocate. Trivial, so that its value-initialization is all zeros.
struct RowMemories {
#define GET_ROW_MEMORIES
#include "MatrixSimRowState.inc"
};

/// Memory that a core accesses without calling Memory. `dram` points to the
/// byte at address `dramBase`; there is no memory below it, so that accesses
/// through null pointers trap.
struct View {
  uint8_t *dram = nullptr, *own = nullptr;
  uint64_t dramBase = 0, dramSize = 0, ownBase = 0, ownSize = 0;

  MATRIX_INLINE bool isDram(uint64_t address) const {
    return address - dramBase < dramSize;
  }
};

class Checks;
class CoreTime;

/// Blocked: before an instruction that cannot issue yet, or of an
/// interrupted host call. It executes again when the core resumes.
enum class CoreState {
  Running,
  Blocked,
  AtBarrier,
  AtSemaphore,
  Halted,
  Trapped
};

class Core {
public:
  /// r0 reads as zero: results written to it go to the entry after the last
  /// register.
  static constexpr unsigned numGeneral = desc::registers::general,
                            numFloat = desc::registers::floats,
                            discarded = numGeneral;
  /// Mask of the operand of a halt.
  static constexpr uint64_t statusBits = 0xff;

  int64_t x[numGeneral + 1] = {};
  uint64_t f[numFloat] = {}; // an f32 is in the low half
  uint8_t *tiles = nullptr;
  View view;
  RowState rows;
  RowMemories *rowMemories = nullptr; // null if the variant has none

  CoreServices *machine = nullptr;
  unsigned number = 0;
  CoreState state = CoreState::Running;
  uint64_t pc = 0; // of the next instruction; in hooks: of the current one
  uint64_t retired = 0;
  int exitStatus = 0;
  CoreStatistics statistics;

  // Null if unused.
  AccessLog *log = nullptr; // of the current tile or row instruction
  Checks *checks = nullptr;
  CoreTime *time = nullptr;

  /// AtSemaphore: the semaphore, and the count to reach.
  struct {
    uint64_t semaphore = 0, count = 0;
  } awaited;

  /// Another instruction involved in a trap.
  struct Note {
    std::string what;
    uint64_t pc;
  };
  struct {
    TrapKind kind = TrapKind::None;
    std::string what;
    uint64_t pc = 0; // of the failing instruction, if it is not the current one
    bool elsewhere = false;
    std::vector<Note> notes;
  } trapped;

  //===--------------------------------------------------------------------===//
  // Registers
  //===--------------------------------------------------------------------===//

  template <typename T, int Bytes> MATRIX_INLINE T *tile(unsigned number) {
    return reinterpret_cast<T *>(tiles + size_t(number) * Bytes);
  }
  MATRIX_INLINE float f32(unsigned r) const {
    uint32_t bits = uint32_t(f[r]);
    float value;
    std::memcpy(&value, &bits, sizeof(value));
    return value;
  }
  MATRIX_INLINE double f64(unsigned r) const {
    double value;
    std::memcpy(&value, &f[r], sizeof(value));
    return value;
  }
  MATRIX_INLINE void setF32(unsigned r, float value) {
    uint32_t bits;
    std::memcpy(&bits, &value, sizeof(value));
    f[r] = bits;
  }
  MATRIX_INLINE void setF64(unsigned r, double value) {
    std::memcpy(&f[r], &value, sizeof(value));
  }

  //===--------------------------------------------------------------------===//
  // Memory; functions return null if the core has trapped
  //===--------------------------------------------------------------------===//

  /// Address of a scalar load or store of `size` bytes, a power of two.
  MATRIX_INLINE uint8_t *scalar(uint64_t address, uint64_t size) {
    if (__builtin_expect((address & (size - 1)) == 0, 1)) {
      if (address - view.ownBase < view.ownSize)
        return notNull(view.own + (address - view.ownBase));
      if (__builtin_expect(view.isDram(address), 1))
        return notNull(view.dram + (address - view.dramBase));
    }
    return scalarSlow(address, size);
  }
  /// Address of a tile row, which must be in the core's own scratchpad.
  MATRIX_INLINE uint8_t *tileRow(uint64_t address, uint64_t size) {
    uint64_t offset = address - view.ownBase;
    if (__builtin_expect(
            offset <= view.ownSize && size <= view.ownSize - offset, 1))
      return view.own + offset;
    return tileRowTrap(address, size);
  }
  /// Address of rows of a row memory, and of rows in the flat address space.
  MATRIX_INLINE uint8_t *rowsOf(uint8_t *memory, uint64_t rowsInMemory,
                                uint64_t rowSize, uint64_t row, uint64_t count,
                                const char *name) {
    if (__builtin_expect(row <= rowsInMemory && count <= rowsInMemory - row, 1))
      return memory + row * rowSize;
    return rowsTrap(row, count, rowsInMemory, name);
  }
  uint8_t *flat(uint64_t address, int64_t pitch, uint64_t count,
                uint64_t rowSize, uint64_t alignment);
  /// Number of rows from the first to the last of `count` rows, `stride` rows
  /// apart; blocks(): of column blocks of `count` rows each, whose first rows
  /// are `stride` rows apart. On overflow the result is the largest number,
  /// which is outside all memories.
  static MATRIX_INLINE uint64_t span(uint64_t count, int64_t stride) {
    return count ? blocksOf(1, count - 1, stride) : 0;
  }
  static MATRIX_INLINE uint64_t blocks(uint64_t count, uint64_t columns,
                                       uint64_t width, int64_t stride) {
    return count && columns > width
               ? blocksOf(count, (columns - 1) / width, stride)
               : count;
  }

  //===--------------------------------------------------------------------===//
  // Traps: recorded in the core; the interpreter stops after the instruction
  //===--------------------------------------------------------------------===//

  void trap(TrapKind kind, std::string what);
  /// Traps at the instruction at `at` instead of the current one.
  void trapAt(uint64_t at, TrapKind kind, std::string what);
  void illegal(); // unassigned encoding
  /// Count out of range.
  void tooMany(const char *what, int64_t count, int64_t maximum);
  void undefinedState(); // configuration that no case of the semantics covers
  void software();       // trap instruction
  MATRIX_INLINE bool hasTrapped() const {
    return __builtin_expect(state == CoreState::Trapped, 0);
  }

  //===--------------------------------------------------------------------===//
  // Hooks: implementations of (RoleOp "name", ...)
  //===--------------------------------------------------------------------===//

  int64_t role_dma_start(int64_t descriptor);
  void role_dma_wait(int64_t handle);
  int64_t role_dma_test(int64_t handle);
  void role_sem_post(int64_t core, int64_t semaphore);
  void role_sem_wait(int64_t count, int64_t semaphore);
  void role_barrier();
  void role_fence();
  int64_t role_read_csr(int64_t number);
  void role_halt(int64_t status);
  void role_host_call();

private:
  static MATRIX_INLINE uint64_t blocksOf(uint64_t count, uint64_t others,
                                         int64_t stride) {
    uint64_t offset, end;
    bool fits = !__builtin_mul_overflow(others, uint64_t(stride), &offset) &&
                !__builtin_add_overflow(offset, count, &end);
    return fits ? end : ~uint64_t(0);
  }
  __attribute__((cold)) uint8_t *scalarSlow(uint64_t address, uint64_t size);
  uint8_t *tileRowTrap(uint64_t address, uint64_t size);
  uint8_t *rowsTrap(uint64_t row, uint64_t count, uint64_t rows,
                    const char *name);
};

/// Implementation of a tile or row instruction.
using TileFunction = void (*)(Core &, const Decoded &);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_CORE_H
