//===- Recorder.h - writes down what happened when --------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For a second implementation of the timing rules, which is to come to the same
// cycles. One JSON object a line; test/Simulator/Timing/model/recording.py says
// which. Values that registers and descriptors have are written, addresses
// and times that follow from them are not.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_RECORDER_H
#define MATRIX_SIMULATOR_RECORDER_H

#include "Machine.h"
#include "NewFile.h"
#include "Observer.h"
#include <array>

namespace matrix {
namespace sim {

class Recorder : public Observer {
public:
  /// Of a machine that has been reset, to a file that stays when the run has
  /// ended, by a trap too.
  /// Null, and one line in `error`, if it can't be written.
  static std::unique_ptr<Recorder>
  create(const Machine &machine, const std::string &path, std::string &error);
  void issued(const IssueEvent &event) override;
  void transferred(const TransferRecord &record) override;
  void finished(const EndEvent &event) override;

  /// One line, if the run has ended and the file could not be written.
  const std::string &error() const { return failure; }

private:
  using Registers = std::array<int64_t, Core::numGeneral>;
  struct Seen {
    Registers registers = {};
    uint64_t tickets = 0;
  };

  Recorder(const Machine &machine, std::unique_ptr<NewFile> opened)
      : machine(machine), file(std::move(opened)), out(*file->os),
        cores(machine.cores.size()) {}

  void writeBeginning();
  void writeRegisters(const Core &core);
  void writeChanges(const Core &core);
  void writeRows(const AccessLog &accesses);
  void writeDescriptor(const IssueEvent &event);

  const Machine &machine;
  std::unique_ptr<NewFile> file;
  llvm::raw_ostream &out;
  std::string failure;
  std::vector<Seen> cores; // as it was when the last instruction had issued
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_RECORDER_H
