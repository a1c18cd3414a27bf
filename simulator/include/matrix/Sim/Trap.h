//===- Trap.h - kinds of traps ----------------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reasons for which a core stops: errors of the program below 32, and hazards,
// which hazard detection reports, from 32 on. The values are part of the
// interface of the tools, since the exit status contains them.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIM_TRAP_H
#define MATRIX_SIM_TRAP_H

namespace matrix {
namespace sim {

/// Reason of a trap. The exit status of the run is 128 + the value.
enum class TrapKind : unsigned {
  None = 0,
  IllegalInstruction = 1,
  FetchOutsideCode = 2,
  Misaligned = 3,
  OutOfRange = 4,
  TileOutsideScratchpad = 5,
  RowsOutsideMemory = 6,
  UndefinedState = 7,
  BadDescriptor = 8,
  UnknownHandle = 9,
  UnknownCsr = 10,
  UnknownHostCall = 11,
  Deadlock = 12,
  InstructionLimit = 13,
  NoSemaphore = 14,
  // Hazards: the outcome depends on more than the program.
  Uninitialized = 32,
  TransferRace = 33,
  CoreRace = 34,
  StackOverflow = 35,
  HeapOverflow = 36,
  CodeModified = 37,
  MissingFence = 38,
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIM_TRAP_H
