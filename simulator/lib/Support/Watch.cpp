//===- Watch.cpp - progress display and interruption ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes progress lines and installs the signal handlers. Rates are those since
// the last line. The first signal calls the function and restores the earlier
// handlers, so that the second one has its default effect. A signal that the
// parent process ignores, as shells do for background jobs, remains ignored.
//
//===----------------------------------------------------------------------===//

#include "matrix/Sim/Watch.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <cstdlib>
#include <iterator>

using namespace llvm;
using namespace matrix::sim;

//===----------------------------------------------------------------------===//
// Progress
//===----------------------------------------------------------------------===//

ProgressLine::ProgressLine(std::string tool)
    : tool(std::move(tool)), rewrites(sys::Process::StandardErrIsDisplayed()) {}

ProgressLine::~ProgressLine() {
  if (rewrites && shown)
    errs() << "\r\033[K";
}

/// Example: "12.5 million cycles, 3.1 million/s"
static void showCount(uint64_t count, uint64_t before, double seconds,
                      const char *what) {
  errs() << format("%.1f million ", double(count) / 1e6) << what
         << format(", %.1f million/s",
                   double(count - before) / 1e6 / std::max(seconds, 1e-9));
}

void ProgressLine::show(uint64_t instructions, uint64_t cycles,
                        double clockMHz) {
  Clock::time_point now = Clock::now();
  double step = std::chrono::duration<double>(now - last).count();
  double all = std::chrono::duration<double>(now - first).count();
  errs() << (rewrites ? "\r" : "") << tool << ": " << format("%.0f s: ", all);
  if (cycles) {
    showCount(cycles, lastCycles, step, "cycles");
    if (clockMHz > 0)
      errs() << format(" (%.3g s of the machine)",
                       double(cycles) / 1e6 / clockMHz);
    errs() << "; ";
  }
  showCount(instructions, lastInstructions, step, "instructions");
  errs() << (rewrites ? "\033[K" : "\n");
  lastInstructions = instructions;
  lastCycles = cycles;
  last = now;
  shown = true;
}

//===----------------------------------------------------------------------===//
// Interruption
//===----------------------------------------------------------------------===//

static constexpr int signals[] = {SIGINT, SIGTERM};
static std::function<void()> onInterruption;
static struct sigaction before[std::size(signals)];
static volatile std::sig_atomic_t caughtSignal = SIGINT;

static void restoreHandlers() {
  for (size_t i = 0; i < std::size(signals); ++i)
    sigaction(signals[i], &before[i], nullptr);
}

/// A second signal terminates the process immediately.
static void onSignal(int signal) {
  caughtSignal = signal;
  onInterruption();
  restoreHandlers();
}

Interruption::Interruption(std::function<void()> interrupt) {
  onInterruption = std::move(interrupt);
  struct sigaction action = {};
  action.sa_handler = onSignal;
  for (size_t i = 0; i < std::size(signals); ++i) {
    sigaction(signals[i], nullptr, &before[i]);
    if (before[i].sa_handler != SIG_IGN)
      sigaction(signals[i], &action, nullptr);
  }
}

Interruption::~Interruption() { restoreHandlers(); }

void matrix::sim::endInterrupted() {
  outs().flush();
  errs().flush();
  std::raise(caughtSignal);
  std::signal(caughtSignal, SIG_DFL); // ignored by the restored action
  std::raise(caughtSignal);
  std::abort(); // unreachable
}
