//===- Npy.h - tensors in .npy files ----------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads and writes NumPy's .npy format: dense, row-major, little-endian arrays.
// Tensors cross tool boundaries in this format. Does not depend on LLVM, so
// that every tool can link it.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIM_NPY_H
#define MATRIX_SIM_NPY_H

#include "llvm/Support/Error.h"
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace matrix {
namespace sim {

struct NpyArray {
  std::string descr;           // NumPy's name of the element type: "<f4"
  std::vector<uint64_t> shape; // empty: one element
  std::vector<uint8_t> data;   // elements, row-major
};

/// Errors are one line that names the file, the defect and the remedy.
llvm::Expected<NpyArray> readNpy(const std::string &path);
/// Reads type and shape of a regular file and compares the file size with them
/// without reading the data, so that a large file of the wrong shape is
/// rejected immediately. Standard input, FIFOs and devices can be read only
/// once: `descr` stays empty for them.
llvm::Expected<NpyArray> readNpyHeader(const std::string &path);
/// Fails if an element is not of type `elementType`: NumPy has no integers
/// of one bit, so that their bytes may be other than 0 and 1.
llvm::Error checkNpyElements(const std::string &path,
                             const std::string &elementType,
                             const NpyArray &array);
llvm::Error writeNpy(const std::string &path, const NpyArray &array);

/// Bytes of one element of NumPy type `descr`; 0 if the type is unsupported.
size_t npyElementSize(const std::string &descr);

/// The NumPy type that stores elements of type `elementType`, as spelled in a
/// kernel's argument table ("f32", "bf16", "i1"); empty if there is none. NumPy
/// has no bf16 and no 8-bit floats: these are stored as 16-bit and 8-bit
/// integers.
std::string npyDescr(const std::string &elementType);

/// Returns true if an array of type `descr` is accepted for elements of type
/// `elementType`.
bool npyAccepts(const std::string &elementType, const std::string &descr);

/// Formats a shape as NumPy does: "(2, 3)".
std::string npyShape(const std::vector<uint64_t> &shape);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIM_NPY_H
