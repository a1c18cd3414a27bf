//===- matrix-compile.cpp - the compiler's command line -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace matrix::compiler;

static cl::OptionCategory Category("matrix-compile options");

static cl::opt<std::string> Input(cl::Positional, cl::Required,
                                  cl::desc("<model.mlir>"), cl::cat(Category));
static cl::opt<std::string>
    Output("o", cl::value_desc("file"),
           cl::desc("Output file; text goes to the terminal without it"),
           cl::cat(Category));
static cl::opt<std::string> Cpu("mcpu", cl::value_desc("variant"),
                                cl::desc("The accelerator to compile for"),
                                cl::cat(Category));
static cl::opt<unsigned>
    Cores("cores", cl::value_desc("n"),
          cl::desc("Cores to divide the work over (default: all)"),
          cl::cat(Category));
static cl::opt<Emit> Kind(
    "emit", cl::desc("What to write"), cl::init(Emit::Executable),
    cl::cat(Category),
    cl::values(clEnumValN(Emit::Tiles, "tiles",
                          "MLIR: loops, transfers, tile-shaped vectors"),
               clEnumValN(Emit::Dialect, "dialect", "MLIR: tile instructions"),
               clEnumValN(Emit::LLVM, "llvm", "LLVM IR, optimised"),
               clEnumValN(Emit::Assembly, "asm", "assembly"),
               clEnumValN(Emit::Object, "obj", "object file"),
               clEnumValN(Emit::Executable, "elf",
                          "executable (the default)")));
static cl::opt<char>
    OptLevel("O", cl::Prefix, cl::init('2'), cl::value_desc("0-3"),
             cl::desc("Level of LLVM's optimiser (default -O2)"),
             cl::cat(Category));
static cl::opt<bool> Explain("explain",
                             cl::desc("Say which instructions were considered "
                                      "and why each was taken or refused, and "
                                      "what became scalar code"),
                             cl::cat(Category));

static int usageError(const Twine &Message) {
  errs() << "matrix-compile: error: " << Message << '\n';
  return 2;
}

static bool isText(Emit Kind) { return Kind < Emit::Object; }

static Error run(const char *Argv0) {
  auto Source = MemoryBuffer::getFileOrSTDIN(Input);
  if (!Source)
    return makeError(Input +
                     ": error: cannot read: " + Source.getError().message());
  CompileOptions Options;
  Options.Cpu = Cpu;
  Options.Cores = Cores;
  Options.OptLevel = OptLevel - '0';
  Options.Output = Kind;
  Options.Explain = Explain;
  Options.Executable =
      sys::fs::getMainExecutable(Argv0, reinterpret_cast<void *>(&usageError));
  Bytes Out;
  if (Error E = compile(std::move(*Source), Options, Out))
    return E;
  return writeFile(Output.empty() ? "-" : StringRef(Output), Out);
}

int main(int Argc, char **Argv) {
  InitLLVM Init(Argc, Argv);
  cl::HideUnrelatedOptions(Category);
  if (!cl::ParseCommandLineOptions(Argc, Argv,
                                   "Linalg to a matrix executable\n", &errs()))
    return 2;
  if (OptLevel < '0' || OptLevel > '3')
    return usageError("unknown level '-O" + Twine(char(OptLevel)) +
                      "'; known: -O0 to -O3");
  if (Cores.getNumOccurrences() && Cores == 0)
    return usageError("--cores=0; give at least 1");
  if (Output.empty() && !isText(Kind))
    return usageError("no output file; give -o FILE");
  if (Error E = checkTarget(Cpu, Cores))
    return usageError(toString(std::move(E)));
  if (Error E = run(Argv[0]))
    return reportErrors(std::move(E));
  return 0;
}
