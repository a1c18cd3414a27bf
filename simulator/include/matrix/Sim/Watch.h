//===- Watch.h - progress display and interruption --------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shows the progress of a run on standard error and handles SIGINT and SIGTERM.
// Independent of the simulator.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIM_WATCH_H
#define MATRIX_SIM_WATCH_H

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

namespace matrix {
namespace sim {

/// Progress output. On a terminal a single line is rewritten in place;
/// otherwise each update is a line.
class ProgressLine {
public:
  explicit ProgressLine(std::string tool);
  ~ProgressLine();

  bool isOnTerminal() const { return rewrites; }
  /// Counts since the start of the run; `cycles` and `clockMHz` are 0 if
  /// unknown.
  void show(uint64_t instructions, uint64_t cycles, double clockMHz);

private:
  using Clock = std::chrono::steady_clock;
  std::string tool;
  bool rewrites, shown = false;
  uint64_t lastInstructions = 0, lastCycles = 0;
  Clock::time_point first = Clock::now(), last = first;
};

/// Signal handlers for the lifetime of the object: the first SIGINT or SIGTERM
/// calls the function, a second one terminates the process. At most one object
/// exists at a time.
class Interruption {
public:
  explicit Interruption(std::function<void()> interrupt);
  ~Interruption();
};

/// Terminates the process by the caught signal with its default action.
[[noreturn]] void endInterrupted();

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIM_WATCH_H
