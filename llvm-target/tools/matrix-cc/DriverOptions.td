//===- DriverOptions.td - command line of matrix-cc and matrix-c++ --------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The options that the drivers interpret, and, for --help and for values that
// look like options, the usual ones among those that they pass to clang. All
// other words are passed to clang in order, so that most of its options need no
// entry.
//
//===----------------------------------------------------------------------===//

include "llvm/Option/OptParser.td"

//===----------------------------------------------------------------------===//
// Interpreted
//===----------------------------------------------------------------------===//

def help : Flag<["--", "-"], "help">, HelpText<"Show this text">;
def version : Flag<["--", "-"], "version">, HelpText<"Show versions of Matrix, the description and LLVM">;
def mcpu_eq : Joined<["--", "-"], "mcpu=">, MetaVarName<"<variant>">,
  HelpText<"Variant to generate code for, and whose libraries are linked; 'help' lists all">;
def verbose : Flag<["-"], "v">, HelpText<"Show the commands">;
def hash_hash_hash : Flag<["-"], "###">, HelpText<"Show the commands, run none">;
def nostdlib : Flag<["-", "--"], "nostdlib">, HelpText<"Link neither start-up code nor libraries">;
def nostartfiles : Flag<["-"], "nostartfiles">, HelpText<"Link no start-up code">;
def nodefaultlibs : Flag<["-"], "nodefaultlibs">, HelpText<"Link no C library; only the runtime library">;
def sysroot_eq : Joined<["--"], "sysroot=">, MetaVarName<"<folder>">,
  HelpText<"Folder with include/ and lib/ of the C library (default: lib/matrix/sysroot/<variant> beside the tools)">;
def target_eq : Joined<["--"], "target=">, Flags<[HelpHidden]>;
def target : Separate<["-", "--"], "target">, Flags<[HelpHidden]>;
def print_target_triple : Flag<["-", "--"], "print-target-triple">, Flags<[HelpHidden]>;
def print_effective_triple : Flag<["-", "--"], "print-effective-triple">, Flags<[HelpHidden]>;
def print_libgcc : Flag<["-", "--"], "print-libgcc-file-name">, HelpText<"Print the path of the runtime library">;
def dumpmachine : Flag<["-"], "dumpmachine">, HelpText<"Print the target triple">;

//===----------------------------------------------------------------------===//
// Not supported
//===----------------------------------------------------------------------===//

class Rejected<string name> : Joined<["-", "--"], name>, Flags<[HelpHidden]>;
def march_eq : Rejected<"march=">;
def mabi_eq : Rejected<"mabi=">;
def mtune_eq : Rejected<"mtune=">;
def flto : Rejected<"flto">;
def fexceptions : Flag<["-"], "fexceptions">, Flags<[HelpHidden]>;
def fcxx_exceptions : Flag<["-"], "fcxx-exceptions">, Flags<[HelpHidden]>;
def shared : Flag<["-", "--"], "shared">, Flags<[HelpHidden]>;
def fsanitize_eq : Joined<["-"], "fsanitize=">, Flags<[HelpHidden]>;
def fsanitize_trap : Flag<["-"], "fsanitize-trap">, Flags<[HelpHidden]>;
def fsanitize_trap_eq : Joined<["-"], "fsanitize-trap=">, Flags<[HelpHidden]>;
def fno_integrated_as : Flag<["-"], "fno-integrated-as">, Flags<[HelpHidden]>;
def no_integrated_as : Flag<["-"], "no-integrated-as">, Flags<[HelpHidden]>;

//===----------------------------------------------------------------------===//
// Passed to clang
//===----------------------------------------------------------------------===//

def compile : Flag<["-"], "c">, HelpText<"Compile and assemble, do not link">;
def assembly : Flag<["-"], "S">, HelpText<"Compile to assembly, or with -emit-llvm to LLVM IR">;
def emit_llvm : Flag<["-"], "emit-llvm">, HelpText<"With -S or -c, write LLVM IR or bitcode">;
def preprocess : Flag<["-"], "E">, HelpText<"Preprocess only">;
def O : Joined<["-"], "O">, MetaVarName<"<level>">, HelpText<"Optimization: 0 (default), 1, 2, 3, s, z, g">;
def ffreestanding : Flag<["-"], "ffreestanding">,
  HelpText<"Compile without a C library; the parameters of main are free">;
def debug : Flag<["-"], "g">, HelpText<"Generate debug information">;
def save_temps : Flag<["-"], "save-temps">, HelpText<"Keep intermediate files">;
def MD : Flag<["-"], "MD">, HelpText<"Write a dependency file (also -MMD, -MF, -MT, -MP)">;
def Wl : Joined<["-"], "Wl,">, MetaVarName<"<option>[,<option>]">, HelpText<"Pass options to matrix-ld">;

class Path<string name, string help> : JoinedOrSeparate<["-"], name>, MetaVarName<"<folder>">, HelpText<help>;
def I : Path<"I", "Search headers in this folder">;
def L : Path<"L", "Search libraries in this folder">;
def o : JoinedOrSeparate<["-"], "o">, MetaVarName<"<file>">, HelpText<"Output file">;
def l : JoinedOrSeparate<["-"], "l">, MetaVarName<"<name>">, HelpText<"Link lib<name>.a">;
def D : JoinedOrSeparate<["-"], "D">, MetaVarName<"<name>[=<value>]">, HelpText<"Define a macro">;
def x : JoinedOrSeparate<["-"], "x">, MetaVarName<"<language>">, HelpText<"Language of the following inputs">;
def mllvm : Separate<["-"], "mllvm">, MetaVarName<"<option>">,
  HelpText<"Pass an option to LLVM: -matrix-... to code generation, others also to optimization">;
def Xclang : Separate<["-"], "Xclang">, MetaVarName<"<option>">, HelpText<"Pass an option to clang -cc1">;

class WithValue<string name> : Separate<["-"], name>, Flags<[HelpHidden]>;
foreach name = ["Xlinker", "Xassembler", "Xpreprocessor", "include", "imacros", "isystem", "iquote", "idirafter",
                "isysroot", "MF", "MT", "MQ", "T", "z", "e", "u"] in
  def with_value_ # name : WithValue<name>;
def U : JoinedOrSeparate<["-"], "U">, Flags<[HelpHidden]>;
