//===- Nesting.cpp - nesting depth of MLIR text ---------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The scan counts brackets outside of comments and strings, angle brackets of
// types and attributes included, and the signs of nested negations. It does not
// parse: a parser would recurse once for each of them.
//
//===----------------------------------------------------------------------===//

#include "matrix/Support/Nesting.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;
using namespace matrix;

/// MLIR's parser and passes are recursive: deeper nesting overflows the stack.
static constexpr unsigned MostNested = 500;

namespace {
/// Scans brackets outside of comments and strings.
class Brackets {
public:
  explicit Brackets(StringRef Text) : Text(Text) {}

  /// Returns the position of the first bracket or sign that exceeds the limit,
  /// or npos.
  size_t findTooDeep() {
    unsigned Depth = 0, Signs = 0;
    for (; At < Text.size(); ++At) {
      char C = Text[At];
      if (C == '-' && !isNext('>'))
        ++Signs;
      else if (!isSpace(C))
        Signs = 0;
      if (C == '"')
        skipString();
      else if (Text.substr(At).starts_with("//"))
        At = std::min(Text.find('\n', At), Text.size());
      else if (C == '{' || C == '[' || C == '(' || (C == '<' && !isNext('=')))
        ++Depth;
      else if ((C == '}' || C == ']' || C == ')' || isClosingAngle()) && Depth)
        --Depth;
      if (Depth > MostNested || Signs > MostNested)
        return At;
    }
    return StringRef::npos;
  }

private:
  bool isNext(char C) const {
    return At + 1 < Text.size() && Text[At + 1] == C;
  }

  /// Neither of `->` nor of `>=`.
  bool isClosingAngle() const {
    return Text[At] == '>' && !isNext('=') && (!At || Text[At - 1] != '-');
  }

  void skipString() {
    for (++At; At < Text.size() && Text[At] != '"' && Text[At] != '\n'; ++At)
      At += Text[At] == '\\';
  }

  StringRef Text;
  size_t At = 0;
};
} // namespace

static bool isBytecode(StringRef Text) { return Text.starts_with("ML\xefR"); }

Error matrix::checkNesting(const MemoryBuffer &Source) {
  StringRef Text = Source.getBuffer();
  if (isBytecode(Text))
    return Error::success();
  size_t At = Brackets(Text).findTooDeep();
  if (At == StringRef::npos)
    return Error::success();
  StringRef Before = Text.take_front(At);
  size_t Line = Before.count('\n') + 1;
  size_t Column = At - (Before.rfind('\n') + 1) + 1; // npos + 1 is 0
  return createStringError(
      Source.getBufferIdentifier() + ":" + Twine(Line) + ":" + Twine(Column) +
      ": error: " + (Text[At] == '-' ? "signs" : "brackets") +
      " are nested more than " + Twine(MostNested) +
      " deep; divide the program into functions");
}
