//===- NpyTests.cpp - Readers and writers of .npy files -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "matrix/Sim/Npy.h"
#include "gtest/gtest.h"
#include <cstdio>
#include <fstream>
#include <unistd.h>

using namespace matrix::sim;

namespace {

class NpyTest : public testing::Test {
protected:
  NpyTest()
      : path(testing::TempDir() + "npy-test-" + std::to_string(getpid()) +
             ".npy") {}
  ~NpyTest() override { std::remove(path.c_str()); }

  void write(const std::string &header, const std::string &data,
             char version = 1) {
    std::ofstream out(path, std::ios::binary);
    out << "\x93NUMPY" << version << '\0' << char(header.size() & 0xff)
        << char(header.size() >> 8);
    if (version > 1)
      out << '\0' << '\0';
    out << header << data;
  }
  std::string errorOf() {
    std::string error = llvm::toString(readNpy(path).takeError());
    EXPECT_EQ(error.find(path + ": error: "), 0u);
    EXPECT_EQ(error.find('\n'), std::string::npos);
    return error.substr(path.size() + 9);
  }
  static bool contains(const std::string &text, const std::string &part) {
    return text.find(part) != std::string::npos;
  }

  std::string path;
};

TEST_F(NpyTest, ElementsOfOneBitAreZeroOrOne) {
  NpyArray array{"|u1", {3}, {0, 1, 2}};
  EXPECT_EQ(llvm::toString(checkNpyElements("x.npy", "i1", array)),
            "x.npy: error: element 2 is 2, but its type is i1: give 0 or 1");
  llvm::cantFail(checkNpyElements("x.npy", "i8", array));
  array.data[2] = 1;
  llvm::cantFail(checkNpyElements("x.npy", "i1", array));
}

TEST_F(NpyTest, WhatIsWrittenIsReadAgain) {
  for (const std::vector<uint64_t> &shape :
       {std::vector<uint64_t>{}, {3}, {2, 3}, {1, 2, 3, 1}, {0, 4}}) {
    NpyArray array{"<f4", shape, {}};
    uint64_t elements = 1;
    for (uint64_t extent : shape)
      elements *= extent;
    for (uint64_t i = 0; i < 4 * elements; ++i)
      array.data.push_back(uint8_t(i * 7));
    llvm::cantFail(writeNpy(path, array));
    NpyArray again = llvm::cantFail(readNpy(path));
    EXPECT_EQ(again.descr, array.descr);
    EXPECT_EQ(again.shape, array.shape);
    EXPECT_EQ(again.data, array.data);
  }
}

TEST_F(NpyTest, LaterVersionsAndOtherSpellingsAreRead) {
  write("{\"shape\": (2,), 'fortran_order': False, 'descr': '<i2'}\n", "abcd",
        2);
  NpyArray array = llvm::cantFail(readNpy(path));
  EXPECT_EQ(array.shape, std::vector<uint64_t>{2});
  EXPECT_EQ(array.data.size(), 4u);
}

TEST_F(NpyTest, MissingFile) {
  EXPECT_TRUE(contains(errorOf(), "cannot be opened"));
}

TEST_F(NpyTest, NoNpyFile) {
  std::ofstream(path) << "PK\x03\x04 something else";
  EXPECT_TRUE(contains(errorOf(), "not a .npy file"));
  std::ofstream(path, std::ios::trunc) << "\x93NUM";
  EXPECT_TRUE(contains(errorOf(), "not a .npy file"));
  write("{'descr': '<f4', 'fortran_order': False", "");
  EXPECT_TRUE(contains(errorOf(), "not a .npy file"));
  write("{'descr': '<f4', 'fortran_order': False, 'shape': (-1,), }", "");
  EXPECT_TRUE(contains(errorOf(), "not a .npy file"));
}

TEST_F(NpyTest, HeaderLongerThanTheFile) {
  std::ofstream(path, std::ios::binary)
      << "\x93NUMPY\x01" << '\0' << '\xff' << '\x7f' << "{}";
  EXPECT_TRUE(contains(errorOf(), "not a .npy file"));
}

TEST_F(NpyTest, FortranOrder) {
  write("{'descr': '<f4', 'fortran_order': True, 'shape': (1, 1), }", "abcd");
  EXPECT_TRUE(
      contains(errorOf(), "Fortran order; save numpy.ascontiguousarray(x)"));
}

TEST_F(NpyTest, TooFewAndTooManyData) {
  write("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }", "abcdefg");
  EXPECT_TRUE(contains(errorOf(), "holds 7 bytes of data"));
  write("{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }", "abcdefg");
  EXPECT_TRUE(contains(errorOf(), "announces 4"));
}

TEST_F(NpyTest, ShapesBeyondMemory) {
  write("{'descr': '<f4', 'fortran_order': False, 'shape': "
        "(4611686018427387904, 4), }",
        "");
  EXPECT_TRUE(contains(errorOf(), "announces more than 64 bits count"));
  write("{'descr': '<f4', 'fortran_order': False, 'shape': "
        "(99999999999999999999999,), }",
        "");
  EXPECT_TRUE(contains(errorOf(), "not a .npy file"));
}

// For any header, a message is one short line.
TEST_F(NpyTest, MessagesStayReadable) {
  std::string descr = "f4\n\x1b[2J", ones;
  write("{'descr': '" + descr + "', 'fortran_order': False, 'shape': (), }",
        "abcd");
  EXPECT_TRUE(contains(errorOf(), "elements of type 'f4??[2J'"));
  for (unsigned i = 0; i < 10000; ++i)
    ones += "1, ";
  write("{'descr': '<f4', 'fortran_order': False, 'shape': (" + ones + "), }",
        "abc");
  EXPECT_TRUE(contains(errorOf(), "1, 1,... of"));
  EXPECT_LT(errorOf().size(), 250u);
}

TEST_F(NpyTest, DamagedHeaders) {
  for (const char *header :
       {"", "{", "{}", "{'descr': '<f4'}", "[]", "{'descr': '<f4', }x",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (-1,), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1.5,), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1 2), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': 4, }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (4",
        "{'descr': '<f4', 'fortran_order': Perhaps, 'shape': (), }",
        "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (), }",
        "{'descr': '<f4, 'fortran_order': False, 'shape': (), }",
        "{'other': '<f4', 'fortran_order': False, 'shape': (), }"})
    for (char version : {1, 2, 3}) {
      write(header, "abcd", version);
      EXPECT_TRUE(contains(errorOf(), "not a .npy file")) << header;
    }
  for (char version : {0, 4, 127}) {
    write("{'descr': '<f4', 'fortran_order': False, 'shape': (), }", "abcd",
          version);
    EXPECT_TRUE(contains(errorOf(), "not a .npy file")) << int(version);
  }
}

TEST_F(NpyTest, ForeignElements) {
  for (const char *descr : {">f4", "<c8", "|O", "<U3", "<f0", ""}) {
    write("{'descr': '" + std::string(descr) +
              "', 'fortran_order': False, 'shape': (), }",
          "abcd");
    EXPECT_TRUE(contains(errorOf(), "elements of type")) << descr;
  }
}

TEST_F(NpyTest, NothingIsLeftOfAFailedWrite) {
  NpyArray array{"<f4", {2}, {1, 2, 3}};
  std::string error = llvm::toString(writeNpy(path, array));
  EXPECT_TRUE(contains(error, "differ in size"));
  EXPECT_NE(access(path.c_str(), F_OK), 0);
  array.data.resize(8);
  error = llvm::toString(writeNpy("/nonexistent/x.npy", array));
  EXPECT_TRUE(contains(error, "cannot be written"));
}

TEST_F(NpyTest, ElementTypes) {
  EXPECT_EQ(npyDescr("f32"), "<f4");
  EXPECT_EQ(npyDescr("bf16"), "<u2");
  EXPECT_EQ(npyDescr("i1"), "|b1");
  EXPECT_EQ(npyDescr("f128"), "");
  EXPECT_TRUE(npyAccepts("bf16", "<u2"));
  EXPECT_TRUE(npyAccepts("bf16", "|V2"));
  EXPECT_FALSE(npyAccepts("bf16", "<f2"));
  EXPECT_FALSE(npyAccepts("bf16", ""));
  EXPECT_TRUE(npyAccepts("i8", "|u1"));
  EXPECT_FALSE(npyAccepts("f32", "<i4"));
  EXPECT_FALSE(npyAccepts("f128", "<f4"));
}

} // namespace
