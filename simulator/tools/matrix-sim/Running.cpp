//===- Running.cpp - a run that people wait for ---------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Running.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <csignal>
#include <cstdlib>

using namespace llvm;
using namespace matrix::sim;

//===----------------------------------------------------------------------===//
// Progress
//===----------------------------------------------------------------------===//

namespace {
/// On a terminal one line that is written again and again, else one by one.
class Progress {
public:
  Progress(Simulator &simulator, const CommandLine &line)
      : simulator(simulator), rewrites(sys::Process::StandardErrIsDisplayed()) {
    if (line.progress || rewrites)
      simulator.onProgress(line.progress.value_or(1), [this] { show(); });
  }
  ~Progress() {
    if (rewrites && shown)
      errs() << "\r\033[K";
    simulator.onProgress(1, nullptr);
  }

private:
  void show() {
    uint64_t instructions = 0;
    for (const CoreStatistics &core : simulator.statistics())
      instructions += core.instructions;
    auto now = std::chrono::steady_clock::now();
    std::chrono::duration<double> step = now - last;
    errs() << (rewrites ? "\r" : "")
           << "matrix-sim: " << format("%.1f", instructions / 1e6)
           << " million instructions, "
           << format("%.1f", (instructions - before) / 1e6 / step.count())
           << " million/s" << (rewrites ? "\033[K" : "\n");
    before = instructions;
    last = now;
    shown = true;
  }

  Simulator &simulator;
  bool rewrites, shown = false;
  uint64_t before = 0;
  std::chrono::steady_clock::time_point last = std::chrono::steady_clock::now();
};
} // namespace

//===----------------------------------------------------------------------===//
// Interruption
//===----------------------------------------------------------------------===//

static Simulator *running = nullptr;

static void onInterrupt(int) {
  running->interrupt();
  std::signal(SIGINT, SIG_DFL); // who is in a hurry, does it again
}

Result matrix::sim::runWatched(Simulator &simulator, const CommandLine &line) {
  Progress progress(simulator, line);
  running = &simulator;
  std::signal(SIGINT, onInterrupt);
  Result result = simulator.run();
  std::signal(SIGINT, SIG_DFL);
  return result;
}

void matrix::sim::endInterrupted() {
  outs().flush();
  errs().flush();
  std::signal(SIGINT, SIG_DFL);
  std::raise(SIGINT);
  std::abort(); // not reached
}
