//===- WorkReader.cpp - parser of the work annotation ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the fields of the annotation and validates their types and ranges. A
// missing field has its default value, so that a program may list only what
// applies; a field of another type, or a negative number, invalidates all of
// it.
//
//===----------------------------------------------------------------------===//

#include "WorkReader.h"

using namespace llvm;
using namespace matrix::sim;

static bool read(const json::Object &from, StringRef key, uint64_t &to) {
  const json::Value *value = from.get(key);
  auto number = value ? value->getAsInteger() : std::optional<int64_t>(0);
  if (!number || *number < 0)
    return false;
  to = uint64_t(*number);
  return true;
}

static bool read(const json::Object &from, StringRef key, unsigned &to) {
  uint64_t number;
  if (!read(from, key, number) || number > UINT32_MAX)
    return false;
  to = unsigned(number);
  return true;
}

static bool read(const json::Object &from, StringRef key,
                 std::vector<uint64_t> &to) {
  if (const json::Array *list = from.getArray(key))
    for (const json::Value &value : *list) {
      auto number = value.getAsInteger();
      if (!number || *number < 0)
        return false;
      to.push_back(uint64_t(*number));
    }
  return true;
}

static std::string text(const json::Object &from, StringRef key) {
  return from.getString(key).value_or("").str();
}

static bool readOperation(const json::Value &value, OperationWork &work) {
  const json::Object *object = value.getAsObject();
  if (!object)
    return false;
  work.op = text(*object, "op");
  work.kind = text(*object, "kind");
  work.file = text(*object, "file");
  work.function = text(*object, "function");
  if (const json::Array *types = object->getArray("types"))
    for (const json::Value &type : *types)
      work.types.push_back(type.getAsString().value_or("").str());
  std::vector<uint64_t> gemm, needed;
  if (!read(*object, "line", work.line) ||
      !read(*object, "column", work.column) ||
      !read(*object, "extents", work.extents) ||
      !read(*object, "macs", work.macs) || !read(*object, "gemm", gemm) ||
      !read(*object, "needed", needed) || !read(*object, "read", work.read) ||
      !read(*object, "written", work.written) ||
      !read(*object, "ew_bytes", work.ewBytes) ||
      !read(*object, "sfu_bytes", work.sfuBytes))
    return false;
  if (needed.size() == 2 && needed[0] < needed[1])
    work.needed = double(needed[0]) / double(needed[1]);
  if (gemm.size() == 4) {
    work.batch = gemm[0];
    work.m = gemm[1];
    work.n = gemm[2];
    work.k = gemm[3];
  }
  return (gemm.empty() || gemm.size() == 4) &&
         (needed.empty() || needed.size() == 2);
}

bool matrix::sim::readWork(const json::Value &value, ProgramWork &work) {
  const json::Object *object = value.getAsObject();
  if (!object || !read(*object, "in", work.in) ||
      !read(*object, "constants", work.constants) ||
      !read(*object, "out", work.out) ||
      !read(*object, "unknown", work.unknown))
    return false;
  if (const json::Array *list = object->getArray("ops"))
    for (const json::Value &operation : *list) {
      work.operations.emplace_back();
      if (!readOperation(operation, work.operations.back()))
        return false;
    }
  return work.known = true;
}
