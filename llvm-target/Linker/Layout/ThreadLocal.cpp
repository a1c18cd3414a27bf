//===- ThreadLocal.cpp - layout of thread-local variables -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layout of thread-local variables:
//
//   image            .tdata | .tbss, at a multiple of the largest alignment
//   .tls_blocks      a copy for each core, which start-up code initializes
//
// The offset of a variable from the thread pointer is its offset from the start
// of the image (variant I of ELF's thread-local storage, without a thread
// control block). The symbols __tls_* describe image and blocks to the start-up
// code.
//
//===----------------------------------------------------------------------===//

#include "LayoutBuilder.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace matrix::linker;

/// The image has the largest alignment, so that offsets from its start are
/// aligned as addresses are.
void LayoutBuilder::alignThreadLocal() {
  OutputSection *First = nullptr;
  for (auto &Out : Result.Sections) {
    if (!Out->isThreadLocal())
      continue;
    First = First ? First : Out.get();
    First->Alignment = std::max(First->Alignment, Out->Alignment);
  }
  if (!First)
    return;
  auto Created = std::make_unique<OutputSection>();
  Blocks = Created.get();
  Blocks->Name = ".tls_blocks";
  Blocks->In = Region::Data;
  Blocks->Flags = ELF::SHF_ALLOC | ELF::SHF_WRITE;
  Blocks->Alignment = First->Alignment;
  auto Next = find_if(Result.Sections,
                      [](const auto &Out) { return Out->In > Region::Data; });
  Result.Sections.insert(Next, std::move(Created));
}

void LayoutBuilder::extendThreadLocal(OutputSection &Out, uint64_t Address) {
  if (!Result.ThreadLocal)
    Result.ThreadLocal =
        Segment{ELF::PF_R, Out.Alignment, alignTo(Address, Out.Alignment)};
  Segment &S = *Result.ThreadLocal;
  Out.Address = alignTo(S.Address + S.MemorySize, Out.Alignment);
  S.MemorySize = Out.Address + Out.Size - S.Address;
  if (Out.hasContents())
    S.FileSize = S.MemorySize;
  Blocks->Size = Variant.cores * blockSize();
}

uint64_t LayoutBuilder::blockSize() const {
  const auto &S = Result.ThreadLocal;
  return S ? alignTo(S->MemorySize, S->Alignment) : 0;
}

void LayoutBuilder::defineThreadLocalSymbols() {
  const auto &S = Result.ThreadLocal;
  define("__tls_image", Result.threadLocalAddress());
  define("__tls_image_size", S ? S->FileSize : 0);
  define("__tls_blocks", Blocks ? Blocks->Address : 0);
  define("__tls_size", blockSize());
}
