//===- Elements.cpp - textual element formats -----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Maps format names to LLVM's floating-point semantics and integer widths;
// APFloat prints floating-point elements. The debugger therefore shows the
// value that the bits have by LLVM's definition of the format, independently of
// the arithmetic of the simulator. Formats whose elements are not whole bytes
// cannot be printed.
//
//===----------------------------------------------------------------------===//

#include "Elements.h"
#include "matrix/Description/Variants.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace matrix;
using namespace matrix::sim;

/// LLVM's semantics of an MLIR type name.
static const fltSemantics *semanticsOf(StringRef type) {
  return StringSwitch<const fltSemantics *>(type)
      .Case("f64", &APFloat::IEEEdouble())
      .Case("f32", &APFloat::IEEEsingle())
      .Case("f16", &APFloat::IEEEhalf())
      .Case("bf16", &APFloat::BFloat())
      .Case("f8E5M2", &APFloat::Float8E5M2())
      .Case("f8E5M2FNUZ", &APFloat::Float8E5M2FNUZ())
      .Case("f8E4M3", &APFloat::Float8E4M3())
      .Case("f8E4M3FN", &APFloat::Float8E4M3FN())
      .Case("f8E4M3FNUZ", &APFloat::Float8E4M3FNUZ())
      .Case("f8E4M3B11FNUZ", &APFloat::Float8E4M3B11FNUZ())
      .Case("f8E3M4", &APFloat::Float8E3M4())
      .Case("f8E8M0FNU", &APFloat::Float8E8M0FNU())
      .Default(nullptr);
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// Parses scalar types: i16, u32, x8, f64.
std::optional<ElementFormat> ElementFormat::scalar(StringRef name) {
  unsigned bits;
  if (name.drop_front(!name.empty()).getAsInteger(10, bits) ||
      (bits != 8 && bits != 16 && bits != 32 && bits != 64))
    return std::nullopt;
  Kind kind = name[0] == 'i'   ? Kind::Signed
              : name[0] == 'u' ? Kind::Unsigned
              : name[0] == 'x' ? Kind::Hex
                               : Kind::Float;
  ElementFormat format(name, kind, bits / 8);
  format.semantics = kind == Kind::Float ? semanticsOf(name) : nullptr;
  if (kind == Kind::Float && !format.semantics)
    return std::nullopt;
  return format;
}

std::optional<ElementFormat> ElementFormat::lookup(StringRef name) {
  const desc::FormatInfo *info = desc::lookupFormat(name);
  if (!info)
    return scalar(name);
  if (info->isAny || info->bits % 8 || info->bits > 64)
    return std::nullopt;
  Kind kind = info->isFloat      ? Kind::Float
              : info->isUnsigned ? Kind::Unsigned
                                 : Kind::Signed;
  ElementFormat format(name, kind, info->bits / 8);
  if (info->isFloat) {
    format.semantics = semanticsOf(StringRef(info->mlir));
    if (!format.semantics)
      return std::nullopt;
  }
  return format;
}

std::string ElementFormat::known() {
  std::string names;
  for (const desc::FormatInfo &info : desc::formats)
    if (lookup(info.name))
      names += std::string(info.name) + ", ";
  return names + "f64, i16, i64, u16, u32, u64, x8, x16, x32, x64";
}

ElementFormat ElementFormat::words(unsigned bytes) {
  return *scalar(("x" + Twine(8 * bytes)).str());
}

std::string ElementFormat::descr() const {
  if (kind != Kind::Float)
    return std::string(size == 1 ? "|" : "<") +
           (kind == Kind::Signed ? "i" : "u") + std::to_string(size);
  const desc::FormatInfo *info = desc::lookupFormat(text);
  return npyDescr(info ? std::string(info->mlir) : text);
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// The shortest decimal that distinguishes the value from its neighbors.
static std::string printFloat(const APFloat &value) {
  SmallString<32> digits;
  value.toString(digits, /*FormatPrecision=*/0, /*FormatMaxPadding=*/5);
  return StringRef(digits).lower();
}

std::string ElementFormat::print(const uint8_t *element) const {
  uint64_t bits = 0;
  for (unsigned i = 0; i < size; ++i)
    bits |= uint64_t(element[i]) << 8 * i;
  switch (kind) {
  case Kind::Signed:
    return std::to_string(SignExtend64(bits, 8 * size));
  case Kind::Unsigned:
    return std::to_string(bits);
  case Kind::Hex:
    return utohexstr(bits, /*LowerCase=*/true, 2 * size);
  case Kind::Float:
    return printFloat(APFloat(*semantics, APInt(8 * size, bits)));
  }
  return "";
}
