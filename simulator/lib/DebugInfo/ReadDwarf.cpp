//===- ReadDwarf.cpp - debug information of untrusted files ---------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's DWARF readers trust their input: damaged line tables, entries and
// abbreviations cause out-of-bounds reads, unbounded recursion and unbounded
// allocation. A forked child process therefore parses everything first; this
// process reads the debug information only if the child succeeds.
//
//===----------------------------------------------------------------------===//

#include "ReadDwarf.h"
#include "SourceLines.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/DebugInfo/DWARF/DWARFDebugFrame.h"
#include "llvm/DebugInfo/DWARF/LowLevel/DWARFUnwindTable.h"
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;
using namespace matrix::sim;
using FileKind = DILineInfoSpecifier::FileLineInfoKind;

static void ignore(Error error) { consumeError(std::move(error)); }

static std::unique_ptr<DWARFContext>
openDwarf(const object::ObjectFile &object) {
  return DWARFContext::create(object,
                              DWARFContext::ProcessDebugRelocations::Ignore,
                              nullptr, "", ignore, ignore);
}

static void readLines(const DWARFDebugLine::LineTable *table) {
  std::string name;
  for (size_t i = 0; table && i <= table->Prologue.FileNames.size(); ++i)
    (void)table->getFileNameByIndex(i, "", FileKind::AbsoluteFilePath, name);
}

static void readEntries(DWARFUnit &unit) {
  SmallVector<DWARFDie> chain;
  unit.getInlinedChainForAddress(0, chain);
  for (const DWARFDebugInfoEntry &entry : unit.dies()) {
    DWARFDie die(&unit, &entry);
    uint32_t file, line, column, discriminator;
    die.getCallerFrame(file, line, column, discriminator);
    (void)die.getSubroutineName(DINameKind::ShortName);
    (void)die.getDeclFile(FileKind::RawValue);
    (void)die.getDeclLine();
    consumeError(die.getAddressRanges().takeError());
  }
}

static void readFrames(Expected<const DWARFDebugFrame *> frames) {
  if (!frames)
    return consumeError(frames.takeError());
  for (const dwarf::FrameEntry &entry : (*frames)->entries())
    if (const auto *fde = dyn_cast<dwarf::FDE>(&entry))
      consumeError(dwarf::createUnwindTable(fde).takeError());
}

/// Reads everything the simulator may query later.
static void readAll(const object::ObjectFile &object) {
  std::unique_ptr<DWARFContext> dwarf = openDwarf(object);
  for (const auto &unit : dwarf->compile_units()) {
    readLines(dwarf->getLineTableForUnit(unit.get()));
    readEntries(*unit);
  }
  (void)findFrames(dwarf.get(), 0);
  readFrames(dwarf->getDebugFrame());
  readFrames(dwarf->getEHFrame());
}

static void limit(__rlimit_resource resource, rlim_t value) {
  rlimit both = {value, value};
  setrlimit(resource, &both);
}

/// Limits the process to 10 s of CPU time and 1 GiB of additional memory, and
/// disables core files and LLVM's stack dump.
static void limitResources() {
  for (int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGINT})
    std::signal(signal, SIG_DFL);
  close(STDERR_FILENO);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_CPU, 10);
  uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  limit(RLIMIT_AS, pages * getpagesize() + (1 << 30));
}

/// Calls the system function until no signal interrupts it.
template <typename F> static auto retry(F call) {
  auto result = call();
  while (result < 0 && errno == EINTR)
    result = call();
  return result;
}

/// The child reports success by one byte in a pipe: its exit status is lost if
/// the process that uses the library ignores SIGCHLD.
static bool isReadable(const object::ObjectFile &object) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC))
    return false;
  pid_t child = fork();
  if (child == 0) {
    limitResources();
    readAll(object);
    _exit(write(ends[1], "", 1) != 1);
  }
  close(ends[1]);
  char byte;
  bool isFine = child > 0 && retry([&] { return read(ends[0], &byte, 1); }) > 0;
  close(ends[0]);
  if (child > 0)
    retry([&] { return waitpid(child, nullptr, 0); });
  return isFine;
}

static bool hasDebugSections(const object::ObjectFile &object) {
  return any_of(object.sections(), [](const object::SectionRef &section) {
    Expected<StringRef> name = section.getName();
    if (!name)
      return consumeError(name.takeError()), false;
    return name->starts_with(".debug") || *name == ".eh_frame";
  });
}

DebugInformation::DebugInformation(const object::ObjectFile &object) {
  if (!hasDebugSections(object))
    return;
  isDamaged = !isReadable(object);
  if (!isDamaged)
    dwarf = openDwarf(object);
}

DebugInformation::~DebugInformation() = default;
