//===- Linker.cpp - sequence of the passes --------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the passes of Linker.h in order, and adds start-up code and the runtime
// library of the variant. The start-up object depends on the mode and on
// whether the program is a kernel, so that notes are read before it is chosen.
// The runtime library is an archive and follows all inputs: it supplies what
// they leave undefined.
//
//===----------------------------------------------------------------------===//

#include "Linker.h"
#include "Linker/Input/MarkLive.h"
#include "Linker/Layout/Thunks.h"
#include "Linker/Output/Relocatable.h"
#include "Linker/Output/Relocate.h"
#include "Linker/Output/Writer.h"
#include "matrix/Description/Target.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace matrix::linker;

namespace {
/// State of one link; owns the buffers of runtime files.
class Session {
public:
  explicit Session(const LinkOptions &Options) : Options(Options) {}
  Expected<LinkResult> run();

private:
  Error addInputs();
  Error addDefinitions();
  void discardUnused();
  Expected<LinkResult> linkObject();
  Error addRuntime(const ProgramNote &Note);
  Error addThreadStart();
  Error addRuntimeFile(StringRef Variant, const Twine &Name);
  std::string runtimePath(StringRef Variant, const Twine &Name) const;
  /// Path of the thunk template; empty if there is none.
  std::string templatePath(StringRef Variant) const {
    return Options.RuntimeDir.empty() ? "" : runtimePath(Variant, "thunk.o");
  }

  const LinkOptions &Options;
  std::string Entry = Options.Entry;
  SymbolTable Symbols;
  std::vector<std::unique_ptr<MemoryBuffer>> Buffers;
  std::vector<std::string> Discarded;
};
} // namespace

Expected<LinkResult> matrix::linker::link(const LinkOptions &Options) {
  return Session(Options).run();
}

/// The stacks of all cores are adjacent, so their size is a multiple of the
/// alignment.
static uint64_t alignStack(uint64_t Size) {
  return alignTo(Size, matrix::desc::stackAlignment);
}

Expected<LinkResult> Session::run() {
  if (Error E = addInputs())
    return std::move(E);
  auto Variant = agreeOnVariant(Symbols.Objects, Options.Variant);
  if (!Variant)
    return Variant.takeError();
  if (Options.Relocatable)
    return linkObject();
  auto Note =
      makeProgramNote(Symbols.Objects, *Variant, alignStack(Options.StackSize));
  if (!Note)
    return Note.takeError();
  if (Error E = addRuntime(*Note))
    return std::move(E);
  if (Error E = addThreadStart())
    return std::move(E);
  Symbols.allocateCommons();
  if (Error E = Symbols.resolveDefinitions(/*IsLast=*/false))
    return std::move(E);
  discardUnused();
  ThunkMaker Thunks(Symbols, templatePath(*Variant));
  auto Program =
      layOut(Symbols, *Variant,
             {Note->StackSize, &Thunks, Options.Stripped != Strip::Nothing});
  if (!Program)
    return Program.takeError();
  if (Error E = Symbols.resolveDefinitions(/*IsLast=*/true))
    return std::move(E);
  if (Error E = Symbols.reportUndefined(Entry, Options.Required))
    return std::move(E);
  if (Error E = relocate(Symbols, Program->threadLocalAddress()))
    return std::move(E);
  std::string Map = writeMap(Symbols, *Program);
  return LinkResult{writeExecutable(Symbols, *Program, *Note, Entry,
                                    Options.Stripped != Strip::All),
                    std::move(Map), std::move(Discarded)};
}

/// Undefined symbols and common symbols remain.
Expected<LinkResult> Session::linkObject() {
  if (Error E = Symbols.resolveDefinitions(/*IsLast=*/true))
    return std::move(E);
  RelocatableObject Object =
      mergeObjects(Symbols, Options.Stripped != Strip::Nothing);
  auto Note = makeObjectNote(Symbols.Objects);
  auto Image = writeRelocatable(Symbols, Object, Note);
  if (!Image)
    return Image.takeError();
  return LinkResult{std::move(*Image), writeMap(Symbols, Object), {}};
}

Error Session::addInputs() {
  for (const std::string &Name : Options.Wrapped)
    Symbols.wrap(Name);
  Error Errors = addDefinitions();
  for (auto [I, Input] : enumerate(Options.Inputs))
    Errors =
        joinErrors(std::move(Errors),
                   Symbols.addInput(Input, Options.WholeArchives.count(I)));
  for (const std::string &Name :
       concat<const std::string>(Options.Undefined, Options.Required))
    Errors = joinErrors(std::move(Errors), Symbols.require(Name));
  if (Options.Relocatable)
    return Errors;
  return joinErrors(std::move(Errors), Symbols.require(Options.Entry));
}

Error Session::addDefinitions() {
  Error Errors = Error::success();
  for (const auto &[Name, Value] : Options.Definitions)
    Errors = joinErrors(std::move(Errors), Symbols.defineAs(Name, Value));
  return Errors;
}

void Session::discardUnused() {
  if (!Options.DiscardUnused)
    return;
  std::vector<std::string> Roots = Options.Undefined;
  append_range(Roots, Options.Required);
  Roots.push_back(Entry);
  Discarded = discardUnusedSections(Symbols, Roots);
}

/// Adds start-up code for the program's mode, and the runtime library.
Error Session::addRuntime(const ProgramNote &Note) {
  if (Options.RuntimeDir.empty())
    return Error::success();
  const char *Mode = Note.AllCores ? "start-spmd" : "start-single";
  if (Error E = addRuntimeFile(
          Note.Variant, Twine(Mode) + (Note.IsKernel ? "-kernel.o" : ".o")))
    return E;
  if (Error E = addRuntimeFile(Note.Variant, "libmatrixrt.a"))
    return E;
  auto Agreed = agreeOnVariant(Symbols.Objects, Note.Variant);
  return Agreed ? Error::success() : Agreed.takeError();
}

static bool hasThreadLocal(const ObjectFile &File) {
  return any_of(File.Sections, [](const auto &Section) {
    return Section && Section->isThreadLocal() && !Section->Discarded;
  });
}

/// Programs with thread-local variables start in the runtime library, which
/// initializes them and continues at the program's entry point.
Error Session::addThreadStart() {
  bool Needed = any_of(Symbols.Objects,
                       [](const auto &File) { return hasThreadLocal(*File); });
  if (Options.RuntimeDir.empty() || !Needed)
    return Error::success();
  if (Error E = Symbols.defineAs("__tls_entry", Options.Entry))
    return E;
  Entry = "__tls_start";
  return Symbols.require(Entry);
}

std::string Session::runtimePath(StringRef Variant, const Twine &Name) const {
  SmallString<128> Path(Options.RuntimeDir);
  sys::path::append(Path, Variant, Name);
  return Path.str().str();
}

Error Session::addRuntimeFile(StringRef Variant, const Twine &Name) {
  std::string Path = runtimePath(Variant, Name);
  auto Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return makeError(
        "matrix-ld: error: cannot read " + Path + ": " +
        Buffer.getError().message() +
        "; build the target matrix-runtime, or give --no-start-files");
  Buffers.push_back(std::move(*Buffer));
  return Symbols.addInput(Buffers.back()->getMemBufferRef());
}

std::string matrix::linker::runtimeDirOf(StringRef Executable) {
  SmallString<128> Dir(
      sys::path::parent_path(sys::path::parent_path(Executable)));
  sys::path::append(Dir, "lib", "matrix");
  return Dir.str().str();
}
