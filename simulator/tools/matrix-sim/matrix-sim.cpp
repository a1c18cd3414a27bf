//===- matrix-sim.cpp - execution of a program ----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Driver of the simulator. The exit status is that of the program; 1 for files
// that cannot be executed, 2 for invalid usage, 128 + kind for traps.
//
//===----------------------------------------------------------------------===//

#include "Debug.h"
#include "PrintStatistics.h"
#include "Running.h"
#include "SimOptions.h"
#include "TensorFiles.h"
#include "matrix/Sim/Watch.h"
#include "matrix/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>

using namespace llvm;
using namespace matrix;
using namespace matrix::sim;

static int report(Error error, int status) {
  errs() << toString(std::move(error)) << "\n";
  return status;
}

static int debug(Simulator &simulator, const CommandLine &line) {
  int status = debugProgram(simulator, line);
  if (status == 0 && simulator.hasEnded())
    if (Error error = writeOutputs(simulator, line))
      return report(std::move(error), 1);
  return status;
}

static Error finish(Simulator &simulator, const CommandLine &line,
                    Report *watcher, const Result &result, double seconds) {
  bool isComplete = result.status == 0 && !result.interrupted;
  Error failures =
      isComplete ? writeOutputs(simulator, line) : Error::success();
  simulator.abandon();
  RunStatistics results = simulator.results();
  results.status = result.status;
  results.hostSeconds = seconds;
  printStatistics(results, line.statistics, line.report.earlierRun.get());
  if (watcher)
    failures = joinErrors(std::move(failures), finishReport(*watcher, results));
  if (std::string failure = simulator.recordingError(); !failure.empty())
    failures = joinErrors(std::move(failures), createStringError(failure));
  return failures;
}

static int runProgram(Simulator &simulator, CommandLine &line) {
  if (line.debug)
    return debug(simulator, line);
  if (Error error = line.report.readEarlier())
    return report(std::move(error), 1);
  std::unique_ptr<Report> watcher;
  if (line.report.isAny()) {
    auto attached = Report::attach(simulator, line.report);
    if (!attached)
      return report(attached.takeError(), 1);
    watcher = std::move(*attached);
  }
  auto start = std::chrono::steady_clock::now();
  Result result = runWatched(simulator, line);
  std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
  if (!result.message.empty())
    errs() << result.message << "\n";
  if (result.interrupted)
    errs() << "matrix-sim: interrupted; the statistics cover the part that has "
              "run\n";
  if (Error error =
          finish(simulator, line, watcher.get(), result, seconds.count()))
    return report(std::move(error), 1);
  if (result.interrupted)
    endInterrupted();
  return result.status;
}

static int answer(const CommandLine &line) {
  if (line.help)
    printHelp();
  else if (line.version)
    printAllVersions(outs());
  else
    printVariants(outs());
  return 0;
}

int main(int argc, char **argv) {
  IgnoredSignals ignored;
  InitLLVM init(argc, argv);
  ignored.restore();
  auto line = parseCommandLine(ArrayRef<const char *>(argv + 1, argc - 1));
  if (!line)
    return report(line.takeError(), 2);
  if (line->isQuestion())
    return answer(*line);
  auto simulator = Simulator::load(line->program, line->options);
  if (!simulator)
    return report(simulator.takeError(), 1);
  if (Error error = checkCounts(**simulator, *line))
    return report(std::move(error), 2);
  if (Error error = readInputs(**simulator, *line))
    return report(std::move(error), 1);
  return runProgram(**simulator, *line);
}
