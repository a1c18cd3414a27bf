//===- Elements.h - textual element formats ---------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Formats of elements in the output of the debugger: names, sizes, printed
// text, and NumPy types. A format of the description takes precedence over a
// scalar type of the same name.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_DEBUG_ELEMENTS_H
#define MATRIX_SIMULATOR_DEBUG_ELEMENTS_H

#include "matrix/Sim/Npy.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace matrix {
namespace sim {

/// Format of the elements of a tile, a row or a range of memory: a format of
/// the description ("bf16", "u8") or a scalar type (i16, i64, u16, u32, u64,
/// f64; x8 to x64: hexadecimal).
class ElementFormat {
public:
  /// Returns nothing if the format is unknown or its elements are not whole
  /// bytes.
  static std::optional<ElementFormat> lookup(llvm::StringRef name);
  /// Names of all formats for messages: "f32, i32, ...".
  static std::string known();
  /// Default format of elements of this size.
  static ElementFormat words(unsigned bytes);

  const std::string &name() const { return text; }
  unsigned bytes() const { return size; }
  /// The shortest decimal number that identifies the element.
  std::string print(const uint8_t *element) const;
  /// The NumPy type.
  std::string descr() const;

private:
  enum class Kind { Signed, Unsigned, Hex, Float };
  ElementFormat(llvm::StringRef name, Kind kind, unsigned size)
      : text(name), kind(kind), size(size) {}
  static std::optional<ElementFormat> scalar(llvm::StringRef name);

  std::string text;
  Kind kind;
  unsigned size;
  const llvm::fltSemantics *semantics = nullptr;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_DEBUG_ELEMENTS_H
