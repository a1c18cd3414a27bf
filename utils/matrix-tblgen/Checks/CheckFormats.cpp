//===- CheckFormats.cpp - element formats ---------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks widths, codes, suffixes and MLIR types of formats. For floats, the
// sizes of exponent and mantissa and the presence of infinities are derived
// from the name of the MLIR type and compared with the fields of the record,
// because the compiler computes with the former and the simulator with the
// latter.
//
//===----------------------------------------------------------------------===//

#include "Checks/DescriptionChecks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace matrix::tblgen;

static int64_t codeOf(const Record *f) {
  return *f->getValueAsBitsInit("Code")->convertInitializerToInt();
}

static bool isNumber(const Record *f) {
  return !f->getValueAsBit("Any") && bitsOf(f) > 1;
}

/// Two formats may share a code if one of them only moves bits.
static void checkTaken(Checks &c, const Record *f, const Record *before) {
  if (f->getValueAsString("Suffix") == before->getValueAsString("Suffix"))
    c.error(f, "Suffix",
            "suffix '" + f->getValueAsString("Suffix") + "' is that of " +
                before->getName() + " too",
            "mnemonics would be equal: let Suffix = \"...\"");
  if (isNumber(f) && isNumber(before) && codeOf(f) == codeOf(before))
    c.error(f, "Code",
            "code " + Twine(codeOf(f)) + " is that of " + before->getName() +
                " too",
            "encodings would be equal: choose a free code from 0 to 15");
}

/// The suffix is part of mnemonics.
static void checkSuffix(Checks &c, const Record *f) {
  StringRef suffix = f->getValueAsString("Suffix");
  if (suffix.empty() || !all_of(suffix, [](char x) {
        return isLower(x) || isUpper(x) || isDigit(x);
      }))
    c.error(f, "Suffix", "suffix '" + suffix + "'",
            "mnemonics end with it: use letters and digits");
}

static void checkWidth(Checks &c, const Record *f) {
  int64_t bits = bitsOf(f);
  if (bits != 1 && bits != 8 && bits != 16 && bits != 32)
    c.error(f, "Bits", "elements of " + quantity(bits, "bit"),
            "elements of tiles have 8, 16 or 32 bits; pack smaller ones in "
            "these and unpack them in the semantics");
}

/// The floats of MLIR that are not named by their width.
static const StringRef smallFloats[] = {"f8E5M2", "f8E4M3", "f8E4M3FN",
                                        "f8E3M4"};

/// f8E4M3FN: 4 bits of exponent, 3 of mantissa, no infinities.
static bool readName(StringRef name, int64_t &exponent, int64_t &mantissa,
                     bool &finite) {
  unsigned width;
  if (!name.consume_front("f") || name.consumeInteger(10, width) ||
      !name.consume_front("E") || name.consumeInteger(10, exponent) ||
      !name.consume_front("M") || name.consumeInteger(10, mantissa))
    return false;
  finite = name.consume_front("FN");
  return name.empty();
}

static void checkFloat(Checks &c, const Record *f) {
  StringRef mlir = f->getValueAsString("Mlir");
  int64_t exponent = mlir == "f16" ? 5 : 8, mantissa = mlir == "f32"   ? 23
                                                       : mlir == "f16" ? 10
                                                                       : 7;
  bool finite = false,
       isNamed = mlir == "f32" || mlir == "f16" || mlir == "bf16";
  if (!isNamed && (!is_contained(smallFloats, mlir) ||
                   !readName(mlir, exponent, mantissa, finite)))
    return c.error(f, "Mlir",
                   "'" + mlir +
                       "' is not a float of MLIR with the "
                       "usual bias",
                   "formats are f32, f16, bf16, " +
                       join(ArrayRef(smallFloats), ", "));
  if (exponent != f->getValueAsInt("Exponent") ||
      mantissa != f->getValueAsInt("Mantissa"))
    c.error(f, "Exponent",
            mlir + " has " + quantity(exponent, "bit") + " of exponent and " +
                Twine(mantissa) + " of mantissa, the format " +
                Twine(f->getValueAsInt("Exponent")) + " and " +
                Twine(f->getValueAsInt("Mantissa")),
            "simulator and compiler must use the same encoding: change one");
  if (finite != f->getValueAsBit("FiniteOnly"))
    c.error(f, "FiniteOnly",
            mlir + (finite ? " has no infinities" : " has infinities"),
            "let FiniteOnly = " + Twine(int(finite)));
}

/// Fields that are without effect in other formats.
static void checkSign(Checks &c, const Record *f) {
  if (f->getValueAsBit("Unsigned") && (isFloat(f) || f->getValueAsBit("Any")))
    c.error(f, "Unsigned", f->getName() + " is unsigned, but no integer",
            "let Unsigned = 0");
  else if (f->getValueAsBit("Unsigned") && bitsOf(f) > 16)
    c.error(f, "Unsigned", "unsigned elements of " + quantity(bitsOf(f), "bit"),
            "elements are computed as signed numbers of 32 bits: use FmtI32 "
            "and operators on unsigned numbers, such as MaxU");
}

static void checkInteger(Checks &c, const Record *f) {
  std::string name = "i" + std::to_string(bitsOf(f));
  if (f->getValueAsString("Mlir") != name)
    c.error(f, "Mlir",
            "'" + f->getValueAsString("Mlir") + "' is not an integer of " +
                Twine(bitsOf(f)) + " bits in MLIR",
            "MLIR's integers have no sign: use \"" + name + "\"");
}

void matrix::tblgen::checkFormats(Checks &c) {
  auto formats = recordsInOrder(c.m.Records, "Format");
  for (unsigned i = 0; i < formats.size(); ++i) {
    const Record *f = formats[i];
    for (unsigned before = 0; before < i; ++before)
      checkTaken(c, f, formats[before]);
    checkWidth(c, f);
    checkSuffix(c, f);
    checkSign(c, f);
    if (isFloat(f))
      checkFloat(c, f);
    else if (!f->getValueAsBit("Any"))
      checkInteger(c, f);
  }
}
