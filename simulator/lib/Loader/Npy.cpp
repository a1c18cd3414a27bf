//===- Npy.cpp - tensors in .npy files ------------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reader and writer of NumPy's format. Files are read as a whole; the header is
// compared with the size of the file before the data is used.
//
//===----------------------------------------------------------------------===//

#include "matrix/Sim/Npy.h"
#include "NpyHeader.h"
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

/// Parses type and shape from the header; `have` is the number of bytes after
/// it.
static Expected<NpyArray> interpret(const std::string &path,
                                    const std::string &header, uint64_t have) {
  NpyArray array;
  bool fortran = false;
  if (!parseNpyHeader(header, array, fortran))
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
  if (!splitNpy(file, header, dataStart))
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
      !splitNpy(start, text, dataStart))
    return fail(path, notNpy);
  return interpret(path, text, uint64_t(info.st_size) - dataStart);
}

Error matrix::sim::checkNpyElements(const std::string &path,
                                    const std::string &elementType,
                                    const NpyArray &array) {
  if (elementType != "i1")
    return Error::success();
  auto wrong = std::find_if(array.data.begin(), array.data.end(),
                            [](uint8_t byte) { return byte > 1; });
  if (wrong == array.data.end())
    return Error::success();
  return fail(path, "element " + std::to_string(wrong - array.data.begin()) +
                        " is " + std::to_string(*wrong) +
                        ", but its type is i1: give 0 or 1");
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

Error matrix::sim::writeNpy(const std::string &path, const NpyArray &array) {
  uint64_t bytes = 0;
  if (!byteCount(array, bytes) || bytes != array.data.size())
    return fail(path, "data and shape " + npyShape(array.shape) + " of '" +
                          array.descr + "' differ in size");
  OutputFile file(path);
  if (Error error = file.open())
    return error;
  *file.os << makeNpyHeader(array);
  file.os->write(reinterpret_cast<const char *>(array.data.data()),
                 array.data.size());
  return file.keep();
}
