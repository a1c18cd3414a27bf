//===- campaigns/MutateIR.cpp - random mutations of a module --------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Applies LLVM's FuzzMutate, the mutator of llvm-isel-fuzzer, to a module, with
// a seed. The program of utils/campaigns/ir-mutation.
//
//===----------------------------------------------------------------------===//

#include "llvm/FuzzMutate/IRMutator.h"
#include "llvm/FuzzMutate/Operations.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

static cl::opt<std::string> Input(cl::Positional, cl::Required,
                                  cl::desc("<module>"));
static cl::opt<std::string> Output("o", cl::Required, cl::desc("Output file"));
static cl::opt<unsigned> Seed("seed", cl::Required,
                              cl::desc("Seed of the mutations"));
static cl::opt<unsigned>
    Mutations("mutations", cl::init(20),
              cl::desc("Number of mutations (default 20)"));

/// The largest module that mutations may make, in values.
static constexpr size_t MaxGrowth = 4000;

/// Scalars of legal and odd widths, pointers, and vectors of each.
static std::vector<TypeGetter> types() {
  std::vector<TypeGetter> All;
  for (unsigned Width : {1, 7, 8, 16, 24, 32, 33, 64, 65, 128}) {
    All.push_back([=](LLVMContext &C) { return Type::getIntNTy(C, Width); });
    All.push_back([=](LLVMContext &C) -> Type * {
      return FixedVectorType::get(Type::getIntNTy(C, Width), 1 + Width % 5);
    });
  }
  for (auto Scalar : {Type::getHalfTy, Type::getBFloatTy, Type::getFloatTy,
                      Type::getDoubleTy, Type::getFP128Ty}) {
    All.push_back(Scalar);
    All.push_back([=](LLVMContext &C) -> Type * {
      return FixedVectorType::get(Scalar(C), 4);
    });
  }
  All.push_back(
      [](LLVMContext &C) -> Type * { return PointerType::get(C, 0); });
  All.push_back([](LLVMContext &C) -> Type * {
    return FixedVectorType::get(PointerType::get(C, 0), 3);
  });
  return All;
}

static std::vector<std::unique_ptr<IRMutationStrategy>> strategies() {
  std::vector<std::unique_ptr<IRMutationStrategy>> All;
  All.push_back(std::make_unique<InjectorIRStrategy>());
  All.push_back(std::make_unique<InstDeleterIRStrategy>());
  All.push_back(std::make_unique<InstModificationIRStrategy>());
  All.push_back(std::make_unique<InsertFunctionStrategy>());
  All.push_back(std::make_unique<InsertCFGStrategy>());
  All.push_back(std::make_unique<InsertPHIStrategy>());
  All.push_back(std::make_unique<SinkInstructionStrategy>());
  All.push_back(std::make_unique<ShuffleBlockStrategy>());
  return All;
}

static int fail(const Twine &Text) {
  errs() << "matrix-mutate-ir: error: " << Text << "\n";
  return 1;
}

/// FuzzMutate passes variables as immediate arguments of intrinsics, too; what
/// makes the module invalid is undone.
static void mutate(std::unique_ptr<Module> &M, unsigned Number) {
  IRMutator Mutator(types(), strategies());
  std::unique_ptr<Module> Before = CloneModule(*M);
  Mutator.mutateModule(*M, Number, MaxGrowth);
  if (verifyModule(*M))
    M = std::move(Before);
}

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv,
                              "Applies random mutations to a module.\n");
  LLVMContext Context;
  SMDiagnostic Message;
  std::unique_ptr<Module> M = parseIRFile(Input, Message, Context);
  if (!M) {
    Message.print(argv[0], errs());
    return 1;
  }
  for (unsigned I = 0; I < Mutations; ++I)
    mutate(M, Seed * Mutations + I);
  std::error_code EC;
  ToolOutputFile File(Output, EC, sys::fs::OF_Text);
  if (EC)
    return fail("cannot write '" + Output + "': " + EC.message());
  M->print(File.os(), nullptr);
  File.keep();
  return 0;
}
