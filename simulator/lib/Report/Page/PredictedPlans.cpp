//===- PredictedPlans.cpp - plans of a program ----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scans the text for matrix.plan operations and the comment with the location
// before each. The text of a plan extends to the next comment, the next
// plan or the closing brace of the module; the predicted cycles are the number
// after "predicted =" in it.
//
//===----------------------------------------------------------------------===//

#include "PredictedPlans.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace matrix::sim;

static constexpr StringLiteral operation = "matrix.plan @", comment = "// ";

/// "model.mlir:5:8", possibly with folders.
static void readLocation(StringRef text, PredictedPlan &plan) {
  auto [rest, column] = text.trim().rsplit(':');
  auto [file, line] = rest.rsplit(':');
  unsigned number;
  if (line.getAsInteger(10, number))
    return;
  plan.file = sys::path::filename(file).str();
  plan.line = number;
}

static std::optional<uint64_t> findPrediction(StringRef text) {
  StringRef key = "predicted = ";
  size_t at = text.find(key);
  uint64_t cycles;
  if (at == StringRef::npos ||
      text.substr(at + key.size()).consumeInteger(10, cycles))
    return std::nullopt;
  return cycles;
}

static std::string inOneLine(StringRef text) {
  SmallVector<StringRef> words;
  SplitString(text, words);
  return join(words, " ");
}

Expected<std::vector<PredictedPlan>>
matrix::sim::readPlans(const std::string &path) {
  auto file = MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!file)
    return createStringError(
        path + ": error: cannot be read: " + file.getError().message());
  std::vector<PredictedPlan> all;
  PredictedPlan next;
  for (StringRef rest = (*file)->getBuffer(); !rest.empty();) {
    auto [line, after] = rest.split('\n');
    if (line.trim().starts_with(operation)) {
      StringRef text = rest.ltrim().drop_front(operation.size());
      size_t end = std::min(
          text.find(("\n" + comment).str()),
          std::min(text.find(("\n" + operation).str()), text.find("\n}")));
      text = text.take_front(end);
      next.name = text.take_until(isSpace).str();
      next.text = inOneLine(text.drop_front(next.name.size()));
      next.predicted = findPrediction(text);
      all.push_back(std::exchange(next, {}));
    } else if (line.trim().starts_with(comment)) {
      readLocation(line.trim().drop_front(comment.size()), next);
    }
    rest = after;
  }
  if (all.empty())
    return createStringError(
        path + ":1:1: error: has no plans; matrix-compile --emit=plan writes a "
               "file with those of a program");
  return all;
}
