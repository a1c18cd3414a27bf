//===- Observer.h - observer of timed runs ----------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interface of traces, reports and recorders. Called in timed runs only. Events
// of one core are in ascending order of time; events of different cores are
// not.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_OBSERVER_H
#define MATRIX_SIMULATOR_OBSERVER_H

#include "Core/AccessLog.h"
#include "Core/Decoded.h"
#include "matrix/Sim/Timing.h"
#include <vector>

namespace matrix {
namespace sim {

struct Descriptor;
struct TransferRecord;

/// An instruction issued. The cycles from previous + 1 to issue are a stall: up
/// to `from` a bubble, a wait (WaitEvent) or both, from there on `cause`.
struct IssueEvent {
  unsigned core;
  uint64_t index; // in the code
  const Decoded *instruction;
  const AccessLog *accesses; // of tile and row instructions, else null
  unsigned pipe;
  int64_t previous; // issue of the preceding instruction, or -1
  uint64_t from, issue;
  uint64_t start;    // in its pipe: equal to issue, except with queues
  uint64_t occupied; // cycle in which the pipe is free
  uint64_t ready;    // cycle in which the result is ready
  StallCause cause;
};

/// The core waited in [from, to), before the instruction at `index`.
struct WaitEvent {
  unsigned core;
  uint64_t index;
  StallCause cause;
  uint64_t from, to;
};

/// A DMA transfer started, by the instruction at `index`, which issues in
/// cycle `issue`; its IssueEvent follows.
struct TransferStart {
  unsigned core, channel;
  uint64_t handle, index, issue;
  const Descriptor &descriptor;
  const std::vector<uint32_t> &indices; // rows of a gather or scatter
};

/// The core has waited for a transfer of its own, in the instruction at
/// `index`, which issues in cycle `issue`; its IssueEvent follows.
struct TransferWait {
  unsigned core;
  uint64_t handle, index, issue;
};

struct EndEvent {
  unsigned core;
  int64_t lastIssue; // -1 if there was none
  uint64_t drain, end;
  bool isCut; // the run is incomplete: a trap or an interruption
};

class Observer {
public:
  virtual ~Observer() = default;
  virtual void issued(const IssueEvent &) {}
  virtual void waited(const WaitEvent &) {}
  virtual void started(const TransferStart &) {}
  virtual void awaited(const TransferWait &) {}
  /// A DMA transfer has completed.
  virtual void transferred(const TransferRecord &) {}
  /// The run has ended, or was interrupted. The core was idle from `drain` on.
  virtual void finished(const EndEvent &) {}
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_OBSERVER_H
