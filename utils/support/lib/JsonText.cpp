//===- JsonText.cpp - JSON from untrusted files ---------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One pass over the text counts open brackets outside of strings. A text nested
// more than 100 deep is rejected before LLVM's parser, which recurses once per
// level, reads it. The scan does not validate the text; the parser reports all
// other errors.
//
//===----------------------------------------------------------------------===//

#include "matrix/Support/JsonText.h"

using namespace llvm;

/// The parser is recursive.
static constexpr unsigned MostNested = 100;

static bool isTooDeep(StringRef Text) {
  unsigned Depth = 0;
  bool InString = false;
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    if (InString && C == '\\')
      ++I;
    else if (C == '"')
      InString = !InString;
    else if (!InString && (C == '[' || C == '{') && ++Depth > MostNested)
      return true;
    else if (!InString && Depth && (C == ']' || C == '}'))
      --Depth;
  }
  return false;
}

Expected<json::Value> matrix::parseJsonText(StringRef Text) {
  if (isTooDeep(Text))
    return createStringError("is nested more than " + Twine(MostNested) +
                             " deep");
  return json::parse(Text);
}
