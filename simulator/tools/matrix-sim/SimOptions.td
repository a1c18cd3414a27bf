//===- SimOptions.td - command line of matrix-sim -------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The option table of matrix-sim, for llvm/Option. llvm::cl would add LLVM's own
// options, including a conflicting --stats.
//
//===----------------------------------------------------------------------===//

include "llvm/Option/OptParser.td"

def help : Flag<["--", "-"], "help">, HelpText<"Show this text">;
def version : Flag<["--", "-"], "version">, HelpText<"Show versions of Matrix, the description and LLVM">;

class Value<string name, string what, string help>
    : Joined<["--", "-"], name # "=">, MetaVarName<what>, HelpText<help>;
multiclass Either<string name, string what, string help> {
  def NAME # _eq : Value<name, what, help>;
  def NAME : Separate<["--", "-"], name>, Alias<!cast<Option>(NAME # "_eq")>;
}
defm mcpu : Either<"mcpu", "<variant>", "Variant; must be the program's; 'help' lists all">;
defm cores : Either<"cores", "<n>", "How many cores run (default: what the program is for)">;
defm max_instructions : Either<"max-instructions", "<n>", "Stop a core after about this number of instructions">;
defm max_cycles : Either<"max-cycles", "<n>",
  "Stop the program after this number of cycles; with --functional, of instructions of a core">;
def progress : Flag<["--", "-"], "progress">, HelpText<"Show progress every second (default on a terminal)">;
def progress_eq : Value<"progress", "<seconds>", "Show progress at this interval in seconds">;
defm input : Either<"input", "<file.npy>", "Input tensor of a kernel; repeat in order">;
defm output : Either<"output", "<file.npy>", "Where to write a result of a kernel; repeat in order">;
def semihosting : Flag<["--", "-"], "semihosting">, HelpText<"Let the program open files in the current folder">;
def semihosting_eq : Value<"semihosting", "<folder>", "Let the program open files in that folder">;
// Former names, hidden in --help.
multiclass Earlier<string name> {
  def NAME # _eq : Joined<["--", "-"], name # "=">, Flags<[HelpHidden]>;
  def NAME : Separate<["--", "-"], name>, Alias<!cast<Option>(NAME # "_eq")>, Flags<[HelpHidden]>;
}
defm arg : Earlier<"arg">;
defm out : Earlier<"out">;
def no_check : Flag<["--", "-"], "no-check">, Flags<[HelpHidden]>;
def debug : Flag<["-"], "g">, HelpText<"Debug the program: commands on standard input; 'help' lists them">;
defm gdb : Either<"gdb", "<port>", "Wait for gdb or lldb at this port of this host (0: any free one)">;
defm commands : Either<"commands", "<file>", "Debug the program with the commands of a file; the first error ends it">;
def timed : Flag<["--", "-"], "timed">, HelpText<"Count cycles (default)">;
def functional : Flag<["--", "-"], "functional">, HelpText<"Compute results only, without cycles: faster">;
def no_hazard_checks : Flag<["--", "-"], "no-hazard-checks">,
  HelpText<"Do not look for hazards (default: they stop the program)">;
defm record : Either<"record", "<file>", "Record issue events for an independent implementation of the timing rules">;
def stats : Flag<["--", "-"], "stats">, HelpText<"Print statistics on standard error">;
def stats_eq : Value<"stats", "<text|json>", "Print statistics in that format, on standard error">;
defm trace : Either<"trace", "<file.json>", "Write a trace for ui.perfetto.dev">;
defm trace_window : Either<"trace-window", "<from>:<to>", "Only cycles from one to the other">;
defm trace_sample : Either<"trace-sample", "<every>:<length>",
  "Record only the first <length> of every <every> cycles">;
defm trace_limit : Either<"trace-limit", "<n>", "Maximum number of slices (default: 300000)">;
defm report : Either<"report", "<file.html>", "Write a report of the run as an HTML page">;
defm compare : Either<"compare", "<file>",
  "Compare with an earlier run in --stats and --report: its report, or its --stats=json">;
defm plan : Either<"plan", "<plan.mlir>", "Show the plans of matrix-compile --emit=plan in the report">;
