//===- Plan.cpp - commands of a compilation -------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs `clang -###`, reads the commands that it prints, and replaces the names
// of its temporary files, which it has deleted, by reserved ones. A file is
// temporary if it is the output of one command and the input of another, in the
// folder of temporary files. clang then applies all rules of a driver:
// languages, phases, libraries, dependency files. The macros of the RISC-V
// processor are undefined, so that code for RISC-V is not selected.
//
//===----------------------------------------------------------------------===//

#include "Plan.h"
#include "StockToolPaths.h"
#include "Translate.h"
#include "matrix/Description/Variants.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace matrix::cc;

//===----------------------------------------------------------------------===//
// Question to clang
//===----------------------------------------------------------------------===//

/// Macros of the RISC-V processor that clang compiles for.
static constexpr StringLiteral RiscvMacros[] = {"",
                                                "_a",
                                                "_arch_test",
                                                "_atomic",
                                                "_b",
                                                "_d",
                                                "_cmodel_medlow",
                                                "_div",
                                                "_f",
                                                "_fdiv",
                                                "_flen",
                                                "_float_abi_double",
                                                "_fsqrt",
                                                "_i",
                                                "_m",
                                                "_misaligned_avoid",
                                                "_mul",
                                                "_muldiv",
                                                "_v_intrinsic",
                                                "_xlen",
                                                "_zaamo",
                                                "_zalrsc",
                                                "_zba",
                                                "_zbb",
                                                "_zbs",
                                                "_zicsr",
                                                "_zmmul"};

/// The geometry of tile registers, for matrix/Builtins.h.
static void addTileMacros(std::string_view Name,
                          std::vector<std::string> &Words) {
  const matrix::desc::VariantInfo &Variant = *matrix::desc::lookupVariant(Name);
  if (!Variant.hasTiles())
    return;
  for (auto [Macro, Value] : {std::pair("rows", Variant.tileRows),
                              std::pair("row_bytes", Variant.tileRowBytes)})
    Words.push_back(formatv("-D__matrix_tile_{0}__={1}", Macro, Value));
}

static std::vector<std::string> commandForClang(const Arguments &Args) {
  // clang takes the name in its diagnostics from the first word.
  std::vector<std::string> Words = {Args.Name,
                                    "--no-default-config",
                                    "-###",
                                    "--start-no-unused-arguments",
                                    "--target=riscv64-unknown-elf",
                                    "-march=rv64imafd_zba_zbb_zbs",
                                    "-mabi=lp64d",
                                    "--sysroot=" + Args.Sysroot,
                                    "-nostdlib",
                                    "-D__matrix__=1",
                                    "-D__STDC_NO_THREADS__=1"};
  addTileMacros(Args.Variant, Words);
  for (StringRef Macro : RiscvMacros)
    Words.push_back(("-U__riscv" + Macro).str());
  if (Args.IsCxx)
    for (const char *Word : {"--driver-mode=g++", "-fno-exceptions",
                             "-fno-rtti", "-fno-threadsafe-statics"})
      Words.push_back(Word);
  if (sys::Process::StandardErrHasColors())
    Words.push_back("-fcolor-diagnostics");
  Words.insert(Words.end(), {"-idirafter", Args.library("include"),
                             "--end-no-unused-arguments"});
  append_range(Words, Args.ToClang);
  return Words;
}

static Error cannotRun(StringRef Program, StringRef Reason) {
  return createStringError("cannot run '" + Program + "': " + Reason +
                           "; install clang-22");
}

/// Returns what clang writes to standard error.
static Expected<std::string> askClang(const Arguments &Args, int &Status) {
  SmallString<128> Text;
  if (std::error_code Code =
          sys::fs::createTemporaryFile("matrix-cc", "txt", Text))
    return createStringError("cannot create a temporary file: " +
                             Code.message());
  FileRemover Remover(Text);
  std::string Clang = MATRIX_LLVM_TOOLS_DIR "/clang", Reason;
  std::vector<std::string> Words = commandForClang(Args);
  std::vector<StringRef> Refs(Words.begin(), Words.end());
  Status = sys::ExecuteAndWait(Clang, Refs, std::nullopt,
                               {std::nullopt, std::nullopt, Text.str()}, 0, 0,
                               &Reason);
  if (Status == -2) // ended by a signal
    return createStringError("'" + Clang + "' failed: " + Reason);
  if (Status < 0)
    return cannotRun(Clang, Reason);
  auto Buffer = MemoryBuffer::getFile(Text);
  if (!Buffer)
    return cannotRun(Clang, Buffer.getError().message());
  return (*Buffer)->getBuffer().str();
}

/// Returns the commands, and prints diagnostics.
static std::vector<Words> readCommands(StringRef Text, StringRef Name) {
  std::vector<Words> Commands;
  BumpPtrAllocator Allocator;
  StringSaver Saver(Allocator);
  for (StringRef Line : split(Text, '\n')) {
    if (Line.starts_with(" \"")) {
      SmallVector<const char *> Tokens;
      cl::TokenizeGNUCommandLine(Line, Saver, Tokens);
      Commands.emplace_back(Tokens.begin(), Tokens.end());
    } else if (Line.contains((Name + ": ").str())) {
      errs() << Line << '\n';
    }
  }
  return Commands;
}

//===----------------------------------------------------------------------===//
// Temporary files
//===----------------------------------------------------------------------===//

/// The folder of temporary files without the separators at its end, which clang
/// removes as well.
static SmallString<128> temporaryFolder() {
  SmallString<128> Folder;
  sys::path::system_temp_directory(/*ErasedOnReboot=*/true, Folder);
  while (Folder.size() > 1 && sys::path::is_separator(Folder.back()))
    Folder.pop_back();
  return Folder;
}

/// Outputs of clang's commands that are not named by the command line.
static std::vector<std::string> temporariesOf(ArrayRef<Words> Commands) {
  SmallString<128> Folder = temporaryFolder();
  std::vector<std::string> Found;
  for (const Words &Command : Commands) {
    StringRef Output = valueOf(Command, "-o");
    bool IsRead = any_of(Commands, [&](const Words &Other) {
      return &Other != &Command && is_contained(Other, Output);
    });
    if (IsRead && sys::path::parent_path(Output) == Folder)
      Found.push_back(Output.str());
  }
  return Found;
}

static Error reserveTemporaries(std::vector<Words> &Commands,
                                Translator &Result) {
  for (const std::string &Old : temporariesOf(Commands)) {
    // `main-0a1b2c.o` is named for main.c.
    StringRef Stem = sys::path::stem(Old).rsplit('-').first;
    auto New = Result.temporary(Stem, sys::path::extension(Old).drop_front());
    if (!New)
      return New.takeError();
    for (Words &Command : Commands)
      for (std::string &Word : Command)
        if (Word == Old)
          Word = *New;
  }
  return Error::success();
}

/// Returns the values of all options `Option=value,...`.
static SmallVector<StringRef> listOf(const Words &Command, StringRef Option) {
  SmallVector<StringRef> Values;
  for (StringRef Word : Command)
    if (Word.consume_front(Option))
      SplitString(Word, Values, ",");
  return Values;
}

/// Sanitizers that do not trap call a library. That of the control flow traps
/// always.
static Error checkSanitizers(const Words &Command) {
  SmallVector<StringRef> Traps = listOf(Command, "-fsanitize-trap=");
  for (StringRef Kind : listOf(Command, "-fsanitize="))
    if (Kind != "kcfi" && !is_contained(Traps, Kind))
      return createStringError("'-fsanitize=" + Kind +
                               "' needs a library that does not exist; use "
                               "checks that -fsanitize-trap= makes traps");
  return Error::success();
}

/// Options that change the target or its features have no effect on the code.
static Error checkTarget(const Words &Command) {
  StringRef Triple = valueOf(Command, "-triple");
  if (!Triple.empty() && !Triple.starts_with("riscv64-unknown-"))
    return createStringError("options that select the target '" + Triple +
                             "' are not supported");
  for (size_t I = 1; I < Command.size(); ++I) {
    StringRef Feature = Command[I];
    if (Command[I - 1] == "-target-feature" && Feature.consume_front("+") &&
        Feature != "relax" && !is_contained(RiscvMacros, ("_" + Feature).str()))
      return createStringError("options that select the feature '" + Feature +
                               "' of RISC-V are not supported");
  }
  return Error::success();
}

static Error checkCommands(ArrayRef<Words> Commands) {
  for (const Words &Command : Commands) {
    if (Error E = checkTarget(Command))
      return E;
    if (Error E = checkSanitizers(Command))
      return E;
  }
  return Error::success();
}

/// clang answers -print-search-dirs and the like, and then plans nothing.
static bool asksClang(const Arguments &Args) {
  return any_of(Args.ToClang, [](StringRef Word) {
    return Word.starts_with("-print-") || Word.starts_with("--print-") ||
           Word.starts_with("-dump");
  });
}

/// A failure of clang, which has printed it, is a plan with a status and no
/// commands.
Expected<Plan> matrix::cc::makePlan(const Arguments &Args) {
  Plan Result;
  if (any_of(Args.ToClang, [](StringRef Word) { return Word.contains('\n'); }))
    return createStringError(
        "arguments with line breaks are not supported; rename the file");
  auto Text = askClang(Args, Result.Status);
  if (!Text)
    return Text.takeError();
  std::vector<Words> Commands = readCommands(*Text, Args.Name);
  if (Result.Status != 0)
    return std::move(Result);
  if (Commands.empty() && !asksClang(Args))
    return createStringError("no input files");
  Translator Translate(Args, Result);
  if (Error E = reserveTemporaries(Commands, Translate))
    return std::move(E);
  if (Error E = checkCommands(Commands))
    return std::move(E);
  if (Error E = Translate.translate(Commands))
    return std::move(E);
  return std::move(Result);
}
