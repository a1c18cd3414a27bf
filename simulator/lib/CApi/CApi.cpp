//===- CApi.cpp - C interface: set-up and options -------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Handles, options and loading. CApiRun.cpp executes programs, CApiState.cpp
// accesses registers and memory, CApiProgram.cpp tensors, symbols and
// instructions.
//
//===----------------------------------------------------------------------===//

#include "CApi.h"
#include "Loader/Executable.h"
#include "matrix/Description/Hash.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <mutex>
#include <set>

using namespace llvm;
using namespace matrix;
using namespace matrix::sim;

unsigned matrix_sim_version(void) { return MATRIX_SIM_VERSION; }

const char *matrix_sim_description_hash(void) {
  return desc::descriptionHash.data(); // a string literal
}

//===----------------------------------------------------------------------===//
// Valid handles
//===----------------------------------------------------------------------===//

namespace {
struct Handles {
  std::mutex mutex;
  std::set<const matrix_sim *> all;
};
} // namespace

static Handles &handles() {
  static Handles all;
  return all;
}

matrix_sim::matrix_sim() {
  std::lock_guard<std::mutex> lock(handles().mutex);
  handles().all.insert(this);
}

matrix_sim::~matrix_sim() {
  std::lock_guard<std::mutex> lock(handles().mutex);
  handles().all.erase(this);
}

bool matrix_sim::isOne(const matrix_sim *sim) {
  std::lock_guard<std::mutex> lock(handles().mutex);
  return handles().all.count(sim);
}

matrix_sim *matrix_sim_create(void) { return new matrix_sim(); }

void matrix_sim_destroy(matrix_sim *sim) {
  if (matrix_sim::isOne(sim) && !sim->isBusy())
    delete sim;
}

const char *matrix_sim_message(const matrix_sim *sim) {
  return matrix_sim::isOne(sim) ? sim->message.c_str()
                                : "there is no such simulator";
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

namespace {
/// An option and its value; methods assign it or report an error.
struct Setting {
  matrix_sim *sim;
  StringRef name, value;

  int fail(const Twine &what) const {
    return sim->fail("option '" + name + "' is " + what + ", not '" + value +
                     "'");
  }
  template <typename T> int number(T &option) const {
    return value.getAsInteger(10, option) ? fail("a number") : 0;
  }
  int choice(StringRef no, StringRef yes, bool &option) const {
    if (value != no && value != yes)
      return fail(no + " or " + yes);
    option = value == yes;
    return 0;
  }
  int text(std::string &option) const {
    option = value.str();
    return 0;
  }
  int set() const;
};
} // namespace

int Setting::set() const {
  Options &run = sim->options;
  ReportOptions &report = sim->reportOptions;
  if (name == "mcpu")
    return text(run.cpu);
  if (name == "cores")
    return number(run.cores);
  if (name == "max-cycles")
    return number(run.maxCycles);
  if (name == "max-instructions")
    return number(run.maxInstructions);
  if (name == "mode")
    return choice("functional", "timed", run.timed);
  if (name == "check")
    return choice("off", "on", run.checked);
  if (name == "record")
    return text(run.record);
  if (name == "trace")
    return text(report.trace);
  if (name == "report")
    return text(report.page);
  if (name == "compare")
    return text(report.earlier);
  if (name == "plan")
    return text(report.plans);
  if (name == "trace-limit")
    return number(report.maxSlices);
  if (name == "trace-window")
    return report.setWindow(value.str()) ? 0 : fail("two cycles, from:to");
  if (name == "trace-sample")
    return report.setSample(value.str())
               ? 0
               : fail("two numbers of cycles, every:length");
  return sim->fail("there is no option '" + name +
                   "'; known are mcpu, cores, mode, check, max-cycles, "
                   "max-instructions, record, trace, trace-window, "
                   "trace-sample, trace-limit, report, compare, plan");
}

int matrix_sim_set_option(matrix_sim *sim, const char *name,
                          const char *value) {
  if (!matrix_sim::isOne(sim) || !sim->has(name, "name") ||
      !sim->has(value, "value"))
    return -1;
  return Setting{sim, name, value}.set();
}

int matrix_sim_set_arguments(matrix_sim *sim, int count,
                             const char *const *words) {
  if (!matrix_sim::isOne(sim) || (count > 0 && !sim->has(words, "words")))
    return -1;
  for (int i = 0; i < count; ++i)
    if (!sim->has(words[i], "words"))
      return -1;
  sim->options.arguments.assign(words, words + std::max(count, 0));
  return 0;
}

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

/// In order of dependence: objects that refer to others first.
void matrix_sim::unload() {
  debugger.reset();
  report.reset();
  simulator.reset();
}

int matrix_sim::checkRecording() {
  bool watched = reportOptions.isAny() || !options.record.empty();
  if (watched && !options.timed)
    return fail("options 'record', 'trace' and 'report' need 'mode' timed");
  return 0;
}

int matrix_sim::load(Expected<std::unique_ptr<Simulator>> loaded) {
  if (!loaded)
    return fail(toString(loaded.takeError()));
  if (Error error = reportOptions.readEarlier())
    return fail(toString(std::move(error)));
  std::unique_ptr<Report> attachedReport;
  if (reportOptions.isAny()) {
    auto attached = Report::attach(**loaded, reportOptions);
    if (!attached)
      return fail(toString(attached.takeError()));
    attachedReport = std::move(*attached);
  }
  unload();
  simulator = std::move(*loaded);
  report = std::move(attachedReport);
  recorded = report || !options.record.empty();
  debugger = std::make_unique<Debugger>(*simulator);
  debugger->poll = [this] {
    callProgress();
    return false;
  };
  begin();
  return 0;
}

void matrix_sim::begin() {
  status = 0;
  stopped = 0;
  ran = {};
  message.clear();
}

int matrix_sim_load(matrix_sim *sim, const char *path) {
  if (!matrix_sim::isOne(sim) || !sim->has(path, "path") || sim->isBusy() ||
      sim->checkRecording())
    return -1;
  return sim->load(Simulator::load(path, sim->options));
}

int matrix_sim_load_memory(matrix_sim *sim, const void *data, size_t size,
                           const char *name) {
  if (!matrix_sim::isOne(sim) || !sim->has(data, "data") ||
      !sim->has(name, "name") || sim->isBusy() || sim->checkRecording())
    return -1;
  StringRef bytes(static_cast<const char *>(data), size);
  return sim->load(Simulator::load(MemoryBuffer::getMemBufferCopy(bytes, name),
                                   name, sim->options));
}

int matrix_sim::restart() {
  if (!core(0))
    return -1;
  if (isBusy())
    return -1;
  if (recorded)
    return fail("options 'record', 'trace' and 'report' are for one run; load "
                "the program again");
  if (Error error = debugger->restart())
    return fail(toString(std::move(error)));
  begin();
  return 0;
}

int matrix_sim_restart(matrix_sim *sim) {
  return matrix_sim::isOne(sim) ? sim->restart() : -1;
}

const char *matrix_sim_variant(const matrix_sim *sim) {
  return matrix_sim::isOne(sim) && sim->simulator
             ? sim->simulator->variant().c_str()
             : "";
}

unsigned matrix_sim_cores(const matrix_sim *sim) {
  return matrix_sim::isOne(sim) && sim->simulator
             ? sim->simulator->machine().system().numCores()
             : 0;
}
