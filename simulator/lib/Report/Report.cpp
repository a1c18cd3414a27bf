//===- Report.cpp - reports of timed runs ---------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Distributes events to the timeline, the profile and the trace, and writes the
// report files after the run. Files are opened before the run, so that one that
// cannot be written is reported at once. Without a page only the timeline and
// the trace observe the run. The number of bins follows from the number of
// cores, which bounds the size of the page.
//
//===----------------------------------------------------------------------===//

#include "matrix/Sim/Report.h"
#include "Loader/Executable.h"
#include "Machine/Machine.h"
#include "Report/Observers/ScratchpadUse.h"
#include "Report/Observers/Trace.h"
#include "Report/Observers/Traffic.h"
#include "Report/Page/Page.h"
#include "matrix/Support/OutputFile.h"
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
  void started(const TransferStart &event) override {
    for (Observer *o : all)
      o->started(event);
  }
  void awaited(const TransferWait &event) override {
    for (Observer *o : all)
      o->awaited(event);
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

Error ReportOptions::readEarlier() {
  earlierRun.reset();
  if (earlier.empty())
    return Error::success();
  auto read = EarlierRun::read(earlier);
  if (!read)
    return read.takeError();
  earlierRun = std::make_shared<EarlierRun>(std::move(*read));
  return Error::success();
}

/// Three bytes per pipe, one per state, channel and scratchpad; base64 encodes
/// three bytes as four.
static size_t binsOf(unsigned cores, unsigned channels) {
  size_t perBin =
      cores * (3 * numPipes() + Timeline::numStates + channels + 1) * 4 / 3;
  return std::clamp<size_t>(pageBytes / perBin, 512, 8192);
}

struct Report::State {
  State(Simulator &simulator, const ReportOptions &options)
      : machine(simulator.machine()), system(machine.system()),
        options(options), code(system),
        map(simulator.program().object(), simulator.program().work,
            system.code()),
        names(system, simulator.arguments(), simulator.program().object()),
        profile(map, system.numCores(), system.code().size(),
                macsOfOpcodes(system.variant())),
        timeline(map, system.numCores(), numChannels(system.variant().dma),
                 lineBytes(),
                 binsOf(system.numCores(), numChannels(system.variant().dma))),
        traffic(map, names, system, lineBytes()),
        scratchpads(names, system, timeline, lineBytes()),
        traceFile(options.trace), pageFile(options.page) {}

  uint64_t lineBytes() const {
    return uint64_t(system.variant().parameters.lineBytes.value_or(0));
  }
  Error open();
  Error readFiles();
  std::vector<CodeCycles> costliestCode() const;
  Error writeTrace(const RunStatistics &results);
  Error writePage(const RunStatistics &results);

  Machine &machine;
  System &system;
  ReportOptions options;
  CodeText code;
  SourceMap map;
  BufferNames names;
  Profile profile;
  Timeline timeline;
  Traffic traffic;
  ScratchpadUse scratchpads;
  std::vector<PredictedPlan> plans;
  OutputFile traceFile, pageFile;
  std::string note;
  std::optional<Trace> trace;
  Observers observers;
  Observer *before = nullptr; // previous observer of the machine
};

//===----------------------------------------------------------------------===//
// Before the run
//===----------------------------------------------------------------------===//

Error Report::State::readFiles() {
  if (!options.plans.empty()) {
    auto read = readPlans(options.plans);
    if (!read)
      return read.takeError();
    plans = std::move(*read);
  }
  return Error::success();
}

Error Report::State::open() {
  if (Error error = readFiles())
    return error;
  before = machine.observer();
  if (before)
    observers.all.push_back(before);
  observers.all.push_back(&timeline);
  if (!options.page.empty()) {
    if (Error error = pageFile.open())
      return error;
    observers.all.insert(observers.all.end(),
                         {&profile, &traffic, &scratchpads});
  }
  if (!options.trace.empty()) {
    if (Error error = traceFile.open())
      return error;
    TraceWindow window{options.from, options.to, options.every, options.length,
                       options.maxSlices};
    trace.emplace(*traceFile.os, map, code, names, window, system.numCores(),
                  numChannels(system.variant().dma));
    observers.all.push_back(&*trace);
  }
  machine.setObserver(&observers);
  return Error::success();
}

Expected<std::unique_ptr<Report>> Report::attach(Simulator &simulator,
                                                 const ReportOptions &options) {
  std::unique_ptr<Report> report(new Report());
  report->state = std::make_unique<State>(simulator, options);
  if (Error error = report->state->open())
    return error;
  return report;
}

Report::Report() = default;
Report::~Report() {
  if (state && state->machine.observer() == &state->observers)
    state->machine.setObserver(state->before);
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

Error Report::State::writeTrace(const RunStatistics &results) {
  trace->close(timeline,
               double(system.variant().parameters.dramBytes.value_or(1)),
               results.cut);
  if (trace->leftOut)
    note = formatv("{0}: note: {1} slices were left out, the first at cycle "
                   "{2}; choose some with --trace-window or --trace-sample",
                   options.trace, trace->leftOut, trace->leftOutSince);
  return traceFile.keep();
}

Error Report::State::writePage(const RunStatistics &results) {
  uint64_t lines =
      lineBytes() ? system.memory().scratchpadBytes() / lineBytes() : 0;
  *pageFile.os << makePage({results, map, profile, timeline, traffic, lines,
                            lineBytes(), plans, options.earlierRun.get(),
                            costliestCode()});
  return pageFile.keep();
}

Error Report::finish(const RunStatistics &results) {
  state->machine.abandon();
  if (state->trace)
    if (Error error = state->writeTrace(results))
      return error;
  return state->options.page.empty() ? Error::success()
                                     : state->writePage(results);
}

const std::string &Report::note() const { return state->note; }
