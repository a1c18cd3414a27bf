//===- MatrixAsmErrors.cpp - errors in inline assembly --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An error is `<srcloc>:<column>:<message>`, a line break, and the line of
// assembly. clang prints the message at the place of the statement, and the
// line, if there is one, in a note.
//
//===----------------------------------------------------------------------===//

#include "IRPasses/MatrixAsmErrors.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;

static cl::list<std::string>
    AsmErrors("matrix-asm-error", cl::Hidden,
              cl::desc("Report an error in inline assembly"));

static void report(LLVMContext &Context, const Module &M, StringRef Error) {
  auto [Head, Line] = Error.split('\n');
  auto [Cookie, Rest] = Head.split(':');
  auto [Column, Message] = Rest.split(':');
  uint64_t Location = 0;
  size_t Offset = 0;
  if (Cookie.getAsInteger(10, Location) || Column.getAsInteger(10, Offset))
    return;
  SourceMgr Sources;
  auto Text = MemoryBuffer::getMemBufferCopy(Line, "<inline asm>");
  const char *Start = Text->getBufferStart();
  Sources.AddNewSourceBuffer(std::move(Text), SMLoc());
  SMLoc Place =
      Line.empty()
          ? SMLoc()
          : SMLoc::getFromPointer(Start + std::min(Offset, Line.size()));
  SMDiagnostic Diagnostic =
      Sources.GetMessage(Place, SourceMgr::DK_Error, Message);
  Context.diagnose(DiagnosticInfoSrcMgr(Diagnostic, M.getName(),
                                        /*InlineAsmDiag=*/true, Location));
}

PreservedAnalyses Matrix::AsmErrorsPass::run(Module &M,
                                             ModuleAnalysisManager &) {
  for (StringRef Error : AsmErrors)
    report(M.getContext(), M, Error);
  return PreservedAnalyses::all();
}
