//===- Npy.h - tensors in .npy files ----------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The format in which tensors cross tool boundaries: NumPy's, dense, row-major,
// little-endian. Free of LLVM, so that every tool can use it.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIM_NPY_H
#define MATRIX_SIM_NPY_H

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

/// Both give true on success, else false and one line that says which file is
/// wrong, how, and what to do.
bool readNpy(const std::string &path, NpyArray &array, std::string &error);
bool writeNpy(const std::string &path, const NpyArray &array,
              std::string &error);

/// Bytes of one element of NumPy type `descr`; 0 if it is none we know.
size_t npyElementSize(const std::string &descr);

/// The NumPy type that holds elements of type `elementType` as it stands in a
/// kernel's argument table ("f32", "bf16", "i1"); empty if there is none.
/// NumPy has no bf16 and no 8-bit floats: they are held as words and bytes.
std::string npyDescr(const std::string &elementType);

/// Can an array of type `descr` be given for elements of type `elementType`?
bool npyAccepts(const std::string &elementType, const std::string &descr);

/// "(2, 3)"
std::string npyShape(const std::vector<uint64_t> &shape);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIM_NPY_H
