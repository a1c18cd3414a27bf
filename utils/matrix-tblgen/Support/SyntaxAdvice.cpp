//===- SyntaxAdvice.cpp - remedies for TableGen's errors ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A handler of TableGen's SourceMgr adds a note with the remedy to errors of
// TableGen's parser, and drops errors that are consequences of a printed one.
// The remedy is found by a part of TableGen's message; an unknown message is
// printed without a note. While a file is parsed on its own (CheckFiles.cpp),
// the remedy is the include of the file that defines the name in quotes.
//
//===----------------------------------------------------------------------===//

#include "Support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Error.h"
#include <optional>
#include <utility>

using namespace llvm;

namespace matrix::tblgen {

namespace {
struct Advice {
  const char *message; // part of TableGen's message
  const char *advice;
};
} // namespace

static const Advice advices[] = {
    {"Variable not defined",
     "no record, class argument or defvar of this name stands before this "
     "line: check the spelling, or include the file that defines it"},
    {"Couldn't find class",
     "no class of this name stands before this line: check the spelling, or "
     "include the file of td/Schema or td/Isa that defines it"},
    {"Undefined reference to record",
     "!cast names a record that does not exist: define it before this line"},
    {"unknown!",
     "the class has no such field: td/Schema has the fields of every class; a "
     "let before braces sets the field of every record within them"},
    {"not specified for template argument",
     "give every argument of the class that has no default"},
    {"Too many template arguments",
     "the class takes fewer arguments: see its definition"},
    {"is incompatible with value", "give the field a value of its type"},
    {"t exist", "the class has no argument of this name"},
    {"already exists",
     "all records share one name space: give this one a name of its own"},
    {"Unknown or reserved token",
     "values are records, numbers, \"text\", [lists] and dags such as (Add "
     "$ta, 1)"},
    {"No type for list", "an empty list needs a type: []<Predicate>"},
    {"Expected comma", "arguments are separated by commas"},
    {"expected ';'", "a record ends with ';', or with a body in braces"},
    {"Expected ';'", "a field ends with ';'"},
    {"expected '{'", "a body stands in braces"},
    {"Expected '>'", "arguments of a class end with '>'"},
    {"Unexpected token at top level",
     "a file has classes, records (def), defvar, let, foreach and include"},
    {"Illegal operation", "check the numbers that the record gives its class"},
    {"does not have a", "'?' leaves the field unset: give it a value of its "
                        "type, or leave out the line that sets it"},
    {"expected field identifier after '.'",
     "a number with a point is written as text: \"0.5\""},
    {"could not be fully resolved",
     "some of it has no value: a number that does not fit the bits that it is "
     "put in, an operand without a $name, or an argument or a field that is "
     "missing or '?'"},
};

/// Whether an earlier buffer is the file of `place`, which then has no guard.
static bool isIncludedAgain(SMLoc place) {
  unsigned last = SrcMgr.FindBufferContainingLoc(place);
  auto fileOf = [](unsigned buffer) {
    return SrcMgr.getMemoryBuffer(buffer)->getBufferIdentifier();
  };
  return any_of(seq(1u, last), [&](unsigned buffer) {
    return fileOf(buffer) == fileOf(last);
  });
}

static StringRef adviceFor(StringRef message, SMLoc place) {
  if (message.contains("already exists") && isIncludedAgain(place))
    return "the file is included twice: begin it with #ifndef NAME and #define "
           "NAME, and end it with #endif";
  for (const Advice &a : advices)
    if (message.contains(a.message))
      return a.advice;
  return "";
}

static void print(SMLoc where, SourceMgr::DiagKind kind, const Twine &message) {
  SrcMgr.GetMessage(where, kind, message).print(nullptr, errs());
}

/// Returns the number after `prefix`.
static std::optional<int64_t> numberBehind(StringRef text, StringRef prefix) {
  size_t at = text.find(prefix);
  int64_t number;
  if (at == StringRef::npos)
    return std::nullopt;
  text = text.substr(at + prefix.size());
  if (text.consumeInteger(10, number))
    return std::nullopt;
  return number;
}

/// TableGen prints a value that does not fit its bits as !cast<bits<5>>(40){4}.
static std::string tooWide(StringRef message) {
  size_t at = message.find("!cast<bits<");
  if (at == StringRef::npos)
    return "";
  auto width = numberBehind(message.substr(at), "bits<"),
       value = numberBehind(message.substr(at), ">>(");
  if (!width || !value)
    return "";
  return formatv("{0} does not fit {1} bits; give 0 to {2}: the chapter "
                 "Opcodes of the manual lists the free codes",
                 *value, *width, maskTrailingOnes<uint64_t>(*width));
}

/// TableGen's advice on an argument is "expected type TYPE: VALUE".
static std::string typedValue(StringRef advice) {
  if (!advice.consume_front("expected type "))
    return "";
  auto [type, value] = advice.split(": ");
  if (type == "dag")
    return formatv("give a dag, such as (Add $ta, 1) or (Cycles 8), in place "
                   "of {0}",
                   value);
  bool isClass = !type.contains('<') && isUpper(type.front());
  return formatv("give a {0} {1} in place of {2}",
                 isClass ? "record of class" : "value of type", type, value);
}

static IncludeLookup includeOf;

void adviseIncludes(IncludeLookup lookup) { includeOf = std::move(lookup); }

/// For a file parsed on its own: returns the missing include.
static std::string includeFor(StringRef message) {
  StringRef name = message.rsplit('\'').first.rsplit('\'').second;
  std::string path = includeOf(name);
  std::string advice = "each file includes what it uses: add include ";
  return advice + (path.empty() ? "\"...\" of the file that defines it"
                                : "\"" + path + "\"");
}

/// One error leaves all values of a record unresolved.
static bool isConsequence(const SMDiagnostic &diagnostic) {
  static const char *last = nullptr;
  const char *place = diagnostic.getLoc().getPointer();
  if (!diagnostic.getMessage().contains("could not be fully resolved"))
    return false;
  return std::exchange(last, place) == place;
}

/// Errors that terminate the program have the form "error; remedy".
static void explain(const SMDiagnostic &diagnostic, void *) {
  if (diagnostic.getKind() != SourceMgr::DK_Error)
    return diagnostic.print(nullptr, errs());
  if (isConsequence(diagnostic))
    return;
  std::string text = tooWide(diagnostic.getMessage());
  if (text.empty())
    text = diagnostic.getMessage().str();
  auto [what, advice] = StringRef(text).split("; ");
  if (what.contains("could not be fully resolved"))
    what = what.split(": ").first; // the value may be long
  std::string include = includeOf ? includeFor(what) : "";
  std::string typed = typedValue(advice);
  if (!typed.empty())
    advice = typed;
  else if (advice.empty())
    advice = include.empty() ? adviceFor(what, diagnostic.getLoc()) : include;
  print(diagnostic.getLoc(), SourceMgr::DK_Error, what);
  if (!advice.empty())
    print(diagnostic.getLoc(), SourceMgr::DK_Note, advice);
}

void adviseOnSyntax() { SrcMgr.setDiagHandler(explain); }

} // namespace matrix::tblgen
