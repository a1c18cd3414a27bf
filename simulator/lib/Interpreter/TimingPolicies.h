//===- TimingPolicies.h - execution with and without timing -----*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parts of ExecutionContext that depend on timing. Members are always
// inlined, so that the state of a policy is in registers.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_TIMINGPOLICIES_H
#define MATRIX_SIMULATOR_TIMINGPOLICIES_H

#include "Core/Code.h"
#include "Timing/CoreTime.h"

namespace matrix {
namespace sim {

class Untimed {
public:
  MATRIX_INLINE Untimed(Core &, const Code &) {}
  static constexpr bool usesLog = false;

  MATRIX_INLINE void publish() const {}

  MATRIX_INLINE void issue(const Decoded &) {}
  MATRIX_INLINE void commit(const Decoded &) {}
  MATRIX_INLINE void loseBranch() {}

  MATRIX_INLINE void beginAccess() {}
  MATRIX_INLINE bool read(uint64_t, uint64_t) { return true; }
  MATRIX_INLINE bool readAtomic(uint64_t, uint64_t) { return true; }
  MATRIX_INLINE bool write(uint64_t, uint64_t) { return true; }
  MATRIX_INLINE void endAccess() {}

  MATRIX_INLINE void issueSystem(const Decoded &) {}
  MATRIX_INLINE bool mayIssue() { return true; }
  MATRIX_INLINE void block() {}
  MATRIX_INLINE void commitSystem(const Decoded &) {}

  MATRIX_INLINE void issueTile(const Decoded &) {}
  MATRIX_INLINE void issueRows(const Decoded &) {}
  MATRIX_INLINE void commitLogged(const Decoded &) {}

  MATRIX_INLINE void yield() {}
};

/// Issues instructions by the scoreboard of CoreTime.
class Timed {
public:
  /// IssueRow and Decoded have equal size, so that the row of an instruction is
  /// at a constant offset from it.
  MATRIX_INLINE Timed(Core &core, const Code &code)
      : core(core), time(*core.time), ready(time.board()),
        rowOffset(reinterpret_cast<const char *>(time.rows()) -
                  reinterpret_cast<const char *>(code.begin())),
        from(time.next) {}
  static constexpr bool usesLog = true;

  MATRIX_INLINE void publish() const {
    time.next = from;
    time.issue = t > from ? t : from;
  }

  //===--------------------------------------------------------------------===//
  // Scalar instructions
  //===--------------------------------------------------------------------===//

  MATRIX_INLINE void issue(const Decoded &insn) {
    row = rowOf(insn);
    t = CoreTime::earliest(ready, *row, from);
    latency = row->latency;
  }
  MATRIX_INLINE void commit(const Decoded &insn) {
    if (t != from)
      time.stalledBy(*row, from, t);
    CoreTime::settle(ready, *row, t + latency);
    if (__builtin_expect(!row->isPlain, 0))
      time.note(*row, insn, from, t, latency);
    from = t + 1;
  }
  /// The bubble of a jump that is not predicted.
  MATRIX_INLINE void loseBranch() { from = time.lose(from); }

  //===--------------------------------------------------------------------===//
  // Loads and stores; false: other cores must execute first
  //===--------------------------------------------------------------------===//

  MATRIX_INLINE void beginAccess() {
    bytesRead = bytesWritten = 0;
    traffic = &time.counted.own;
  }
  MATRIX_INLINE bool read(uint64_t address, uint64_t size) {
    if (isFar(address) && !reachFar(address))
      return false;
    bytesRead = size;
    return true;
  }
  MATRIX_INLINE bool readAtomic(uint64_t address, uint64_t size) {
    if (!reachFar(address))
      return false;
    bytesRead = size;
    return true;
  }
  /// The latency of a store does not depend on the address.
  MATRIX_INLINE bool write(uint64_t address, uint64_t size) {
    if (isFar(address)) {
      const uint64_t ofResult = latency;
      if (!reachFar(address))
        return false;
      latency = ofResult;
    }
    bytesWritten = size;
    return true;
  }
  MATRIX_INLINE void endAccess() {
    traffic->read += bytesRead;
    traffic->written += bytesWritten;
  }

  //===--------------------------------------------------------------------===//
  // System instructions
  //===--------------------------------------------------------------------===//

  MATRIX_INLINE void issueSystem(const Decoded &insn) {
    row = rowOf(insn);
    t = time.earliestOf(*row, from);
    latency = row->latency;
  }
  MATRIX_INLINE bool mayIssue() { return core.machine->mayIssue(core); }
  /// After a hook: the instruction executes again later.
  MATRIX_INLINE void block() { time.block(*row); }
  /// An instruction that suspends the core has executed and issues later.
  MATRIX_INLINE void commitSystem(const Decoded &insn) {
    if (core.state == CoreState::AtSemaphore) {
      time.suspend(*row, insn);
    } else if (!core.hasTrapped()) {
      time.commitAll(*row, from, t);
      report(insn, nullptr);
      time.next = t + 1;
    }
    from = time.resumed(*row);
  }

  //===--------------------------------------------------------------------===//
  // Tile and row instructions, which have executed
  //===--------------------------------------------------------------------===//

  MATRIX_INLINE void issueTile(const Decoded &insn) {
    row = rowOf(insn);
    t = time.issueTile(*row, insn.opcode, *core.log, from);
  }
  MATRIX_INLINE void issueRows(const Decoded &insn) {
    row = rowOf(insn);
    t = time.issueRows(*row, insn.opcode, *core.log, from);
  }
  MATRIX_INLINE void commitLogged(const Decoded &insn) {
    report(insn, core.log);
    from = t + 1;
  }

  MATRIX_INLINE void yield() { time.yield(); }

private:
  MATRIX_INLINE const IssueRow *rowOf(const Decoded &insn) const {
    return reinterpret_cast<const IssueRow *>(
        reinterpret_cast<const char *>(&insn) + rowOffset);
  }
  MATRIX_INLINE bool isFar(uint64_t address) const {
    return __builtin_expect(address - core.view.ownBase >= core.view.ownSize,
                            0);
  }
  /// An access that is atomic or outside the core's own scratchpad.
  MATRIX_INLINE bool reachFar(uint64_t address) {
    if (int64_t(t) > time.limit)
      return false;
    latency = core.view.isDram(address) ? time.dramLatency
                                        : time.remoteLatency(address, *row);
    traffic = &time.trafficOf(address);
    return true;
  }
  MATRIX_INLINE void report(const Decoded &insn, const AccessLog *log) {
    if (__builtin_expect(time.observer != nullptr, 0))
      time.report(*row, insn, log, from, t, latency);
  }

  Core &core;
  CoreTime &time;
  uint64_t *const ready; // scoreboard
  const intptr_t rowOffset;
  uint64_t from; // earliest issue of the next instruction
  // The current instruction.
  const IssueRow *row = nullptr;
  uint64_t t = 0;       // its issue
  uint64_t latency = 0; // may depend on the address
  uint64_t bytesRead = 0, bytesWritten = 0;
  MemoryTraffic *traffic = nullptr;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_TIMINGPOLICIES_H
