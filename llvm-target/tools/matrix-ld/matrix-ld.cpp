//===- matrix-ld.cpp - command line of the linker -------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses the options of the linker, searches libraries, reads the inputs, and
// writes the executable and the link map. The library in Linker/ links. Inputs
// and libraries are ordered by their positions on the command line.
//
//===----------------------------------------------------------------------===//

#include "Compatibility.h"
#include "Linker/Input/Note.h"
#include "Linker/Linker.h"
#include "matrix/Support/CommandLine.h"
#include "matrix/Support/OutputFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace llvm;
using namespace matrix;

cl::OptionCategory matrix::Category("matrix-ld options");

static cl::list<std::string> Inputs(cl::Positional,
                                    cl::desc("<objects and archives>"),
                                    cl::cat(Category));
static cl::list<std::string>
    Libraries("l", cl::Prefix, cl::value_desc("name"),
              cl::desc("Search lib<name>.a in the -L folders"),
              cl::cat(Category));
static cl::list<std::string> LibraryDirs("L", cl::Prefix,
                                         cl::value_desc("folder"),
                                         cl::desc("Where -l searches"),
                                         cl::cat(Category));
static cl::opt<std::string> Output("o", cl::value_desc("file"),
                                   cl::init("a.elf"),
                                   cl::desc("The executable (default a.elf)"),
                                   cl::cat(Category));
static cl::opt<std::string>
    Entry("entry", cl::value_desc("symbol"), cl::init("_start"),
          cl::desc("Entry point of every core (default _start)"),
          cl::cat(Category));
static cl::alias EntryShort("e", cl::desc("Alias for --entry"),
                            cl::aliasopt(Entry), cl::cat(Category));
static cl::opt<std::string>
    Variant("mcpu", cl::value_desc("variant"),
            cl::desc("The variant, if no object names it; 'help' lists all"),
            cl::cat(Category));
static cl::opt<std::string>
    MapFile("Map", cl::value_desc("file"),
            cl::desc("Write the addresses of sections and symbols"),
            cl::cat(Category));
static cl::opt<bool>
    NoStartFiles("no-start-files",
                 cl::desc("Link neither start-up code nor the runtime library"),
                 cl::cat(Category));
static cl::opt<std::string>
    RuntimeDir("runtime-dir", cl::value_desc("folder"),
               cl::desc("Folder of start-up code and runtime library"),
               cl::cat(Category));

static cl::list<std::string>
    Keywords("z", cl::value_desc("keyword=value"),
             cl::desc("stack-size=<bytes>: of each core's stack (default: that "
                      "of the kernel, else of the variant)"),
             cl::cat(Category));
static cl::list<bool>
    WholeArchive("whole-archive",
                 cl::desc("Link all members of the archives that follow"),
                 cl::cat(Category));
static cl::list<bool> NoWholeArchive("no-whole-archive",
                                     cl::desc("End of --whole-archive"),
                                     cl::cat(Category));
static cl::list<std::string>
    Undefined("u", cl::value_desc("symbol"),
              cl::desc("Link the definition of a symbol, if there is one; also "
                       "--undefined"),
              cl::cat(Category));
static cl::alias UndefinedLong("undefined", cl::desc("Alias for -u"),
                               cl::aliasopt(Undefined), cl::cat(Category));
static cl::list<std::string>
    Required("require-defined", cl::value_desc("symbol"),
             cl::desc("Link the definition of a symbol; an error without one"),
             cl::cat(Category));
static cl::list<std::string>
    Wrapped("wrap", cl::value_desc("symbol"),
            cl::desc("References to <symbol> become __wrap_<symbol>, those to "
                     "__real_<symbol> become <symbol>"),
            cl::cat(Category));
static cl::list<std::string>
    Definitions("defsym", cl::value_desc("symbol=value"),
                cl::desc("Define a symbol by a number or another symbol"),
                cl::cat(Category));
static cl::opt<bool>
    DiscardUnused("gc-sections",
                  cl::desc("Discard sections that nothing refers to"),
                  cl::cat(Category));
static cl::opt<bool>
    PrintDiscarded("print-gc-sections",
                   cl::desc("List the sections that --gc-sections discards"),
                   cl::cat(Category));
static cl::opt<bool>
    Relocatable("relocatable", cl::ZeroOrMore,
                cl::desc("Write one object that can be linked again"),
                cl::cat(Category));
static cl::alias RelocatableShort("r", cl::desc("Alias for --relocatable"),
                                  cl::aliasopt(Relocatable), cl::cat(Category));
static cl::opt<bool> StripAll("strip-all",
                              cl::desc("Write no symbols and debug sections"),
                              cl::cat(Category));
static cl::alias StripAllShort("s", cl::desc("Alias for --strip-all"),
                               cl::aliasopt(StripAll), cl::cat(Category));
static cl::opt<bool> StripDebug("strip-debug",
                                cl::desc("Write no debug sections"),
                                cl::cat(Category));
static cl::alias StripDebugShort("S", cl::desc("Alias for --strip-debug"),
                                 cl::aliasopt(StripDebug), cl::cat(Category));

static int usageError(const Twine &Message) {
  errs() << "matrix-ld: error: " << Message << '\n';
  return 2;
}

/// Returns the error of options that exclude each other, or an empty string.
static std::string checkCombinations() {
  if (Relocatable && DiscardUnused)
    return "-r and --gc-sections may not be used together";
  if (Relocatable && StripAll)
    return "-r and --strip-all may not be used together; relocations need "
           "symbols";
  if (PrintDiscarded && !DiscardUnused)
    return "--print-gc-sections requires --gc-sections";
  return "";
}

static int fail(Error E) {
  handleAllErrors(std::move(E), [](const ErrorInfoBase &Info) {
    errs() << Info.message() << '\n';
  });
  return 1;
}

/// Returns the path of library `-l<name>`, or an empty string.
static std::string findLibrary(StringRef Name) {
  for (StringRef Dir : LibraryDirs) {
    SmallString<128> Path(Dir);
    sys::path::append(Path, "lib" + Name + ".a");
    if (sys::fs::exists(Path))
      return Path.str().str();
  }
  return "";
}

/// Returns true between --whole-archive and --no-whole-archive.
static bool isWhole(unsigned Position) {
  unsigned Start = 0, End = 0;
  for (unsigned I = 0; I < WholeArchive.size(); ++I)
    if (WholeArchive.getPosition(I) < Position)
      Start = WholeArchive.getPosition(I);
  for (unsigned I = 0; I < NoWholeArchive.size(); ++I)
    if (NoWholeArchive.getPosition(I) < Position)
      End = NoWholeArchive.getPosition(I);
  return Start > End;
}

/// Returns all inputs in command-line order, and the numbers of those of which
/// all members are linked.
static Expected<std::vector<std::string>>
inputPaths(std::set<size_t> &WholeArchives) {
  std::map<unsigned, std::string> Ordered;
  for (unsigned I = 0; I < Inputs.size(); ++I)
    Ordered[Inputs.getPosition(I)] = Inputs[I];
  for (unsigned I = 0; I < Libraries.size(); ++I) {
    std::string Path = findLibrary(Libraries[I]);
    if (Path.empty())
      return createStringError("matrix-ld: error: cannot find lib" +
                               Libraries[I] + ".a for -l" + Libraries[I] +
                               "; name its folder with -L");
    Ordered[Libraries.getPosition(I)] = Path;
  }
  std::vector<std::string> Paths;
  for (auto &[Position, Path] : Ordered) {
    if (isWhole(Position))
      WholeArchives.insert(Paths.size());
    Paths.push_back(Path);
  }
  return Paths;
}

/// Keywords of -z for properties that static programs do not have.
static constexpr StringLiteral IgnoredKeywords[] = {
    "relro",    "norelro", "now",  "lazy",          "noexecstack",
    "text",     "notext",  "defs", "separate-code", "noseparate-code",
    "execstack"};

/// Returns false for an unknown keyword or a size out of range.
static bool readKeyword(StringRef Text, linker::LinkOptions &Options) {
  if (is_contained(IgnoredKeywords, Text))
    return true;
  return Text.consume_front("stack-size=") &&
         !Text.getAsInteger(0, Options.StackSize) && Options.StackSize &&
         Options.StackSize <= linker::LargestStack;
}

static Error run(const char *Argv0, ArrayRef<std::string> Paths,
                 linker::LinkOptions Options) {
  std::vector<std::unique_ptr<MemoryBuffer>> Buffers;
  for (const std::string &Path : Paths) {
    auto Buffer =
        MemoryBuffer::getFileOrSTDIN(Path, /*IsText=*/false,
                                     /*RequiresNullTerminator=*/false);
    if (!Buffer)
      return createStringError(
          Path + ": error: cannot read: " + Buffer.getError().message());
    Buffers.push_back(std::move(*Buffer));
    Options.Inputs.push_back(Buffers.back()->getMemBufferRef());
  }
  Options.Entry = Entry;
  Options.Variant = Variant;
  if (!NoStartFiles && !Relocatable)
    Options.RuntimeDir =
        !RuntimeDir.empty()
            ? RuntimeDir
            : linker::runtimeDirOf(sys::fs::getMainExecutable(
                  Argv0, reinterpret_cast<void *>(&findLibrary)));
  auto Result = linker::link(Options);
  if (!Result)
    return Result.takeError();
  if (PrintDiscarded)
    for (StringRef Section : Result->Discarded)
      outs() << "removing unused section " << Section << '\n';
  if (!MapFile.empty())
    if (Error E = writeFile(MapFile, Result->Map))
      return E;
  return writeFile(Output,
                   StringRef(Result->Image.data(), Result->Image.size()));
}

int main(int Argc, char **Argv) {
  InitLLVM Init(Argc, Argv);
  cl::HideUnrelatedOptions(Category);
  addVersionPrinter();
  if (!cl::ParseCommandLineOptions(Argc, Argv, "static linker for matrix\n",
                                   &errs()))
    return 2;
  if (Variant == "help") {
    printVariants(outs());
    return 0;
  }
  if (Inputs.empty() && Libraries.empty())
    return usageError(
        "no input files; usage: matrix-ld a.o b.o lib.a -o prog.elf");
  for (const std::string &Message : {checkCompatibility(), checkCombinations()})
    if (!Message.empty())
      return usageError(Message);
  linker::LinkOptions Options;
  for (StringRef Keyword : Keywords)
    if (!readKeyword(Keyword, Options))
      return usageError("-z " + Keyword +
                        " is not understood; use -z stack-size=<bytes>");
  for (StringRef Definition : Definitions) {
    auto [Name, Value] = Definition.split('=');
    if (Name.empty() || Value.empty())
      return usageError("--defsym " + Definition +
                        " is not understood; use --defsym=<symbol>=<value>");
    Options.Definitions.emplace_back(Name.str(), Value.str());
  }
  Options.Undefined = Undefined;
  Options.Required = Required;
  Options.Wrapped = Wrapped;
  Options.DiscardUnused = DiscardUnused;
  Options.Relocatable = Relocatable;
  Options.Stripped = StripAll     ? linker::Strip::All
                     : StripDebug ? linker::Strip::Debug
                                  : linker::Strip::Nothing;
  auto Paths = inputPaths(Options.WholeArchives);
  if (!Paths)
    return fail(Paths.takeError());
  if (Error E = checkOutputs({Output, MapFile}, *Paths))
    return usageError(toString(std::move(E)));
  if (Error E = run(Argv[0], *Paths, std::move(Options)))
    return fail(std::move(E));
  return 0;
}
