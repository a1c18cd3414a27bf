//===- Core.cpp - hooks and traps of a core -------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations of a core that generated code calls: traps, slow paths of memory
// accesses and control registers. Services of the machine execute the others.
//
//===----------------------------------------------------------------------===//

#include "Core.h"
#include "Support/Hex.h"
#include "Support/Quantity.h"

using namespace matrix;
using namespace matrix::sim;

//===----------------------------------------------------------------------===//
// Traps
//===----------------------------------------------------------------------===//

void Core::trap(TrapKind kind, std::string what) {
  state = CoreState::Trapped;
  trapped.kind = kind;
  trapped.what = std::move(what);
}

void Core::trapAt(uint64_t at, TrapKind kind, std::string what) {
  trap(kind, std::move(what));
  trapped.pc = at;
  trapped.elsewhere = true;
}

void Core::illegal() {
  trap(TrapKind::IllegalInstruction, "illegal instruction");
}
void Core::software() {
  trap(TrapKind::IllegalInstruction, "the program's own trap");
}
void Core::tooMany(const char *what, int64_t count, int64_t maximum) {
  trap(TrapKind::UndefinedState, std::to_string(count) + " " + what +
                                     ", but at most " +
                                     std::to_string(maximum) + " are possible");
}

void Core::undefinedState() {
  trap(TrapKind::UndefinedState,
       "the configuration is undefined for this instruction");
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

uint8_t *Core::scalarSlow(uint64_t address, uint64_t size) {
  bool isAligned = (address & (size - 1)) == 0;
  if (isAligned)
    if (uint8_t *p = machine->resolve(*this, address, size))
      return p;
  std::string access = "access of " + quantity(size, "byte") + " at ";
  if (isAligned)
    trap(TrapKind::OutOfRange, access + machine->describe(address));
  else
    trap(TrapKind::Misaligned,
         access + hex(address) + ", which is not a multiple of that");
  return nullptr;
}

uint8_t *Core::tileRowTrap(uint64_t address, uint64_t size) {
  trap(TrapKind::TileOutsideScratchpad,
       "tile row of " + quantity(size, "byte") + " at " +
           machine->describe(address) +
           ": tiles reach the core's own scratchpad only");
  return nullptr;
}

uint8_t *Core::rowsTrap(uint64_t row, uint64_t count, uint64_t rows,
                        const char *name) {
  trap(TrapKind::RowsOutsideMemory,
       quantity(count, "row") + " from row " + std::to_string(row) +
           (count == 1 ? " is" : " are") + " not in " + name + ", which has " +
           std::to_string(rows));
  return nullptr;
}

/// Returns the first of `count` rows of rowSize bytes, `pitch` apart.
uint8_t *Core::flat(uint64_t address, int64_t pitch, uint64_t count,
                    uint64_t rowSize, uint64_t alignment) {
  if (!count || !rowSize)
    return view.dram; // no access
  if (address % alignment || (count > 1 && uint64_t(pitch) % alignment)) {
    trap(TrapKind::Misaligned, "rows at " + hex(address) + ", " +
                                   std::to_string(pitch) +
                                   " bytes apart: elements need multiples of " +
                                   std::to_string(alignment));
    return nullptr;
  }
  int64_t span;
  bool fits = !__builtin_mul_overflow(pitch, int64_t(count - 1), &span);
  uint64_t low = fits ? address + uint64_t(std::min<int64_t>(span, 0)) : 0,
           size = span < 0 ? -uint64_t(span) : uint64_t(span);
  uint8_t *p = fits ? machine->resolve(*this, low, size + rowSize) : nullptr;
  if (p)
    return p + (address - low);
  trap(TrapKind::OutOfRange, quantity(count, "row") + " of " +
                                 quantity(rowSize, "byte") + " from " +
                                 machine->describe(address));
  return nullptr;
}

//===----------------------------------------------------------------------===//
// DMA, barriers
//===----------------------------------------------------------------------===//

int64_t Core::role_dma_start(int64_t descriptor) {
  return int64_t(machine->startTransfer(*this, uint64_t(descriptor)));
}

void Core::role_dma_wait(int64_t handle) {
  machine->waitForTransfer(*this, uint64_t(handle));
}

int64_t Core::role_dma_test(int64_t handle) {
  return machine->testTransfer(*this, uint64_t(handle));
}

void Core::role_sem_post(int64_t core, int64_t semaphore) {
  machine->post(*this, uint64_t(core), uint64_t(semaphore));
}

void Core::role_sem_wait(int64_t count, int64_t semaphore) {
  machine->waitForSemaphore(*this, uint64_t(count), uint64_t(semaphore));
}

void Core::role_barrier() { machine->arriveAtBarrier(*this); }
void Core::role_fence() { machine->fence(*this); }

//===----------------------------------------------------------------------===//
// Control registers, host
//===----------------------------------------------------------------------===//

int64_t Core::role_read_csr(int64_t csr) {
  const desc::VariantInfo &variant = machine->variant();
  switch (csr) {
  case desc::csr::core:
    return number;
  case desc::csr::ncores:
    return machine->numCores();
  case desc::csr::cycle:
    return int64_t(machine->cycle(*this));
  case desc::csr::instret:
    return int64_t(retired);
  case desc::csr::rows:
    return variant.tileRows;
  case desc::csr::rowbytes:
    return variant.tileRowBytes;
  case desc::csr::tiles:
    return variant.tileRegisters;
  }
  trap(TrapKind::UnknownCsr,
       "control register " + std::to_string(csr) + " does not exist");
  return 0;
}

void Core::role_halt(int64_t status) {
  state = CoreState::Halted;
  exitStatus = int(uint64_t(status) & statusBits);
}

void Core::role_host_call() { machine->callHost(*this); }
