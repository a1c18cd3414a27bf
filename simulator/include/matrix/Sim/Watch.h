//===- Watch.h - runs that people wait for ----------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What tools show on standard error while a program runs, and how it is ended
// early. Knows nothing of the simulator.
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

/// On a terminal one line that is written again and again, else one by one.
class ProgressLine {
public:
  explicit ProgressLine(std::string tool);
  ~ProgressLine();

  bool isOnTerminal() const { return rewrites; }
  /// Of the run so far; `cycles` and `clockMHz` are 0 if they aren't known.
  void show(uint64_t instructions, uint64_t cycles, double clockMHz);

private:
  using Clock = std::chrono::steady_clock;
  std::string tool;
  bool rewrites, shown = false;
  uint64_t lastInstructions = 0, lastCycles = 0;
  Clock::time_point first = Clock::now(), last = first;
};

/// While it lives, a first SIGINT or SIGTERM calls the function; a second one
/// ends the process. One at a time.
class Interruption {
public:
  explicit Interruption(std::function<void()> interrupt);
  ~Interruption();
};

/// Ends the process as the signal that was caught would have.
[[noreturn]] void endInterrupted();

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIM_WATCH_H
