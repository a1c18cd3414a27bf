//===- Diagnostics.cpp - mistakes, where they are and what to do ----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Error.h"
#include <cstdlib>

using namespace llvm;

namespace matrix::tblgen {

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// Behind the head of the record, in the same file: classes stand before it.
static bool isInside(SMLoc place, SMLoc head) {
  if (!place.isValid() || !head.isValid())
    return false;
  unsigned file = SrcMgr.FindBufferContainingLoc(head);
  return file && file == SrcMgr.FindBufferContainingLoc(place) &&
         place.getPointer() > head.getPointer();
}

SMLoc locate(const Record *r, StringRef field) {
  SMLoc head = r->getLoc().front();
  const RecordVal *v = r->getValue(field);
  return v && isInside(v->getLoc(), head) ? v->getLoc() : head;
}

SMLoc locate(const Record *r, StringRef field, const Record *part) {
  SMLoc set = locate(r, field);
  SMLoc place = part->getLoc().front();
  return isInside(place, set) ? place : set;
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

void report(ArrayRef<SMLoc> where, const Twine &what, const Twine &advice) {
  PrintError(where, what);
  PrintNote(where.take_front(1), advice);
}

void fail(ArrayRef<SMLoc> where, const Twine &what, const Twine &advice) {
  report(where, what, advice);
  sys::RunInterruptHandlers();
  std::exit(1);
}

void fail(const Record *where, const Twine &what, const Twine &advice) {
  fail(where->getLoc(), what, advice);
}

//===----------------------------------------------------------------------===//
// TableGen's own errors
//===----------------------------------------------------------------------===//

namespace {
struct Advice {
  const char *message; // a part of TableGen's
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
     "the class has no such field: td/Schema has the fields of every class"},
    {"not specified for template argument",
     "give every argument of the class that has no default"},
    {"Too many template arguments",
     "the class takes fewer arguments: its head says which"},
    {"is incompatible with value", "give the field a value of its type"},
    {"expected type", "give the argument a value of its type"},
    {"already exists",
     "all records share one name space: give this one a name of its own"},
    {"counts rows or columns of a tile", "name one of them, or give a number"},
    {"expected field identifier after '.'",
     "a number with a point is written as text: \"0.5\""},
    {"could not be fully resolved",
     "some of it has no value: a number that does not fit the bits that it is "
     "put in, an operand without a $name, or an argument that is missing"},
};

static StringRef adviceFor(StringRef message) {
  for (const Advice &a : advices)
    if (message.contains(a.message))
      return a.advice;
  return "";
}

static void print(SMLoc where, SourceMgr::DiagKind kind, StringRef message) {
  SrcMgr.GetMessage(where, kind, message).print(nullptr, errs());
}

/// Errors of ours that end the program say "what; what to do" in one.
static void explain(const SMDiagnostic &diagnostic, void *) {
  if (diagnostic.getKind() != SourceMgr::DK_Error)
    return diagnostic.print(nullptr, errs());
  auto [what, advice] = diagnostic.getMessage().split("; ");
  if (advice.empty())
    advice = adviceFor(what);
  print(diagnostic.getLoc(), SourceMgr::DK_Error, what);
  if (!advice.empty())
    print(diagnostic.getLoc(), SourceMgr::DK_Note, advice);
}

void adviseOnSyntax() { SrcMgr.setDiagHandler(explain); }

} // namespace matrix::tblgen
