//===- PageTables.cpp - data of tables of the page ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Relates traffic, occupancy and plans to labels. The scratchpad bytes of a
// region are the maximum over its time of the fullest scratchpad, at the
// resolution of the timeline. A plan belongs to the label of its source line
// that was active for the longest time, since a fusion group may have code at
// several labels.
//
//===----------------------------------------------------------------------===//

#include "PageTables.h"
#include "llvm/Support/Path.h"
#include <algorithm>

using namespace llvm;
using namespace matrix::sim;

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

namespace {
/// Occupancy of the fullest scratchpad by bin.
class Occupancies {
public:
  explicit Occupancies(const Timeline &timeline)
      : width(timeline.width()), lines(timeline.bins()) {
    for (unsigned core = 0; core < timeline.cores.size(); ++core) {
      std::vector<uint64_t> one = timeline.occupancy(core);
      for (size_t bin = 0; bin < lines.size(); ++bin)
        lines[bin] = std::max(lines[bin], one[bin]);
    }
  }
  /// The maximum in the cycles [from, to).
  uint64_t maximum(uint64_t from, uint64_t to) const {
    size_t first = std::min(size_t(from / width), lines.size()),
           last = std::min(size_t((to - 1) / width) + 1, lines.size());
    return first < last
               ? *std::max_element(lines.begin() + first, lines.begin() + last)
               : 0;
  }

private:
  uint64_t width;
  std::vector<uint64_t> lines;
};
} // namespace

json::Array matrix::sim::regionsOf(const PageContents &contents) {
  Occupancies occupancies(contents.timeline);
  json::Array all;
  for (unsigned i = 0; i < contents.traffic.regions.size(); ++i) {
    const RegionTraffic &region = contents.traffic.regions[i];
    if (!region.isActive())
      continue;
    uint64_t maximum = occupancies.maximum(region.first, region.last);
    all.push_back(json::Object{{"label", i},
                               {"first", region.first},
                               {"last", region.last},
                               {"read", region.dram.read},
                               {"written", region.dram.written},
                               {"transfers", region.transfers},
                               {"multicasts", region.multicasts},
                               {"scratchpad", maximum * contents.lineBytes}});
  }
  return all;
}

json::Array matrix::sim::buffersOf(const PageContents &contents) {
  json::Array all;
  for (const auto &[buffer, moved] : contents.traffic.buffers) {
    json::Object row{{"name", buffer ? json::fixUTF8(buffer->name) : "other"},
                     {"read", moved.read},
                     {"written", moved.written}};
    if (buffer) {
      row["bytes"] = buffer->bytes;
      row["tensor"] = buffer->isTensor;
    }
    all.push_back(std::move(row));
  }
  return all;
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

/// The label of a plan's source line that was active for the longest time.
static int labelOf(const PredictedPlan &plan, const PageContents &contents) {
  int found = -1;
  uint64_t longest = 0;
  for (unsigned i = 0; i < contents.map.labels.size(); ++i) {
    const Label &label = contents.map.labels[i];
    const RegionTraffic &region = contents.traffic.regions[i];
    if (!plan.line || label.line != plan.line ||
        sys::path::filename(label.path) != StringRef(plan.file) ||
        !region.isActive() || region.last - region.first < longest)
      continue;
    longest = region.last - region.first;
    found = int(i);
  }
  return found;
}

json::Array matrix::sim::plansOf(const PageContents &contents) {
  json::Array all;
  for (const PredictedPlan &plan : contents.plans) {
    int label = labelOf(plan, contents);
    json::Object row{{"name", json::fixUTF8(plan.name)},
                     {"text", json::fixUTF8(plan.text)},
                     {"label", label}};
    if (plan.predicted)
      row["predicted"] = *plan.predicted;
    if (label >= 0) {
      const RegionTraffic &region = contents.traffic.regions[unsigned(label)];
      row["measured"] = region.last - region.first;
    }
    all.push_back(std::move(row));
  }
  return all;
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

static json::Object rowOf(const Compared &row) {
  json::Object object{{"what", json::fixUTF8(row.what)}};
  if (row.before)
    object["before"] = *row.before;
  if (row.now)
    object["now"] = *row.now;
  return object;
}

/// Cycles by operation, of all cores.
static std::map<std::string, double>
operationsOf(const PageContents &contents) {
  std::map<std::string, double> cycles;
  for (unsigned core = 0; core < contents.run.cores.size(); ++core)
    for (unsigned i = 0; i < contents.map.labels.size(); ++i)
      if (uint64_t some = contents.profile.of(core, i).cycles())
        cycles[contents.map.labels[i].name] += double(some);
  return cycles;
}

static json::Array compareOperations(const PageContents &contents) {
  std::map<std::string, Compared> rows;
  for (const auto &[name, cycles] : contents.earlier->operations())
    if (cycles)
      rows[name].before = cycles;
  if (rows.empty())
    return {};
  for (const auto &[name, cycles] : operationsOf(contents))
    rows[name].now = cycles;
  json::Array all;
  for (auto &[name, row] : rows) {
    row.what = name;
    all.push_back(rowOf(row));
  }
  return all;
}

json::Value matrix::sim::comparisonOf(const PageContents &contents,
                                      const json::Value &statistics) {
  if (!contents.earlier)
    return nullptr;
  json::Array rows;
  for (const Compared &row :
       contents.earlier->compare(*statistics.getAsObject()))
    rows.push_back(rowOf(row));
  return json::Object{{"path", json::fixUTF8(contents.earlier->path())},
                      {"rows", std::move(rows)},
                      {"operations", compareOperations(contents)}};
}
