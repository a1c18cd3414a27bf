//===- CppText.cpp - C++ expressions of a description ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scans expressions over $0, $1, ... and %0, %1, ... token by token. A lexical
// scan suffices, because the texts are expressions of calls and operators:
// nesting is checked by counting parentheses, and the arguments of a call by
// the commas at depth one. The C++ compiler checks types when it compiles the
// generated file.
//
//===----------------------------------------------------------------------===//

#include "Checks/CppText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;

namespace matrix::tblgen {

namespace {

class CppChecker {
public:
  CppChecker(Checks &c, const Record *where, StringRef field, int64_t arity,
             ArrayRef<StringRef> namespaces, ArrayRef<StringRef> words)
      : c(c), where(where), field(field), arity(arity), namespaces(namespaces),
        words(words) {
    for (const Record *list :
         c.m.Records.getAllDerivedDefinitions("SimulatorFunctions"))
      for (StringRef name : list->getValueAsListOfStrings("Names"))
        functions[qualified(list->getValueAsString("Namespace"), name)] =
            list->getValueAsInt("Arity");
  }

  void check(StringRef text) {
    checkParentheses(text);
    for (StringRef rest = text; !rest.empty();) {
      if (rest.front() == '$' || isMask(rest))
        checkArgument(rest);
      else if (StringRef word = rest.take_while(isWord); !word.empty())
        checkWord(rest, word);
      else
        rest = rest.drop_front();
    }
  }

private:
  static bool isWord(char x) { return isAlnum(x) || x == '_'; }

  /// In contrast to a remainder, `x % y`.
  static bool isMask(StringRef rest) {
    return rest.size() > 1 && rest[0] == '%' && isDigit(rest[1]);
  }
  static std::string qualified(StringRef space, StringRef name) {
    return (space + "::" + name).str();
  }

  void error(const Twine &what, const Twine &advice) {
    c.error(where, field, where->getName() + ": " + what, advice);
  }

  void checkParentheses(StringRef text) {
    int depth = 0;
    bool isClosed = true;
    for (char x : text) {
      depth += (x == '(') - (x == ')');
      isClosed &= depth >= 0;
    }
    if (depth || !isClosed)
      error("parentheses of \"" + text + "\" do not match",
            "close each one that is opened");
  }

  /// At a dollar or percent sign.
  void checkArgument(StringRef &rest) {
    char sign = rest.front();
    rest = rest.drop_front();
    int number;
    if (sign == '$' && rest.consume_front("type"))
      return;
    if (rest.consumeInteger(10, number) || (arity >= 0 && number >= arity))
      error("\"" + where->getValueAsString(field) +
                "\" names an operand beyond its " + Twine(arity),
            "operands are $0 to $" + Twine(arity - 1));
  }

  void checkWord(StringRef &rest, StringRef word) {
    rest = rest.drop_front(word.size());
    if (is_contained(namespaces, word) && rest.consume_front("::"))
      return checkFunction(rest, word);
    if (!isDigit(word[0]) && !word.starts_with("__builtin_") &&
        !is_contained(words, word))
      error("'" + word + "' is not a name that C++ of the description may use",
            "call the functions of td/Common/Numerics.td as " +
                namespaces.back() + "::name($0)");
  }

  /// After the namespace.
  void checkFunction(StringRef &rest, StringRef space) {
    StringRef name = rest.take_while(isWord);
    rest = rest.drop_front(name.size());
    std::string full = qualified(space, name);
    auto known = functions.find(full);
    if (known == functions.end())
      return error("there is no function " + full,
                   "td/Common/Numerics.td lists the functions; compose an "
                   "operator from others with Composed");
    int given = argumentsOf(rest);
    if (given >= 0 && given != known->second)
      error(full + " expects " + quantity(known->second, "argument") +
                ", but got " + Twine(given),
            "give it one for each operand that it computes with");
  }

  /// Returns the number of arguments of a call at this position; -1 without
  /// one.
  static int argumentsOf(StringRef rest) {
    if (rest.starts_with("<")) // <$type>
      rest = rest.drop_front(rest.find('>') + 1);
    if (!rest.starts_with("("))
      return -1;
    int depth = 0, commas = 0;
    for (char x : rest) {
      depth += (x == '(') - (x == ')');
      commas += x == ',' && depth == 1;
      if (!depth)
        break;
    }
    return rest.starts_with("()") ? 0 : commas + 1;
  }

  Checks &c;
  const Record *where;
  StringRef field;
  int64_t arity;
  ArrayRef<StringRef> namespaces, words;
  StringMap<int64_t> functions; // by qualified name
};

} // namespace

void checkCpp(Checks &c, const Record *where, StringRef field, int64_t arity,
              ArrayRef<StringRef> namespaces, ArrayRef<StringRef> words) {
  CppChecker(c, where, field, arity, namespaces, words)
      .check(where->getValueAsString(field));
}

} // namespace matrix::tblgen
