//===- MemorySizes.cpp - checks that a program fits -----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks after layout that program, stacks and scratchpad globals fit the
// memories of the variant. Errors name the sizes, the limits and the largest
// contribution.
//
//===----------------------------------------------------------------------===//

#include "LayoutBuilder.h"
#include "matrix/Description/Target.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace matrix;
using namespace matrix::linker;

Error LayoutBuilder::checkProgramSize() const {
  const desc::MemoryInfo *Dram = Variant.memoryIn(Variant.data->number);
  uint64_t End = endOf(Region::Data);
  uint64_t Stacks =
      isStackIn(Variant.data->number) ? StackSize * Variant.cores : 0;
  if (Dram && Stacks > Dram->size - std::min(End, Dram->size))
    return makeError("matrix-ld: error: the stacks of " + Twine(Variant.cores) +
                     " cores have " + Twine(Stacks) +
                     " bytes, which do not fit after the program; choose a "
                     "smaller one with -z stack-size=<bytes>");
  if (!Dram || End <= Dram->base + Dram->size)
    return Error::success();
  return makeError("matrix-ld: error: the program ends at 0x" +
                   utohexstr(End, true) + ", beyond the end of memory at 0x" +
                   utohexstr(Dram->base + Dram->size, true) + " of variant '" +
                   StringRef(Variant.cpu) + "'");
}

static const InputSection *largest(const Layout &Result) {
  const InputSection *Largest = nullptr;
  for (const auto &Out : Result.Sections)
    for (const InputSection *Section : Out->Inputs)
      if (Out->In == Region::Scratchpad &&
          (!Largest || Section->Size > Largest->Size))
        Largest = Section;
  return Largest;
}

Error LayoutBuilder::checkScratchpadSize() const {
  const InputSection *Largest = largest(Result);
  const desc::MemoryInfo *Memory =
      Variant.memoryIn(desc::address_space::scratchpad);
  uint64_t Size = Memory ? Memory->size : 0;
  uint64_t Globals =
      Largest ? endOf(Region::Scratchpad) - Variant.map.ownScratchpad : 0;
  uint64_t Stack = isStackIn(desc::address_space::scratchpad) ? StackSize : 0;
  if (Globals <= Size && Stack <= Size - Globals)
    return Error::success();
  if (!Largest)
    return makeError("matrix-ld: error: a stack of " + Twine(Stack) +
                     " bytes does not fit in the scratchpad of variant '" +
                     StringRef(Variant.cpu) + "', which has " + Twine(Size));
  return makeError("matrix-ld: error: scratchpad overflow: " + Twine(Globals) +
                   " bytes of globals and " + Twine(Stack) + " of stack are " +
                   Twine(Globals + Stack) + ", but a core of variant '" +
                   StringRef(Variant.cpu) + "' has " + Twine(Size) +
                   "; the largest is " + Largest->File->name() + ":(" +
                   Largest->Name + ") with " + Twine(Largest->Size));
}
