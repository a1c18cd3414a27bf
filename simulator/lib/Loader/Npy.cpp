//===- Npy.cpp - tensors in .npy files ------------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reader and writer of NumPy's format:
//
//   | \x93NUMPY | major | minor | u16 or u32 length | header text | data |
//
// The header is a Python dict: {'descr': '<f4', 'fortran_order': False,
// 'shape': (2, 3), }, padded with blanks so that the data are 64-byte aligned.
//
//===----------------------------------------------------------------------===//

#include "matrix/Sim/Npy.h"
#include "matrix/Support/OutputFile.h"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <sys/stat.h>

using namespace llvm;
using namespace matrix;
using namespace matrix::sim;

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

namespace {
struct ElementType {
  const char *name;     // in argument tables
  const char *descr;    // as written
  const char *accepted; // further types accepted on reading
};
} // namespace

static const ElementType elementTypes[] =
    {
        {"f64", "<f8", ""},    {"f32", "<f4", ""},
        {"f16", "<f2", ""},    {"bf16", "<u2", "|V2 <V2"},
        {"f8*", "|u1", "|V1"}, // bits of any 8-bit float
        {"i64", "<i8", "<u8"}, {"i32", "<i4", "<u4"},
        {"i16", "<i2", "<u2"}, {"i8", "|i1", "|u1 <i1 <u1"},
        {"i1", "|b1", "|u1"},  {"index", "<i8", ""},
};

static const ElementType *lookup(std::string name) {
  if (name.compare(0, 2, "f8") == 0)
    name = "f8*";
  for (const ElementType &type : elementTypes)
    if (name == type.name)
      return &type;
  return nullptr;
}

std::string matrix::sim::npyDescr(const std::string &elementType) {
  const ElementType *type = lookup(elementType);
  return type ? type->descr : "";
}

bool matrix::sim::npyAccepts(const std::string &elementType,
                             const std::string &descr) {
  const ElementType *type = lookup(elementType);
  if (!type || descr.empty())
    return false;
  std::string others = std::string(" ") + type->accepted + " ";
  return descr == type->descr ||
         others.find(" " + descr + " ") != std::string::npos;
}

size_t matrix::sim::npyElementSize(const std::string &descr) {
  static const std::string kinds = "fiubV", orders = "<|";
  if (descr.size() != 3 || orders.find(descr[0]) == std::string::npos ||
      kinds.find(descr[1]) == std::string::npos)
    return 0;
  size_t size = descr[2] - '0';
  return size == 1 || size == 2 || size == 4 || size == 8 ? size : 0;
}

std::string matrix::sim::npyShape(const std::vector<uint64_t> &shape) {
  std::string text = "(";
  for (size_t i = 0; i < shape.size(); ++i)
    text += (i ? ", " : "") + std::to_string(shape[i]);
  return text + (shape.size() == 1 ? ",)" : ")");
}

/// Computes the bytes of all elements; returns false on overflow.
static bool byteCount(const NpyArray &array, uint64_t &bytes) {
  bytes = npyElementSize(array.descr);
  for (uint64_t extent : array.shape)
    if (__builtin_mul_overflow(bytes, extent, &bytes))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Header
//===----------------------------------------------------------------------===//

namespace {
/// Recursive-descent parser of the header's dict. Every method returns false on
/// text that NumPy does not write.
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

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static const char notNpy[] = "not a .npy file; write it with numpy.save";

static Error fail(const std::string &path, const std::string &what) {
  return createStringError(path + ": error: " + what);
}

/// Sanitizes and truncates text of a file for a one-line message.
static std::string shown(std::string text) {
  constexpr size_t maximum = 60;
  for (char &c : text)
    c = c < ' ' || c > '~' ? '?' : c;
  return text.size() > maximum ? text.substr(0, maximum) + "..." : text;
}

/// Splits a file into header text and data. The length of the header text is a
/// u16 in version 1 and a u32 in versions 2 and 3.
static bool splitFile(const std::string &file, std::string &header,
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

/// Parses type and shape from the header; `have` is the number of bytes after
/// it.
static Expected<NpyArray> interpret(const std::string &path,
                                    const std::string &header, uint64_t have) {
  NpyArray array;
  bool fortran = false;
  if (!HeaderParser(header).parse(array, fortran))
    return fail(path, notNpy);
  if (fortran)
    return fail(path, "is in Fortran order; save numpy.ascontiguousarray(x)");
  if (!npyElementSize(array.descr))
    return fail(path,
                "has elements of type '" + shown(array.descr) +
                    "'; only little-endian numbers and bytes are supported");
  uint64_t bytes = 0;
  bool fits = byteCount(array, bytes);
  if (fits && have == bytes)
    return array;
  return fail(path,
              "holds " + std::to_string(have) +
                  " bytes of data where its header " +
                  shown(npyShape(array.shape)) + " of '" + array.descr +
                  "' announces " +
                  (fits ? std::to_string(bytes) : "more than 64 bits count") +
                  "; the file is damaged");
}

static Error cannotOpen(const std::string &path) {
  return fail(path, std::string("cannot be opened: ") + std::strerror(errno));
}

Expected<NpyArray> matrix::sim::readNpy(const std::string &path) {
  std::ifstream stream(path == "-" ? "/dev/stdin" : path, std::ios::binary);
  if (!stream)
    return cannotOpen(path);
  std::ostringstream content;
  content << stream.rdbuf();
  std::string file = content.str();
  std::string header;
  size_t dataStart = 0;
  if (!splitFile(file, header, dataStart))
    return fail(path, notNpy);
  Expected<NpyArray> array = interpret(path, header, file.size() - dataStart);
  if (array)
    array->data.assign(file.begin() + dataStart, file.end());
  return array;
}

Expected<NpyArray> matrix::sim::readNpyHeader(const std::string &path) {
  struct stat info;
  if (path == "-" || stat(path.c_str(), &info) || !S_ISREG(info.st_mode))
    return NpyArray();
  std::ifstream stream(path, std::ios::binary);
  if (!stream)
    return cannotOpen(path);
  // NumPy's own limit for trusted headers is 10,000 bytes.
  constexpr size_t maximum = 1 << 16;
  std::string start(std::min(maximum, size_t(info.st_size)), '\0'), text;
  size_t dataStart = 0;
  if (!stream.read(start.data(), std::streamsize(start.size())) ||
      !splitFile(start, text, dataStart))
    return fail(path, notNpy);
  return interpret(path, text, uint64_t(info.st_size) - dataStart);
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static std::string makeHeader(const NpyArray &array) {
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

Error matrix::sim::writeNpy(const std::string &path, const NpyArray &array) {
  uint64_t bytes = 0;
  if (!byteCount(array, bytes) || bytes != array.data.size())
    return fail(path, "data and shape " + npyShape(array.shape) + " of '" +
                          array.descr + "' differ in size");
  OutputFile file(path);
  if (Error error = file.open())
    return error;
  *file.os << makeHeader(array);
  file.os->write(reinterpret_cast<const char *>(array.data.data()),
                 array.data.size());
  return file.keep();
}
