//===- StackDepthTests.cpp - stack that a module needs --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StackDepth.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace matrix::compiler;

namespace {

uint64_t getDepth(StringRef Text,
                  std::initializer_list<std::pair<StringRef, uint64_t>> Sizes) {
  LLVMContext Context;
  SMDiagnostic Error;
  std::unique_ptr<Module> M = parseAssemblyString(Text, Error, Context);
  if (!M) {
    ADD_FAILURE() << Error.getMessage().str();
    return 0;
  }
  FrameSizes Frames;
  for (auto [Name, Size] : Sizes)
    Frames[M->getFunction(Name)] = Size;
  return getStackDepth(*M, Frames);
}

} // namespace

TEST(StackDepthTest, CallsOneAfterTheOtherShareTheStack) {
  EXPECT_EQ(getDepth("define void @a() { ret void }\n"
                     "define void @b() { ret void }\n"
                     "define void @main() {\n"
                     "  call void @a()\n"
                     "  call void @b()\n"
                     "  ret void\n"
                     "}",
                     {{"a", 100}, {"b", 300}, {"main", 10}}),
            310u);
}

TEST(StackDepthTest, NestedCallsAdd) {
  EXPECT_EQ(getDepth("declare void @library()\n"
                     "define void @a() { call void @library() ret void }\n"
                     "define void @main() { call void @a() ret void }",
                     {{"a", 100}, {"main", 10}}),
            110u);
}

TEST(StackDepthTest, RecursionEnds) {
  EXPECT_EQ(getDepth("define void @a() { call void @b() ret void }\n"
                     "define void @b() { call void @a() ret void }",
                     {{"a", 100}, {"b", 1}}),
            101u);
}
