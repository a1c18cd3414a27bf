//===- CheckVariantInstructions.cpp - roles and timing in a variant -------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks that each role has exactly one instruction in a variant that needs it,
// and that timing formulas can be evaluated with the variant's parameters to an
// occupancy of at least one cycle and a latency that is not shorter. An error
// that an instruction and a variant cause together is reported at the record
// that was defined later, since the other one was correct before.
//
//===----------------------------------------------------------------------===//

#include "Checks/DescriptionChecks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace llvm;
using namespace matrix::tblgen;

namespace {

class InstructionChecker {
public:
  InstructionChecker(Checks &c, const Variant &v) : c(c), v(v) {}

  void check() {
    checkRoles();
    checkInstructions();
  }

private:
  void checkRoles();
  void twoHolders(const Instruction &a, const Instruction &b,
                  const Record *role);
  std::vector<StringRef> neededRoles() const;
  void noHolder(const Record *role);
  void noFeatures();
  void checkInstructions();
  void checkTiming(const Instruction &i);

  Checks &c;
  const Variant &v;
  bool timed = false; // an error of the parameters has been reported
  std::map<const Record *, std::vector<StringRef>, LessRecordByID>
      missingFeatures; // by feature: the roles that require it
};

} // namespace

//===----------------------------------------------------------------------===//
// Roles
//===----------------------------------------------------------------------===//

void InstructionChecker::checkRoles() {
  std::map<const Record *, const Instruction *> holders;
  for (const Instruction &i : c.m.Instructions)
    for (const Record *r : i.Roles)
      if (i.isAvailable(v))
        if (auto [it, isNew] = holders.try_emplace(r, &i); !isNew)
          twoHolders(i, *it->second, r);
  for (StringRef role : neededRoles())
    if (const Record *r = c.m.Records.getDef(role); !holders.count(r))
      noHolder(r);
  noFeatures();
}

/// Reports the instruction that was defined later.
void InstructionChecker::twoHolders(const Instruction &a, const Instruction &b,
                                    const Record *role) {
  bool bIsNewer = newerOf(a.Def, b.Def) == b.Def;
  const Instruction &newer = bIsNewer ? b : a, &older = bIsNewer ? a : b;
  if (report(locate(newer.Def, "Roles"),
             "role " + role->getName() + " is held by " + older.Name +
                 " too, in variant " + v.CPU,
             "a role has one holder in a variant: let Roles = []"))
    pointAt(older.Def, older.Name + " is here");
}

std::vector<StringRef> InstructionChecker::neededRoles() const {
  std::vector<StringRef> needed = {"RoleHalt", "RoleReadCsr", "RoleBarrier",
                                   "RoleFence"};
  if (v.Tiles)
    needed.insert(needed.end(), {"RoleTileLoadFrame", "RoleTileStoreFrame",
                                 "RoleTileZero", "RoleTileMove"});
  if (v.Def->getValueAsOptionalDef("Dma"))
    needed.insert(needed.end(), {"RoleDmaStart", "RoleDmaWait"});
  if (v.Parameters.count("Semaphores"))
    needed.insert(needed.end(), {"RoleSemPost", "RoleSemWait"});
  if (c.m.Records.getClass("ScalarRole"))
    for (const Record *role : recordsInOrder(c.m.Records, "ScalarRole"))
      needed.push_back(role->getName());
  return needed;
}

/// Collects the features of instructions that hold the role, or the role itself
/// if no instruction holds it.
void InstructionChecker::noHolder(const Record *role) {
  for (const Instruction &i : c.m.Instructions)
    if (is_contained(i.Roles, role)) {
      for (const Record *f : i.Features)
        if (!v.hasFeature(f))
          missingFeatures[f].push_back(role->getName());
      return;
    }
  c.error(v.Def,
          "no instruction of variant " + v.CPU + " has role " + role->getName(),
          "let Roles = [" + role->getName() +
              "] in the instruction that does it");
}

void InstructionChecker::noFeatures() {
  for (const auto &[f, roles] : missingFeatures)
    c.error(v.Def, "Features",
            "variant " + v.CPU + " lacks " + f->getName() +
                ", which instructions of role " + join(roles, ", ") + " need",
            "add " + f->getName() + " to its Features");
}

//===----------------------------------------------------------------------===//
// Timing
//===----------------------------------------------------------------------===//

void InstructionChecker::checkTiming(const Instruction &i) {
  bool isNewer = newerOf(i.Def, v.Def) == v.Def; // one example suffices
  bool isShaped = !v.Tiles || (v.Tiles->Rows > 0 && v.Tiles->RowBytes > 3);
  if (!isShaped || (isNewer && timed))
    return;
  const Record *time = i.Def->getValueAsDef("Time");
  int64_t occupancy = c.m.occupancy(i, v), latency = c.m.latency(i, v);
  if (occupancy == INT64_MIN || latency == INT64_MIN)
    return; // reported for the formula
  auto at = [&](StringRef field) {
    if (isNewer)
      return locate(v.Def, "Parameters");
    return time->isAnonymous() ? locate(i.Def, "Time") : locate(time, field);
  };
  timed = occupancy < 1 || latency < occupancy || latency > INT32_MAX;
  if (latency > INT32_MAX)
    c.error(at("Latency"),
            i.Mnemonic + " takes " + Twine(latency) + " cycles in variant " +
                v.CPU,
            "give at most " + Twine(INT32_MAX));
  if (occupancy < 1)
    c.error(at("Occupy"),
            i.Mnemonic + " occupies its pipe for " + Twine(occupancy) +
                " cycles in variant " + v.CPU,
            "an instruction issues in at least one cycle");
  if (latency < occupancy)
    c.error(at("Latency"),
            "latency " + Twine(latency) + " of " + i.Mnemonic +
                " is below occupancy " + Twine(occupancy) + " in variant " +
                v.CPU,
            "a result is never ready before the pipe is free");
}

void InstructionChecker::checkInstructions() {
  const Instruction *onTiles = nullptr;
  for (const Instruction &i : c.m.Instructions) {
    if (!i.isAvailable(v))
      continue;
    if (i.Class != InstructionClass::Tile || v.Tiles)
      checkTiming(i);
    else if (newerOf(i.Def, v.Def) == i.Def)
      c.error(i.Def, "Predicates",
              i.Mnemonic +
                  " works on tile registers, which are missing in "
                  "variant " +
                  v.CPU,
              "let Predicates = [HasTiles, ..]");
    else
      onTiles = onTiles ? onTiles : &i;
  }
  if (onTiles)
    c.error(v.Def, "Features",
            "variant " + v.CPU + " has " + onTiles->Mnemonic +
                ", but no tile registers",
            "let Tiles = a TileGeometry, or drop the feature");
}

/// The code generator emits instructions of scalar roles on every variant.
void matrix::tblgen::checkScalarRoles(Checks &c) {
  for (const Instruction &i : c.m.Instructions)
    for (const Record *role : i.Roles)
      if (role->isSubClassOf("ScalarRole") &&
          (i.Class != InstructionClass::Scalar || !i.Features.empty()))
        c.error(i.Def, "Roles",
                "role " + role->getName() +
                    " is for a scalar instruction of all variants",
                "give it to one without Predicates");
}

void matrix::tblgen::checkVariantInstructions(Checks &c, const Variant &v) {
  InstructionChecker(c, v).check();
}
