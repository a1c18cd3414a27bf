//===- AsmErrors.cpp - errors in inline assembly --------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// llc prints errors of two forms: those of the assembler, with the line of
// assembly,
//
//   <inline asm>:1:2: error: unknown instruction 'x'
//           x r4
//           ^
//   note: !srcloc = 55
//
// and those about operands: `error: couldn't allocate ... at line 55`.
//
//===----------------------------------------------------------------------===//

#include "AsmErrors.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace matrix::cc;

namespace {
struct AsmError {
  StringRef Cookie, Message, Line = "";
  size_t Column = 0;

  /// Compares with an error of the statement inlined elsewhere, where registers
  /// differ.
  bool isSame(const AsmError &Other) const {
    return Cookie == Other.Cookie && Message == Other.Message;
  }
  std::string option() const {
    return formatv("-matrix-asm-error={0}:{1}:{2}\n{3}", Cookie, Column,
                   Message, Line);
  }
};
} // namespace

static bool isNumber(StringRef Text) {
  return !Text.empty() && all_of(Text, isDigit);
}

/// Returns the error that the lines begin with.
static std::optional<AsmError> fromAssembler(ArrayRef<StringRef> Lines) {
  StringRef Cookie = Lines.size() < 4 ? "" : Lines[3];
  if (!Lines[0].starts_with("<inline asm>:") ||
      !Cookie.consume_front("note: !srcloc = ") || !isNumber(Cookie))
    return std::nullopt;
  StringRef Message = Lines[0].split(": error: ").second;
  size_t Column = Lines[2].find('^');
  if (Message.empty() || Column == StringRef::npos)
    return std::nullopt;
  return AsmError{Cookie, Message, Lines[1], Column};
}

static std::optional<AsmError> aboutOperands(StringRef Line) {
  auto [Message, Cookie] = Line.rsplit(" at line ");
  if (!Message.consume_front("error: ") || !isNumber(Cookie))
    return std::nullopt;
  return AsmError{Cookie, Message};
}

Words matrix::cc::takeAsmErrors(std::string &Messages) {
  std::string All = std::move(Messages);
  Messages.clear();
  SmallVector<StringRef> Lines;
  StringRef(All).split(Lines, '\n');
  SmallVector<AsmError> Errors;
  for (ArrayRef<StringRef> Next = Lines; !Next.empty();) {
    auto Error = fromAssembler(Next);
    size_t Count = Error ? 4 : 1;
    if (!Error)
      Error = aboutOperands(Next.front());
    if (!Error)
      Messages += (Next.front() + (Next.size() > 1 ? "\n" : "")).str();
    else if (none_of(Errors, [&](auto &E) { return E.isSame(*Error); }))
      Errors.push_back(*Error);
    Next = Next.drop_front(Count);
  }
  Words Options;
  for (const AsmError &Error : Errors)
    Options.push_back(Error.option());
  return Options;
}

Words matrix::cc::commandToReport(const Plan &Commands, const Command &Generate,
                                  const Words &Errors,
                                  const std::string &Plugin) {
  for (const Command &C : Commands.Commands) {
    if (C.Output.empty() || C.Output == Generate.Output ||
        !is_contained(Generate.Words, C.Output))
      continue;
    if (!is_contained(C.Words, "-fpass-plugin=" + Plugin) ||
        valueOf(C.Words, "-x") == "ir")
      break;
    Words Result = C.Words;
    Words Added = {"-load", Plugin};
    for (const std::string &Error : Errors)
      Added.insert(Added.end(), {"-mllvm", Error});
    Result.insert(Result.begin() + 2, Added.begin(), Added.end());
    return Result;
  }
  return {};
}
