//===- Diagnostics.cpp - errors with location and remedy ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reports errors at records and fields with a note on the remedy, and
// suppresses repetitions of an error at the same location. Two errors are equal
// if location and text up to " in variant " are: a check that runs for each
// variant reports an error of an instruction once. The locations of errors also
// answer hasReportedError.
//
//===----------------------------------------------------------------------===//

#include "Support/Diagnostics.h"
#include "Support/ReportedErrors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Error.h"
#include <cstdlib>
#include <set>

using namespace llvm;

namespace matrix::tblgen {

//===----------------------------------------------------------------------===//
// Locations
//===----------------------------------------------------------------------===//

/// Returns true for locations after the head of the record in the same file:
/// fields of its classes precede it.
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

static std::set<const char *> places;

bool hasReportedError(const Record *r) {
  return places.count(r->getLoc().front().getPointer()) ||
         any_of(r->getValues(), [](const RecordVal &v) {
           return places.count(v.getLoc().getPointer());
         });
}

/// Returns true if the error has not been reported at the location. The same
/// error in another variant has the same text up to the variant's name.
static bool isNew(ArrayRef<SMLoc> where, StringRef what) {
  static std::set<std::pair<const char *, std::string>> reported;
  StringRef mistake = what.split(" in variant ").first;
  return reported.insert({where.front().getPointer(), mistake.str()}).second;
}

bool report(ArrayRef<SMLoc> where, const Twine &what, const Twine &advice) {
  std::string text = what.str();
  if (!isNew(where, text))
    return false;
  places.insert(where.front().getPointer());
  PrintError(where, text);
  PrintNote(where.take_front(1), advice);
  return true;
}

void report(const Record *where, const Twine &what, const Twine &advice) {
  report(where->getLoc(), what, advice);
}

void report(const Record *where, const Twine &text) {
  std::string all = text.str();
  auto [what, advice] = StringRef(all).split("; ");
  report(where->getLoc(), what, advice);
}

std::string quantity(int64_t number, StringRef unit) {
  return (Twine(number) + " " + unit + (number == 1 ? "" : "s")).str();
}

const Record *newerOf(const Record *a, const Record *b) {
  return a->getID() < b->getID() ? b : a;
}

void pointAt(const Record *other, const Twine &what) {
  PrintNote(other->getLoc().take_front(1), what);
}

void stopAfterErrors() {
  if (!ErrorsPrinted)
    return;
  sys::RunInterruptHandlers();
  std::exit(1);
}

} // namespace matrix::tblgen
