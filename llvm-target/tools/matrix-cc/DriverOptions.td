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
def print_supported_cpus : Flag<["-", "--"], "print-supported-cpus">, Flags<[HelpHidden]>;
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
def print_prog_name_eq : Joined<["-", "--"], "print-prog-name=">, MetaVarName<"<name>">,
  HelpText<"Print the path of a tool of this target, such as 'ld'">;
def dumpmachine : Flag<["-"], "dumpmachine">, HelpText<"Print the target triple">;

//===----------------------------------------------------------------------===//
// Not supported
//===----------------------------------------------------------------------===//

// The text of an option is the end of its message.
def rejected_Group : OptionGroup<"rejected">;
class Rejected<string name, string remedy>
    : Flag<["-", "--"], name>, Group<rejected_Group>, Flags<[HelpHidden]>, HelpText<remedy>;
class RejectedJoined<string name, string remedy>
    : Joined<["-", "--"], name>, Group<rejected_Group>, Flags<[HelpHidden]>, HelpText<remedy>;

foreach name = ["march=", "mabi=", "mtune="] in
  def rejected_ # !tolower(!subst("=", "_eq", name)) : RejectedJoined<name, "; choose a variant with -mcpu=">;
def rejected_print_supported_extensions : Rejected<"print-supported-extensions", "; -mcpu=help lists the variants">;
foreach name = ["m16", "m32", "mx32", "mbig-endian", "EB"] in
  def rejected_ # !subst("-", "_", name) : Rejected<name, "; the target has 64 bits and is little-endian">;
def rejected_ffixed : RejectedJoined<"ffixed-", "; code generation uses all registers">;
def rejected_flto : RejectedJoined<"flto", "">;
foreach name = ["fno-integrated-as", "no-integrated-as"] in
  def rejected_ # !subst("-", "_", name) : Rejected<name, "; matrix-mc is the assembler">;
def rejected_shared : Rejected<"shared", "; programs are static">;
foreach name = ["fexceptions", "fcxx-exceptions"] in
  def rejected_ # !subst("-", "_", name) : Rejected<name, ": there are no exceptions">;
foreach name = ["coverage", "fprofile-arcs", "ftest-coverage", "fprofile-generate", "fcs-profile-generate",
                "fprofile-instr-generate", "fmemory-profile", "fxray-instrument", "pg", "p"] in
  def rejected_ # !subst("-", "_", name) : Rejected<name, ": there is no library for profiles">;
foreach name = ["fprofile-generate", "fcs-profile-generate", "fprofile-instr-generate", "fmemory-profile"] in
  def rejected_ # !subst("-", "_", name) # "_eq" : RejectedJoined<name # "=", ": there is no library for profiles">;
def rejected_fopenmp : Rejected<"fopenmp", ": there is no library for it; use mode spmd, or -fopenmp-simd">;
def rejected_fopenmp_eq : RejectedJoined<"fopenmp=", ": there is no library for it; use mode spmd, or -fopenmp-simd">;
def rejected_fblocks : Rejected<"fblocks", ": there is no library for it">;
def rejected_gsplit_dwarf : Rejected<"gsplit-dwarf", "; debug information is in the object">;
def rejected_gsplit_dwarf_eq : RejectedJoined<"gsplit-dwarf=", "; debug information is in the object">;

//===----------------------------------------------------------------------===//
// Passed to clang
//===----------------------------------------------------------------------===//

def fsanitize_eq : Joined<["-"], "fsanitize=">, Flags<[HelpHidden]>;
def fsanitize_trap : Flag<["-"], "fsanitize-trap">, Flags<[HelpHidden]>;
def fsanitize_trap_eq : Joined<["-"], "fsanitize-trap=">, Flags<[HelpHidden]>;

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
