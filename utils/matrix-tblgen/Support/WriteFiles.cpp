//===- WriteFiles.cpp - several outputs of one run ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Further files of a generator have names as in TableGen: FILE without its
// extension, followed by a suffix. Files are replaced atomically.
//
//===----------------------------------------------------------------------===//

#include "Support/WriteFiles.h"
#include "Support/Generator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Error.h"

using namespace llvm;
using namespace matrix::tblgen;

static cl::list<std::string>
    requests("write", cl::value_desc("generator=file"),
             cl::desc("With -check-description: also write the output of a "
                      "generator to a file, if it changed"));

static void writeFile(StringRef name, StringRef text) {
  auto present = MemoryBuffer::getFile(name);
  if (present && (*present)->getBuffer() == text)
    return;
  Error error = writeToOutput(name, [&](raw_ostream &os) {
    os << text;
    return Error::success();
  });
  if (error)
    PrintFatalError("cannot write '" + name +
                    "': " + toString(std::move(error)));
}

static const Generator &generatorNamed(StringRef option) {
  for (const Generator *generator : Generator::all())
    if (generator->option == option)
      return *generator;
  PrintFatalError("--write names '" + option + "', which is not a generator");
}

/// Returns whether the command line has -check-description, which TableGen does
/// not tell before it has read the description.
static bool checksDescription(ArrayRef<const char *> arguments) {
  BumpPtrAllocator allocator;
  StringSaver saver(allocator);
  SmallVector<const char *> all(arguments);
  cl::ExpandResponseFiles(saver, cl::TokenizeGNUCommandLine, all);
  return any_of(all, [](StringRef argument) {
    return argument.ltrim('-') == "check-description";
  });
}

bool matrix::tblgen::checkWriteRequests(ArrayRef<const char *> arguments) {
  if (requests.empty() || checksDescription(arguments))
    return true;
  WithColor::error(errs())
      << "--write has an effect with -check-description only; add "
         "-check-description, or run the generator by its own option with -o\n";
  return false;
}

void matrix::tblgen::writeFiles(const RecordKeeper &records) {
  for (StringRef request : requests) {
    auto [option, name] = request.split('=');
    if (name.empty())
      PrintFatalError("--write=" + request + " names no file");
    TableGenOutputFiles files = generatorNamed(option).run(records);
    SmallString<128> stem = name;
    sys::path::replace_extension(stem, "");
    writeFile(name, files.MainFile);
    for (const auto &[suffix, text] : files.AdditionalFiles)
      writeFile((stem + suffix).str(), text);
  }
}
