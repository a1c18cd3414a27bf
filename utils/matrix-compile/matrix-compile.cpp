//===- matrix-compile.cpp - command line of the compiler ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses the options, compiles the input by the library (Compiler.h), and
// writes the requested output and the intermediate files of --save-temps.
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"
#include "matrix/Frontend/Techniques.h"
#include "matrix/Support/CommandLine.h"
#include "matrix/Support/OutputFile.h"
#include "matrix/Support/ValueParser.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/Timing.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace matrix;
using namespace matrix::compiler;

static cl::OptionCategory Category("matrix-compile options");

static cl::opt<std::string> Input(cl::Positional, cl::desc("<model.mlir>"),
                                  cl::cat(Category));
static cl::opt<std::string>
    Output("o", cl::value_desc("file"),
           cl::desc("Output file (default: text to standard output, others to "
                    "the input's name with .o or .elf, in this folder)"),
           cl::cat(Category));
static cl::opt<std::string>
    Cpu("mcpu", cl::value_desc("variant"),
        cl::desc("The accelerator to compile for; 'help' lists all"),
        cl::cat(Category));
static cl::opt<unsigned>
    Cores("cores", cl::value_desc("n"),
          cl::desc("Cores to divide the work over (default: all)"),
          cl::cat(Category));
static cl::opt<Emit, false, ValueParser<Emit>> Kind(
    "emit", cl::desc("What to write"), cl::init(Emit::Executable),
    cl::cat(Category),
    cl::values(clEnumValN(Emit::Plan, "plan", "plans of the fusion groups"),
               clEnumValN(Emit::PlanCandidates, "plan-candidates",
                          "JSON for matrix-tune: the best plans of each group"),
               clEnumValN(Emit::Tiles, "tiles",
                          "MLIR: loops, transfers, tile-shaped vectors"),
               clEnumValN(Emit::Dialect, "dialect", "MLIR: tile instructions"),
               clEnumValN(Emit::LLVM, "llvm", "LLVM IR, optimized"),
               clEnumValN(Emit::Assembly, "asm", "assembly"),
               clEnumValN(Emit::Object, "obj", "object file"),
               clEnumValN(Emit::Executable, "elf",
                          "executable (the default)")));
static cl::opt<std::string>
    Plans("plan", cl::value_desc("file"),
          cl::desc("Plans of some or all fusion groups, in the form of "
                   "--emit=plan, instead of those that the compiler chooses"),
          cl::cat(Category));
static cl::opt<std::string>
    Tuned("tuned", cl::value_desc("db"),
          cl::desc("Use the plans that matrix-tune measured; fusion groups "
                   "without one are planned as usual"),
          cl::cat(Category));
static cl::opt<unsigned>
    Candidates("candidates", cl::value_desc("n"), cl::init(5),
               cl::desc("Plans of each group in --emit=plan-candidates "
                        "(default 5)"),
               cl::cat(Category));
static cl::opt<char>
    OptLevel("O", cl::Prefix, cl::init('2'), cl::value_desc("0-3"),
             cl::desc("Level of LLVM's optimizer (default -O2)"),
             cl::cat(Category));
static cl::opt<bool>
    Explain("explain",
            cl::desc("Say which plans and instructions were considered "
                     "and why each was selected or rejected, and "
                     "what became scalar code"),
            cl::cat(Category));
static cl::opt<bool> Verbose("v", cl::desc("Print versions, passes and files"),
                             cl::cat(Category));
static cl::opt<bool> OnlySteps("###", cl::desc("As -v, but compile nothing"),
                               cl::cat(Category));
static cl::opt<std::string>
    SaveTemps("save-temps", cl::ValueOptional, cl::value_desc("folder"),
              cl::desc("Keep what --emit=plan, tiles, dialect, llvm, asm "
                       "and obj give, in this folder or another"),
              cl::cat(Category));
// Parsed by withoutForwarding(); declared here for --help.
static cl::opt<std::string> Forwarded("mllvm", cl::value_desc("option"),
                                      cl::desc("An option of LLVM or MLIR, "
                                               "which also work without it"),
                                      cl::cat(Category));
static cl::opt<bool> ShareBuffers(
    "share-buffers", cl::init(true),
    cl::desc("Let operations write into the buffers of their operands "
             "(default); --share-buffers=0 gives every result its own, to "
             "compare with"),
    cl::cat(Category));
static const std::string DisableHelp =
    "Do without techniques, to compare or to find one that causes a defect: " +
    listTechniques();
static cl::list<std::string> Disabled("disable", cl::CommaSeparated,
                                      cl::value_desc("techniques"),
                                      cl::desc(DisableHelp), cl::cat(Category));

static int usageError(const Twine &Message) {
  errs() << "matrix-compile: error: " << Message << '\n';
  return 2;
}

//===----------------------------------------------------------------------===//
// File names
//===----------------------------------------------------------------------===//

static std::string outputPath() {
  if (!Output.empty())
    return Output;
  return isText(Kind) ? "-"
                      : (sys::path::stem(Input) + extensionOf(Kind)).str();
}

/// The folder of --save-temps; without a value, that of this process.
static std::string temporaryFolder() {
  return SaveTemps.empty() ? "." : SaveTemps.getValue();
}

static std::string temporaryPath(Emit Stage) {
  StringRef Stem = Input == "-" ? "stdin" : sys::path::stem(Input);
  SmallString<128> Path(SaveTemps);
  sys::path::append(Path, Stem + extensionOf(Stage));
  return Path.str().str();
}

/// Stages saved by --save-temps, in order, without the requested output.
static std::vector<Emit> savedStages() {
  std::vector<Emit> Stages;
  if (SaveTemps.getNumOccurrences())
    for (Emit Stage : {Emit::Plan, Emit::Tiles, Emit::Dialect, Emit::LLVM,
                       Emit::Assembly, Emit::Object})
      if (Stage < Kind)
        Stages.push_back(Stage);
  return Stages;
}

static std::vector<std::string> outputPaths() {
  std::vector<std::string> Paths = {outputPath()};
  for (Emit Stage : savedStages())
    Paths.push_back(temporaryPath(Stage));
  return Paths;
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

static CompileOptions makeOptions(const char *Argv0) {
  CompileOptions Options;
  Options.Cpu = Cpu;
  Options.Cores = Cores;
  Options.OptLevel = OptLevel - '0';
  Options.Output = Kind;
  Options.Plans = Plans;
  Options.Tuned = Tuned;
  Options.Candidates = Candidates;
  Options.Explain = Explain;
  Options.ReportScalarCode = true;
  Options.HasPassOptions = true;
  Options.ShareBuffers = ShareBuffers;
  Options.Disabled = Disabled;
  Options.Executable =
      sys::fs::getMainExecutable(Argv0, reinterpret_cast<void *>(&usageError));
  return Options;
}

static Error compileTo(StringRef Path, const MemoryBuffer &Source,
                       const CompileOptions &Options) {
  Bytes Out;
  auto Copy = MemoryBuffer::getMemBuffer(Source.getMemBufferRef(),
                                         /*RequiresNullTerminator=*/false);
  if (Error E = compile(std::move(Copy), Options, Out))
    return E;
  return writeFile(Path, StringRef(Out.data(), Out.size()));
}

/// Each stage is compiled from the source, so that saved files equal those of
/// --emit.
static Error saveStages(const MemoryBuffer &Source, CompileOptions Options) {
  Options.Explain = Options.ReportScalarCode = false;
  Options.HideWarnings = true;
  if (std::error_code Code = sys::fs::create_directories(temporaryFolder()))
    return makeError(temporaryFolder() +
                     ": error: cannot be made a folder: " + Code.message());
  for (Emit Stage : savedStages()) {
    Options.Output = Stage;
    if (Error E = compileTo(temporaryPath(Stage), Source, Options))
      return E;
  }
  return Error::success();
}

static Error run(const char *Argv0) {
  auto Source = MemoryBuffer::getFileOrSTDIN(Input);
  if (!Source)
    return makeError(Input +
                     ": error: cannot read: " + Source.getError().message());
  CompileOptions Options = makeOptions(Argv0);
  if (Verbose || OnlySteps) {
    printVersion(errs());
    printSteps(errs(), Options);
    errs() << "Output: " << join(outputPaths(), ", ") << "\n";
    if (OnlySteps)
      return Error::success();
  }
  if (SaveTemps.getNumOccurrences())
    if (Error E = saveStages(**Source, Options))
      return E;
  return compileTo(outputPath(), **Source, Options);
}

//===----------------------------------------------------------------------===//
// Command line
//===----------------------------------------------------------------------===//

/// Replaces `-mllvm X` by X: options of LLVM and MLIR share the registry of
/// this tool.
static std::vector<const char *> withoutForwarding(int Argc, char **Argv) {
  std::vector<const char *> Words;
  for (const char *Word : ArrayRef(Argv, Argc)) {
    StringRef Name = Word;
    if (Name == "-mllvm" || Name == "--mllvm")
      continue;
    if (Name.consume_front("-mllvm=") || Name.consume_front("--mllvm="))
      Word = Name.data();
    Words.push_back(Word);
  }
  return Words;
}

static void registerOptions() {
  mlir::registerAsmPrinterCLOptions();
  mlir::registerMLIRContextCLOptions();
  mlir::registerPassManagerCLOptions();
  mlir::registerDefaultTimingManagerCLOptions();
  cl::HideUnrelatedOptions(Category);
  addVersionPrinter();
}

/// Returns a usage error for conflicting options, or "".
static std::string wrongUse() {
  if (OptLevel < '0' || OptLevel > '3')
    return ("unknown level '-O" + Twine(char(OptLevel)) +
            "'; known: -O0 to -O3")
        .str();
  if (Cores.getNumOccurrences() && Cores == 0)
    return "--cores=0; give at least 1";
  if (Candidates == 0)
    return "--candidates=0; give at least 1";
  if (Input.empty())
    return "no input file; usage: matrix-compile model.mlir -o model.elf";
  if (Input == "-" && Output.empty() && !isText(Kind))
    return "standard input has no name for the output; give -o FILE";
  if (Error E = checkTarget(Cpu, Cores))
    return toString(std::move(E));
  if (Error E = checkTechniques(Disabled))
    return toString(std::move(E));
  if (Error E = checkOutputs(outputPaths(), {Input, Plans, Tuned}))
    return toString(std::move(E));
  return "";
}

int main(int Argc, char **Argv) {
  InitLLVM Init(Argc, Argv);
  registerOptions();
  std::vector<const char *> Words = withoutForwarding(Argc, Argv);
  if (!cl::ParseCommandLineOptions(Words.size(), Words.data(),
                                   "Linalg to a matrix executable\n", &errs()))
    return 2;
  if (Cpu == "help") {
    printVariants(outs());
    return 0;
  }
  if (std::string Wrong = wrongUse(); !Wrong.empty())
    return usageError(Wrong);
  if (Error E = run(Argv[0]))
    return reportErrors(std::move(E));
  return 0;
}
