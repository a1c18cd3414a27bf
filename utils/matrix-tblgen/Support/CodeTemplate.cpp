//===- CodeTemplate.cpp - templates of generated C++ ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces named placeholders in lines of generated code in one pass; replaced
// text is not scanned again. A missing argument is an error of the generator
// and terminates the program.
//
//===----------------------------------------------------------------------===//

#include "Support/CodeTemplate.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;

namespace matrix::tblgen {

void writeCode(raw_ostream &os, StringRef lines,
               std::initializer_list<CodeArgument> arguments) {
  lines.consume_front("\n");
  while (!lines.empty()) {
    auto [text, rest] = lines.split('$');
    os << text;
    StringRef name = rest.take_while(isAlpha);
    lines = rest.drop_front(name.size());
    if (name.empty())
      continue;
    auto it = find_if(arguments,
                      [&](const CodeArgument &a) { return a.name == name; });
    if (it == arguments.end())
      report_fatal_error("no argument for $" + name);
    os << it->text;
  }
}

} // namespace matrix::tblgen
