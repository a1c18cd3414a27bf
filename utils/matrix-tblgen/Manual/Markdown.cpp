//===- Markdown.cpp - documents as Markdown -------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints a document as Markdown: tables with escaped bars, anchors as HTML
// elements, and word diagrams as two aligned lines of text. Anchors are
// explicit, since those that renderers derive from headings differ.
//
//===----------------------------------------------------------------------===//

#include "Manual/Document.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace matrix::tblgen {

namespace {

std::string escape(StringRef s) {
  std::string out;
  for (char c : s) {
    if (StringRef("\\`*_[]<>|").contains(c))
      out += '\\';
    out += c;
  }
  return out;
}

/// In tables, "|" must be escaped even in code.
std::string codeText(StringRef s) {
  std::string out;
  for (char c : s)
    out += c == '|' ? "\\|" : std::string(1, c);
  return "`" + out + "`";
}

std::string inlineText(const Text &text) {
  std::string out;
  for (const Span &s : text.Spans) {
    std::string t = s.Code ? codeText(s.Text) : escape(s.Text);
    out += s.Target.empty() ? t : "[" + t + "](#" + s.Target + ")";
  }
  return out;
}

class Markdown : public Document {
public:
  void heading(StringRef title) override {
    body += "**" + escape(title) + "**\n\n";
  }
  void paragraph(const Text &text) override {
    note(text);
    body += inlineText(text) + "\n\n";
  }
  void code(ArrayRef<std::string> lines) override {
    body += "```\n" + join(lines, "\n") + "\n```\n\n";
  }

  void table(ArrayRef<Text> header, ArrayRef<std::vector<Text>> rows) override {
    row(header);
    body += "|";
    for (size_t i = 0; i < header.size(); ++i)
      body += "---|";
    body += "\n";
    for (const std::vector<Text> &r : rows)
      row(r);
    body += "\n";
  }

  /// Prints two rows: bit ranges and contents of the fields.
  void bits(ArrayRef<BitField> fields) override {
    std::string numbers = "|", contents = "|";
    for (const BitField &f : fields) {
      std::string low = std::to_string(f.Low),
                  high = std::to_string(f.Low + f.Width - 1);
      std::string range = f.Width == 1 ? low : high + ".." + low;
      size_t width = std::max(range.size(), f.Text.size());
      numbers += " " + range + std::string(width - range.size(), ' ') + " |";
      contents += " " + f.Text + std::string(width - f.Text.size(), ' ') + " |";
    }
    code({numbers, contents});
  }

protected:
  void openChapter(const Heading &h) override {
    body += "<a id=\"" + h.Anchor + "\"></a>\n\n## " + escape(h.Title) + "\n\n";
  }
  void openEntry(const Heading &h, StringRef) override {
    body +=
        "<a id=\"" + h.Anchor + "\"></a>\n\n### " + escape(h.Title) + "\n\n";
  }
  void placeAnchor(StringRef name) override {
    body += ("<a id=\"" + name + "\"></a>\n\n").str();
  }

  void finish(raw_ostream &os, StringRef title, StringRef subtitle) override {
    os << "# " << escape(title) << "\n\n" << escape(subtitle) << "\n\n";
    for (const Heading &h : headings)
      os << (h.Chapter ? "* [" : "  * [") << escape(h.Title) << "](#"
         << h.Anchor << ")\n";
    os << "\n" << StringRef(body).rtrim() << "\n";
  }

private:
  void row(ArrayRef<Text> cells) {
    body += "|";
    for (const Text &c : cells) {
      note(c);
      body += " " + inlineText(c) + " |";
    }
    body += "\n";
  }
};

} // namespace

std::unique_ptr<Document> createMarkdown() {
  return std::make_unique<Markdown>();
}

} // namespace matrix::tblgen
