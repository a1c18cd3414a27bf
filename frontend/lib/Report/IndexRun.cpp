//===- IndexRun.cpp - indices in steps ------------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Intersection and sum of arithmetic progressions. The first common index of
// two of them is searched linearly in one period, the least common multiple of
// their steps, up to a limit.
//
//===----------------------------------------------------------------------===//

#include "IndexRun.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <numeric>

using namespace matrix;

std::optional<int64_t> matrix::multiplyAdd(int64_t a, int64_t b, int64_t c) {
  int64_t product, sum;
  if (llvm::MulOverflow(a, b, product) || llvm::AddOverflow(product, c, sum) ||
      sum < -kMaxIndex || sum > kMaxIndex)
    return std::nullopt;
  return sum;
}

std::optional<IndexRun> matrix::clip(const IndexRun &run, int64_t from,
                                     int64_t to) {
  from = std::max(from, run.first);
  to = std::min(to, run.last());
  if (from > to)
    return std::nullopt;
  int64_t begin = llvm::divideCeilSigned(from - run.first, run.step),
          end = (to - run.first) / run.step;
  if (begin > end)
    return std::nullopt;
  return IndexRun::make(run.first + begin * run.step, run.step,
                        end - begin + 1);
}

std::optional<IndexRun> matrix::intersect(const IndexRun &a, const IndexRun &b,
                                          int64_t maxTries) {
  int64_t from = std::max(a.first, b.first), to = std::min(a.last(), b.last());
  if (b.step == 1)
    return clip(a, from, to);
  if (a.step == 1)
    return clip(b, from, to);
  auto part = clip(a, from, to);
  int64_t shared = std::gcd(a.step, b.step);
  auto period = multiplyAdd(a.step / shared, b.step, 0);
  if (!part || !period)
    return std::nullopt;
  int64_t tries = std::min({part->count, b.step / shared, maxTries});
  for (int64_t at = part->first; tries; --tries, at += part->step)
    if ((at - b.first) % b.step == 0)
      return at > to ? std::nullopt
                     : std::optional(IndexRun::make(at, *period,
                                                    (to - at) / *period + 1));
  return std::nullopt;
}

std::optional<IndexRun> matrix::sumOf(IndexRun a, IndexRun b) {
  if (a.count == 1 || (b.count > 1 && a.step > b.step))
    std::swap(a, b); // a is the finer one, or b is one index
  int64_t first = a.first + b.first, ratio = b.step / a.step;
  if (b.count == 1)
    return IndexRun::make(first, a.step, a.count);
  if (b.step % a.step || ratio > a.count)
    return std::nullopt;
  return IndexRun::make(first, a.step, a.count + (b.count - 1) * ratio);
}
