//===- matrix-sim.cpp - runs a program of a matrix machine ----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The exit status is the program's; 1 for files that can't be run, 2 for wrong
// use, 128 + kind for traps.
//
//===----------------------------------------------------------------------===//

#include "matrix/Sim/Simulator.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>

using namespace llvm;
using namespace llvm::opt;
using namespace matrix::sim;

//===----------------------------------------------------------------------===//
// Command line
//===----------------------------------------------------------------------===//

namespace {
enum ID {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "MatrixSimOptions.inc"
#undef OPTION
};

#define OPTTABLE_STR_TABLE_CODE
#include "MatrixSimOptions.inc"
#undef OPTTABLE_STR_TABLE_CODE
#define OPTTABLE_PREFIXES_TABLE_CODE
#include "MatrixSimOptions.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE

const OptTable::Info optionInfos[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "MatrixSimOptions.inc"
#undef OPTION
};

class SimOptions : public GenericOptTable {
public:
  SimOptions()
      : GenericOptTable(OptionStrTable, OptionPrefixesTable, optionInfos) {}
};

enum class StatisticsFormat { None, Text, Json };

struct CommandLine {
  Options options;
  std::string program;
  std::vector<std::string> inputs, outputs;
  StatisticsFormat statistics = StatisticsFormat::None;
  bool help = false;
};

/// Options up to the program; what follows is the program's.
class CommandLineParser {
public:
  CommandLineParser(ArrayRef<const char *> words)
      : words(words), args(words.begin(), words.end()) {}

  bool parse(CommandLine &line, std::string &error) {
    for (unsigned next = 0; next < words.size();) {
      StringRef word = words[next];
      std::unique_ptr<Arg> arg = table.ParseOneArg(args, next);
      if (!arg)
        return fail(error, "'" + word + "' needs a value");
      if (arg->getOption().matches(OPT_INPUT)) {
        program(line, next - 1);
        return true;
      }
      if (arg->getOption().matches(OPT_UNKNOWN))
        return fail(error, "unknown option '" + word + "'");
      if (!take(line, *arg, error))
        return false;
    }
    return line.help || fail(error, "no program");
  }

private:
  static bool fail(std::string &error, const Twine &what) {
    error = ("matrix-sim: error: " + what + "; see matrix-sim --help").str();
    return false;
  }

  void program(CommandLine &line, unsigned index) {
    line.program = words[index];
    if (index + 1 < words.size())
      line.options.arguments.assign(words.begin() + index, words.end());
  }

  bool take(CommandLine &line, const Arg &arg, std::string &error) {
    StringRef value = arg.getNumValues() ? arg.getValue() : "";
    switch (arg.getOption().getUnaliasedOption().getID()) {
    case OPT_help:
      return line.help = true;
    case OPT_mcpu_eq:
      line.options.cpu = value.str();
      return true;
    case OPT_cores_eq:
      return number(value, "--cores", line.options.cores, error);
    case OPT_max_instructions_eq:
      return number(value, "--max-instructions", line.options.maxInstructions,
                    error);
    case OPT_arg_eq:
      line.inputs.push_back(value.str());
      return true;
    case OPT_out_eq:
      line.outputs.push_back(value.str());
      return true;
    case OPT_stats:
    case OPT_stats_eq:
      line.statistics =
          value == "json" ? StatisticsFormat::Json : StatisticsFormat::Text;
      return value.empty() || value == "json" || value == "text" ||
             fail(error, "--stats is text or json, not '" + value + "'");
    }
    return true; // --functional
  }

  template <typename T>
  static bool number(StringRef text, StringRef name, T &value,
                     std::string &error) {
    if (!text.getAsInteger(10, value) && value > 0)
      return true;
    return fail(error, name + " must be a number above 0, not '" + text + "'");
  }

  ArrayRef<const char *> words;
  InputArgList args;
  SimOptions table;
};
} // namespace

static int report(const std::string &message, int status) {
  errs() << message << "\n";
  return status;
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

static bool checkCounts(const Simulator &simulator, const CommandLine &line,
                        std::string &error) {
  size_t inputs = 0, outputs = 0;
  for (const Argument &a : simulator.arguments())
    ++(a.output ? outputs : inputs);
  if (line.inputs.size() == inputs && line.outputs.size() <= outputs)
    return true;
  error = "matrix-sim: error: " + line.program + " takes " +
          std::to_string(inputs) + " inputs (--arg) and gives " +
          std::to_string(outputs) + " results (--out), not " +
          std::to_string(line.inputs.size()) + " and " +
          std::to_string(line.outputs.size()) +
          "; options stand before the program";
  return false;
}

static bool readInputs(Simulator &simulator, const CommandLine &line,
                       std::string &error) {
  for (size_t i = 0; i < line.inputs.size(); ++i) {
    NpyArray array;
    if (!readNpy(line.inputs[i], array, error) ||
        !simulator.setInput(i, array, error))
      return false;
  }
  return true;
}

static bool writeOutputs(const Simulator &simulator, const CommandLine &line,
                         std::string &error) {
  for (size_t i = 0; i < line.outputs.size(); ++i) {
    NpyArray array;
    if (!simulator.getOutput(i, array, error) ||
        !writeNpy(line.outputs[i], array, error))
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

static void printJson(const Simulator &simulator, const std::string &program,
                      double seconds) {
  json::OStream out(errs(), 2);
  out.object([&] {
    out.attribute("program", program);
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

static int runProgram(Simulator &simulator, const CommandLine &line) {
  std::string error;
  auto start = std::chrono::steady_clock::now();
  Result result = simulator.run();
  std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
  if (!result.message.empty())
    errs() << result.message << "\n";
  if (line.statistics == StatisticsFormat::Text)
    printText(simulator, seconds.count());
  if (line.statistics == StatisticsFormat::Json)
    printJson(simulator, line.program, seconds.count());
  if (result.status == 0 && !writeOutputs(simulator, line, error))
    return report(error, 1);
  return result.status;
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  std::string error;
  CommandLine line;
  CommandLineParser parser(ArrayRef<const char *>(argv + 1, argc - 1));
  if (!parser.parse(line, error))
    return report(error, 2);
  if (line.help) {
    SimOptions().printHelp(outs(),
                           "matrix-sim [options] program.elf [arguments]",
                           "Runs a program of a matrix machine");
    return 0;
  }
  auto simulator = Simulator::load(line.program, line.options, error);
  if (!simulator)
    return report(error, 1);
  if (!checkCounts(*simulator, line, error))
    return report(error, 2);
  if (!readInputs(*simulator, line, error))
    return report(error, 1);
  return runProgram(*simulator, line);
}
