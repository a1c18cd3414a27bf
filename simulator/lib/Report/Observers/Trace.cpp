//===- Trace.cpp - trace events for Perfetto ------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Converts events to slices, merges adjacent single-cycle instructions, and
// derives counters from the timeline. The document is written while the program
// runs, one event per line; only the last slice of each pipe and the transfers
// that have not been waited for are kept in memory. A slice is merged with its
// successor if both have the same label and a gap of a few cycles at most.
//
//===----------------------------------------------------------------------===//

#include "Trace.h"
#include "Memory/DmaDescriptor.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace matrix::sim;

// Thread numbers of a core: stalls, pipes, channels.
static constexpr unsigned stallThread = 0, firstPipe = 1;
static unsigned firstChannel() { return firstPipe + numPipes(); }

/// Single-cycle instructions separated by at most this gap are merged into one
/// slice.
static constexpr uint64_t joinedGap = 8;

static std::string quoted(StringRef text) {
  std::string all;
  raw_string_ostream(all) << json::Value(json::fixUTF8(text));
  return all;
}

//===----------------------------------------------------------------------===//
// Document
//===----------------------------------------------------------------------===//

Trace::Trace(raw_ostream &os, const SourceMap &map, const CodeText &code,
             const BufferNames &names, const TraceWindow &window,
             unsigned numCores, unsigned channelsPerCore)
    : os(os), map(map), code(code), names(names), window(window),
      numCores(numCores), cores(numCores) {
  for (const Label &label : map.labels)
    labels.push_back(quoted(label.name));
  os << "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"unit\":\"1 us is 1 "
        "cycle\"},\n\"traceEvents\":[\n";
  for (unsigned core = 0; core < numCores; ++core) {
    cores[core].pipes.resize(numPipes());
    cores[core].channels.resize(channelsPerCore);
    name(core, -1, "core " + std::to_string(core));
    name(core, stallThread, "stalls");
    for (unsigned p = 0; p < numPipes(); ++p)
      name(core, int(firstPipe + p), std::string("pipe ") + pipeName(p));
    for (unsigned c = 0; c < channelsPerCore; ++c)
      name(core, int(firstChannel() + c), "DMA channel " + std::to_string(c));
  }
  name(numCores, -1, "DRAM");
}

void Trace::name(unsigned process, int thread, const std::string &text) {
  begin('M', process, unsigned(std::max(thread, 0)), 0);
  os << ",\"name\":\"" << (thread < 0 ? "process_name" : "thread_name")
     << "\",\"args\":{\"name\":" << quoted(text) << "}}";
}

void Trace::begin(char phase, unsigned process, unsigned thread,
                  uint64_t time) {
  os << (first ? "" : ",\n") << "{\"ph\":\"" << phase
     << "\",\"pid\":" << process << ",\"tid\":" << thread << ",\"ts\":" << time;
  first = false;
}

bool Trace::admit(uint64_t start, uint64_t end) {
  if (!window.contains(start, end))
    return false;
  if (!isFull())
    return ++written;
  if (!leftOut++)
    leftOutSince = start;
  return false;
}

void Trace::close(const Timeline &timeline, double dramBytesPerCycle,
                  const std::string &cut) {
  for (unsigned core = 0; core < numCores; ++core)
    for (unsigned p = 0; p < numPipes(); ++p)
      write(core, p, cores[core].pipes[p]);
  counters(timeline, dramBytesPerCycle);
  os << "\n]";
  if (!cut.empty())
    os << ",\"cut\":" << quoted(cut);
  os << "}\n";
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

void Trace::issued(const IssueEvent &event) {
  connect(event);
  stall(event.core, event.cause, event.index, event.from, event.issue);
  Slice &last = cores[event.core].pipes[event.pipe];
  bool isShort = event.occupied - event.start == 1;
  bool joins = last.instructions && isShort && last.isShort &&
               event.start - last.end <= joinedGap &&
               map.labelOf(event.index) == map.labelOf(last.index);
  if (joins) {
    last.end = event.occupied;
    ++last.instructions;
    return;
  }
  write(event.core, event.pipe, last);
  last = {event.start, event.occupied, 1, event.index, isShort};
}

void Trace::write(unsigned core, unsigned pipe, const Slice &slice) {
  if (!slice.instructions || !admit(slice.start, slice.end))
    return;
  begin('X', core, firstPipe + pipe, slice.start);
  os << ",\"dur\":" << slice.end - slice.start
     << ",\"name\":" << labels[map.labelOf(slice.index)]
     << ",\"args\":{\"pc\":\"" << format_hex(code.pc(slice.index), 1) << "\",";
  if (slice.instructions > 1)
    os << "\"instructions\":" << slice.instructions << "}}";
  else
    os << "\"instruction\":" << quoted(code.text(slice.index)) << "}}";
}

void Trace::stall(unsigned core, StallCause cause, uint64_t index,
                  uint64_t from, uint64_t to) {
  if (from >= to || !admit(from, to))
    return;
  begin('X', core, stallThread, from);
  os << ",\"dur\":" << to - from << ",\"name\":\"" << stallCauseName(cause)
     << "\",\"args\":{\"for\":" << labels[map.labelOf(index)]
     << ",\"instruction\":" << quoted(code.text(index)) << "}}";
}

void Trace::waited(const WaitEvent &event) {
  stall(event.core, event.cause, event.index, event.from, event.to);
}

//===----------------------------------------------------------------------===//
// DMA transfers
//===----------------------------------------------------------------------===//

/// A transfer whose slice and arrow cannot be shown is not kept.
void Trace::started(const TransferStart &event) {
  if (isFull() || event.issue >= window.to)
    return;
  TransferSides sides = sidesOf(event);
  bool isFill = !event.descriptor.reads();
  PerCore &core = cores[event.core];
  core.channels[event.channel].transfers[event.handle] = {
      isFill ? "fill" : names.name(event.core, sides.from),
      names.name(event.core, sides.to),
      {},
      {}};
  core.starting = event.handle;
}

Trace::Transfer *Trace::find(PerCore &core, uint64_t handle) {
  for (Channel &channel : core.channels)
    if (auto found = channel.transfers.find(handle);
        found != channel.transfers.end())
      return &found->second;
  return nullptr;
}

void Trace::awaited(const TransferWait &event) {
  cores[event.core].awaiting = event.handle;
}

/// The instruction that starts a transfer or waits for it has issued.
void Trace::connect(const IssueEvent &event) {
  PerCore &core = cores[event.core];
  Point here{firstPipe + event.pipe, event.start};
  if (Transfer *transfer = core.starting ? find(core, core.starting) : nullptr)
    transfer->start = here;
  if (core.awaiting)
    finishWait(event.core, core.awaiting, here);
  core.starting = core.awaiting = 0;
}

/// Earlier transfers of the channel are complete, too.
void Trace::finishWait(unsigned core, uint64_t handle, const Point &wait) {
  for (Channel &channel : cores[core].channels) {
    auto found = channel.transfers.find(handle);
    if (found == channel.transfers.end())
      continue; // of another channel, or a second wait
    arrows(core, found->second, wait);
    channel.transfers.erase(channel.transfers.begin(), std::next(found));
  }
}

/// Ends of arrows are in slices of the window.
void Trace::arrows(unsigned core, const Transfer &transfer, const Point &wait) {
  auto isShown = [this](const Point &at) {
    return at.thread && window.contains(at.time, at.time + 1);
  };
  if (!isShown(transfer.start) || !isShown(wait) || isFull())
    return;
  ++numArrows;
  arrow('s', core, transfer.start);
  if (isShown(transfer.move))
    arrow('t', core, transfer.move);
  arrow('f', core, wait);
}

void Trace::arrow(char phase, unsigned core, const Point &at) {
  begin(phase, core, at.thread, at.time);
  os << ",\"id\":" << numArrows << ",\"cat\":\"dma\",\"name\":\"transfer\""
     << (phase == 'f' ? ",\"bp\":\"e\"}" : "}");
}

/// The slice covers the movement of lines; a channel processes one descriptor
/// at a time.
void Trace::transferred(const TransferRecord &record) {
  Channel &channel = cores[record.core].channels[record.channel];
  uint64_t start = std::max(record.firstLine, channel.moving);
  uint64_t end = std::max(record.lastLine + 1, start);
  channel.moving = end;
  if (!admit(start, end))
    return;
  Transfer unknown;
  auto known = channel.transfers.find(record.handle);
  Transfer &transfer =
      known == channel.transfers.end() ? unknown : known->second;
  transfer.move = {firstChannel() + record.channel, start};
  uint64_t index = code.indexOf(record.pc);
  begin('X', record.core, firstChannel() + record.channel, start);
  os << ",\"dur\":" << end - start << ",\"name\":" << labels[map.labelOf(index)]
     << ",\"args\":{\"handle\":" << record.handle
     << ",\"from\":" << quoted(transfer.from)
     << ",\"to\":" << quoted(transfer.to)
     << ",\"receivers\":" << record.receivers << ",\"bytes\":" << record.bytes
     << ",\"started\":" << record.started
     << ",\"completed\":" << record.completed
     << ",\"dram lines\":" << record.dramLines
     << ",\"local lines\":" << record.localLines
     << ",\"ring lines\":" << record.ringLines << "}}";
}

//===----------------------------------------------------------------------===//
// Counters
//===----------------------------------------------------------------------===//

void Trace::counters(const Timeline &timeline, double dramBytesPerCycle) {
  for (unsigned core = 0; core < numCores; ++core)
    for (unsigned p = 0; p < numPipes(); ++p)
      counter(core, std::string(pipeName(p)) + " busy %",
              timeline.cores[core].pipes[p], timeline, 1);
  counter(numCores, "busy %", timeline.dram, timeline, dramBytesPerCycle);
}

/// Writes the values at which the counter changes.
void Trace::counter(unsigned process, const std::string &name,
                    const Track &track, const Timeline &timeline, double full) {
  double shown = 0;
  for (size_t bin = 0; bin <= timeline.bins(); ++bin) {
    double part = double(track.at(bin)) / double(timeline.width()) / full;
    double value = 100 * std::min(1.0, part); // lines are distributed evenly
    if (value == shown)
      continue;
    begin('C', process, 0, bin * timeline.width());
    os << ",\"name\":" << quoted(name)
       << ",\"args\":{\"%\":" << format("%.1f", value) << "}}";
    shown = value;
  }
}
