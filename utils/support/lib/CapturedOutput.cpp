//===- CapturedOutput.cpp - atomic output of LLVM's tools -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The memory is a file without a directory entry (memfd_create), which a tool
// opens, truncates and seeks like any other by its name in /proc. The
// descriptor is inherited by child processes, so that the name is valid in
// them, too.
//
//===----------------------------------------------------------------------===//

#include "matrix/Support/CapturedOutput.h"
#include "matrix/Support/OutputFile.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cerrno>
#include <sys/mman.h>
#include <unistd.h>

using namespace llvm;
using namespace matrix;

bool matrix::consumeOption(StringRef &Argument, StringRef Name) {
  if (!Argument.consume_front("-"))
    return false;
  Argument.consume_front("-");
  return Argument.consume_front(Name) &&
         (Argument.empty() || Argument.front() == '=');
}

CapturedOutput::~CapturedOutput() {
  if (Memory >= 0)
    ::close(Memory);
}

Error CapturedOutput::replace(std::string &Path) {
  if (Path.empty() || Path == "-")
    return Error::success();
  Name = Path;
  Memory = memfd_create("output", 0);
  if (Memory < 0)
    return errorCodeToError(errnoAsErrorCode());
  Path = "/proc/self/fd/" + std::to_string(Memory);
  return Error::success();
}

Error CapturedOutput::capture(std::vector<std::string> &Arguments) {
  for (size_t I = 0; I < Arguments.size(); ++I) {
    StringRef Value = Arguments[I];
    if (!consumeOption(Value, "o"))
      continue;
    if (Value.empty())
      return I + 1 < Arguments.size() ? replace(Arguments[I + 1])
                                      : Error::success();
    std::string Path = Value.drop_front().str();
    Error Failed = replace(Path);
    Arguments[I] = "-o=" + Path;
    return Failed;
  }
  return Error::success();
}

Error CapturedOutput::keep() {
  if (Memory < 0)
    return Error::success();
  auto Contents = MemoryBuffer::getOpenFile(Memory, Name, /*FileSize=*/-1,
                                            /*RequiresNullTerminator=*/false);
  if (!Contents)
    return errorCodeToError(Contents.getError());
  return writeFile(Name, (*Contents)->getBuffer());
}

static int report(Error E) {
  errs() << toString(std::move(E)) << '\n';
  return 1;
}

int matrix::runWithCapturedOutput(int Argc, char **Argv,
                                  function_ref<int(int, char **)> Main) {
  std::vector<std::string> Words(Argv, Argv + Argc);
  CapturedOutput Output;
  if (Error E = Output.capture(Words))
    return report(std::move(E));
  std::vector<char *> Pointers;
  for (std::string &Word : Words)
    Pointers.push_back(Word.data());
  Pointers.push_back(nullptr);
  if (int Status = Main(Argc, Pointers.data()))
    return Status;
  if (Error E = Output.keep())
    return report(std::move(E));
  return 0;
}
