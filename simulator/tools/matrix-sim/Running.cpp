//===- Running.cpp - runs with progress and interruption ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Installs the progress callback and the signal handlers for the duration of a
// run. Progress is shown every second on a terminal, elsewhere only with
// --progress.
//
//===----------------------------------------------------------------------===//

#include "Running.h"
#include "matrix/Sim/Watch.h"

using namespace matrix::sim;

Result matrix::sim::runWatched(Simulator &simulator, const CommandLine &line) {
  ProgressLine progress("matrix-sim");
  if (line.progress || progress.isOnTerminal())
    simulator.onProgress(line.progress.value_or(1), [&] {
      Progress now = simulator.progress();
      progress.show(now.instructions, now.cycles, now.clockMHz);
    });
  Interruption interruption([&simulator] { simulator.interrupt(); });
  Result result = simulator.run();
  simulator.onProgress(1, nullptr);
  return result;
}
