//===- Deadlock.h - deadlock detection --------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A run is deadlocked if no core can execute, no DMA transfer is pending, and a
// core waits at a barrier or for a semaphore. No event can occur in that state,
// so that the test needs no graph of waiting cores.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_MACHINE_DEADLOCK_H
#define MATRIX_SIMULATOR_MACHINE_DEADLOCK_H

#include "System/System.h"
#include <string>

namespace matrix {
namespace sim {

/// Example: "for semaphore 3 to reach 2 (it is 0)". Empty if the core does not
/// wait.
std::string describeWait(const System &system, const Core &core);

/// Called when no core can execute and no transfer is pending. Traps the first
/// waiting core, unless a core has ended with an error: cores that wait for it
/// are not deadlocked.
void detectDeadlock(System &system);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_MACHINE_DEADLOCK_H
