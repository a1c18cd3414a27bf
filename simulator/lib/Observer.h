//===- Observer.h - told of everything that has a time -------- -*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Traces, reports and recorders. Called in timed runs only; the events of one
// core come in the order of its time, those of several cores do not.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_OBSERVER_H
#define MATRIX_SIMULATOR_OBSERVER_H

#include "AccessLog.h"
#include "Decoded.h"
#include "matrix/Sim/Timing.h"

namespace matrix {
namespace sim {

struct TransferRecord;

/// The cycles from previous + 1 to issue are a stall: up to `from` a bubble, a
/// wait (see WaitEvent) or both, from there on `cause`.
struct IssueEvent {
  unsigned core;
  uint64_t index; // of the instruction in the code: (pc - base) / 4
  const Decoded *instruction;
  const AccessLog *accesses; // tile and row instructions, else null
  unsigned pipe;
  int64_t previous; // issue of the instruction before, -1 for the first
  uint64_t from, issue;
  uint64_t start;    // in its pipe: issue, but for queues
  uint64_t occupied; // until the pipe is free
  uint64_t ready;    // until the result can be read
  StallCause cause;
};

/// A core stood still in [from, to), before the instruction at `index`.
struct WaitEvent {
  unsigned core;
  uint64_t index;
  StallCause cause;
  uint64_t from, to;
};

struct EndEvent {
  unsigned core;
  int64_t lastIssue; // -1 if there was none
  uint64_t drain, end;
};

class Observer {
public:
  virtual ~Observer() = default;
  virtual void issued(const IssueEvent &) {}
  virtual void waited(const WaitEvent &) {}
  /// A transfer has completed.
  virtual void transferred(const TransferRecord &) {}
  /// The run has ended, or was cut: from `drain` on this core had nothing to
  /// do.
  virtual void finished(const EndEvent &) {}
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_OBSERVER_H
