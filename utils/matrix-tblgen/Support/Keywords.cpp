//===- Keywords.cpp - words that names cannot be --------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The keywords of C23 and C++23, of both languages in one list. Those of C that
// begin with an underscore are reserved as all such names are.
//
//===----------------------------------------------------------------------===//

#include "Support/Keywords.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;

static const char *const words =
    "alignas alignof and and_eq asm auto bitand bitor bool break case "
    "catch char char16_t char32_t char8_t class co_await co_return "
    "co_yield compl concept const const_cast consteval constexpr "
    "constinit continue decltype default delete do double dynamic_cast "
    "else enum explicit export extern false float for friend goto if "
    "inline int long mutable namespace new noexcept not not_eq nullptr "
    "operator or or_eq private protected public register reinterpret_cast "
    "requires restrict return short signed sizeof static static_assert "
    "static_cast struct switch template this thread_local throw true try "
    "typedef typeid typename typeof typeof_unqual union unsigned using "
    "virtual void volatile wchar_t while xor xor_eq _";

bool matrix::tblgen::isKeyword(StringRef name) {
  static const StringSet<> keywords = [] {
    StringSet<> set;
    for (StringRef word : split(words, ' '))
      set.insert(word);
    return set;
  }();
  return name.starts_with("_") || keywords.contains(name);
}
