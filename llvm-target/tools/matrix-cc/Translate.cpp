//===- Translate.cpp - clang's commands for this target -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Translates each kind of command, with those options of clang -cc1 that LLVM
// IR does not contain. clang optimizes and runs the plugin last, which makes
// the module one of this target; llc generates code. Without optimization
// passes clang does not run the plugin: opt runs it instead.
//
//===----------------------------------------------------------------------===//

#include "Translate.h"
#include "StockToolPaths.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <algorithm>

using namespace llvm;
using namespace matrix::cc;

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

StringRef matrix::cc::valueOf(const Words &Command, StringRef Option) {
  for (size_t I = Command.size(); I-- > 1;)
    if (Command[I - 1] == Option)
      return Command[I];
  return "";
}

static bool has(const Words &Command, StringRef Option) {
  return is_contained(Command, Option);
}

static void replace(Words &Command, StringRef Old, StringRef New) {
  std::replace(Command.begin(), Command.end(), Old.str(), New.str());
}

static void setValue(Words &Command, StringRef Option, StringRef Value) {
  for (size_t I = 1; I < Command.size(); ++I)
    if (Command[I - 1] == Option)
      Command[I] = Value.str();
}

/// Removes `Option value` wherever `Unwanted(value)`.
template <typename Predicate>
static void removePairs(Words &Command, StringRef Option, Predicate Unwanted) {
  for (size_t I = 0; I + 1 < Command.size();)
    if (Command[I] == Option && Unwanted(Command[I + 1]))
      Command.erase(Command.begin() + I, Command.begin() + I + 2);
    else
      ++I;
}

//===----------------------------------------------------------------------===//
// Plan
//===----------------------------------------------------------------------===//

Expected<std::string> Translator::temporary(StringRef Stem,
                                            StringRef Extension) {
  SmallString<128> Path;
  if (std::error_code Code =
          sys::fs::createTemporaryFile(Stem, Extension, Path))
    return createStringError("cannot create a temporary file: " +
                             Code.message());
  Result.Temporaries.emplace_back(Path);
  return std::string(Path);
}

void Translator::add(Words Command, StringRef Output, bool IsCaptured) {
  Result.Commands.push_back({std::move(Command), Output.str(), IsCaptured});
}

/// Returns true if the file is the output of one of clang's commands.
bool Translator::isIntermediate(StringRef File) const {
  return any_of(*Planned, [&](const Words &Command) {
    return valueOf(Command, "-o") == File && Command.back() != File;
  });
}

bool Translator::isRead(StringRef File) const {
  return any_of(*Planned,
                [&](const Words &Command) { return Command.back() == File; });
}

Error Translator::translate(const std::vector<Words> &Commands) {
  Planned = &Commands;
  for (const Words &Command : Commands)
    if (has(Command, "-cc1")) {
      if (Error E = compile(Command))
        return E;
    } else if (has(Command, "-cc1as")) {
      assemble(Command);
    } else {
      link(Command);
    }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

static bool isOfTarget(StringRef Option) {
  return Option.starts_with("-matrix");
}
/// clang lists all extensions that RISC-V code does not use.
static bool isDisabled(StringRef Feature) { return Feature.starts_with("-"); }

/// Input IR is passed to llc. C is compiled to bitcode in a temporary file for
/// llc, or to IR for the user. Other outputs, such as preprocessed text, are
/// those of clang.
Error Translator::compile(const Words &Command) {
  bool IsObject = has(Command, "-emit-obj"), IsAssembly = has(Command, "-S");
  std::string Output = valueOf(Command, "-o").str(), Input = Command.back();
  StringRef Type = IsObject ? "obj" : "asm";
  if (valueOf(Command, "-x") == "ir" && !isIntermediate(Input)) {
    if (!IsObject && !IsAssembly)
      return createStringError("'" + Input + "' is LLVM IR; use -c or -S");
    generate(Command, Type, Input, Output);
    return Error::success();
  }
  Words Compiler = Command;
  removePairs(Compiler, "-mllvm", isOfTarget);
  removePairs(Compiler, "-target-feature", isDisabled);
  if (IsObject || IsAssembly) {
    replace(Compiler, IsObject ? "-emit-obj" : "-S", "-emit-llvm-bc");
    auto Bitcode = compileToIR(Compiler);
    if (!Bitcode)
      return Bitcode.takeError();
    generate(Command, Type, *Bitcode, Output);
    return Error::success();
  }
  bool IsIR = has(Command, "-emit-llvm") || has(Command, "-emit-llvm-bc");
  if (IsIR && !isRead(Output))
    return writeIR(std::move(Compiler));
  // clang reads an intermediate file again, for RISC-V. It is text, whatever
  // its name: see writeIR.
  replace(Compiler, "-emit-llvm-bc", "-emit-llvm");
  add(std::move(Compiler), Output, /*IsCaptured=*/true);
  return Error::success();
}

/// clang without optimization passes does not run the plugin's.
static bool runsPasses(const Words &Compiler) {
  return !has(Compiler, "-disable-llvm-passes") &&
         !has(Compiler, "-disable-llvm-optzns");
}

void Translator::addPlugin(Words &Compiler) const {
  Compiler.insert(Compiler.begin() + 2, "-fpass-plugin=" + Args.plugin());
}

/// Returns a temporary file with bitcode for llc.
Expected<std::string> Translator::compileToIR(Words Compiler) {
  StringRef Stem = sys::path::stem(valueOf(Compiler, "-main-file-name"));
  auto Bitcode = temporary(Stem, "bc");
  if (!Bitcode)
    return Bitcode;
  setValue(Compiler, "-o", *Bitcode);
  if (!runsPasses(Compiler)) {
    if (Error E = writeIR(std::move(Compiler)))
      return std::move(E);
    return Bitcode;
  }
  addPlugin(Compiler);
  add(std::move(Compiler), *Bitcode);
  return Bitcode;
}

/// opt sets this target's data layout; clang accepts its own only. The
/// temporary file is text: clang parses assembly in it as RISC-V's to write
/// bitcode.
Error Translator::writeIR(Words Compiler) {
  auto IR = temporary("riscv", "ll");
  if (!IR)
    return IR.takeError();
  std::string Output = valueOf(Compiler, "-o").str();
  bool IsText = has(Compiler, "-emit-llvm");
  replace(Compiler, "-emit-llvm-bc", "-emit-llvm");
  setValue(Compiler, "-o", *IR);
  if (runsPasses(Compiler))
    addPlugin(Compiler);
  add(std::move(Compiler), *IR);
  Words Opt = {MATRIX_LLVM_TOOLS_DIR "/opt",
               "--load-pass-plugin=" + Args.plugin(),
               "--passes=matrix-retarget",
               *IR,
               "-o",
               Output};
  if (IsText)
    Opt.push_back("-S");
  add(std::move(Opt), Output, /*IsCaptured=*/true);
  return Error::success();
}

/// -Os, -Oz and -Og are attributes of functions. Levels above 3 are 3.
static std::string levelOf(const Words &Compiler) {
  char Level = '0';
  for (StringRef Word : Compiler)
    if (Word.consume_front("-O"))
      Level = Word == "s" || Word == "z"               ? '2'
              : Word == "g"                            ? '1'
              : Word.size() == 1 && Word.front() < '3' ? Word.front()
                                                       : '3';
  return {'-', 'O', Level};
}

/// Adds llc. Only these options of the front end are not part of IR.
void Translator::generate(const Words &Compiler, StringRef Type,
                          StringRef Input, StringRef Output) {
  Words Llc = {Args.tool("llc"), "-mtriple=matrix"};
  if (!Args.Variant.empty())
    Llc.push_back("-mcpu=" + Args.Variant);
  Llc.push_back(levelOf(Compiler));
  for (auto [Option, Name] :
       {std::pair("-ffunction-sections", "--function-sections"),
        std::pair("-fdata-sections", "--data-sections"),
        std::pair("-fforce-dwarf-frame", "--force-dwarf-frame-section"),
        std::pair("-fstack-size-section", "--stack-size-section"),
        std::pair("-fno-unique-section-names", "--unique-section-names=0"),
        std::pair("-fno-zero-initialized-in-bss",
                  "--nozero-initialized-in-bss"),
        std::pair("-fno-verbose-asm", "--asm-verbose=false")})
    if (has(Compiler, Option))
      Llc.push_back(Name);
  for (size_t I = 1; I < Compiler.size(); ++I)
    if (Compiler[I - 1] == "-mllvm")
      Llc.push_back(Compiler[I]);
    else if (Compiler[I - 1] == "-stack-usage-file")
      Llc.push_back("--matrix-stack-usage=" + Compiler[I]);
  Llc.insert(Llc.end(),
             {("-filetype=" + Type).str(), Input.str(), "-o", Output.str()});
  add(std::move(Llc), Output);
}

//===----------------------------------------------------------------------===//
// Assembler and linker
//===----------------------------------------------------------------------===//

void Translator::assemble(const Words &Command) {
  Words Assembler = {Args.tool("matrix-mc"), "-filetype=obj"};
  if (!Args.Variant.empty())
    Assembler.push_back("-mcpu=" + Args.Variant);
  for (size_t I = 0; I + 1 < Command.size(); ++I)
    if (Command[I] == "-I" || Command[I] == "--defsym")
      Assembler.insert(Assembler.end(), {Command[I], Command[I + 1]});
  if (has(Command, "-debug-info-kind=constructor"))
    Assembler.push_back("-g");
  StringRef Output = valueOf(Command, "-o");
  Assembler.insert(Assembler.end(), {Command.back(), "-o", Output.str()});
  add(std::move(Assembler), Output);
}

/// Keeps what the user gave: inputs, libraries and -Wl, options. Without a C
/// library the runtime library has the functions of libc and libm.
void Translator::link(const Words &Command) {
  Words Linker = {Args.tool("matrix-ld")};
  if (!Args.Variant.empty())
    Linker.push_back("-mcpu=" + Args.Variant);
  if (!Args.StartFiles)
    Linker.push_back("--no-start-files");
  for (size_t I = 1; I < Command.size(); ++I) {
    StringRef Word = Command[I];
    if (Word == "-m")
      ++I;
    else if (Word != "-Bstatic" && Word != "-X" &&
             !Word.starts_with("--sysroot=") &&
             !(Word.starts_with("-L") && Word.contains("/lib/clang/")) &&
             Word != "-L" + Args.Sysroot + "/lib" &&
             Word != "-lgcc" && // part of the runtime library
             (hasCLibrary() || (Word != "-lc" && Word != "-lm")))
      Linker.push_back(Word.str());
  }
  if (!has(Command, "-r") && !has(Command, "--relocatable"))
    addLibraries(Linker);
  add(std::move(Linker), valueOf(Command, "-o"));
}

bool Translator::hasCLibrary() const {
  return sys::fs::exists(Args.Sysroot + "/lib/libc.a");
}

void Translator::addLibraries(Words &Linker) const {
  std::string Folder = Args.Sysroot + "/lib";
  if (sys::fs::exists(Folder))
    Linker.push_back("-L" + Folder);
  // The runtime library has C mathematics of less precision.
  if (Args.CLibrary && hasCLibrary())
    Linker.insert(Linker.end(), {"-lc", "-lm"});
  // --no-start-files leaves out the runtime library, too.
  if (!Args.StartFiles && Args.RuntimeLibrary)
    Linker.push_back(Args.library(Args.variantOrDefault() + "/libmatrixrt.a"));
}
