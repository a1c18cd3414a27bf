//===- Includes.cpp - missing and cyclic includes -------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scans the input lexically: skips comments, strings and code, interprets
// #ifdef, #ifndef, #else, #endif and #define, and follows includes. Nesting
// beyond any realistic depth is a cycle without include guards; the first file
// that is open twice is reported. TableGen reads all files as one text, and
// would report a statement that a file leaves open in the next file.
//
//===----------------------------------------------------------------------===//

#include "Support/Includes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <utility>

using namespace llvm;

namespace {

class Walker {
public:
  Walker(ArrayRef<std::string> folders, ArrayRef<std::string> macros)
      : folders(folders) {
    sources.setIncludeDirs(folders.vec());
    for (StringRef macro : macros)
      defined.insert(macro);
  }

  /// Returns false after the first error.
  bool enter(std::unique_ptr<MemoryBuffer> file, SMLoc from);

private:
  static constexpr unsigned deepest = 64;
  struct Open {
    std::string path;
    SMLoc from;
  };
  /// The syntax up to a place in a file.
  struct Syntax {
    const char *last = nullptr;       // end of the statement's last token
    std::vector<const char *> braces; // open ones
  };

  bool walk(StringRef rest);
  bool readFile(StringRef rest);
  bool include(StringRef &rest);
  bool reportCycle();
  void note(StringRef token);
  bool endsStatement(const Twine &what);
  bool endsFile();
  void directive(StringRef &rest);
  void skipToken(StringRef &rest);
  bool isActive() const { return !is_contained(conditions, false); }
  bool fail(SMLoc where, const Twine &what, const Twine &advice);

  ArrayRef<std::string> folders;
  SourceMgr sources;
  StringSet<> defined;
  std::vector<bool> conditions; // of the enclosing #ifdefs
  std::vector<Open> open;       // outermost file first
  Syntax syntax;                // of the innermost file
};

} // namespace

bool Walker::fail(SMLoc where, const Twine &what, const Twine &advice) {
  sources.GetMessage(where, SourceMgr::DK_Error, what).print(nullptr, errs());
  sources.GetMessage(where, SourceMgr::DK_Note, advice).print(nullptr, errs());
  return false;
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

bool Walker::enter(std::unique_ptr<MemoryBuffer> file, SMLoc from) {
  open.push_back({file->getBufferIdentifier().str(), from});
  unsigned id = sources.AddNewSourceBuffer(std::move(file), from);
  bool isFine = open.size() <= deepest
                    ? readFile(sources.getMemoryBuffer(id)->getBuffer())
                    : reportCycle();
  open.pop_back();
  return isFine;
}

/// A statement that a file leaves open would continue in the next file.
bool Walker::readFile(StringRef rest) {
  Syntax outside = std::exchange(syntax, Syntax());
  bool isFine = walk(rest) && endsFile();
  syntax = std::move(outside);
  return isFine;
}

/// Reports the first file that is open twice.
bool Walker::reportCycle() {
  for (unsigned again = 1; again < open.size(); ++again)
    for (unsigned first = 0; first < again; ++first) {
      if (open[first].path != open[again].path)
        continue;
      std::string by;
      for (unsigned i = first + 1; i < again; ++i)
        by += (i == first + 1 ? " by way of '" : ", '") + open[i].path + "'";
      return fail(open[again].from,
                  "'" + open[first].path + "' includes itself" + by,
                  "remove the include, or guard the file: #ifndef NAME, "
                  "#define NAME at its start and #endif at its end");
    }
  return fail(open.back().from,
              "includes are nested deeper than " + Twine(deepest) + " files",
              "include files of the description directly");
}

/// After the word `include`.
bool Walker::include(StringRef &rest) {
  rest = rest.ltrim();
  SMLoc where = SMLoc::getFromPointer(rest.data());
  if (!rest.consume_front("\""))
    return true; // TableGen reports it
  if (!endsStatement("an include follows"))
    return false;
  StringRef name = rest.take_until([](char c) { return c == '"'; });
  rest =
      rest.drop_front(name.size()).drop_while([](char c) { return c == '"'; });
  std::string path;
  auto file = sources.OpenIncludeFile(name.str(), path);
  if (!file)
    return fail(where, "could not find include file '" + name + "'",
                "paths begin in the current folder or in one of " +
                    join(folders, ", "));
  return enter(MemoryBuffer::getMemBufferCopy((*file)->getBuffer(), path),
               where);
}

//===----------------------------------------------------------------------===//
// Lexical structure
//===----------------------------------------------------------------------===//

static bool isWord(char c) { return isAlnum(c) || c == '_'; }

void Walker::note(StringRef token) {
  if (!isActive())
    return;
  syntax.last = token.end() - 1;
  if (token == "{")
    syntax.braces.push_back(syntax.last);
  if (token == "}" && !syntax.braces.empty())
    syntax.braces.pop_back();
}

bool Walker::endsStatement(const Twine &what) {
  if (!syntax.last || StringRef(";{}").contains(*syntax.last))
    return true;
  return fail(SMLoc::getFromPointer(syntax.last),
              "incomplete statement: " + what,
              "a record ends with ';', or with a body in braces");
}

bool Walker::endsFile() {
  if (!endsStatement("the file ends here"))
    return false;
  if (syntax.braces.empty())
    return true;
  return fail(SMLoc::getFromPointer(syntax.braces.back()),
              "this brace is not closed at the end of the file",
              "a body ends with '}'");
}

/// # also begins paste operators between strings and names.
static bool isDirective(StringRef rest) {
  static const char *const all[] = {"#ifdef ", "#ifndef ", "#else", "#endif",
                                    "#define "};
  return any_of(all, [&](StringRef d) { return rest.starts_with(d); });
}

void Walker::directive(StringRef &rest) {
  StringRef line = rest.take_until([](char c) { return c == '\n'; });
  rest = rest.drop_front(line.size());
  line = line.drop_front();
  StringRef word = line.take_while(isWord),
            name = line.drop_front(word.size()).ltrim().take_while(isWord);
  if (word == "ifdef" || word == "ifndef")
    conditions.push_back(defined.contains(name) == (word == "ifdef"));
  else if (word == "else" && !conditions.empty())
    conditions.back() = !conditions.back();
  else if (word == "endif" && !conditions.empty())
    conditions.pop_back();
  else if (word == "define" && isActive())
    defined.insert(name);
}

/// Skips a comment at `rest`; block comments nest.
static void skipComment(StringRef &rest) {
  unsigned depth = 0;
  do {
    bool begins = rest.starts_with("/*"), ends = rest.starts_with("*/");
    depth = depth + begins - ends;
    rest = rest.drop_front(begins || ends ? 2 : 1);
  } while (depth && !rest.empty());
}

static void skipString(StringRef &rest) {
  rest = rest.drop_front();
  while (!rest.empty() && rest.front() != '"')
    rest = rest.drop_front(rest.front() == '\\' && rest.size() > 1 ? 2 : 1);
  rest = rest.drop_front(!rest.empty());
}

void Walker::skipToken(StringRef &rest) {
  if (rest.starts_with("//")) {
    rest = rest.drop_until([](char c) { return c == '\n'; });
    return;
  }
  if (rest.starts_with("/*"))
    return skipComment(rest);
  if (isSpace(rest.front())) {
    rest = rest.ltrim();
    return;
  }
  const char *begin = rest.begin();
  if (rest.starts_with("[{"))
    rest = rest.substr(std::min(rest.find("}]"), rest.size() - 2) + 2);
  else if (rest.front() == '"')
    skipString(rest);
  else
    rest = rest.drop_front();
  note(StringRef(begin, rest.begin() - begin));
}

bool Walker::walk(StringRef rest) {
  size_t outside = conditions.size();
  while (!rest.empty()) {
    StringRef word = rest.take_while(isWord);
    if (!word.empty()) {
      rest = rest.drop_front(word.size());
      if (word != "include")
        note(word);
      else if (isActive() && !include(rest))
        return false;
    } else if (isDirective(rest)) {
      directive(rest);
    } else {
      skipToken(rest);
    }
  }
  conditions.resize(outside);
  return true;
}

//===----------------------------------------------------------------------===//
// Command line
//===----------------------------------------------------------------------===//

/// Returns the values of an option that TableGen defines.
static std::vector<std::string> valuesOf(StringRef option) {
  auto &known = cl::getRegisteredOptions();
  auto it = known.find(option);
  if (it == known.end())
    return {};
  auto *values = static_cast<cl::list<std::string> *>(it->second);
  return {values->begin(), values->end()};
}

static std::string inputFile() {
  auto &positional = cl::SubCommand::getTopLevel().PositionalOpts;
  if (positional.empty())
    return "-";
  return static_cast<cl::opt<std::string> *>(positional.front())->getValue();
}

bool matrix::tblgen::checkIncludes() {
  std::string input = inputFile();
  if (input == "-")
    return true; // the input can be read only once
  auto file = MemoryBuffer::getFile(input);
  if (!file)
    return true; // TableGen reports it
  std::vector<std::string> folders = valuesOf("I"), macros = valuesOf("D");
  return Walker(folders, macros).enter(std::move(*file), SMLoc());
}
