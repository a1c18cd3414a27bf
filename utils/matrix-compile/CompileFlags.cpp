//===- CompileFlags.cpp - options of matrix-compile -----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the options and their help, and parses them. LLVM has one registry
// of options per process: options of LLVM and MLIR are accepted as well, with
// or without -mllvm, but --help lists those of this tool only.
//
//===----------------------------------------------------------------------===//

#include "CompileFlags.h"
#include "matrix/Frontend/Techniques.h"
#include "matrix/Support/CommandLine.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/Timing.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace matrix;
using namespace matrix::compiler;

static cl::OptionCategory Category("matrix-compile options");

cl::opt<std::string> flags::Input(cl::Positional, cl::desc("<model.mlir>"),
                                  cl::cat(Category));
cl::opt<std::string> flags::Output(
    "o", cl::value_desc("file"),
    cl::desc("Output file (default: text to standard output, others to "
             "the input's name with .o or .elf, in this folder)"),
    cl::cat(Category));
cl::opt<std::string>
    flags::Cpu("mcpu", cl::value_desc("variant"),
               cl::desc("The accelerator to compile for; 'help' lists all"),
               cl::cat(Category));
cl::opt<unsigned>
    flags::Cores("cores", cl::value_desc("n"),
                 cl::desc("Cores to divide the work over (default: all)"),
                 cl::cat(Category));
cl::opt<Emit, false, ValueParser<Emit>> flags::Kind(
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
cl::opt<std::string> flags::Plans(
    "plan", cl::value_desc("file"),
    cl::desc("Plans of some or all fusion groups, in the form of "
             "--emit=plan, instead of those that the compiler chooses"),
    cl::cat(Category));
cl::opt<std::string> flags::Tuned(
    "tuned", cl::value_desc("db"),
    cl::desc("Use the plans that matrix-tune measured; fusion groups "
             "without one are planned as usual"),
    cl::cat(Category));
cl::opt<unsigned>
    flags::Candidates("candidates", cl::value_desc("n"), cl::init(5),
                      cl::desc("Plans of each group in --emit=plan-candidates "
                               "(default 5)"),
                      cl::cat(Category));
cl::opt<char>
    flags::OptLevel("O", cl::Prefix, cl::init('2'), cl::value_desc("0-3"),
                    cl::desc("Level of LLVM's optimizer (default -O2)"),
                    cl::cat(Category));
cl::opt<bool>
    flags::Explain("explain",
                   cl::desc("Say which plans and instructions were considered "
                            "and why each was selected or rejected, and "
                            "what became scalar code"),
                   cl::cat(Category));
cl::opt<bool> flags::Verbose("v", cl::desc("Print versions, passes and files"),
                             cl::cat(Category));
cl::opt<bool> flags::OnlySteps("###", cl::desc("As -v, but compile nothing"),
                               cl::cat(Category));
cl::opt<bool> flags::VerifyEach(
    "verify-each",
    cl::desc("Verify the MLIR after each pass, not only at the end, "
             "as if MATRIX_VERIFY_EACH were set"),
    cl::cat(Category));
cl::opt<std::string> flags::SaveTemps(
    "save-temps", cl::ValueOptional, cl::value_desc("folder"),
    cl::desc("Keep what --emit=plan, tiles, dialect, llvm, asm "
             "and obj give, in this folder or another"),
    cl::cat(Category));
// Parsed by withoutForwarding(); declared here for --help.
static cl::opt<std::string> Forwarded("mllvm", cl::value_desc("option"),
                                      cl::desc("An option of LLVM or MLIR, "
                                               "which also work without it"),
                                      cl::cat(Category));
cl::opt<bool> flags::ShareBuffers(
    "share-buffers", cl::init(true),
    cl::desc("Let operations write into the buffers of their operands "
             "(default); --share-buffers=0 gives every result its own, to "
             "compare with"),
    cl::cat(Category));
static const std::string DisableHelp =
    "Do without techniques, to compare or to find one that causes a defect: " +
    listTechniques();
cl::list<std::string> flags::Disabled("disable", cl::CommaSeparated,
                                      cl::value_desc("techniques"),
                                      cl::desc(DisableHelp), cl::cat(Category));

//===----------------------------------------------------------------------===//
// Parsing
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

bool flags::parse(int Argc, char **Argv) {
  registerOptions();
  std::vector<const char *> Words = withoutForwarding(Argc, Argv);
  return cl::ParseCommandLineOptions(
      Words.size(), Words.data(), "Linalg to a matrix executable\n", &errs());
}
