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

#include "CommandLine.h"
#include "Debug.h"
#include "Running.h"
#include "Statistics.h"
#include "Tensors.h"
#include "matrix/Sim/Watch.h"
#include "matrix/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>

using namespace llvm;
using namespace matrix;
using namespace matrix::sim;

static int report(const std::string &message, int status) {
  errs() << message << "\n";
  return status;
}

static int debug(Simulator &simulator, const CommandLine &line) {
  int status = debugProgram(simulator, line);
  std::string error;
  bool isDone = status == 0 && simulator.hasEnded();
  return isDone && !writeOutputs(simulator, line, error) ? report(error, 1)
                                                         : status;
}

static int runProgram(Simulator &simulator, const CommandLine &line) {
  if (line.debug)
    return debug(simulator, line);
  std::string error;
  std::unique_ptr<Report> watcher;
  if (line.report.isAny() &&
      !(watcher = Report::attach(simulator, line.report, error)))
    return report(error, 1);
  auto start = std::chrono::steady_clock::now();
  Result result = runWatched(simulator, line);
  std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
  if (!result.message.empty())
    errs() << result.message << "\n";
  if (result.interrupted)
    errs() << "matrix-sim: interrupted; the statistics cover the part that has "
              "run\n";
  simulator.abandon();
  RunStatistics results = simulator.results();
  results.status = result.status;
  results.hostSeconds = seconds.count();
  printStatistics(results, line.statistics);
  if (watcher && !finishReport(*watcher, results, error))
    return report(error, 1);
  if (error = simulator.recordingError(); !error.empty())
    return report(error, 1);
  if (result.interrupted)
    endInterrupted();
  if (result.status == 0 && !writeOutputs(simulator, line, error))
    return report(error, 1);
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
  InitLLVM init(argc, argv);
  std::string error;
  CommandLine line;
  if (!parseCommandLine(ArrayRef<const char *>(argv + 1, argc - 1), line,
                        error))
    return report(error, 2);
  if (line.isQuestion())
    return answer(line);
  auto simulator = Simulator::load(line.program, line.options, error);
  if (!simulator)
    return report(error, 1);
  if (!checkCounts(*simulator, line, error))
    return report(error, 2);
  if (!readInputs(*simulator, line, error))
    return report(error, 1);
  return runProgram(*simulator, line);
}
