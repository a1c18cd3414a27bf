//===- NpyHeader.cpp - headers of .npy files ------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recursive-descent parser, and writer, of the header's Python dict. The
// grammar is the subset that NumPy writes: a dict of the keys descr,
// fortran_order and shape, with strings, booleans and a tuple of nonnegative
// integers. Numbers that exceed 64 bits are errors. Structured types are not
// supported.
//
//===----------------------------------------------------------------------===//

#include "NpyHeader.h"
#include <cstring>

using namespace matrix::sim;

namespace {
/// Every method returns false on text that NumPy does not write.
class HeaderParser {
public:
  explicit HeaderParser(const std::string &text) : p(text.c_str()) {}

  bool parse(NpyArray &array, bool &fortran) {
    bool haveDescr = false, haveOrder = false, haveShape = false;
    if (!consume('{'))
      return false;
    while (!consume('}')) {
      std::string key;
      if (!string(key) || !consume(':'))
        return false;
      if (key == "descr")
        haveDescr = string(array.descr);
      else if (key == "fortran_order")
        haveOrder = boolean(fortran);
      else if (key == "shape")
        haveShape = tuple(array.shape);
      else
        return false;
      if (!consume(',') && *p != '}')
        return false;
    }
    skipBlanks();
    return haveDescr && haveOrder && haveShape && *p == 0;
  }

private:
  void skipBlanks() {
    while (*p == ' ' || *p == '\n')
      ++p;
  }
  bool consume(char c) {
    skipBlanks();
    if (*p != c)
      return false;
    ++p;
    skipBlanks();
    return true;
  }
  bool string(std::string &text) {
    if (*p != '\'' && *p != '"')
      return false;
    char quote = *p++;
    while (*p && *p != quote)
      text += *p++;
    return consume(quote);
  }
  bool boolean(bool &value) {
    value = std::strncmp(p, "True", 4) == 0;
    if (!value && std::strncmp(p, "False", 5) != 0)
      return false;
    p += value ? 4 : 5;
    return true;
  }
  bool tuple(std::vector<uint64_t> &values) {
    if (!consume('('))
      return false;
    while (!consume(')')) {
      uint64_t value = 0;
      if (!number(value))
        return false;
      values.push_back(value);
      if (!consume(',') && *p != ')')
        return false;
    }
    return true;
  }
  bool number(uint64_t &value) {
    if (*p < '0' || *p > '9')
      return false;
    for (; *p >= '0' && *p <= '9'; ++p)
      if (__builtin_mul_overflow(value, 10, &value) ||
          __builtin_add_overflow(value, uint64_t(*p - '0'), &value))
        return false;
    return true;
  }

  const char *p;
};
} // namespace

bool matrix::sim::parseNpyHeader(const std::string &text, NpyArray &array,
                                 bool &fortran) {
  return HeaderParser(text).parse(array, fortran);
}

bool matrix::sim::splitNpy(const std::string &file, std::string &header,
                           size_t &dataStart) {
  if (file.size() < 10 || file.compare(0, 6, "\x93NUMPY") != 0)
    return false;
  unsigned major = uint8_t(file[6]);
  size_t lengthBytes = major == 1 ? 2 : 4, start = 8 + lengthBytes, length = 0;
  if (major < 1 || major > 3 || file.size() < start)
    return false;
  for (size_t i = 0; i < lengthBytes; ++i)
    length |= size_t(uint8_t(file[8 + i])) << (8 * i);
  if (file.size() - start < length)
    return false;
  header = file.substr(start, length);
  dataStart = start + length;
  return true;
}

std::string matrix::sim::makeNpyHeader(const NpyArray &array) {
  std::string dict =
      "{'descr': '" + array.descr +
      "', 'fortran_order': False, 'shape': " + npyShape(array.shape) + ", }";
  size_t unpadded = 10 + dict.size() + 1;
  dict.append((64 - unpadded % 64) % 64, ' ');
  dict += '\n';
  std::string header("\x93NUMPY\x01\x00", 8);
  header += char(dict.size() & 0xff);
  header += char(dict.size() >> 8);
  return header + dict;
}
