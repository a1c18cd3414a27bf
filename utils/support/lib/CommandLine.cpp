//===- CommandLine.cpp - options common to all tools ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the versions of the project and of its description, and the list of
// variants; parses numbers; restores signals.
//
//===----------------------------------------------------------------------===//

#include "matrix/Support/CommandLine.h"
#include "matrix/Description/Hash.h"
#include "matrix/Description/Variants.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include <cmath>
#include <csignal>

using namespace llvm;
using namespace matrix;

void matrix::printVersion(raw_ostream &OS) {
  OS << "Matrix version " MATRIX_VERSION "\n  Description "
     << StringRef(desc::descriptionHash) << '\n';
  OS.flush();
}

void matrix::printAllVersions(raw_ostream &OS) {
  printVersion(OS);
  cl::PrintVersionMessage(); // prints to standard output, like OS
}

void matrix::addVersionPrinter() { cl::SetVersionPrinter(printAllVersions); }

void matrix::printVariants(raw_ostream &OS) {
  size_t Width = 0;
  for (const desc::VariantInfo &V : desc::variants)
    Width = std::max(Width, V.cpu.size());
  OS << "Variants:\n";
  for (const desc::VariantInfo &V : desc::variants)
    OS << "  " << left_justify(StringRef(V.cpu), Width) << "  "
       << StringRef(V.summary) << (V.isDefault ? " (default)" : "") << '\n';
}

std::optional<double> matrix::parseNotNegative(StringRef Text) {
  double Value;
  if (Text.getAsDouble(Value) || !std::isfinite(Value) || Value < 0)
    return std::nullopt;
  return Value;
}

IgnoredSignals::IgnoredSignals() {
  for (int Signal : {SIGHUP, SIGINT, SIGTERM}) {
    struct sigaction Action;
    if (!sigaction(Signal, nullptr, &Action) && Action.sa_handler == SIG_IGN)
      Signals.push_back(Signal);
  }
}

void IgnoredSignals::restore() const {
  for (int Signal : Signals)
    std::signal(Signal, SIG_IGN);
}

void matrix::restoreChildStatus() { std::signal(SIGCHLD, SIG_DFL); }

void matrix::warnOldOption(StringRef Tool, StringRef Old, StringRef New) {
  errs() << Tool << ": warning: " << Old << " is an old name of " << New
         << "\n";
}
