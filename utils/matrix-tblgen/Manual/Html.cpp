//===- Html.cpp - documents as one HTML page ------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The page is self-contained, with style and script. The script hides entries
// that do not match a search: an entry matches if it contains every word of the
// search in its text or keywords. Without scripts all entries are shown.
//
//===----------------------------------------------------------------------===//

#include "Manual/Document.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace matrix::tblgen {

namespace {

const char *const style = R"css(
:root { --ink: #1c2430; --soft: #5b6675; --line: #d5dbe3; --wash: #f4f6f9;
        --accent: #0b5cad; --paper: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #dde3ea; --soft: #93a0b0; --line: #37414e; --wash: #1d242d;
          --accent: #6fb1ff; --paper: #14191f; } }
* { box-sizing: border-box; }
body { margin: 0; color: var(--ink); background: var(--paper);
       font: 15px/1.5 system-ui, sans-serif; }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
code, pre, .bits td, nav .entry a { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 13px; }
nav { position: fixed; inset: 0 auto 0 0; width: 16rem; overflow-y: auto;
      padding: 1rem; border-right: 1px solid var(--line); background: var(--wash); }
nav input { width: 100%; padding: .4rem .6rem; margin-bottom: .6rem; font: inherit;
            color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: 4px; }
nav .chapter { margin-top: .7rem; font-weight: 600; }
nav .entry { padding-left: .8rem; }
#found { color: var(--soft); font-size: 13px; }
main { margin-left: 16rem; padding: 1.5rem 2.5rem 6rem; max-width: 72rem; }
h1 { margin: 0; } h2 { margin-top: 3rem; padding-bottom: .2rem; border-bottom: 2px solid var(--line); }
h3 { margin: 0 0 .4rem; font-family: ui-monospace, Menlo, Consolas, monospace; }
h4 { margin: 1rem 0 .3rem; font-size: 13px; color: var(--soft); text-transform: uppercase; letter-spacing: .05em; }
.subtitle { color: var(--soft); }
section.item { margin: 1.6rem 0; padding: 1rem 1.2rem; border: 1px solid var(--line); border-radius: 6px; }
section.item:target { border-color: var(--accent); }
pre { margin: .3rem 0; padding: .6rem .8rem; overflow-x: auto; background: var(--wash); border-radius: 4px; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: .3rem 0 .6rem; }
th, td { padding: .2rem .7rem; border: 1px solid var(--line); text-align: left; vertical-align: top; }
th { background: var(--wash); font-weight: 600; }
table.bits { table-layout: fixed; width: 100%; min-width: 40rem; }
.bits td { padding: .2rem 0; text-align: center; overflow: hidden; }
.bits tr:first-child td { border: 0; color: var(--soft); font-size: 11px; }
.bits td.fixed { background: var(--wash); color: var(--soft); }
.hidden { display: none; }
@media (max-width: 50rem) { nav { position: static; width: auto; border: 0; } main { margin: 0; padding: 1rem; } }
@media print { nav { display: none; } main { margin: 0; } section.item { break-inside: avoid; } }
)css";

const char *const script = R"js(
const box = document.getElementById('search');
const items = [...document.querySelectorAll('section.item')];
const links = new Map([...document.querySelectorAll('nav .entry')].map(
    e => [e.firstChild.hash.slice(1), e]));
function search() {
  const words = box.value.toLowerCase().split(/\s+/).filter(w => w);
  let found = 0;
  for (const item of items) {
    const text = item.dataset.keywords + ' ' + item.textContent.toLowerCase();
    const hit = words.every(w => text.includes(w));
    found += hit;
    item.classList.toggle('hidden', !hit);
    links.get(item.id).classList.toggle('hidden', !hit);
  }
  document.getElementById('found').textContent =
      words.length ? found + ' of ' + items.length + ' entries' : '';
}
box.addEventListener('input', search);
document.addEventListener('keydown', e => {
  if (e.key === '/' && document.activeElement !== box) { e.preventDefault(); box.focus(); }
  if (e.key === 'Escape') { box.value = ''; search(); }
});
// A link leads to its entry even if the search has hidden it.
window.addEventListener('hashchange', () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target && target.closest('.hidden')) { box.value = ''; search(); target.scrollIntoView(); }
});
const asked = new URLSearchParams(location.search).get('q');
if (asked) { box.value = asked; search(); }
)js";

std::string escape(StringRef s) {
  std::string out;
  raw_string_ostream os(out);
  printHTMLEscaped(s, os);
  return out;
}

std::string inlineText(const Text &text) {
  std::string out;
  for (const Span &s : text.Spans) {
    std::string t = escape(s.Text);
    if (s.Code)
      t = "<code>" + t + "</code>";
    out += s.Target.empty()
               ? t
               : "<a href=\"#" + escape(s.Target) + "\">" + t + "</a>";
  }
  return out;
}

class Html : public Document {
public:
  void heading(StringRef title) override {
    body += "<h4>" + escape(title) + "</h4>\n";
  }
  void paragraph(const Text &text) override {
    note(text);
    body += "<p>" + inlineText(text) + "</p>\n";
  }
  void code(ArrayRef<std::string> lines) override {
    body += "<pre>" + escape(join(lines, "\n")) + "</pre>\n";
  }

  void table(ArrayRef<Text> header, ArrayRef<std::vector<Text>> rows) override {
    body += "<div class=\"wide\"><table>\n";
    row("th", header);
    for (const std::vector<Text> &r : rows)
      row("td", r);
    body += "</table></div>\n";
  }

  void bits(ArrayRef<BitField> fields) override {
    body += "<div class=\"wide\"><table class=\"bits\">\n<tr>";
    for (const BitField &f : fields)
      for (unsigned b = f.Low + f.Width; b-- > f.Low;)
        body += "<td>" + std::to_string(b) + "</td>";
    body += "</tr>\n<tr>";
    for (const BitField &f : fields)
      if (f.Fixed)
        for (char c : f.Text)
          body += std::string("<td class=\"fixed\">") + c + "</td>";
      else
        body += "<td colspan=\"" + std::to_string(f.Width) + "\">" +
                escape(f.Text) + "</td>";
    body += "</tr>\n</table></div>\n";
  }

protected:
  void openChapter(const Heading &h) override {
    close();
    body += "<h2 id=\"" + h.Anchor + "\">" + escape(h.Title) + "</h2>\n";
  }
  void openEntry(const Heading &h, StringRef keywords) override {
    close();
    body += "<section class=\"item\" id=\"" + h.Anchor + "\" data-keywords=\"" +
            escape(keywords.lower()) + "\">\n<h3><a href=\"#" + h.Anchor +
            "\">" + escape(h.Title) + "</a></h3>\n";
    open = true;
  }
  void placeAnchor(StringRef name) override {
    body += ("<a id=\"" + name + "\"></a>\n").str();
  }

  void finish(raw_ostream &os, StringRef title, StringRef subtitle) override {
    close();
    os << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta "
          "charset=\"utf-8\">\n<meta name=\"viewport\" "
          "content=\"width=device-width\">\n<title>"
       << escape(title) << "</title>\n<style>" << style
       << "</style>\n</head>\n<body>\n<nav>\n<input id=\"search\" "
          "type=\"search\" placeholder=\"Search ( / )\" "
          "aria-label=\"Search\">\n<div id=\"found\"></div>\n";
    for (const Heading &h : headings)
      os << "<div class=\"" << (h.Chapter ? "chapter" : "entry")
         << "\"><a href=\"#" << h.Anchor << "\">" << escape(h.Title)
         << "</a></div>\n";
    os << "</nav>\n<main>\n<h1>" << escape(title)
       << "</h1>\n<p class=\"subtitle\">" << escape(subtitle) << "</p>\n"
       << body << "</main>\n<script>" << script
       << "</script>\n</body>\n</html>\n";
  }

private:
  void row(StringRef tag, ArrayRef<Text> cells) {
    body += "<tr>";
    for (const Text &c : cells) {
      note(c);
      body +=
          ("<" + tag + ">").str() + inlineText(c) + ("</" + tag + ">").str();
    }
    body += "</tr>\n";
  }
  void close() {
    if (open)
      body += "</section>\n";
    open = false;
  }

  bool open = false;
};

} // namespace

std::unique_ptr<Document> createHtml() { return std::make_unique<Html>(); }

} // namespace matrix::tblgen
