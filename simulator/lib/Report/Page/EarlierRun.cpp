//===- EarlierRun.cpp - comparison with an earlier run --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Extracts the data of a page, which is JSON inside of a script element, or the
// JSON document of --stats=json with any text before it. Numbers are
// compared by their path of keys; a run of an earlier version may lack keys.
//
//===----------------------------------------------------------------------===//

#include "EarlierRun.h"
#include "matrix/Support/JsonText.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace matrix;
using namespace matrix::sim;

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// The JSON document in a page, or in a file that only has text before it.
static StringRef findDocument(StringRef text) {
  auto [before, page] = text.split("id=\"data\">");
  if (!page.empty())
    return page.split("</script>").first;
  return text.drop_front(std::min(text.find('{'), text.size()));
}

static bool isTimed(const json::Object &statistics) {
  return statistics.getInteger("schema") == 1 &&
         statistics.getNumber("cycles") && statistics.getObject("stalls");
}

Expected<EarlierRun> EarlierRun::read(const std::string &path) {
  auto file = MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!file)
    return createStringError(
        path + ": error: cannot be read: " + file.getError().message());
  auto parsed = parseJsonText(findDocument((*file)->getBuffer()));
  if (parsed && parsed->getAsObject()) {
    EarlierRun run(path, std::move(*parsed->getAsObject()));
    if (isTimed(run.statistics()))
      return run;
  }
  consumeError(parsed.takeError());
  return createStringError(
      path + ":1:1: error: has no statistics of a timed run; give a file "
             "written by --report, or the output of --stats=json");
}

const json::Object &EarlierRun::statistics() const {
  const json::Object *inner = data.getObject("statistics");
  return inner ? *inner : data;
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

using Number = std::optional<double>;

static Number numberAt(const json::Object &from, ArrayRef<StringRef> keys) {
  const json::Object *object = &from;
  for (StringRef key : keys.drop_back())
    if (!(object = object->getObject(key)))
      return std::nullopt;
  return object->getNumber(keys.back());
}

namespace {
class Comparison {
public:
  Comparison(const json::Object &before, const json::Object &now)
      : before(before), now(now) {}

  /// Numbers that are zero in both runs are omitted.
  void add(const Twine &what, ArrayRef<StringRef> keys) {
    Number first = numberAt(before, keys), second = numberAt(now, keys);
    if (first.value_or(0) != 0 || second.value_or(0) != 0)
      all.push_back({what.str(), first, second});
  }
  void addEach(StringRef object, StringRef what) {
    if (const json::Object *entries = now.getObject(object))
      for (const auto &entry : *entries)
        add(what + StringRef(entry.first), {object, entry.first});
  }
  void addPipes() {
    if (const json::Object *pipes = now.getObject("pipes"))
      for (const auto &pipe : *pipes)
        add("cycles of pipe " + Twine(StringRef(pipe.first)),
            {"pipes", pipe.first, "occupied"});
  }

  std::vector<Compared> all;

private:
  const json::Object &before, &now;
};
} // namespace

std::vector<Compared> EarlierRun::compare(const json::Object &now) const {
  Comparison comparison(statistics(), now);
  comparison.add("cycles", {"cycles"});
  comparison.add("% of the roof", {"percent", "roof"});
  comparison.add("cycles, issue", {"issued"});
  comparison.addEach("stalls", "cycles, ");
  comparison.addPipes();
  comparison.add("multiply-adds executed", {"executed_macs"});
  comparison.add("bytes read from DRAM", {"transfers", "dram_read"});
  comparison.add("bytes written to DRAM", {"transfers", "dram_written"});
  comparison.add("bytes on the ring", {"transfers", "ring"});
  comparison.add("multicasts", {"transfers", "multicasts"});
  return std::move(comparison.all);
}

/// Profile of a page: for each core a list of [label, issued, stalls, ..].
std::map<std::string, double> EarlierRun::operations() const {
  std::map<std::string, double> cycles;
  const json::Array *labels = data.getArray("labels"),
                    *cores = data.getArray("profile");
  if (!labels || !cores)
    return cycles;
  auto add = [&](const json::Array &row) {
    auto label = row[0].getAsInteger().value_or(0);
    if (size_t(label) >= labels->size() || !(*labels)[label].getAsObject())
      return;
    auto name = (*labels)[label].getAsObject()->getString("name");
    double &sum = cycles[name.value_or("").str()];
    sum += row[1].getAsNumber().value_or(0);
    if (const json::Array *stalls = row[2].getAsArray())
      for (const json::Value &stall : *stalls)
        sum += stall.getAsNumber().value_or(0);
  };
  for (const json::Value &core : *cores)
    if (const json::Object *object = core.getAsObject())
      if (const json::Array *rows = object->getArray("labels"))
        for (const json::Value &row : *rows)
          if (row.getAsArray() && row.getAsArray()->size() >= 3)
            add(*row.getAsArray());
  return cycles;
}
