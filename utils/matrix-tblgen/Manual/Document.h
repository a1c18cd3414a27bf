//===- Document.h - document with cross-references --------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Format-independent document, printed as one HTML page or as Markdown. A link
// names an anchor; printing reports links without an anchor as errors.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_MANUAL_DOCUMENT_H
#define MATRIX_TBLGEN_MANUAL_DOCUMENT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace matrix::tblgen {

/// A run of text: plain, code, or a link to an anchor (optionally code).
struct Span {
  std::string Text;
  bool Code = false;
  std::string Target;
};

/// A paragraph or a cell of a table.
struct Text {
  std::vector<Span> Spans;
  Text() = default;
  Text(const char *s) : Spans{{s, false, ""}} {}
  Text(const std::string &s) : Spans{{s, false, ""}} {}
  Text(llvm::StringRef s) : Spans{{s.str(), false, ""}} {}
  Text operator+(const Text &other) const;
  bool empty() const { return Spans.empty(); }
};
Text code(const llvm::Twine &s);
Text link(const llvm::Twine &s, const llvm::Twine &anchor, bool isCode = false);
/// Joins the items by ", ".
Text list(llvm::ArrayRef<Text> items);

/// A field of a word, given by its highest bit.
struct BitField {
  unsigned Low, Width;
  std::string Text; // name, or the bits if Fixed
  bool Fixed;
};

/// Chapters with entries, in the order in which they are added. Titles, texts
/// and keywords are plain text; the derived class escapes them for its format.
class Document {
public:
  virtual ~Document() = default;

  void chapter(llvm::StringRef title, llvm::StringRef anchor);
  /// `keywords`: search terms.
  void entry(llvm::StringRef title, llvm::StringRef anchor,
             llvm::StringRef keywords);
  /// A heading that is not in the table of contents.
  virtual void heading(llvm::StringRef title) = 0;
  virtual void paragraph(const Text &text) = 0;
  virtual void code(llvm::ArrayRef<std::string> lines) = 0;
  virtual void table(llvm::ArrayRef<Text> header,
                     llvm::ArrayRef<std::vector<Text>> rows) = 0;
  /// A diagram of a word, highest field first.
  virtual void bits(llvm::ArrayRef<BitField> fields) = 0;
  /// Creates an anchor for the next element.
  void anchor(llvm::StringRef name);

  void print(llvm::raw_ostream &os, llvm::StringRef title,
             llvm::StringRef subtitle);

protected:
  struct Heading {
    bool Chapter;
    std::string Title, Anchor;
  };
  virtual void openChapter(const Heading &h) = 0;
  virtual void openEntry(const Heading &h, llvm::StringRef keywords) = 0;
  virtual void placeAnchor(llvm::StringRef name) = 0;
  virtual void finish(llvm::raw_ostream &os, llvm::StringRef title,
                      llvm::StringRef subtitle) = 0;
  void note(const Text &text);

  std::string body;
  std::vector<Heading> headings;

private:
  void define(llvm::StringRef name);
  std::set<std::string> anchors, targets;
};

std::unique_ptr<Document> createHtml();
std::unique_ptr<Document> createMarkdown();

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_MANUAL_DOCUMENT_H
