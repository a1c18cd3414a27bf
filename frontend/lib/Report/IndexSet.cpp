//===- IndexSet.cpp - sets of indices -------------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The ranges from the first to the last index of two runs of a set are
// disjoint, so that each operation is one pass over ordered runs. Runs beyond
// the largest magnitude and those that exceed the number of runs are dropped.
//
//===----------------------------------------------------------------------===//

#include "IndexSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace matrix;

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

/// Requires that the run begins after the last one. Joins the two if they
/// continue each other.
void IndexSet::append(IndexRun run) {
  if (run.first < -kMaxIndex || run.last() > kMaxIndex)
    return;
  if (!runs.empty()) {
    IndexRun &back = runs.back();
    bool continues = run.first - back.last() == back.step &&
                     (run.count == 1 || run.step == back.step);
    if (continues) {
      back.count += run.count;
      return;
    }
  }
  if (runs.size() < kMaxRuns)
    runs.push_back(run);
}

IndexSet IndexSet::range(int64_t begin, int64_t end) {
  IndexSet set;
  if (begin < end)
    set.append({begin, 1, end - begin});
  return set;
}

/// Only three and more indices are a run in steps, and an index after which
/// adjacent ones follow is not the last of such a run.
IndexSet IndexSet::ofElements(llvm::SmallVectorImpl<int64_t> &elements) {
  llvm::sort(elements);
  elements.erase(llvm::unique(elements), elements.end());
  IndexSet set;
  size_t size = elements.size();
  for (size_t i = 0, next; i < size; i = next) {
    int64_t step = i + 1 < size ? elements[i + 1] - elements[i] : 1;
    for (next = i + 1; next < size; ++next)
      if (elements[next] - elements[next - 1] != step)
        break;
    bool precedesAdjacent =
        step > 1 && next < size && elements[next] == elements[next - 1] + 1;
    next -= precedesAdjacent;
    if (step > 1 && next - i < 3)
      next = i + 1;
    set.append(IndexRun::make(elements[i], step, next - i));
  }
  return set;
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

int64_t IndexSet::count() const {
  int64_t sum = 0;
  for (const IndexRun &run : runs)
    sum += run.count;
  return sum;
}

bool IndexSet::contains(int64_t index) const {
  return llvm::any_of(
      runs, [&](const IndexRun &run) { return clip(run, index, index); });
}

llvm::SmallVector<int64_t> IndexSet::elements() const {
  llvm::SmallVector<int64_t> all;
  for (const IndexRun &run : runs)
    for (int64_t i = 0; i < run.count; ++i)
      all.push_back(run.first + i * run.step);
  return all;
}

const IndexRun &IndexSet::longest() const {
  return *llvm::max_element(runs, [](const IndexRun &a, const IndexRun &b) {
    return a.count < b.count;
  });
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

IndexSet IndexSet::scaled(int64_t factor, int64_t offset) const {
  IndexSet image;
  if (factor == 0 && !empty())
    image.append({offset, 1, 1});
  auto add = [&](const IndexRun &run) {
    auto first = multiplyAdd(run.first, factor, offset),
         last = multiplyAdd(run.last(), factor, offset);
    if (first && last)
      image.append(IndexRun::make(std::min(*first, *last),
                                  run.step * std::abs(factor), run.count));
  };
  if (factor > 0)
    llvm::for_each(runs, add);
  else if (factor < 0)
    llvm::for_each(llvm::reverse(runs), add);
  return image;
}

IndexSet IndexSet::unscaled(int64_t factor, int64_t offset,
                            int64_t extent) const {
  if (factor == 0)
    return contains(offset) ? all(extent) : IndexSet();
  IndexSet found;
  auto add = [&](const IndexRun &run) {
    int64_t a = (run.first - offset) / factor,
            b = (run.last() - offset) / factor;
    found.append(
        IndexRun::make(std::min(a, b), run.step / std::abs(factor), run.count));
  };
  IndexSet image = intersected(all(extent).scaled(factor, offset));
  if (factor > 0)
    llvm::for_each(image.runs, add);
  else
    llvm::for_each(llvm::reverse(image.runs), add);
  return found;
}

IndexSet IndexSet::intersected(const IndexSet &other) const {
  IndexSet common;
  const auto *a = runs.begin(), *b = other.runs.begin();
  while (a != runs.end() && b != other.runs.end()) {
    if (auto run = intersect(*a, *b, kMaxListed))
      common.append(*run);
    (a->last() < b->last() ? a : b) += 1;
  }
  return common;
}

IndexSet IndexSet::without(int64_t begin, int64_t end) const {
  IndexSet rest;
  for (const IndexRun &run : runs) {
    if (auto before = clip(run, run.first, begin - 1))
      rest.append(*before);
    if (auto after = clip(run, std::max(end, begin), run.last()))
      rest.append(*after);
  }
  return rest;
}

/// Indices of the other one between those of a run of large sets are left out.
IndexSet IndexSet::united(const IndexSet &other) const {
  if (count() + other.count() <= kMaxListed) {
    llvm::SmallVector<int64_t> both = elements();
    llvm::append_range(both, other.elements());
    return ofElements(both);
  }
  if (other.count() > count())
    return other.united(*this);
  if (runs.size() * other.runs.size() > size_t(kMaxListed))
    return *this;
  IndexSet added = other, sum;
  for (const IndexRun &run : runs)
    added = added.without(run.first, run.last() + 1);
  llvm::SmallVector<IndexRun> ordered(runs.begin(), runs.end());
  llvm::append_range(ordered, added.runs);
  llvm::sort(ordered, [](const IndexRun &a, const IndexRun &b) {
    return a.first < b.first;
  });
  for (const IndexRun &run : ordered)
    sum.append(run);
  return sum;
}

IndexSet IndexSet::plus(const IndexSet &other) const {
  IndexSet sums;
  if (empty() || other.empty())
    return sums;
  auto sum = sumOf(longest(), other.longest());
  if (sum && runs.size() == 1 && other.runs.size() == 1) {
    sums.append(*sum);
    return sums;
  }
  if (llvm::SaturatingMultiply<uint64_t>(count(), other.count()) <=
      uint64_t(kMaxListed)) {
    llvm::SmallVector<int64_t> listed;
    auto right = other.elements();
    for (int64_t a : elements())
      for (int64_t b : right)
        listed.push_back(a + b);
    return ofElements(listed);
  }
  if (sum) {
    sums.append(*sum);
    return sums;
  }
  return count() < other.count() ? other.scaled(1, first())
                                 : scaled(1, other.first());
}

IndexSet IndexSet::wholeBlocks(int64_t size) const {
  if (size == 1)
    return *this;
  IndexSet blocks;
  for (const IndexRun &run : runs) {
    if (run.step > 1)
      continue;
    int64_t begin = llvm::divideCeilSigned(run.first, size),
            end = llvm::divideFloorSigned(run.last() + 1, size);
    if (begin < end)
      blocks.append({begin, 1, end - begin});
  }
  return blocks;
}
