//===- Core.cpp - hooks and traps of a core -------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations of a core that generated code calls: traps, slow paths of memory
// accesses, DMA, synchronization and control registers.
//
//===----------------------------------------------------------------------===//

#include "Core.h"
#include "Machine/HostCalls.h"
#include "Machine/Machine.h"
#include "Sanitizer/Hazards.h"
#include "Support/Hex.h"

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
  const Memory &memory = machine->memory;
  std::string access = "access of " + std::to_string(size) +
                       (size == 1 ? " byte at " : " bytes at ");
  if (address & (size - 1)) {
    trap(TrapKind::Misaligned,
         access + hex(address) + ", which is no multiple of that");
    return nullptr;
  }
  if (uint8_t *p = memory.resolve(number, address, size))
    return p;
  trap(TrapKind::OutOfRange, access + memory.describe(address));
  return nullptr;
}

uint8_t *Core::tileRowTrap(uint64_t address, uint64_t size) {
  trap(TrapKind::TileOutsideScratchpad,
       "tile row of " + std::to_string(size) + " bytes at " +
           machine->memory.describe(address) +
           ": tiles reach the own scratchpad only");
  return nullptr;
}

uint8_t *Core::rowsTrap(uint64_t row, uint64_t count, uint64_t rows,
                        const char *name) {
  trap(TrapKind::RowsOutsideMemory,
       std::to_string(count) + " rows from row " + std::to_string(row) +
           " are not in " + name + ", which has " + std::to_string(rows));
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
  uint8_t *p =
      fits ? machine->memory.resolve(number, low, size + rowSize) : nullptr;
  if (p)
    return p + (address - low);
  trap(TrapKind::OutOfRange, std::to_string(count) + " rows of " +
                                 std::to_string(rowSize) + " bytes from " +
                                 machine->memory.describe(address));
  return nullptr;
}

//===----------------------------------------------------------------------===//
// DMA, barriers
//===----------------------------------------------------------------------===//

int64_t Core::role_dma_start(int64_t descriptor) {
  Hazards *hazards = machine->hazards.get();
  if (hazards && !hazards->starts(*this, uint64_t(descriptor)))
    return 0;
  uint64_t handle =
      time ? machine->schedule->startTransfer(*this, uint64_t(descriptor))
           : startTransfer(uint64_t(descriptor));
  if (handle && hazards)
    hazards->started(*this, uint64_t(descriptor), handle);
  return int64_t(handle);
}

uint64_t Core::startTransfer(uint64_t descriptor) {
  std::string error;
  uint64_t at = pc;
  uint64_t handle = machine->dma[number].start(descriptor, at, error);
  if (!handle)
    trap(TrapKind::BadDescriptor, error);
  return handle;
}

/// Checks that the handle has been issued; otherwise the core traps.
bool Core::checkHandle(int64_t handle) {
  const DmaEngine &dma = machine->dma[number];
  if (dma.isIssued(uint64_t(handle)))
    return true;
  trap(TrapKind::UnknownHandle,
       "waits for DMA handle " + std::to_string(handle) +
           ", which no transfer has: " +
           (dma.last() ? "the last one is " + std::to_string(dma.last())
                       : "none was started"));
  return false;
}

void Core::role_dma_wait(int64_t handle) {
  if (!checkHandle(handle))
    return;
  if (time)
    machine->schedule->waitForTransfer(*this, uint64_t(handle));
  else
    finishTransfer(uint64_t(handle));
  if (machine->hazards && state == CoreState::Running)
    machine->hazards->waited(*this, uint64_t(handle));
}

void Core::finishTransfer(uint64_t handle) {
  std::string error;
  uint64_t at = pc;
  if (!machine->dma[number].finish(handle, error, at))
    failTransfer(*this, error, at);
}

/// Functional runs: the test makes the data move.
int64_t Core::role_dma_test(int64_t handle) {
  if (time && (!checkHandle(handle) ||
               !machine->schedule->isComplete(*this, uint64_t(handle))))
    return 0;
  role_dma_wait(handle);
  return 1;
}

void Core::role_sem_post(int64_t core, int64_t semaphore) {
  std::string error =
      machine->semaphores.check(uint64_t(core), uint64_t(semaphore));
  if (!error.empty())
    return trap(TrapKind::NoSemaphore, error);
  uint64_t past = machine->hazards ? machine->hazards->post(*this) : 0;
  if (time)
    machine->schedule->post(*this, unsigned(core), unsigned(semaphore), past);
  else
    machine->semaphores.arrived(past, unsigned(core), unsigned(semaphore));
}

void Core::role_sem_wait(int64_t count, int64_t semaphore) {
  std::string error = machine->semaphores.check(number, uint64_t(semaphore));
  if (!error.empty())
    return trap(TrapKind::NoSemaphore, error);
  machine->semaphores.wait(*this, uint64_t(count), unsigned(semaphore));
}

void Core::role_barrier() { machine->arriveAtBarrier(*this); }

/// In the simulator stores take effect immediately; a fence matters for hazard
/// detection only.
void Core::role_fence() {
  if (checks)
    checks->fence();
}

//===----------------------------------------------------------------------===//
// Control registers, host
//===----------------------------------------------------------------------===//

int64_t Core::role_read_csr(int64_t csr) {
  const desc::VariantInfo &variant = machine->variant;
  switch (csr) {
  case desc::csr::core:
    return number;
  case desc::csr::ncores:
    return int64_t(machine->cores.size());
  case desc::csr::cycle: // functional runs: one per instruction
    return int64_t(time ? time->issue : retired);
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

void Core::role_host_call() { hostCall(*this); }
