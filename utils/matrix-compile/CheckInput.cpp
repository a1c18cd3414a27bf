//===- CheckInput.cpp - checks of the input -------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks that precede the passes: the nesting depth of the source text, which
// bounds the recursion of parser and passes, and kernel arguments, which must
// not be written.
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace llvm;
using namespace matrix;
using namespace matrix::compiler;

//===----------------------------------------------------------------------===//
// Nesting
//===----------------------------------------------------------------------===//

/// MLIR's parser and passes are recursive: deeper nesting overflows the stack.
static constexpr unsigned MostNested = 500;

namespace {
/// Scans brackets outside of comments and strings.
class Brackets {
public:
  explicit Brackets(StringRef Text) : Text(Text) {}

  /// Returns the position of the first bracket that exceeds the limit, or npos.
  size_t findTooDeep() {
    unsigned Depth = 0;
    for (; At < Text.size(); ++At) {
      char C = Text[At];
      if (C == '"')
        skipString();
      else if (Text.substr(At).starts_with("//"))
        At = std::min(Text.find('\n', At), Text.size());
      else if (C == '{' || C == '[' || C == '(')
        ++Depth;
      else if ((C == '}' || C == ']' || C == ')') && Depth)
        --Depth;
      if (Depth > MostNested)
        return At;
    }
    return StringRef::npos;
  }

private:
  void skipString() {
    for (++At; At < Text.size() && Text[At] != '"' && Text[At] != '\n'; ++At)
      At += Text[At] == '\\';
  }

  StringRef Text;
  size_t At = 0;
};
} // namespace

static bool isBytecode(StringRef Text) { return Text.starts_with("ML\xefR"); }

Error compiler::checkNesting(const MemoryBuffer &Source) {
  StringRef Text = Source.getBuffer();
  if (isBytecode(Text))
    return Error::success();
  size_t At = Brackets(Text).findTooDeep();
  if (At == StringRef::npos)
    return Error::success();
  StringRef Before = Text.take_front(At);
  size_t Line = Before.count('\n') + 1;
  size_t Column = At - (Before.rfind('\n') + 1) + 1; // npos + 1 is 0
  return makeError(Source.getBufferIdentifier() + ":" + Twine(Line) + ":" +
                   Twine(Column) + ": error: brackets are nested more than " +
                   Twine(MostNested) +
                   " deep; divide the program into functions");
}

//===----------------------------------------------------------------------===//
// The kernel's arguments
//===----------------------------------------------------------------------===//

/// Returns an operation that stores into the argument, directly or through
/// views.
static mlir::Operation *findStore(mlir::Value Buffer) {
  for (mlir::Operation *User : Buffer.getUsers()) {
    if (isa<mlir::ViewLikeOpInterface>(User)) {
      for (mlir::Value View : User->getResults())
        if (mlir::Operation *Store = findStore(View))
          return Store;
      continue;
    }
    auto Effects = dyn_cast<mlir::MemoryEffectOpInterface>(User);
    if (Effects && Effects.getEffectOnValue<mlir::MemoryEffects::Write>(Buffer))
      return User;
  }
  return nullptr;
}

/// Kernel arguments are inputs and are not copied back (docs/contracts.md).
Error compiler::checkKernelArguments(mlir::ModuleOp Module) {
  auto Kernel = Module.lookupSymbol<mlir::func::FuncOp>("main");
  if (!Kernel || Kernel.isExternal())
    return Error::success();
  for (mlir::BlockArgument Argument : Kernel.getArguments()) {
    mlir::Operation *Store = isa<mlir::MemRefType>(Argument.getType())
                                 ? findStore(Argument)
                                 : nullptr;
    if (!Store)
      continue;
    Store->emitError("stores into argument ")
        << Argument.getArgNumber()
        << " of '@main', but arguments are inputs only; return a result, as a "
           "tensor or as a memref of its own";
    return alreadyReported();
  }
  return Error::success();
}
