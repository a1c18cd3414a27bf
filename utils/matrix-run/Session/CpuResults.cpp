//===- CpuResults.cpp - accelerator against CPU and f64 -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares a result with the reference on the CPU. With --check=f64 the module
// also runs in f64: the error of each of the two is its distance from that
// result, and the tolerance follows from the effect of the roundings.
//
//===----------------------------------------------------------------------===//

#include "CpuResults.h"
#include "Reference/Rounding.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

using namespace llvm;
using namespace matrix;
using namespace matrix::run;

/// The f64 run and the formats of the slices are computed only if requested.
Expected<CpuResults> run::runOnCpu(const MemoryBuffer &Source,
                                   const std::vector<sim::NpyArray> &Inputs,
                                   const std::vector<Tensor> &Outputs,
                                   CheckMode Check) {
  auto Ask = [&](Precision Format) {
    return runReference(MemoryBuffer::getMemBufferCopy(
                            Source.getBuffer(), Source.getBufferIdentifier()),
                        Inputs, Outputs, Format);
  };
  auto Native = Ask(Precision::Native);
  if (!Native)
    return Native.takeError();
  CpuResults Result;
  Result.Native = std::move(*Native);
  if (Check != CheckMode::Double)
    return Result;
  auto Double = Ask(Precision::Double);
  if (!Double)
    return Double.takeError();
  auto Rounding = findRounding(Source);
  if (!Rounding)
    return Rounding.takeError();
  Result.Double = std::move(*Double);
  Result.Rounding = std::move(*Rounding);
  return Result;
}

/// The margin covers roundings at other positions of the computation. With few
/// elements, the distance from f64 can be small by chance.
static double allowedFromDouble(const Tensor &Output, double Rounding,
                                const sim::NpyArray &Native,
                                const sim::NpyArray &Double) {
  constexpr double Margin = 4;
  constexpr size_t Few = 16;
  double Minimum = defaultTolerance(Output.type);
  double Maximum = std::max(Minimum, Rounding);
  if (Native.data.size() < Few * sim::npyElementSize(Native.descr))
    return Maximum;
  double Error = compare(Output, Native, Double, Maximum).Error;
  return std::clamp(Margin * Error, Minimum, Maximum);
}

Verdict run::compareResult(const Tensor &Output, const CpuResults &Given,
                           size_t Number, const sim::NpyArray &Got,
                           std::optional<double> Tolerance) {
  Verdict J;
  J.Native = compare(Output, Got, Given.Native[Number],
                     Tolerance.value_or(defaultTolerance(Output.type)));
  if (Given.Double.empty())
    return J;
  const sim::NpyArray &Double = Given.Double[Number];
  double Allowed = Tolerance.value_or(allowedFromDouble(
      Output, Given.Rounding[Number], Given.Native[Number], Double));
  J.Accelerator = compare(Output, Got, Double, Allowed);
  J.Cpu = compare(Output, Given.Native[Number], Double, Allowed);
  return J;
}

std::string Verdict::describe() const {
  if (!Accelerator)
    return Native.Mismatch;
  bool Right = Accelerator->Mismatch.empty(), CpuRight = Cpu->Mismatch.empty();
  const char *Off = Right && CpuRight ? "neither is off"
                    : Right           ? "the CPU is off"
                    : CpuRight        ? "the accelerator is off"
                                      : "both are off";
  std::string Text = Native.Mismatch;
  raw_string_ostream(Text) << "; against f64 the error of the accelerator is "
                           << format("%.2g", Accelerator->Error)
                           << ", of the CPU " << format("%.2g", Cpu->Error)
                           << " (allowed "
                           << format("%.2g", Accelerator->Allowed)
                           << "): " << Off;
  return Text;
}
