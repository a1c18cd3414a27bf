//===- Page.cpp - HTML report of a run ------------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Generates the data of the page in JSON and inserts it into the template in
// Page/, whose scripts define its use. Timelines, the largest part, are one
// byte per bin in base64: 0 is nothing, 1 to 255 the fraction of the maximum.
// Sources are embedded as far as they can be read, with bounded length. The
// character '<' is escaped, so that no source text can end the script element.
//
//===----------------------------------------------------------------------===//

#include "PageTables.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/MemoryBuffer.h"
#include <algorithm>
#include <map>

using namespace llvm;
using namespace matrix::sim;

static const char pageTemplate[] =
#include "ReportPage.inc"
    ;

namespace {

class PageData {
public:
  explicit PageData(const PageContents &contents)
      : contents(contents), summary(contents.run) {}

  json::Value make() {
    readSources();
    json::Value statistics = toJson(summary);
    json::Value comparison = comparisonOf(contents, statistics);
    return json::Object{
        {"statistics", std::move(statistics)},
        {"causes", causes()},
        {"dramRate", dramRate()},
        {"peaks", peaks()},
        {"labels", labels()},
        {"profile", profile()},
        {"timeline", timeline()},
        {"regions", regionsOf(contents)},
        {"buffers", buffersOf(contents)},
        {"plans", plansOf(contents)},
        {"comparison", std::move(comparison)},
        {"scratchpad", contents.scratchpadLines * contents.lineBytes},
        {"code", code()},
        {"sources", std::move(sources)}};
  }

private:
  //===--------------------------------------------------------------------===//
  // Sources and labels
  //===--------------------------------------------------------------------===//

  void readSources() {
    for (const Label &label : contents.map.labels) {
      if (label.path.empty() || sourceNumbers.count(label.path))
        continue;
      auto file = MemoryBuffer::getFile(label.path, /*IsText=*/true);
      if (!file)
        continue;
      sourceNumbers[label.path] = sources.size();
      sources.push_back(json::Object{{"path", json::fixUTF8(label.path)},
                                     {"lines", lines((*file)->getBuffer())}});
    }
  }

  static json::Array lines(StringRef text) {
    json::Array all;
    while (!text.empty() && all.size() < 50000) {
      auto [line, rest] = text.split('\n');
      all.push_back(json::fixUTF8(line.take_front(400)));
      text = rest;
    }
    return all;
  }

  json::Array labels() {
    json::Array all;
    for (const Label &label : contents.map.labels) {
      json::Object object{{"name", json::fixUTF8(label.name)},
                          {"line", label.line}};
      if (label.operation >= 0)
        object["op"] = label.operation;
      if (auto source = sourceNumbers.find(label.path);
          source != sourceNumbers.end())
        object["source"] = source->second;
      all.push_back(std::move(object));
    }
    return all;
  }

  /// DRAM bytes per cycle; the sum of reads and writes without DMA.
  double dramRate() const {
    DramRates rates = dramRates(summary.variant, summary.numCores);
    return summary.variant.dma ? rates.read : rates.read + rates.written;
  }

  /// Peak multiply-adds per cycle and core for the element types of the
  /// program, one entry per rate.
  json::Array peaks() {
    std::map<double, std::string> byRate;
    for (const OperationWork &work : contents.run.work.operations) {
      const Contraction *c = contractionFor(work, summary.variant);
      if (!c)
        continue;
      std::string &types = byRate[double(c->macs()) / double(c->cycles)];
      if (types.find(c->element) == std::string::npos)
        types += (types.empty() ? "" : ", ") + std::string(c->element);
    }
    json::Array all;
    for (auto &[rate, types] : byRate)
      all.push_back(json::Object{{"types", types}, {"rate", rate}});
    return all;
  }

  //===--------------------------------------------------------------------===//
  // Cycles
  //===--------------------------------------------------------------------===//

  /// Order of all lists of stalls.
  static json::Array causes() {
    json::Array all;
    for (unsigned c = 0; c < numStallCauses; ++c)
      all.push_back(stallCauseName(StallCause(c)));
    return all;
  }

  json::Array profile() {
    json::Array cores;
    for (unsigned core = 0; core < summary.numCores; ++core) {
      json::Array rows;
      for (unsigned i = 0; i < contents.map.labels.size(); ++i) {
        const LabelCycles &cycles = contents.profile.of(core, i);
        if (cycles.cycles())
          rows.push_back(json::Array{i, cycles.issued,
                                     json::Array(ArrayRef(cycles.stalls)),
                                     cycles.macs});
      }
      cores.push_back(json::Object{{"drain", contents.profile.drain(core)},
                                   {"labels", std::move(rows)}});
    }
    return cores;
  }

  json::Array code() {
    json::Array all;
    for (const CodeCycles &c : contents.code)
      all.push_back(json::Array{c.pc, c.text, c.label, c.count, c.cycles});
    return all;
  }

  //===--------------------------------------------------------------------===//
  // Timeline
  //===--------------------------------------------------------------------===//

  /// Encodes a track as one byte per bin, 255 for `full`.
  std::string encode(const Track &track, double full) {
    std::vector<char> bytes(contents.timeline.bins());
    for (size_t i = 0; i < bytes.size(); ++i) {
      double part = std::min(1.0, double(track.at(i)) / full);
      // Nonzero amounts stay visible.
      bytes[i] = char(track.at(i) ? std::max(1.0, part * 255 + .5) : 0);
    }
    return encodeBase64(bytes);
  }

  /// One byte per bin, 255 for a full scratchpad.
  std::string encodeOccupancy(const std::vector<uint64_t> &lines) {
    std::vector<char> bytes;
    double full = double(std::max<uint64_t>(contents.scratchpadLines, 1));
    for (uint64_t some : lines) {
      double part = std::min(1.0, double(some) / full);
      bytes.push_back(char(some ? std::max(1.0, part * 255 + .5) : 0));
    }
    return encodeBase64(bytes);
  }

  /// Encodes labels as two bytes, little-endian; larger numbers become label 0
  /// (no line).
  std::string encode(const LabelTrack &track) {
    std::vector<char> bytes;
    for (size_t i = 0; i < contents.timeline.bins(); ++i) {
      uint32_t label = track.at(i) > UINT16_MAX ? 0 : track.at(i);
      bytes.push_back(char(label));
      bytes.push_back(char(label >> 8));
    }
    return encodeBase64(bytes);
  }

  json::Object tracks(const Timeline::CoreTracks &core, double full) {
    json::Array states, pipes, channels;
    for (const Track &state : core.states)
      states.push_back(encode(state, full));
    for (unsigned p = 0; p < core.pipes.size(); ++p)
      pipes.push_back(
          summary.pipes[p].instructions
              ? json::Value(json::Object{{"busy", encode(core.pipes[p], full)},
                                         {"label", encode(core.labels[p])}})
              : json::Value(nullptr));
    for (const Track &channel : core.channels)
      channels.push_back(encode(channel, full));
    return json::Object{{"states", std::move(states)},
                        {"pipes", std::move(pipes)},
                        {"channels", std::move(channels)}};
  }

  json::Object timeline() {
    const Timeline &t = contents.timeline;
    double full = double(t.width());
    double rate = double(summary.variant.parameters.dramBytes.value_or(1));
    json::Array cores, pipes;
    for (unsigned core = 0; core < t.cores.size(); ++core) {
      json::Object one = tracks(t.cores[core], full);
      one["scratchpad"] = encodeOccupancy(t.occupancy(core));
      cores.push_back(std::move(one));
    }
    for (unsigned p = 0; p < numPipes(); ++p)
      pipes.push_back(pipeName(p));
    return json::Object{{"width", t.width()},
                        {"bins", t.bins()},
                        {"cores", std::move(cores)},
                        {"pipes", std::move(pipes)},
                        {"dram", encode(t.dram, full * rate)},
                        {"written", encode(t.dramWritten, full * rate)}};
  }

  const PageContents &contents;
  Summary summary;
  json::Array sources;
  std::map<std::string, size_t> sourceNumbers;
};

} // namespace

/// Escapes the data so that it cannot end its script element.
static std::string dataText(const PageContents &contents) {
  std::string text;
  raw_string_ostream(text) << PageData(contents).make();
  std::string safe;
  for (char c : text)
    if (c == '<')
      safe += "\\u003c";
    else
      safe += c;
  return safe;
}

std::string matrix::sim::makePage(const PageContents &contents) {
  auto [before, after] = StringRef(pageTemplate).split("@DATA@");
  return before.str() + dataText(contents) + after.str();
}
