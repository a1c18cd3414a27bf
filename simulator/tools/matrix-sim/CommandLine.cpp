//===- CommandLine.cpp - options of matrix-sim ----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses options by the generated table of Options.td.
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "matrix/Support/CommandLine.h"
#include "matrix/Support/OutputFile.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::opt;
using namespace matrix;
using namespace matrix::sim;

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

class CommandLineParser {
public:
  CommandLineParser(ArrayRef<const char *> words)
      : words(words), args(words.begin(), words.end()) {}

  bool parse(CommandLine &line, std::string &error) {
    line.options.timed = true;
    for (unsigned next = 0; next < words.size();) {
      StringRef word = words[next];
      std::unique_ptr<Arg> arg = table.ParseOneArg(args, next);
      if (!arg)
        return fail(error, "'" + word + "' needs a value");
      if (arg->getOption().matches(OPT_INPUT)) {
        program(line, next - 1);
        return check(line, error) && checkFiles(line, error);
      }
      if (arg->getOption().matches(OPT_UNKNOWN))
        return fail(error, "unknown option '" + word + "'");
      if (!take(line, *arg, error))
        return false;
    }
    return line.isQuestion() || fail(error, "no program");
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
    case OPT_version:
      return line.version = true;
    case OPT_mcpu_eq:
      line.options.cpu = value.str();
      line.variants = value == "help";
      return true;
    case OPT_cores_eq:
      return number(value, "--cores", line.options.cores, error);
    case OPT_max_instructions_eq:
      return number(value, "--max-instructions", line.options.maxInstructions,
                    error);
    case OPT_max_cycles_eq:
      return number(value, "--max-cycles", line.options.maxCycles, error);
    case OPT_progress:
      line.progress = 1;
      return true;
    case OPT_progress_eq:
      line.progress = 0;
      return (!value.getAsDouble(*line.progress) && *line.progress >= 0) ||
             fail(error,
                  "--progress is a number of seconds, not '" + value + "'");
    case OPT_debug:
      return line.debug = line.shell = true;
    case OPT_gdb_eq:
      line.gdb = 0;
      line.debug = true;
      return (!value.getAsInteger(10, *line.gdb) && *line.gdb < 65536) ||
             fail(error, "--gdb is a port, not '" + value + "'");
    case OPT_commands_eq:
      line.commands = value.str();
      return line.debug = line.shell = true;
    case OPT_arg_eq:
      warnOnce(warnedOfArg, "--arg", "--input");
      [[fallthrough]];
    case OPT_input_eq:
      line.inputs.push_back(value.str());
      return true;
    case OPT_out_eq:
      warnOnce(warnedOfOut, "--out", "--output");
      [[fallthrough]];
    case OPT_output_eq:
      line.outputs.push_back(value.str());
      return true;
    case OPT_timed:
      return takeMode(line, true, error);
    case OPT_functional:
      return takeMode(line, false, error);
    case OPT_no_check:
      line.options.checked = false;
      return true;
    case OPT_record_eq:
      line.options.record = value.str();
      return true;
    case OPT_stats:
    case OPT_stats_eq:
      line.statistics =
          value == "json" ? StatisticsFormat::Json : StatisticsFormat::Text;
      return value.empty() || value == "json" || value == "text" ||
             fail(error, "--stats is text or json, not '" + value + "'");
    case OPT_trace_eq:
      line.report.trace = value.str();
      return true;
    case OPT_trace_window_eq:
      return line.report.setWindow(value.str()) ||
             fail(error,
                  "--trace-window is two cycles, from:to, not '" + value + "'");
    case OPT_trace_sample_eq:
      return line.report.setSample(value.str()) ||
             fail(error, "--trace-sample is two numbers of cycles, "
                         "every:length, not '" +
                             value + "'");
    case OPT_trace_limit_eq:
      return number(value, "--trace-limit", line.report.maxSlices, error);
    case OPT_report_eq:
      line.report.page = value.str();
      return true;
    }
    return true;
  }

  static void warnOnce(bool &warned, StringRef old, StringRef now) {
    if (!warned)
      warnOldOption("matrix-sim", old, now);
    warned = true;
  }

  bool takeMode(CommandLine &line, bool timed, std::string &error) {
    if (modeGiven && line.options.timed != timed)
      return fail(error, "--timed and --functional exclude each other");
    line.options.timed = timed;
    return modeGiven = true;
  }

  template <typename T>
  static bool number(StringRef text, StringRef name, T &value,
                     std::string &error) {
    if (!text.getAsInteger(10, value) && value > 0)
      return true;
    return fail(error, name + " must be a number above 0, not '" + text + "'");
  }

  /// Rejects inconsistent options.
  static bool check(const CommandLine &line, std::string &error) {
    if (!line.options.record.empty() && !line.options.timed)
      return fail(error, "--record needs a run in time, without --functional");
    if (line.report.isAny() && !line.options.timed)
      return fail(error, "--trace and --report need a run in time, without "
                         "--functional");
    if (line.debug &&
        (line.report.isAny() || line.statistics != StatisticsFormat::None))
      return fail(error, "--stats, --trace and --report are about runs without "
                         "-g and --gdb");
    if (line.gdb && line.shell)
      return fail(error, "-g and --commands are one debugger, --gdb waits for "
                         "another one: leave one of them out");
    bool window = line.report.every || line.report.to != UINT64_MAX;
    return !window || !line.report.trace.empty() ||
           fail(error, "--trace-window and --trace-sample need --trace");
  }

  /// Rejects outputs that are inputs or other outputs.
  static bool checkFiles(const CommandLine &line, std::string &error) {
    std::vector<std::string> outputs = line.outputs, inputs = line.inputs;
    for (const std::string &file :
         {line.options.record, line.report.trace, line.report.page})
      outputs.push_back(file);
    inputs.push_back(line.program);
    inputs.push_back(line.commands);
    Error problem = checkOutputs(outputs, inputs);
    return !problem || fail(error, toString(std::move(problem)));
  }

  ArrayRef<const char *> words;
  InputArgList args;
  SimOptions table;
  bool modeGiven = false, warnedOfArg = false, warnedOfOut = false;
};
} // namespace

bool matrix::sim::parseCommandLine(ArrayRef<const char *> words,
                                   CommandLine &line, std::string &error) {
  return CommandLineParser(words).parse(line, error);
}

void matrix::sim::printHelp() {
  SimOptions().printHelp(outs(), "matrix-sim [options] program.elf [arguments]",
                         "Runs a program of a matrix machine");
}
