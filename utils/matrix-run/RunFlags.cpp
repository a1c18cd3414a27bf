//===- RunFlags.cpp - options of matrix-run -------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the options and their help. LLVM's own option --stats is removed
// first, because the registry of options rejects a second one of the same name.
// Hidden options are earlier names, which RunCommandLine.cpp translates.
//
//===----------------------------------------------------------------------===//

#include "RunFlags.h"
#include "matrix/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace matrix;
using namespace matrix::run;

static cl::OptionCategory Category("matrix-run options");

cl::opt<std::string> flags::Program(cl::Positional,
                                    cl::desc("<model.mlir, model.elf or ->"),
                                    cl::cat(Category));
cl::list<std::string>
    flags::InputFiles("input", cl::value_desc("x.npy"),
                      cl::desc("An input; repeated, in the arguments' order"),
                      cl::cat(Category));
cl::list<std::string>
    flags::OutputFiles("output", cl::value_desc("y.npy"),
                       cl::desc("Output file of a result; repeated, in order"),
                       cl::cat(Category));
cl::list<std::string> flags::ExpectFiles(
    "expect", cl::value_desc("r.npy"),
    cl::desc("Expected value of a result; repeated, in order"),
    cl::cat(Category));
cl::opt<std::string> flags::Check(
    "check", cl::ValueOptional, cl::value_desc("f64"),
    cl::desc("Compare with CPU execution of the same MLIR; with f64, a "
             "second execution in f64 decides where they differ"),
    cl::cat(Category));
cl::opt<std::string> flags::Tolerance(
    "tolerance", cl::value_desc("x"),
    cl::desc("Allowed error, as a part of the largest magnitude "
             "(default by type: f32 1e-5, f16 2e-3, bf16 2e-2)"),
    cl::cat(Category));
cl::opt<std::string>
    flags::Random("random", cl::ValueOptional, cl::value_desc("seed"),
                  cl::desc("Random numbers for inputs that are not given"),
                  cl::cat(Category));
cl::opt<std::string>
    flags::Cpu("mcpu", cl::value_desc("variant,..."),
               cl::desc("The accelerator, or several on each of which the "
                        "program runs: a list or 'all'; 'help' lists all"),
               cl::cat(Category));
cl::opt<unsigned> flags::Cores("cores", cl::value_desc("n"),
                               cl::desc("Cores to use"), cl::cat(Category));
cl::opt<std::string>
    flags::Plans("plan", cl::value_desc("file"),
                 cl::desc("Plans of fusion groups, as of matrix-compile"),
                 cl::cat(Category));
cl::list<std::string>
    flags::Disabled("disable", cl::CommaSeparated, cl::value_desc("techniques"),
                    cl::desc("Do without techniques, as matrix-compile"),
                    cl::cat(Category));
cl::opt<std::string> flags::Tuned(
    "tuned", cl::value_desc("db"),
    cl::desc("Plans that matrix-tune measured, as of matrix-compile"),
    cl::cat(Category));
cl::opt<std::string>
    flags::SaveTemps("save-temps", cl::ValueOptional, cl::value_desc("folder"),
                     cl::desc("Keep model.s and model.elf there (default .)"),
                     cl::cat(Category));

cl::opt<std::string> flags::Bisect(
    "bisect", cl::ValueOptional, cl::value_desc("folder"),
    cl::desc("Find the first operation whose result differs from CPU "
             "execution; write both as simulated.npy and cpu.npy"),
    cl::cat(Category));

//===----------------------------------------------------------------------===//
// Options of the simulator
//===----------------------------------------------------------------------===//

cl::opt<bool> flags::Timed("timed", cl::desc("Count cycles (default)"),
                           cl::cat(Category));
cl::opt<bool>
    flags::Functional("functional",
                      cl::desc("Compute results only, without cycles: faster"),
                      cl::cat(Category));
cl::opt<bool> flags::NoHazardChecks(
    "no-hazard-checks",
    cl::desc("Do not look for hazards (default: they stop the "
             "program)"),
    cl::cat(Category));
cl::opt<bool> flags::OldNoCheck("no-check", cl::Hidden, cl::cat(Category));
cl::opt<uint64_t>
    flags::MaxCycles("max-cycles", cl::value_desc("n"),
                     cl::desc("Maximum number of cycles; with --functional, of "
                              "instructions of a core"),
                     cl::cat(Category));
/// LLVM registers an option of the same name; it is removed before this one is
/// created.
cl::opt<std::string> &flags::statistics() {
  static bool Removed = [] {
    if (cl::Option *Llvms = cl::getRegisteredOptions().lookup("stats"))
      Llvms->removeArgument();
    return true;
  }();
  (void)Removed;
  static cl::opt<std::string> Option(
      "stats", cl::ValueOptional, cl::value_desc("text|json"),
      cl::desc("Print statistics of the run on standard error"),
      cl::cat(Category));
  return Option;
}
cl::opt<std::string> flags::OldStatistics("statistics", cl::ValueOptional,
                                          cl::Hidden, cl::cat(Category));
cl::opt<std::string>
    flags::ProgressSeconds("progress", cl::ValueOptional,
                           cl::value_desc("seconds"),
                           cl::desc("Show progress every second, or at another "
                                    "interval (default on a terminal)"),
                           cl::cat(Category));
cl::opt<std::string> flags::Trace("trace", cl::value_desc("t.json"),
                                  cl::desc("Write a trace for ui.perfetto.dev"),
                                  cl::cat(Category));
cl::opt<std::string>
    flags::Report("report", cl::value_desc("r.html"),
                  cl::desc("Write a report of the run as an HTML page"),
                  cl::cat(Category));

cl::opt<std::string> flags::Compare(
    "compare", cl::value_desc("file"),
    cl::desc("Compare with an earlier run in --stats and --report: its "
             "report, or its --stats=json"),
    cl::cat(Category));

bool flags::parse(int Argc, char **Argv) {
  statistics();
  cl::HideUnrelatedOptions(Category);
  addVersionPrinter();
  return cl::ParseCommandLineOptions(
      Argc, Argv, "compile, simulate and compare a model\n", &errs());
}
