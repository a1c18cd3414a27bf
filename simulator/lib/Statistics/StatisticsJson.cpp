//===- StatisticsJson.cpp - statistics as JSON ----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the schema of docs/reference/statistics.md. Keys are added, never
// removed.
//
//===----------------------------------------------------------------------===//

#include "../Timing/IssueTable.h"
#include "Advice.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace matrix::sim;

static constexpr int64_t schemaVersion = 1;

static json::Object stallsOf(const uint64_t (&stalls)[numStallCauses]) {
  json::Object all;
  for (unsigned c = 0; c < numStallCauses; ++c)
    all[stallCauseName(StallCause(c))] = stalls[c];
  return all;
}

static void put(json::Object &to, StringRef key, std::optional<double> value) {
  if (value)
    to[key] = *value;
}

json::Value matrix::sim::toJson(const Bounds &bounds) {
  json::Object all;
  put(all, "mma", bounds.mma);
  put(all, "shape", bounds.shape);
  put(all, "dram", bounds.dram);
  put(all, "ew", bounds.ew);
  put(all, "latency", bounds.latency);
  put(all, "loads", bounds.loads);
  all["roof"] = bounds.roof();
  all["shape_roof"] = bounds.shapeRoof();
  return all;
}

static json::Object toJson(const MemoryTraffic &traffic) {
  return json::Object{{"read", traffic.read}, {"written", traffic.written}};
}

static json::Object toJson(const PipeSummary &pipe) {
  return json::Object{{"instructions", pipe.instructions},
                      {"occupied", pipe.occupied},
                      {"idle", stallsOf(pipe.idle)},
                      {"other", pipe.other}};
}

//===----------------------------------------------------------------------===//
// Cores
//===----------------------------------------------------------------------===//

static json::Object toJson(const CoreTiming &timing) {
  json::Object pipes;
  auto summaries = summarizePipes({timing});
  for (const PipeSummary &pipe : summaries)
    if (pipe.instructions)
      pipes[pipe.name] = toJson(pipe);
  return json::Object{
      {"issued", timing.issued},
      {"stalls", stallsOf(timing.stalls)},
      {"macs", timing.macs},
      {"conflict_cycles", timing.conflictCycles},
      {"pipes", std::move(pipes)},
      {"bytes", json::Object{{"scratchpad", toJson(timing.own)},
                             {"dram", toJson(timing.dram)},
                             {"remote", toJson(timing.remote)}}}};
}

static json::Array channelsOf(const TransferStatistics &transfers,
                              size_t core) {
  json::Array all;
  for (unsigned c = 0; c < transfers.channelsPerCore; ++c) {
    const ChannelStatistics &channel =
        transfers.channels[core * transfers.channelsPerCore + c];
    all.push_back(json::Object{{"transfers", channel.transfers},
                               {"bytes", channel.bytes},
                               {"busy", channel.busy}});
  }
  return all;
}

static json::Array coresOf(const RunStatistics &run) {
  json::Array all;
  for (size_t i = 0; i < run.cores.size(); ++i) {
    const CoreStatistics &counts = run.cores[i];
    json::Object core;
    if (i < run.timing.size()) {
      core = toJson(run.timing[i]);
      core["channels"] = channelsOf(run.transfers, i);
    }
    core["instructions"] = counts.instructions;
    core["dma_transfers"] = counts.dmaTransfers;
    core["dma_bytes"] = counts.dmaBytes;
    core["barriers"] = counts.barriers;
    all.push_back(std::move(core));
  }
  return all;
}

//===----------------------------------------------------------------------===//
// Work
//===----------------------------------------------------------------------===//

static json::Object operationOf(const OperationWork &work,
                                const Summary &summary) {
  json::Object all{{"op", work.op},
                   {"kind", work.kind},
                   {"file", work.file},
                   {"line", work.line},
                   {"column", work.column},
                   {"extents", json::Array(work.extents)},
                   {"types", json::Array(work.types)},
                   {"macs", work.macs},
                   {"read", work.read},
                   {"written", work.written},
                   {"ew_bytes", work.ewBytes},
                   {"sfu_bytes", work.sfuBytes}};
  if (work.needed < 1)
    all["needed"] = work.needed;
  if (work.macs)
    all["gemm"] = json::Array{work.batch, work.m, work.n, work.k};
  all["bounds"] = toJson(boundsOf(work, summary.variant, summary.numCores));
  return all;
}

static json::Object workOf(const Summary &summary) {
  const ProgramWork &work = summary.run.work;
  json::Array operations;
  for (const OperationWork &operation : work.operations)
    operations.push_back(operationOf(operation, summary));
  return json::Object{
      {"in", work.in},       {"constants", work.constants},
      {"out", work.out},     {"unknown", work.unknown},
      {"macs", work.macs()}, {"operations", std::move(operations)}};
}

//===----------------------------------------------------------------------===//
// Run
//===----------------------------------------------------------------------===//

static json::Array adviceOf(const Summary &summary) {
  json::Array all;
  for (const Advice &advice : adviceOn(summary))
    all.push_back(
        json::Object{{"percent", advice.percent}, {"text", advice.text}});
  return all;
}

static void addTime(json::Object &all, const Summary &summary) {
  const RunStatistics &run = summary.run;
  all["cycles"] = run.cycles;
  all["executed_macs"] = summary.executedMacs;
  json::Object percent;
  put(percent, "peak", summary.percentOf(summary.bounds.mma.value_or(0)));
  put(percent, "roof", summary.percentOf(summary.bounds.roof()));
  put(percent, "shape_roof", summary.percentOf(summary.bounds.shapeRoof()));
  all["percent"] = std::move(percent);
  all["issued"] = summary.issued;
  all["stalls"] = stallsOf(summary.stalls);
  json::Object pipes;
  for (const PipeSummary &pipe : summary.pipes)
    pipes[pipe.name] = toJson(pipe);
  all["pipes"] = std::move(pipes);
  const TransferStatistics &t = run.transfers;
  all["transfers"] = json::Object{{"dram_read", t.dramRead},
                                  {"dram_written", t.dramWritten},
                                  {"local", t.local},
                                  {"ring", t.ring},
                                  {"ring_byte_hops", t.ringByteHops},
                                  {"dram_used", t.dramUsed},
                                  {"multicasts", t.multicasts}};
  all["advice"] = adviceOf(summary);
  all["ignored"] = json::Array(ignoredByTiming());
}

json::Value matrix::sim::toJson(const Summary &summary) {
  const RunStatistics &run = summary.run;
  json::Object all{
      {"schema", schemaVersion},
      {"program", run.program},
      {"variant", run.variant},
      {"description", run.hash},
      {"mode", run.timed ? "timed" : "functional"},
      {"status", run.status},
      {"clock_mhz", summary.variant.parameters.clockMHz.value_or(0)},
      {"contraction_pipe", StringRef(contractionPipe(summary.variant))},
      {"scalar_pipe", pipeName(IssueTable::scalarPipe())},
      {"host_seconds", run.hostSeconds},
      {"cores", coresOf(run)}};
  if (!run.cut.empty())
    all["cut"] = json::fixUTF8(run.cut);
  if (run.work.known) {
    all["work"] = workOf(summary);
    json::Object bounds = *toJson(summary.bounds).getAsObject();
    bounds["layers"] = summary.layers;
    put(bounds, "ring", summary.ringBound);
    all["bounds"] = std::move(bounds);
  }
  if (run.timed)
    addTime(all, summary);
  return all;
}

std::string matrix::sim::statisticsJson(const RunStatistics &run) {
  return formatv("{0:2}\n", toJson(Summary(run))).str();
}
