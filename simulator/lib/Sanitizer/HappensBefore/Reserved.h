//===- Reserved.h - sparse zero-initialized tables --------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tables with one entry per byte or line of the simulated memory, most of which
// are never accessed. The table is an anonymous mapping without reserved swap
// space: the host kernel supplies zeroed pages at the first write, so an index
// is an address and a lookup costs one load. A hash table would use less
// address space, but the fast path of hazard detection reads one entry per
// access.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_CHECKS_RESERVED_H
#define MATRIX_SIMULATOR_CHECKS_RESERVED_H

#include <cstddef>
#include <sys/mman.h>

namespace matrix {
namespace sim {

/// A zero-initialized table that uses host memory only for pages that have been
/// written. data() is null if the host has no address space left.
template <typename T> class Reserved {
public:
  explicit Reserved(size_t count) : bytes(count * sizeof(T)) {
    void *p = bytes ? mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
                    : MAP_FAILED;
    table = p == MAP_FAILED ? nullptr : static_cast<T *>(p);
  }
  ~Reserved() {
    if (table)
      munmap(table, bytes);
  }
  Reserved(const Reserved &) = delete;
  Reserved(Reserved &&other) : bytes(other.bytes), table(other.table) {
    other.table = nullptr;
  }

  T *data() const { return table; }
  T &operator[](size_t i) const { return table[i]; }

private:
  size_t bytes;
  T *table;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_CHECKS_RESERVED_H
