//===- CheckFiles.cpp - self-contained files ------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The files of a description are parsed after td/ and after each other, so a
// missing include is hidden until the order changes. This check parses each
// additional file of the root file again on its own.
//
//===----------------------------------------------------------------------===//

#include "Checks/DescriptionChecks.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Parser.h"

using namespace llvm;
using namespace matrix::tblgen;

/// Returns the path of the file as an include directive names it.
static std::string includeName(const SourceMgr &files, StringRef path) {
  for (StringRef folder : files.getIncludeDirs())
    if (path.consume_front(folder))
      break;
  return path.ltrim('/').str();
}

static StringRef pathOf(const SourceMgr &files, unsigned buffer) {
  return files.getMemoryBuffer(buffer)->getBufferIdentifier();
}

/// Returns files that the input includes directly, outside the folder of
/// Matrix.td.
static std::vector<unsigned> ownFiles(const SourceMgr &files) {
  StringRef description;
  for (unsigned i = 1; i <= files.getNumBuffers(); ++i)
    if (sys::path::filename(pathOf(files, i)) == "Matrix.td")
      description = sys::path::parent_path(pathOf(files, i));
  std::vector<unsigned> own;
  for (unsigned i = 1; i <= files.getNumBuffers(); ++i) {
    SMLoc from = files.getBufferInfo(i).IncludeLoc;
    bool direct = from.isValid() &&
                  files.FindBufferContainingLoc(from) == files.getMainFileID();
    if (direct && !description.empty() &&
        !pathOf(files, i).starts_with((description + "/").str()))
      own.push_back(i);
  }
  return own;
}

/// Returns the file that defines the class or record, as an include directive
/// names it.
static std::string definedIn(const RecordKeeper &records,
                             const SourceMgr &files, StringRef name) {
  const Record *r = records.getClass(name);
  r = r ? r : records.getDef(name);
  unsigned buffer = r ? files.FindBufferContainingLoc(r->getLoc().front()) : 0;
  return buffer ? includeName(files, pathOf(files, buffer)) : "";
}

/// Uses a separate SourceMgr, because TableGen's is global.
static void parseAlone(StringRef path, const RecordKeeper &known) {
  auto file = MemoryBuffer::getFile(path);
  if (!file)
    return;
  SourceMgr run = std::move(SrcMgr), alone;
  alone.AddNewSourceBuffer(std::move(*file), SMLoc());
  alone.setIncludeDirs(run.getIncludeDirs().vec());
  alone.setDiagHandler(run.getDiagHandler());
  adviseIncludes([&](StringRef name) { return definedIn(known, run, name); });
  RecordKeeper records;
  TableGenParseFile(alone, records);
  adviseIncludes(nullptr);
  SrcMgr = std::move(run);
}

void matrix::tblgen::checkFiles(Checks &c) {
  std::vector<std::string> paths;
  for (unsigned file : ownFiles(SrcMgr))
    paths.push_back(pathOf(SrcMgr, file).str());
  for (const std::string &path : paths)
    parseAlone(path, c.m.Records);
}
