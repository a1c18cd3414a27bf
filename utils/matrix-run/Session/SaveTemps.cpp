//===- SaveTemps.cpp - files of --save-temps ------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles a program to memory, or to files that stay in a folder. With
// --save-temps, the executable that runs is also written to model.elf, and the
// source is compiled a second time to model.s.
//
//===----------------------------------------------------------------------===//

#include "SaveTemps.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace matrix;
using namespace matrix::run;

/// Returns the path of a file in the folder of --save-temps.
static Expected<SmallString<128>> pathOfTemp(const Twine &Name,
                                             const RunOptions &Run) {
  StringRef Folder = Run.SaveTemps;
  if (auto Code = sys::fs::create_directories(Folder))
    return makeError(Folder +
                     ": error: cannot make this folder: " + Code.message());
  SmallString<128> Path(Folder);
  sys::path::append(Path, Name);
  return Path;
}

Expected<Program> run::compileProgram(const RunOptions &Run) {
  if (Run.SaveTemps.empty())
    return Program::make(*Run.Source, Run);
  auto Path = pathOfTemp("model.elf", Run);
  if (!Path)
    return Path.takeError();
  auto Compiled = Program::make(*Run.Source, Run, /*KeepAt=*/*Path);
  if (!Compiled)
    return Compiled.takeError();
  sys::path::replace_extension(*Path, "s");
  if (Error E = compileTo(*Path, *Run.Source, compiler::Emit::Assembly, Run))
    return std::move(E);
  return Compiled;
}

Error run::saveTemps(const MemoryBuffer &Source, StringRef Stem,
                     const RunOptions &Run) {
  if (Run.SaveTemps.empty())
    return Error::success();
  for (compiler::Emit Kind :
       {compiler::Emit::Executable, compiler::Emit::Assembly}) {
    bool IsText = Kind == compiler::Emit::Assembly;
    auto Path = pathOfTemp(Stem + (IsText ? ".s" : ".elf"), Run);
    if (!Path)
      return Path.takeError();
    if (Error E = compileTo(*Path, Source, Kind, Run))
      return E;
  }
  return Error::success();
}
