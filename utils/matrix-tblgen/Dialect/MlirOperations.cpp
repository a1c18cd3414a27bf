//===- MlirOperations.cpp - operations from MLIR's ODS files --------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses the ODS files of the dialects arith and math with a separate TableGen
// run, and looks up operations, operand counts and predicates. Whether an
// operation computes on floats or integers is taken from the names and
// summaries of its type constraints ("FloatLike", "signless-integer-like"),
// since ODS states it only as a C++ condition.
//
//===----------------------------------------------------------------------===//

#include "Dialect/MlirOperations.h"
#include "Support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Parser.h"

using namespace llvm;

namespace matrix::tblgen {

static const char *const files[] = {"mlir/Dialect/Arith/IR/ArithOps.td",
                                    "mlir/Dialect/Math/IR/MathOps.td"};

/// Uses a separate RecordKeeper and SourceMgr, because those of the run are
/// global.
MlirOperations::MlirOperations() {
  std::string text, found;
  for (const char *file : files) {
    text += ("include \"" + Twine(file) + "\"\n").str();
    if (!SrcMgr.OpenIncludeFile(file, found))
      missing = file;
  }
  if (missing)
    return;
  SourceMgr run = std::move(SrcMgr), ods;
  ods.AddNewSourceBuffer(MemoryBuffer::getMemBufferCopy(text, "mlir"), SMLoc());
  ods.setIncludeDirs(run.getIncludeDirs().vec());
  RecordKeeper records;
  TableGenParseFile(ods, records);
  SrcMgr = std::move(run);
  for (const Record *op : records.getAllDerivedDefinitions("Op"))
    read(op);
}

static bool contains(const Record *r, StringRef word) {
  return r->getName().contains(word) ||
         (r->getValue("summary") &&
          r->getValueAsString("summary").contains(word));
}

/// An interface is named by its C++ class, with its namespace.
static bool hasTrait(const Record *op, StringRef name) {
  return any_of(op->getValueAsListOfDefs("traits"), [&](const Record *trait) {
    for (StringRef field : {"trait", "cppInterfaceName"})
      if (trait->getValue(field) &&
          trait->getValueAsString(field).ends_with(name))
        return true;
    return false;
  });
}

void MlirOperations::read(const Record *op) {
  StringRef dialect = op->getValueAsDef("opDialect")->getValueAsString("name");
  Operation &o =
      operations[(dialect + "." + op->getValueAsString("opName")).str()];
  o.results = op->getValueAsDag("results")->getNumArgs();
  o.converts = hasTrait(op, "CastOpInterface");
  o.commutes = hasTrait(op, "IsCommutative");
  for (const Init *arg : op->getValueAsDag("arguments")->getArgs()) {
    const Record *type = cast<DefInit>(arg)->getDef();
    if (type->isSubClassOf("TypeConstraint")) {
      ++o.operands;
      bool floats = contains(type, "Float") || contains(type, "floating-point"),
           integers = contains(type, "Integer") || contains(type, "integer");
      o.floats |= floats && !integers;
      o.integers |= integers && !floats;
    }
    const RecordVal *cases = type->getValue("enumerants");
    if (cases && type->getName().contains("Predicate"))
      for (const Record *e : type->getValueAsListOfDefs("enumerants"))
        o.predicates.insert(e->getValueAsString("str"));
  }
}

std::optional<MlirOperations::Mistake>
MlirOperations::mistakeIn(const Operation &o, StringRef name,
                          int64_t operands) {
  if (o.operands != operands)
    return Mistake{"operation " + name.str() + " expects " +
                       quantity(o.operands, "operand") +
                       ", but the operator has " + std::to_string(operands),
                   "name an operation with as many operands"};
  if (o.results != 1)
    return Mistake{"operation " + name.str() + " has " +
                       quantity(o.results, "result"),
                   "name an operation with one result"};
  if (o.converts)
    return Mistake{"operation " + name.str() + " converts to another type",
                   "convert with (Cast F, x) or (Bitcast F, x)"};
  return std::nullopt;
}

bool MlirOperations::isOrdered(StringRef text) const {
  auto it = operations.find(text.split(' ').first);
  return it != operations.end() && !it->second.commutes;
}

std::optional<MlirOperations::Mistake>
MlirOperations::mistakeIn(StringRef text, int64_t operands,
                          bool onFloats) const {
  auto [name, predicate] = text.split(' ');
  auto it = operations.find(name);
  if (it == operations.end())
    return Mistake{"MLIR has no operation '" + name.str() + "'",
                   "name one of the dialects arith and math, or nothing"};
  const Operation &o = it->second;
  if (auto mistake = mistakeIn(o, name, operands))
    return mistake;
  if (onFloats ? o.integers : (o.floats && !o.integers))
    return Mistake{"operation " + name.str() + " computes on " +
                       (onFloats ? "integers" : "floats"),
                   onFloats
                       ? "name its operation on floats, or give it as MlirInt"
                       : "name its operation on integers, or give it as "
                         "MlirFloat"};
  if (o.predicates.empty() != predicate.empty() ||
      (!predicate.empty() && !o.predicates.contains(predicate)))
    return Mistake{"operation " + name.str() +
                       (predicate.empty()
                            ? " needs a predicate"
                            : " has no predicate '" + predicate.str() + "'"),
                   "write it as \"arith.cmpf olt\""};
  return std::nullopt;
}

} // namespace matrix::tblgen
