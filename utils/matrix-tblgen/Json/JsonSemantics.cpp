//===- JsonSemantics.cpp - semantics as JSON ------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes expression trees as nested JSON objects, with the format of every
// node; extents are not written, since readers know the geometry of their
// variant. Scripts and the reference interpreter of the tests read them.
//
//===----------------------------------------------------------------------===//

#include "Json/Json.h"
#include <cmath>

using namespace llvm;

namespace matrix::tblgen {

/// JSON has no negative zero.
static json::Value number(const Expr &e) {
  if (e.Value == 0 && std::signbit(e.Value))
    return "-0.0";
  return e.Value == int64_t(e.Value) ? json::Value(int64_t(e.Value))
                                     : json::Value(e.Value);
}

json::Value semanticsToJson(const Expr &e) {
  if (e.is(ExprKind::Number))
    return number(e);
  json::Object o;
  o["op"] = e.is(ExprKind::Elementwise) ? e.Record->getName().str()
                                        : kindName(e.Kind).str();
  if (e.is(ExprKind::State) || e.is(ExprKind::Reduce) ||
      e.is(ExprKind::ArgReduce) || e.is(ExprKind::View))
    o["record"] = e.Record->getName().str();
  if (e.is(ExprKind::Field)) {
    o["low"] = e.Record->getValueAsInt("Low");
    o["width"] = e.Record->getValueAsInt("Width");
  }
  if (e.is(ExprKind::Is))
    o["value"] = e.Value;
  if (e.is(ExprKind::Pad)) {
    o["rows"] = int64_t(e.Value);
    o["columns"] = e.Value2;
  }
  if (e.is(ExprKind::Row)) {
    o["rows_per_block"] = int64_t(e.Value);
    o["row"] = e.Value2;
  }
  if (!e.Text.empty())
    o[e.is(ExprKind::Operand) ? "name" : "text"] = e.Text;
  if (e.Type.Format)
    o["format"] = e.Type.Format->getName().str();
  json::Array args;
  for (const Expr &a : e.Args)
    args.push_back(semanticsToJson(a));
  if (!args.empty())
    o["args"] = std::move(args);
  return o;
}

} // namespace matrix::tblgen
