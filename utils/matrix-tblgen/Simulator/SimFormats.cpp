//===- SimFormats.cpp - element formats as C++ types ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Maps formats to the C++ types of the simulator and to the conversions between
// them. Narrow floats are stored as unsigned bits and computed as float, narrow
// integers are computed as int32_t; formats of uninterpreted bits have equal
// storage and compute types. Rounding to a format is a store followed by a
// load.
//
//===----------------------------------------------------------------------===//

#include "Simulator/SimFormats.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace matrix::tblgen {

static bool isAny(const Record *f) { return f->getValueAsBit("Any"); }
bool isTruth(const Record *f) { return bitsOf(f) == 1; }
bool isSmallFloat(const Record *f) { return isFloat(f) && bitsOf(f) < 32; }

std::string smallFloat(const Record *f) {
  return formatv("num::SmallFloat<{0}, {1}, {2}>", f->getValueAsInt("Exponent"),
                 f->getValueAsInt("Mantissa"),
                 f->getValueAsBit("FiniteOnly") ? "true" : "false");
}

std::string storageType(const Record *f) {
  if (isTruth(f))
    return "bool";
  if (isFloat(f) && bitsOf(f) == 32)
    return "float";
  bool isUnsigned = isFloat(f) || isAny(f) || f->getValueAsBit("Unsigned");
  return formatv("{0}int{1}_t", isUnsigned ? "u" : "", bitsOf(f));
}

std::string computeType(const Record *f) {
  if (isTruth(f) || isAny(f))
    return storageType(f);
  return isFloat(f) ? "float" : "int32_t";
}

std::string load(const Record *f, const std::string &stored) {
  if (isSmallFloat(f))
    return smallFloat(f) + "::decode(" + stored + ")";
  return storageType(f) == computeType(f) ? stored
                                          : computeType(f) + "(" + stored + ")";
}

std::string store(const Record *f, const std::string &computed) {
  if (isSmallFloat(f))
    return storageType(f) + "(" + smallFloat(f) + "::encode(" + computed + "))";
  return storageType(f) == computeType(f)
             ? computed
             : storageType(f) + "(" + computed + ")";
}

std::string roundTo(const Record *f, const std::string &computed) {
  return storageType(f) == computeType(f) ? computed
                                          : load(f, store(f, computed));
}

} // namespace matrix::tblgen
