//===- matrix-sim.cpp - runs a program of a matrix machine
//------------------===//
//
// Part of the Matrix project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The exit status is the program's; 1 for files that can't be run, 2 for wrong
// use, 128 + kind for traps.
//
//===----------------------------------------------------------------------===//

#include "matrix/Sim/Simulator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>

using namespace llvm;
using namespace matrix::sim;

//===----------------------------------------------------------------------===//
// Command line
//===----------------------------------------------------------------------===//

static cl::OptionCategory category("matrix-sim options");
static cl::opt<std::string> programFile(cl::Positional, cl::Required,
                                        cl::desc("<program>"),
                                        cl::cat(category));
static cl::list<std::string> programArguments(cl::ConsumeAfter,
                                              cl::desc("<its arguments>..."),
                                              cl::cat(category));
static cl::opt<std::string> cpu("mcpu",
                                cl::desc("Variant; must be the program's"),
                                cl::value_desc("variant"), cl::cat(category));
static cl::opt<unsigned> cores("cores", cl::desc("How many cores run"),
                               cl::cat(category));
static cl::opt<uint64_t>
    maxInstructions("max-instructions",
                    cl::desc("Stop a core after about so many"),
                    cl::cat(category));
static cl::opt<bool>
    functional("functional",
               cl::desc("Results only, no timing (the only mode so far)"),
               cl::cat(category));
static cl::list<std::string>
    inputFiles("arg", cl::desc("Input tensor of a kernel, in order"),
               cl::value_desc("file.npy"), cl::cat(category));
static cl::list<std::string>
    outputFiles("out", cl::desc("Where to put a result, in order"),
                cl::value_desc("file.npy"), cl::cat(category));

enum class StatisticsFormat { None, Text, Json };
static cl::opt<StatisticsFormat> statistics(
    "stats", cl::desc("Print statistics on standard error:"), cl::ValueOptional,
    cl::init(StatisticsFormat::None),
    cl::values(clEnumValN(StatisticsFormat::Text, "", "as text"),
               clEnumValN(StatisticsFormat::Text, "text", "as text"),
               clEnumValN(StatisticsFormat::Json, "json", "as JSON")),
    cl::cat(category));

static int report(const std::string &message, int status) {
  errs() << message << "\n";
  return status;
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

static bool checkCounts(const Simulator &simulator, std::string &error) {
  size_t inputs = 0, outputs = 0;
  for (const Argument &a : simulator.arguments())
    ++(a.output ? outputs : inputs);
  if (inputFiles.size() == inputs && outputFiles.size() <= outputs)
    return true;
  error = "matrix-sim: error: " + programFile + " takes " +
          std::to_string(inputs) + " inputs (--arg) and gives " +
          std::to_string(outputs) + " results (--out), not " +
          std::to_string(inputFiles.size()) + " and " +
          std::to_string(outputFiles.size());
  return false;
}

static bool readInputs(Simulator &simulator, std::string &error) {
  for (size_t i = 0; i < inputFiles.size(); ++i) {
    NpyArray array;
    if (!readNpy(inputFiles[i], array, error) ||
        !simulator.setInput(i, array, error))
      return false;
  }
  return true;
}

static bool writeOutputs(const Simulator &simulator, std::string &error) {
  for (size_t i = 0; i < outputFiles.size(); ++i) {
    NpyArray array;
    if (!simulator.getOutput(i, array, error) ||
        !writeNpy(outputFiles[i], array, error))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Statistics
//===----------------------------------------------------------------------===//

static void printText(const Simulator &simulator, double seconds) {
  uint64_t total = 0;
  unsigned number = 0;
  for (const CoreStatistics &core : simulator.statistics()) {
    errs() << "core " << number++ << ": " << core.instructions
           << " instructions, " << core.dmaTransfers << " transfers of "
           << core.dmaBytes << " bytes, " << core.barriers << " barriers\n";
    total += core.instructions;
  }
  errs() << "total: " << total << " instructions in " << format("%.3f", seconds)
         << " s (" << format("%.1f", total / 1e6 / seconds) << " million/s)\n";
}

static void printJson(const Simulator &simulator, double seconds) {
  json::OStream out(errs(), 2);
  out.object([&] {
    out.attribute("program", programFile.getValue());
    out.attribute("variant", simulator.variant());
    out.attribute("host_seconds", seconds);
    out.attributeArray("cores", [&] {
      for (const CoreStatistics &core : simulator.statistics())
        out.object([&] {
          out.attribute("instructions", int64_t(core.instructions));
          out.attribute("dma_transfers", int64_t(core.dmaTransfers));
          out.attribute("dma_bytes", int64_t(core.dmaBytes));
          out.attribute("barriers", int64_t(core.barriers));
        });
    });
  });
  out.flush();
  errs() << "\n";
}

//===----------------------------------------------------------------------===//
// main
//===----------------------------------------------------------------------===//

static Options makeOptions() {
  Options options;
  options.cpu = cpu;
  options.cores = cores;
  options.maxInstructions = maxInstructions;
  if (!programArguments.empty()) {
    options.arguments.push_back(programFile);
    options.arguments.insert(options.arguments.end(), programArguments.begin(),
                             programArguments.end());
  }
  return options;
}

static int runProgram(Simulator &simulator) {
  std::string error;
  auto start = std::chrono::steady_clock::now();
  Result result = simulator.run();
  std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
  if (!result.message.empty())
    errs() << result.message << "\n";
  if (statistics == StatisticsFormat::Text)
    printText(simulator, seconds.count());
  if (statistics == StatisticsFormat::Json)
    printJson(simulator, seconds.count());
  if (result.status == 0 && !writeOutputs(simulator, error))
    return report(error, 1);
  return result.status;
}

/// LLVM's own ending of a wrong command line has status 1.
static void checkCommandLine(int argc, char **argv) {
  std::string messages;
  raw_string_ostream stream(messages);
  if (!cl::ParseCommandLineOptions(
          argc, argv, "runs a program of a matrix machine\n", &stream)) {
    errs() << messages;
    std::exit(2);
  }
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  checkCommandLine(argc, argv);
  std::string error;
  auto simulator = Simulator::load(programFile, makeOptions(), error);
  if (!simulator)
    return report(error, 1);
  if (!checkCounts(*simulator, error))
    return report(error, 2);
  if (!readInputs(*simulator, error))
    return report(error, 1);
  return runProgram(*simulator);
}
