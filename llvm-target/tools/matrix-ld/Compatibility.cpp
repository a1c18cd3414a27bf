//===- Compatibility.cpp - options of other linkers -----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options that build systems pass to linkers of dynamic programs: those without
// effect on static programs, groups, and those that are rejected by name. The
// marks of groups are ordered by their positions on the command line, which is
// all that nesting needs: archives are searched repeatedly without them.
//
//===----------------------------------------------------------------------===//

#include "Compatibility.h"
#include <map>

using namespace llvm;
using namespace matrix;

// Archives are searched repeatedly, also outside of groups.
static cl::list<bool> StartGroup("start-group",
                                 cl::desc("Start of a group of archives"),
                                 cl::cat(Category));
static cl::list<bool> EndGroup("end-group",
                               cl::desc("End of a group of archives"),
                               cl::cat(Category));

// Rejected by name.
#define REJECTED_OPTION(VARIABLE, NAME)                                        \
  static cl::list<std::string> VARIABLE(NAME, cl::ValueOptional,               \
                                        cl::desc("Not supported"),             \
                                        cl::ReallyHidden, cl::cat(Category));
REJECTED_OPTION(VersionScript, "version-script")
REJECTED_OPTION(DynamicList, "dynamic-list")
REJECTED_OPTION(Script, "script")
REJECTED_OPTION(ScriptShort, "T")
REJECTED_OPTION(Shared, "shared")
REJECTED_OPTION(Pie, "pie")
REJECTED_OPTION(TextAddress, "Ttext")
REJECTED_OPTION(DataAddress, "Tdata")
REJECTED_OPTION(BssAddress, "Tbss")
REJECTED_OPTION(SectionStart, "section-start")
REJECTED_OPTION(OutputFormat, "oformat")
REJECTED_OPTION(EmitRelocations, "emit-relocs")
REJECTED_OPTION(EmitRelocationsShort, "q")
REJECTED_OPTION(CrossReferences, "cref")
REJECTED_OPTION(MultipleDefinitions, "allow-multiple-definition")
REJECTED_OPTION(UnresolvedSymbols, "unresolved-symbols")

// Accepted without effect: they concern dynamic linking, tables for unwinding,
// local symbols, search folders or the output on the terminal.
#define IGNORED_FLAG(VARIABLE, NAME)                                           \
  static cl::list<bool> VARIABLE(NAME, cl::desc("Ignored"), cl::ReallyHidden,  \
                                 cl::cat(Category));
IGNORED_FLAG(AsNeeded, "as-needed")
IGNORED_FLAG(NoAsNeeded, "no-as-needed")
IGNORED_FLAG(NoUndefined, "no-undefined")
IGNORED_FLAG(NoGcSections, "no-gc-sections")
IGNORED_FLAG(NoFatalWarnings, "no-fatal-warnings")
IGNORED_FLAG(ExportDynamic, "export-dynamic")
IGNORED_FLAG(DiscardLocals, "discard-locals")
IGNORED_FLAG(DiscardAll, "x")
IGNORED_FLAG(DiscardAllLong, "discard-all")
IGNORED_FLAG(EhFrameHdr, "eh-frame-hdr")
IGNORED_FLAG(NoEhFrameHdr, "no-eh-frame-hdr")
IGNORED_FLAG(NoPie, "no-pie")
IGNORED_FLAG(NoDynamicLinker, "no-dynamic-linker")
IGNORED_FLAG(NoRelax, "no-relax")
IGNORED_FLAG(WarnCommon, "warn-common")
IGNORED_FLAG(NoStdLib, "nostdlib")
static cl::list<std::string> Colors("color-diagnostics", cl::ValueOptional,
                                    cl::desc("Ignored"), cl::ReallyHidden,
                                    cl::cat(Category));
static cl::list<std::string> BuildId("build-id", cl::ValueOptional,
                                     cl::desc("Ignored"), cl::ReallyHidden,
                                     cl::cat(Category));
static cl::list<std::string> HashStyle("hash-style", cl::desc("Ignored"),
                                       cl::ReallyHidden, cl::cat(Category));
static cl::list<std::string> IdenticalCode("icf", cl::desc("Ignored"),
                                           cl::ReallyHidden, cl::cat(Category));
static cl::list<std::string> SectionOrder("sort-section", cl::desc("Ignored"),
                                          cl::ReallyHidden, cl::cat(Category));
static cl::list<std::string> Rpath("rpath", cl::desc("Ignored"),
                                   cl::ReallyHidden, cl::cat(Category));
static cl::list<std::string> Level("O", cl::Prefix, cl::desc("Ignored"),
                                   cl::ReallyHidden, cl::cat(Category));

static std::string checkRejected() {
  const cl::Option *Dynamic[] = {std::addressof(VersionScript),
                                 std::addressof(DynamicList),
                                 std::addressof(Shared), std::addressof(Pie)};
  for (const cl::Option *Option : Dynamic)
    if (Option->getNumOccurrences())
      return ("--" + Option->ArgStr +
              ": programs are static, without dynamic symbols and versions")
          .str();
  if (Script.getNumOccurrences() || ScriptShort.getNumOccurrences())
    return "--script: linker scripts are not supported; the layout is that of "
           "the variant";
  for (const cl::Option *Option :
       {std::addressof(TextAddress), std::addressof(DataAddress),
        std::addressof(BssAddress), std::addressof(SectionStart)})
    if (Option->getNumOccurrences())
      return ("--" + Option->ArgStr +
              ": the addresses of sections are those of the variant")
          .str();
  for (const cl::Option *Option :
       {std::addressof(OutputFormat), std::addressof(EmitRelocations),
        std::addressof(EmitRelocationsShort), std::addressof(CrossReferences),
        std::addressof(MultipleDefinitions), std::addressof(UnresolvedSymbols)})
    if (Option->getNumOccurrences())
      return ("--" + Option->ArgStr + " is not supported; leave it out").str();
  return "";
}

/// Groups are closed and not nested.
static std::string checkGroups() {
  std::map<unsigned, bool> Marks; // true: start
  for (unsigned I = 0; I < StartGroup.size(); ++I)
    Marks[StartGroup.getPosition(I)] = true;
  for (unsigned I = 0; I < EndGroup.size(); ++I)
    Marks[EndGroup.getPosition(I)] = false;
  bool Open = false;
  for (auto [Position, Start] : Marks) {
    if (Open == Start)
      return Start ? "nested --start-group" : "stray --end-group";
    Open = Start;
  }
  return Open ? "--start-group without --end-group" : "";
}

std::string matrix::checkCompatibility() {
  std::string Rejected = checkRejected();
  return Rejected.empty() ? checkGroups() : Rejected;
}
