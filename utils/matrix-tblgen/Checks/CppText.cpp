//===- CppText.cpp - C++ expressions of a description ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scans expressions over $0, $1, ... and %0, %1, ... token by token. The texts
// are expressions of calls, casts and operators: nesting is checked by counting
// parentheses, the arguments of a call by the commas at depth one, and the rest
// of the syntax by the alternation of operands and operators. A function
// computes on the elements that its list names; the C++ compiler checks other
// types when it compiles the generated file.
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
             const CppDialect &dialect)
      : c(c), where(where), field(field), arity(arity), dialect(dialect) {
    for (const Record *list :
         c.m.Records.getAllDerivedDefinitions("SimulatorFunctions"))
      for (StringRef name : list->getValueAsListOfStrings("Names"))
        functions[qualified(list->getValueAsString("Namespace"), name)] = list;
  }

  void check(StringRef text) {
    if (text.empty())
      return;
    checkParentheses(text);
    for (StringRef rest = text.ltrim(); !rest.empty() && !failed;
         rest = rest.ltrim())
      if (rest.front() == '$' || isMask(rest))
        checkArgument(rest);
      else if (StringRef word = rest.take_while(isWord); !word.empty())
        checkWord(rest, word);
      else
        checkSymbol(rest);
    if (!failed && isOperandNext)
      error("\"" + text + "\" ends where an operand is expected",
            "write one C++ expression, without a semicolon");
  }

private:
  static bool isWord(char x) { return isAlnum(x) || x == '_'; }

  /// In contrast to a remainder, `x % y`.
  bool isMask(StringRef rest) const {
    return isOperandNext && rest.size() > 1 && rest[0] == '%' &&
           isDigit(rest[1]);
  }
  static std::string qualified(StringRef space, StringRef name) {
    return (space + "::" + name).str();
  }

  void error(const Twine &what, const Twine &advice) {
    failed = true;
    c.error(where, field, where->getName() + ": " + what, advice);
  }

  /// Operands and operators alternate.
  void expect(bool operand, StringRef token) {
    if (!failed && isOperandNext != operand)
      error("'" + token + "' of \"" + where->getValueAsString(field) +
                "\" is not expected there",
            isOperandNext ? "an operand is missing before it"
                          : "an operator is missing before it");
  }

  void checkSymbol(StringRef &rest) {
    static const StringRef binary[] = {"<<", ">>", "<=", ">=", "==", "!=", "&&",
                                       "||", "+",  "-",  "*",  "/",  "%",  "&",
                                       "|",  "^",  "<",  ">",  "?",  ":",  ","};
    if (isOperandNext && rest.consume_front("("))
      return checkCast(rest);
    if (isOperandNext && StringRef("-~!+").contains(rest.front())) {
      rest = rest.drop_front();
      return;
    }
    if (rest.consume_front(")"))
      return expect(false, ")");
    for (StringRef symbol : binary)
      if (rest.consume_front(symbol)) {
        expect(false, symbol);
        isOperandNext = true;
        return;
      }
    error("'" + rest.take_front(1) + "' of \"" +
              where->getValueAsString(field) + "\" is not an operator",
          "write one C++ expression of operators and calls");
  }

  /// After an opening parenthesis: (int64_t)$0 is an operand.
  void checkCast(StringRef &rest) {
    StringRef word = rest.take_while(isWord);
    if (is_contained(dialect.types, word) &&
        rest.drop_front(word.size()).starts_with(")"))
      rest = rest.drop_front(word.size() + 1);
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
    expect(true, Twine(sign).str());
    isOperandNext = false;
    if (sign == '$' && rest.consume_front("type"))
      return;
    if (rest.consumeInteger(10, number) || (arity >= 0 && number >= arity))
      error("\"" + where->getValueAsString(field) +
                "\" names an operand beyond its " + Twine(arity),
            "operands are $0 to $" + Twine(arity - 1));
  }

  void checkWord(StringRef &rest, StringRef word) {
    expect(true, word);
    isOperandNext = false;
    rest = rest.drop_front(word.size());
    if (is_contained(dialect.namespaces, word) && rest.consume_front("::"))
      return checkFunction(rest, word);
    if (word.starts_with("__builtin_")) {
      checkCall(rest, word);
      return;
    }
    if (!isDigit(word[0]))
      return error("'" + word +
                       "' is not a name that C++ of the description may use",
                   "call the functions of td/Common/Numerics.td as " +
                       dialect.namespaces.back() + "::name($0)");
    if (rest.consume_front(".")) // 1.5f
      rest = rest.drop_while(isWord);
  }

  /// After the namespace.
  void checkFunction(StringRef &rest, StringRef space) {
    StringRef name = rest.take_while(isWord);
    rest = rest.drop_front(name.size());
    std::string full = qualified(space, name);
    const Record *known = functions.lookup(full);
    if (!known)
      return error("there is no function " + full,
                   "td/Common/Numerics.td lists the functions; compose an "
                   "operator from others with Composed");
    StringRef elements = known->getValueAsString("Elements");
    if (!elements.empty() && !is_contained(dialect.elements, elements))
      return error(full + " computes on " + elements + ", but " + field +
                       " on " + join(dialect.elements, " and "),
                   "td/Common/Numerics.td lists the functions on each");
    int given = checkCall(rest, full);
    int64_t arity = known->getValueAsInt("Arity");
    if (given >= 0 && given != arity)
      error(full + " expects " + quantity(arity, "argument") + ", but got " +
                Twine(given),
            "give it one for each operand that it computes with");
  }

  /// After the name of a function. Returns the number of arguments.
  int checkCall(StringRef &rest, StringRef name) {
    int given = argumentsOf(rest);
    if (given < 0)
      error("function " + name + " is not called",
            "write its arguments in parentheses, as in " + name + "($0)");
    isOperandNext = given != 0;
    rest = rest.drop_front(std::min(rest.find('('), rest.size()));
    rest.consume_front(given ? "(" : "()");
    return given;
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
  const CppDialect &dialect;
  StringMap<const Record *> functions; // by qualified name
  bool isOperandNext = true, failed = false;
};

} // namespace

void checkCpp(Checks &c, const Record *where, StringRef field, int64_t arity,
              const CppDialect &dialect) {
  CppChecker(c, where, field, arity, dialect)
      .check(where->getValueAsString(field));
}

void checkPseudoCode(Checks &c, const Record *where, StringRef field,
                     int64_t arity) {
  StringRef text = where->getValueAsString(field);
  for (StringRef rest = text.split('$').second; arity >= 0 && !rest.empty();
       rest = rest.split('$').second) {
    int64_t number;
    StringRef digits = rest.take_while(isDigit);
    if (!digits.getAsInteger(10, number) && number >= arity)
      c.error(where, field,
              where->getName() + ": \"" + text +
                  "\" names an operand beyond its " + Twine(arity),
              "operands are $0 to $" + Twine(arity - 1));
  }
}

} // namespace matrix::tblgen
