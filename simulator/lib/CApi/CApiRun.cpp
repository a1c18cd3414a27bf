//===- CApiRun.cpp - C interface: execution and statistics ----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs and single steps through the debugger's interface, breakpoints, progress
// callbacks, statistics and reports. Every run uses the debugger: without
// breakpoints it executes the program's own code, and a breakpoint may be added
// between two runs. matrix_sim_call checks all buffers before it restarts the
// program, so that a rejected call changes nothing.
//
//===----------------------------------------------------------------------===//

#include "CApi.h"
#include "Support/Hex.h"

using namespace llvm;
using namespace matrix;
using namespace matrix::sim;

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

static matrix_sim_state ended(matrix_sim *sim, const Result &result) {
  sim->status = result.status;
  sim->message = result.message;
  if (sim->message.empty())
    sim->message = sim->simulator->recordingError();
  return result.trap == TrapKind::None ? MATRIX_SIM_ENDED : MATRIX_SIM_TRAPPED;
}

static matrix_sim_state stopped(matrix_sim *sim, const Stop &stop) {
  sim->stopped = stop.core;
  switch (stop.kind) {
  case StopKind::Ended:
    return ended(sim, sim->debugger->result());
  case StopKind::Interrupted:
    sim->message = sim->simulator->locations();
    return MATRIX_SIM_INTERRUPTED;
  case StopKind::Breakpoint:
    return MATRIX_SIM_BREAKPOINT;
  case StopKind::Watchpoint:
    return MATRIX_SIM_WATCHPOINT;
  case StopKind::Stepped:
    return MATRIX_SIM_STEPPED;
  }
  return MATRIX_SIM_FAILED;
}

/// Runs and measures the host time.
static matrix_sim_state timedRun(matrix_sim *sim, function_ref<Stop()> run) {
  sim->started = matrix_sim::Clock::now();
  sim->nextCall = sim->started;
  sim->running = true;
  matrix_sim_state state = stopped(sim, run());
  sim->ran = std::chrono::duration<double>(sim->hostSeconds());
  sim->running = false;
  return state;
}

matrix_sim_state matrix_sim_run(matrix_sim *sim) {
  if (!matrix_sim::isOne(sim) || !sim->core(0) || sim->isBusy())
    return MATRIX_SIM_FAILED;
  return timedRun(sim, [sim] { return sim->debugger->resume(); });
}

/// Arguments in the order of matrix_sim_get_tensor().
static std::vector<const Argument *> inOrder(const matrix_sim &sim) {
  std::vector<const Argument *> all;
  for (bool output : {false, true})
    for (const Argument &a : sim.simulator->arguments())
      if (a.output == output)
        all.push_back(&a);
  return all;
}

/// Checks all buffers before the first one is used.
static int checkBuffers(matrix_sim *sim, ArrayRef<const Argument *> tensors,
                        size_t count, const matrix_sim_buffer *buffers) {
  if (count != tensors.size())
    return sim->fail("the program has " + Twine(tensors.size()) +
                     " tensors, not " + Twine(count));
  if (count && !sim->has(buffers, "buffers"))
    return -1;
  for (size_t i = 0; i < count; ++i)
    if (buffers[i].data && buffers[i].bytes != tensors[i]->bytes)
      return sim->fail("tensor " + Twine(i) + " (" + tensors[i]->name +
                       ") has " + Twine(tensors[i]->bytes) + " bytes, not " +
                       Twine(buffers[i].bytes));
  return 0;
}

matrix_sim_state matrix_sim_call(matrix_sim *sim, size_t count,
                                 const matrix_sim_buffer *buffers) {
  if (!matrix_sim::isOne(sim) || !sim->core(0))
    return MATRIX_SIM_FAILED;
  std::vector<const Argument *> tensors = inOrder(*sim);
  if (checkBuffers(sim, tensors, count, buffers) || sim->restart())
    return MATRIX_SIM_FAILED;
  for (size_t i = 0; i < count; ++i)
    if (buffers[i].data && !tensors[i]->output)
      sim->simulator->write(tensors[i]->address, buffers[i].data,
                            tensors[i]->bytes);
  matrix_sim_state state = matrix_sim_run(sim);
  if (state != MATRIX_SIM_ENDED || sim->status)
    return state;
  for (size_t i = 0; i < count; ++i)
    if (buffers[i].data && tensors[i]->output)
      sim->simulator->read(tensors[i]->address, buffers[i].data,
                           tensors[i]->bytes);
  return state;
}

matrix_sim_state matrix_sim_step(matrix_sim *sim, unsigned core,
                                 uint64_t instructions) {
  if (!matrix_sim::isOne(sim) || !sim->core(core) || sim->isBusy())
    return MATRIX_SIM_FAILED;
  if (!instructions)
    return MATRIX_SIM_STEPPED;
  return timedRun(sim, [&] {
    return sim->debugger->stepUntil(
        core, [&](const Core &) { return --instructions == 0; });
  });
}

void matrix_sim_interrupt(matrix_sim *sim) {
  if (sim && sim->debugger)
    sim->debugger->interrupt();
}

int matrix_sim_status(const matrix_sim *sim) {
  return matrix_sim::isOne(sim) ? sim->status : -1;
}

unsigned matrix_sim_stopped_core(const matrix_sim *sim) {
  return matrix_sim::isOne(sim) ? sim->stopped : 0;
}

int matrix_sim_break(matrix_sim *sim, uint64_t address, int core) {
  if (!matrix_sim::isOne(sim) || !sim->core(core < 0 ? 0 : unsigned(core)))
    return -1;
  Breakpoint point = {};
  point.address = address;
  point.core = core;
  unsigned number = sim->debugger->add(std::move(point));
  return number ? int(number)
                : sim->fail("there is no instruction at " + hex(address));
}

int matrix_sim_remove(matrix_sim *sim, int number) {
  if (!matrix_sim::isOne(sim))
    return -1;
  bool known =
      sim->debugger && number > 0 && sim->debugger->remove(unsigned(number));
  return known ? 0
               : sim->fail("there is no breakpoint or watchpoint " +
                           Twine(number));
}

//===----------------------------------------------------------------------===//
// Progress
//===----------------------------------------------------------------------===//

double matrix_sim::hostSeconds() const {
  std::chrono::duration<double> now{0};
  if (running)
    now = Clock::now() - started;
  return (ran + now).count();
}

static matrix_sim_progress progressOf(const matrix_sim &sim) {
  Progress now = sim.simulator->progress();
  matrix_sim_progress full = {};
  full.size = sizeof(full);
  full.instructions = now.instructions;
  full.cycles = now.cycles;
  full.clock_mhz = now.clockMHz;
  full.host_seconds = sim.hostSeconds();
  return full;
}

void matrix_sim::callProgress() {
  if (!onProgress || Clock::now() - nextCall < interval)
    return;
  nextCall = Clock::now();
  matrix_sim_progress now = progressOf(*this);
  onProgress(&now, progressData);
}

int matrix_sim_on_progress(matrix_sim *sim, double seconds,
                           matrix_sim_progress_function function, void *data) {
  if (!matrix_sim::isOne(sim))
    return -1;
  if (!(seconds >= 0))
    return sim->fail("'seconds' is negative or not a number");
  sim->interval = std::chrono::duration<double>(seconds);
  sim->onProgress = function;
  sim->progressData = data;
  return 0;
}

int matrix_sim_get_progress(matrix_sim *sim, matrix_sim_progress *progress) {
  if (!matrix_sim::isOne(sim) || !sim->core(0) ||
      !sim->has(progress, "progress"))
    return -1;
  matrix_sim_progress now = progressOf(*sim);
  return copyKnown(sim, now, progress);
}

//===----------------------------------------------------------------------===//
// Statistics
//===----------------------------------------------------------------------===//

int matrix_sim_statistics(matrix_sim *sim, unsigned core,
                          matrix_sim_core_statistics *statistics) {
  if (!matrix_sim::isOne(sim) || !sim->core(core) ||
      !sim->has(statistics, "statistics"))
    return -1;
  RunStatistics run = sim->simulator->results();
  const CoreStatistics &counts = run.cores[core];
  matrix_sim_core_statistics full = {};
  full.instructions = counts.instructions;
  full.dma_transfers = counts.dmaTransfers;
  full.dma_bytes = counts.dmaBytes;
  full.barriers = counts.barriers;
  full.cycles = run.cycles;
  full.issued = run.timed ? run.timing[core].issued : 0;
  return copyKnown(sim, full, statistics);
}

static RunStatistics allStatistics(const matrix_sim &sim) {
  RunStatistics run = sim.simulator->results();
  run.status = sim.status;
  run.hostSeconds = sim.hostSeconds();
  return run;
}

/// With the comparison that the option `compare` requests.
static const char *textOfStatistics(matrix_sim &sim) {
  RunStatistics run = allStatistics(sim);
  const auto &earlier = sim.reportOptions.earlierRun;
  return sim.keep(statisticsText(run) +
                  (earlier ? comparisonText(*earlier, run) : ""));
}

const char *matrix_sim_statistics_text(matrix_sim *sim, const char *format) {
  if (!matrix_sim::isOne(sim) || !sim->core(0) || !sim->has(format, "format"))
    return "";
  StringRef wanted = format;
  if (wanted == "text")
    return textOfStatistics(*sim);
  if (wanted == "json")
    return sim->keep(statisticsJson(allStatistics(*sim)));
  sim->fail("'format' is text or json, not '" + wanted + "'");
  return "";
}

int matrix_sim_write_reports(matrix_sim *sim) {
  if (!matrix_sim::isOne(sim) || sim->isBusy())
    return -1;
  if (!sim->report)
    return sim->fail("there is no report to write; set option 'trace' or "
                     "'report' before loading");
  Error error = sim->report->finish(allStatistics(*sim));
  sim->message = sim->report->note();
  sim->report.reset();
  return error ? sim->fail(toString(std::move(error))) : 0;
}
