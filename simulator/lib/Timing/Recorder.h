//===- Recorder.h - recording of timed runs ---------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Records the events of a timed run for an independent implementation of the
// timing model, which must compute the same cycles. One JSON object per line;
// test/Simulator/Timing/model/recording.py documents the format. Values of
// registers and descriptors are recorded; addresses and times that follow from
// them are not.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_RECORDER_H
#define MATRIX_SIMULATOR_RECORDER_H

#include "Observer.h"
#include "System/System.h"
#include "matrix/Support/OutputFile.h"
#include <array>

namespace matrix {
namespace sim {

class Recorder : public Observer {
public:
  /// Creates a recorder for a system after reset(). The file is kept when the
  /// run ends, also by a trap.
  static llvm::Expected<std::unique_ptr<Recorder>>
  create(const System &system, const std::string &path);
  void issued(const IssueEvent &event) override;
  void transferred(const TransferRecord &record) override;
  void finished(const EndEvent &event) override;

  /// One line if the run has ended and the file could not be written, else
  /// empty.
  const std::string &error() const { return failure; }

private:
  using Registers = std::array<int64_t, Core::numGeneral>;
  struct Seen {
    Registers registers = {};
    uint64_t handles = 0;
  };

  Recorder(const System &system, std::unique_ptr<OutputFile> opened)
      : system(system), file(std::move(opened)), out(*file->os),
        cores(system.numCores()) {}

  void writeBeginning();
  void writeRegisters(const Core &core);
  void writeChanges(const Core &core);
  void writeRows(const AccessLog &accesses);
  void writeDescriptor(const IssueEvent &event);

  const System &system;
  std::unique_ptr<OutputFile> file;
  llvm::raw_ostream &out;
  std::string failure;
  std::vector<Seen> cores; // state at the last issue
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_RECORDER_H
