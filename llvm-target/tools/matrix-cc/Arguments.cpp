//===- Arguments.cpp - command line of the C and C++ drivers --------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses options by the generated table of DriverOptions.td. Options that it
// does not contain are clang's.
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"
#include "matrix/Description/Variants.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::opt;
using namespace matrix;
using namespace matrix::cc;

namespace {
enum ID {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "MatrixCCOptions.inc"
#undef OPTION
};

#define OPTTABLE_STR_TABLE_CODE
#include "MatrixCCOptions.inc"
#undef OPTTABLE_STR_TABLE_CODE
#define OPTTABLE_PREFIXES_TABLE_CODE
#include "MatrixCCOptions.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE

const OptTable::Info InfoTable[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "MatrixCCOptions.inc"
#undef OPTION
};

class DriverOptions : public GenericOptTable {
public:
  DriverOptions()
      : GenericOptTable(OptionStrTable, OptionPrefixesTable, InfoTable) {}
};
} // namespace

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

std::string Arguments::tool(StringRef Tool) const {
  SmallString<128> Path(Folder);
  sys::path::append(Path, Tool);
  return std::string(Path);
}

static std::string besideTools(StringRef Folder, const Twine &Path) {
  SmallString<128> Result(sys::path::parent_path(Folder));
  sys::path::append(Result, "lib", Path);
  return std::string(Result);
}

std::string Arguments::plugin() const {
  return besideTools(Folder, "libLLVMMatrix.so");
}

std::string Arguments::library(const Twine &Path) const {
  return besideTools(Folder, "matrix/" + Path);
}

std::string Arguments::variantOrDefault() const {
  return std::string(desc::lookupVariant(Variant)->cpu);
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

static Error fail(const Twine &Text) { return createStringError(Text); }

static Error checkTarget(StringRef Triple) {
  if (Triple == "matrix" || Triple == "matrix-unknown-elf")
    return Error::success();
  return fail("target '" + Triple +
              "' is not supported; use matrix-unknown-elf, the default");
}

static Error setVariant(Arguments &Args, StringRef Name) {
  if (Name == "help") {
    Args.Asked = Arguments::Variants;
    return Error::success();
  }
  if (!desc::lookupVariant(std::string_view(Name)))
    return fail("unknown variant '" + Name + "'; -mcpu=help lists all");
  Args.Variant = Name.str();
  return Error::success();
}

/// Interprets an option. Sets IsOurs to false if it is clang's.
static Error take(const Arg &A, Arguments &Args, bool &IsOurs) {
  StringRef Value = A.getNumValues() ? A.getValue() : "";
  IsOurs = true;
  switch (A.getOption().getID()) {
  case OPT_help:
    Args.Asked = Arguments::Help;
    return Error::success();
  case OPT_version:
    Args.Asked = Arguments::Version;
    return Error::success();
  case OPT_print_libgcc:
    Args.Asked = Arguments::Library;
    return Error::success();
  case OPT_dumpmachine:
  case OPT_print_target_triple:
  case OPT_print_effective_triple:
    Args.Asked = Arguments::Machine;
    return Error::success();
  case OPT_print_supported_cpus:
    return setVariant(Args, "help");
  case OPT_mcpu_eq:
    return setVariant(Args, Value);
  case OPT_verbose:
    Args.Verbose = true;
    return Error::success();
  case OPT_hash_hash_hash:
    Args.OnlyPrint = true;
    return Error::success();
  case OPT_nostdlib:
    Args.StartFiles = Args.RuntimeLibrary = Args.CLibrary = false;
    return Error::success();
  case OPT_nostartfiles:
    Args.StartFiles = false;
    return Error::success();
  case OPT_nodefaultlibs:
    Args.CLibrary = false;
    return Error::success();
  case OPT_sysroot_eq:
    Args.Sysroot = Value.str();
    return Error::success();
  case OPT_target:
  case OPT_target_eq:
    return checkTarget(Value);
  case OPT_print_prog_name_eq:
    Args.Asked = Arguments::Program;
    Args.AskedProgram = Value.str();
    return Error::success();
  default:
    IsOurs = false;
    return Error::success();
  }
}

/// Parses one option at a time: its words, which may be two, are the driver's
/// or are passed on as they are.
Expected<Arguments> matrix::cc::parseArguments(StringRef Name, StringRef Folder,
                                               ArrayRef<const char *> Words) {
  Arguments Args;
  Args.Name = sys::path::filename(Name).str();
  Args.Folder = Folder.str();
  Args.IsCxx = Name.ends_with("c++");
  DriverOptions Table;
  InputArgList List(Words.begin(), Words.end());
  for (unsigned Next = 0; Next < Words.size();) {
    unsigned First = Next;
    std::unique_ptr<Arg> A = Table.ParseOneArg(List, Next);
    if (!A)
      return fail("'" + Twine(Words[First]) + "' needs a value");
    if (A->getOption().matches(OPT_rejected_Group))
      return fail("'" + Twine(Words[First]) + "' is not supported" +
                  Table.getOptionHelpText(A->getOption().getID()));
    bool IsOurs = false;
    if (Error E = take(*A, Args, IsOurs))
      return std::move(E);
    if (!IsOurs)
      Args.ToClang.insert(Args.ToClang.end(), Words.begin() + First,
                          Words.begin() + Next);
  }
  if (Args.Sysroot.empty())
    Args.Sysroot = Args.library("sysroot/" + Args.variantOrDefault());
  return Args;
}

void matrix::cc::printHelp(const Arguments &Args) {
  std::string Usage = Args.Name + " [options] file...";
  DriverOptions().printHelp(outs(), Usage.c_str(),
                            Args.IsCxx ? "C++ compiler for matrix"
                                       : "C compiler for matrix");
  outs() << "\nclang is the front end: all its options for language, "
            "preprocessor and warnings work.\n";
}
