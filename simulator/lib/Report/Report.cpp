//===- Report.cpp - reports of timed runs ---------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Distributes events to the timeline, the profile and the trace, and writes the
// report files after the run.
//
//===----------------------------------------------------------------------===//

#include "matrix/Sim/Report.h"
#include "Loader/Executable.h"
#include "Page.h"
#include "Support/NewFile.h"
#include "Trace.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <optional>

using namespace llvm;
using namespace matrix;
using namespace matrix::sim;

/// Approximate size limit of a page's timelines.
static constexpr size_t pageBytes = 3 << 20;
static constexpr size_t maxCode = 3000; // instructions listed on a page

namespace {

class Observers : public Observer {
public:
  std::vector<Observer *> all;

  void issued(const IssueEvent &event) override {
    for (Observer *o : all)
      o->issued(event);
  }
  void waited(const WaitEvent &event) override {
    for (Observer *o : all)
      o->waited(event);
  }
  void transferred(const TransferRecord &record) override {
    for (Observer *o : all)
      o->transferred(record);
  }
  void finished(const EndEvent &event) override {
    for (Observer *o : all)
      o->finished(event);
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

bool ReportOptions::setWindow(const std::string &text) {
  auto [first, last] = StringRef(text).split(':');
  return !first.getAsInteger(10, from) && !last.getAsInteger(10, to) &&
         from < to;
}

bool ReportOptions::setSample(const std::string &text) {
  auto [period, part] = StringRef(text).split(':');
  return !period.getAsInteger(10, every) && !part.getAsInteger(10, length) &&
         length > 0 && length <= every;
}

/// Three bytes per pipe and one per state and channel; base64 encodes three
/// bytes as four.
static size_t binsOf(unsigned cores, unsigned channels) {
  size_t perBin =
      cores * (3 * numPipes() + Timeline::numStates + channels) * 4 / 3;
  return std::clamp<size_t>(pageBytes / perBin, 512, 8192);
}

struct Report::State {
  State(Simulator &simulator, const ReportOptions &options)
      : machine(simulator.machine()), options(options), code(machine),
        map(simulator.program().object(), simulator.program().work,
            machine.code.base(), machine.code.size()),
        profile(map, unsigned(machine.cores.size()), machine.code.size(),
                macsOfOpcodes(machine.variant)),
        timeline(map, unsigned(machine.cores.size()),
                 numChannels(machine.variant.dma),
                 uint64_t(machine.variant.parameter("LineBytes")),
                 binsOf(unsigned(machine.cores.size()),
                        numChannels(machine.variant.dma))),
        traceFile(options.trace), pageFile(options.page) {}

  bool open(std::string &error);
  std::vector<CodeCycles> costliestCode() const;
  bool writeTrace(const RunStatistics &results, std::string &note,
                  std::string &error);
  bool writePage(const RunStatistics &results, std::string &error);

  Machine &machine;
  ReportOptions options;
  CodeText code;
  SourceMap map;
  Profile profile;
  Timeline timeline;
  NewFile traceFile, pageFile;
  std::optional<Trace> trace;
  Observers observers;
  Observer *before = nullptr; // previous observer of the machine
};

//===----------------------------------------------------------------------===//
// Before the run
//===----------------------------------------------------------------------===//

bool Report::State::open(std::string &error) {
  before = machine.observer;
  if (before)
    observers.all.push_back(before);
  observers.all.push_back(&timeline);
  if (!options.page.empty()) {
    if (!pageFile.open(error))
      return false;
    observers.all.push_back(&profile);
  }
  if (!options.trace.empty()) {
    if (!traceFile.open(error))
      return false;
    TraceWindow window{options.from, options.to, options.every, options.length,
                       options.maxSlices};
    trace.emplace(*traceFile.os, map, code, window,
                  unsigned(machine.cores.size()),
                  numChannels(machine.variant.dma));
    observers.all.push_back(&*trace);
  }
  machine.observer = &observers;
  return true;
}

std::unique_ptr<Report> Report::attach(Simulator &simulator,
                                       const ReportOptions &options,
                                       std::string &error) {
  std::unique_ptr<Report> report(new Report());
  report->state = std::make_unique<State>(simulator, options);
  return report->state->open(error) ? std::move(report) : nullptr;
}

Report::Report() = default;
Report::~Report() {
  if (state && state->machine.observer == &state->observers)
    state->machine.observer = state->before;
}

//===----------------------------------------------------------------------===//
// After the run
//===----------------------------------------------------------------------===//

std::vector<CodeCycles> Report::State::costliestCode() const {
  std::vector<CodeCycles> all;
  for (size_t i = 0; i < profile.instructions.size(); ++i) {
    auto [count, cycles] = profile.instructions[i];
    if (count)
      all.push_back({code.pc(i), "", map.labelOf(i), count, cycles});
  }
  llvm::sort(all, [](const CodeCycles &a, const CodeCycles &b) {
    return std::tie(b.cycles, a.pc) < std::tie(a.cycles, b.pc);
  });
  all.resize(std::min(all.size(), maxCode));
  for (CodeCycles &c : all)
    c.text = code.text(code.indexOf(c.pc));
  return all;
}

bool Report::State::writeTrace(const RunStatistics &results, std::string &note,
                               std::string &error) {
  trace->close(timeline, double(machine.variant.parameter("DramBytes", 1)),
               results.cut);
  if (trace->leftOut)
    note = formatv("{0}: note: {1} slices were left out, the first at cycle "
                   "{2}; choose some with --trace-window or --trace-sample",
                   options.trace, trace->leftOut, trace->leftOutSince);
  return traceFile.keep(error);
}

bool Report::State::writePage(const RunStatistics &results,
                              std::string &error) {
  *pageFile.os << makePage({results, map, profile, timeline, costliestCode()});
  return pageFile.keep(error);
}

bool Report::finish(const RunStatistics &results, std::string &note,
                    std::string &error) {
  state->machine.abandon();
  return (!state->trace || state->writeTrace(results, note, error)) &&
         (state->options.page.empty() || state->writePage(results, error));
}
