//===- Monitor.h - interruption and progress of a run -----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The run control of runs without a debugger. It reports progress at an
// interval of host time and interrupts the run on request of a signal handler
// or of another thread.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_MONITOR_H
#define MATRIX_SIMULATOR_MONITOR_H

#include "RunControl.h"
#include <atomic>
#include <chrono>
#include <functional>

namespace matrix {
namespace sim {

/// Interrupts runs and reports their progress.
class Monitor : public RunControl {
public:
  /// Interrupts the run. Safe in signal handlers and other threads.
  void interrupt() { interrupted.store(true, std::memory_order_relaxed); }

  std::function<void()> progress; // called about every `interval`
  std::chrono::duration<double> interval{1};

  void start() { next = Clock::now() + toTicks(interval); }
  bool leave(Core &) override {
    if (progress)
      look();
    return interruptsWait();
  }
  bool interruptsWait() override {
    return interrupted.load(std::memory_order_relaxed) &&
           interrupted.exchange(false);
  }
  bool interruptsCall() override {
    return interrupted.load(std::memory_order_relaxed);
  }

private:
  using Clock = std::chrono::steady_clock;
  static Clock::duration toTicks(std::chrono::duration<double> seconds) {
    return std::chrono::duration_cast<Clock::duration>(seconds);
  }

  /// Reads the clock every 16 turns only: it may take longer than a turn.
  void look() {
    if (++turns % 16 || Clock::now() < next)
      return;
    start();
    progress();
  }

  std::atomic<bool> interrupted{false};
  Clock::time_point next;
  unsigned turns = 0;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_MONITOR_H
