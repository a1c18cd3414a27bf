//===- Document.cpp - document with cross-references ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds the paragraphs, tables and word diagrams of a document in memory.
// Anchors and targets of links are collected while the document is built and
// compared when it is printed, since a link may precede its anchor.
//
//===----------------------------------------------------------------------===//

#include "Manual/Document.h"
#include "llvm/ADT/Twine.h"
#include "llvm/TableGen/Error.h"

using namespace llvm;

namespace matrix::tblgen {

Text Text::operator+(const Text &other) const {
  Text t = *this;
  t.Spans.insert(t.Spans.end(), other.Spans.begin(), other.Spans.end());
  return t;
}

static Text span(const Twine &s, bool isCode, const Twine &target) {
  Text t;
  t.Spans.push_back({s.str(), isCode, target.str()});
  return t;
}
Text code(const Twine &s) { return span(s, true, ""); }
Text link(const Twine &s, const Twine &anchor, bool isCode) {
  return span(s, isCode, anchor);
}

Text list(ArrayRef<Text> items) {
  Text all;
  for (const Text &t : items)
    all = all.empty() ? t : all + ", " + t;
  return all;
}

/// An error without a location, which PrintError does not count. It follows
/// from another one, if there is any.
static void countedError(const Twine &what) {
  if (ErrorsPrinted)
    return;
  PrintError(what);
  ++ErrorsPrinted;
}

void Document::define(StringRef name) {
  if (!anchors.insert(name.str()).second)
    countedError("two entries of the manual are called '" + name + "'");
}

void Document::chapter(StringRef title, StringRef anchor) {
  define(anchor);
  headings.push_back({true, title.str(), anchor.str()});
  openChapter(headings.back());
}

void Document::entry(StringRef title, StringRef anchor, StringRef keywords) {
  define(anchor);
  headings.push_back({false, title.str(), anchor.str()});
  openEntry(headings.back(), keywords);
}

void Document::anchor(StringRef name) {
  define(name);
  placeAnchor(name);
}

void Document::note(const Text &text) {
  for (const Span &s : text.Spans)
    if (!s.Target.empty())
      targets.insert(s.Target);
}

void Document::print(raw_ostream &os, StringRef title, StringRef subtitle) {
  for (const std::string &t : targets)
    if (!anchors.count(t))
      countedError("a link of the manual leads to '" + t +
                   "', which does not exist");
  finish(os, title, subtitle);
}

} // namespace matrix::tblgen
