//===- SimOptions.cpp - options of matrix-sim -----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses options one at a time by the generated table of SimOptions.td, up to
// the first word that is not an option. LLVM's option library parses; this file
// converts values and checks their ranges, divided into the options of the run,
// of the debugger and of reports. An earlier name of an option is accepted with
// one warning.
//
//===----------------------------------------------------------------------===//

#include "SimOptions.h"
#include "matrix/Support/CommandLine.h"
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

  Expected<CommandLine> parse() {
    line.options.timed = true;
    for (unsigned next = 0; next < words.size();) {
      StringRef word = words[next];
      std::unique_ptr<Arg> arg = table.ParseOneArg(args, next);
      if (!arg)
        return usageError("'" + word + "' needs a value");
      if (arg->getOption().matches(OPT_INPUT)) {
        program(next - 1);
        if (Error error = checkOptions(line))
          return error;
        return line;
      }
      if (arg->getOption().matches(OPT_UNKNOWN))
        return usageError("unknown option '" + word + "'");
      if (Error error = take(*arg))
        return error;
    }
    if (line.isQuestion())
      return line;
    return usageError("no program");
  }

private:
  /// Fails with `what` unless the value is valid.
  static Error require(bool isValid, const Twine &what) {
    return isValid ? Error::success() : usageError(what);
  }

  void program(unsigned index) {
    line.program = words[index];
    if (index + 1 < words.size())
      line.options.arguments.assign(words.begin() + index, words.end());
  }

  Error take(const Arg &arg) {
    StringRef value = arg.getNumValues() ? arg.getValue() : "";
    switch (unsigned id = arg.getOption().getUnaliasedOption().getID()) {
    case OPT_help:
      line.help = true;
      break;
    case OPT_version:
      line.version = true;
      break;
    case OPT_arg_eq:
      warnOnce(warnedOfArg, "--arg", "--input");
      [[fallthrough]];
    case OPT_input_eq:
      line.inputs.push_back(value.str());
      break;
    case OPT_out_eq:
      warnOnce(warnedOfOut, "--out", "--output");
      [[fallthrough]];
    case OPT_output_eq:
      return file(value, "--output", line.outputs.emplace_back());
    case OPT_debug:
    case OPT_gdb_eq:
    case OPT_commands_eq:
      return takeDebugger(id, value);
    case OPT_stats:
    case OPT_stats_eq:
    case OPT_trace_eq:
    case OPT_trace_window_eq:
    case OPT_trace_sample_eq:
    case OPT_trace_limit_eq:
    case OPT_report_eq:
    case OPT_compare_eq:
    case OPT_plan_eq:
      return takeReport(id, value);
    default:
      return takeRun(id, value);
    }
    return Error::success();
  }

  /// The machine, its mode and its limits.
  Error takeRun(unsigned id, StringRef value) {
    switch (id) {
    case OPT_mcpu_eq:
      line.options.cpu = value.str();
      line.variants = value == "help";
      break;
    case OPT_cores_eq:
      return number(value, "--cores", line.options.cores);
    case OPT_max_instructions_eq:
      return number(value, "--max-instructions", line.options.maxInstructions);
    case OPT_max_cycles_eq:
      return number(value, "--max-cycles", line.options.maxCycles);
    case OPT_progress:
      line.progress = 1;
      break;
    case OPT_progress_eq:
      line.progress = parseNotNegative(value);
      return require(line.progress.has_value(),
                     "--progress is a number of seconds, not '" + value + "'");
    case OPT_timed:
      return takeMode(true);
    case OPT_functional:
      return takeMode(false);
    case OPT_no_check:
      warnOnce(warnedOfCheck, "--no-check", "--no-hazard-checks");
      [[fallthrough]];
    case OPT_no_hazard_checks:
      line.options.checked = false;
      break;
    case OPT_semihosting:
      line.options.files = ".";
      break;
    case OPT_semihosting_eq:
      line.options.files = value.str();
      break;
    case OPT_record_eq:
      return file(value, "--record", line.options.record);
    }
    return Error::success();
  }

  Error takeDebugger(unsigned id, StringRef value) {
    line.debug = true;
    if (id == OPT_gdb_eq) {
      line.gdb = 0;
      return require((!value.getAsInteger(10, *line.gdb) && *line.gdb < 65536),
                     "--gdb is a port, not '" + value + "'");
    }
    line.shell = true;
    if (id == OPT_commands_eq)
      line.commands = value.str();
    return Error::success();
  }

  Error takeReport(unsigned id, StringRef value) {
    switch (id) {
    case OPT_stats:
    case OPT_stats_eq:
      line.statistics =
          value == "json" ? StatisticsFormat::Json : StatisticsFormat::Text;
      return require(value.empty() || value == "json" || value == "text",
                     "--stats is text or json, not '" + value + "'");
    case OPT_trace_eq:
      return file(value, "--trace", line.report.trace);
    case OPT_trace_window_eq:
      return require(line.report.setWindow(value.str()),
                     "--trace-window is two cycles, from:to, not '" + value +
                         "'");
    case OPT_trace_sample_eq:
      return require(line.report.setSample(value.str()),
                     "--trace-sample is two numbers of cycles, "
                     "every:length, not '" +
                         value + "'");
    case OPT_trace_limit_eq:
      return number(value, "--trace-limit", line.report.maxSlices);
    case OPT_report_eq:
      return file(value, "--report", line.report.page);
    case OPT_compare_eq:
      line.report.earlier = value.str();
      break;
    case OPT_plan_eq:
      line.report.plans = value.str();
      break;
    }
    return Error::success();
  }

  static void warnOnce(bool &warned, StringRef old, StringRef now) {
    if (!warned)
      warnOldOption("matrix-sim", old, now);
    warned = true;
  }

  Error takeMode(bool timed) {
    if (modeGiven && line.options.timed != timed)
      return usageError("--timed and --functional exclude each other");
    line.options.timed = timed;
    modeGiven = true;
    return Error::success();
  }

  /// An output: without a name, the error would follow the run.
  static Error file(StringRef value, StringRef name, std::string &path) {
    path = value.str();
    return require(!path.empty(), name + " needs the name of a file");
  }

  template <typename T>
  static Error number(StringRef text, StringRef name, T &value) {
    return require(!text.getAsInteger(10, value) && value > 0,
                   name + " must be a number above 0, not '" + text + "'");
  }

  CommandLine line;
  ArrayRef<const char *> words;
  InputArgList args;
  SimOptions table;
  bool modeGiven = false;
  bool warnedOfArg = false, warnedOfOut = false, warnedOfCheck = false;
};
} // namespace

Expected<CommandLine>
matrix::sim::parseCommandLine(ArrayRef<const char *> words) {
  return CommandLineParser(words).parse();
}

void matrix::sim::printHelp() {
  SimOptions().printHelp(outs(), "matrix-sim [options] program.elf [arguments]",
                         "Runs a program of a matrix machine");
}
