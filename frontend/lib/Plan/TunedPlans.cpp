//===- TunedPlans.cpp - databases of measured plans -----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a database of plans. Plans of this variant and description are parsed
// when the file is read, so that errors do not depend on the groups of the
// program. For diagnostics, an entry is located by its key in the text, after
// the entry before.
//
//===----------------------------------------------------------------------===//

#include "TunedPlans.h"
#include "Plan/GroupProgram.h"
#include "matrix/Description/Hash.h"
#include "matrix/Support/JsonText.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace matrix;
namespace json = llvm::json;

static constexpr int64_t kVersion = 1;
static constexpr llvm::StringLiteral kFormat = "matrix-tuned-plans";

namespace {

struct Entry {
  std::string key, variant, description, plan;
  int64_t cores = 0;
};

struct Database {
  std::string format;
  int64_t version = 0;
  std::vector<Entry> entries;
};

bool fromJSON(const json::Value &value, Entry &entry, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("key", entry.key) &&
         map.map("variant", entry.variant) &&
         map.map("description", entry.description) &&
         map.map("cores", entry.cores) && map.map("plan", entry.plan);
}

/// The entries of another version can have another form.
bool fromJSON(const json::Value &value, Database &database, json::Path path) {
  json::ObjectMapper map(value, path);
  if (!map || !map.map("format", database.format) ||
      !map.map("version", database.version))
    return false;
  if (database.format != kFormat || database.version != kVersion)
    return true;
  return map.map("entries", database.entries);
}

class Reader {
public:
  Reader(StringRef path, StringRef text, MLIRContext *context)
      : path(path), text(text), context(context) {}

  FailureOr<Database> parse() {
    llvm::Expected<json::Value> value = parseJsonText(text);
    if (!value)
      return failToParse(value.takeError());
    Database database;
    json::Path::Root root;
    if (!fromJSON(*value, database, root))
      return emitError(place(1, 1)) << llvm::toString(root.getError());
    if (database.format != kFormat)
      return emitError(place(1, 1)) << "'format' is not '" << kFormat << "'";
    if (database.version != kVersion)
      return emitError(place(1, 1))
             << "has version " << database.version << "; version " << kVersion
             << " is supported";
    return database;
  }

  /// Returns the place of an entry. Entries are visited in order.
  Location placeOf(const Entry &entry) {
    size_t at = text.find(("\"" + Twine(entry.key) + "\"").str(), reached);
    if (at == StringRef::npos)
      return place(1, 1);
    reached = at + 1;
    StringRef before = text.take_front(at);
    return place(before.count('\n') + 1, at - (before.rfind('\n') + 1) + 1);
  }

  /// Parses the plan of an entry. Its operation has the entry's location.
  FailureOr<OwningOpRef<ModuleOp>> parsePlan(const Entry &entry) {
    Location loc = placeOf(entry);
    std::string message;
    OwningOpRef<ModuleOp> module;
    {
      ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
        if (message.empty())
          message = diagnostic.str();
      });
      module = parseSourceString<ModuleOp>(entry.plan, context);
    }
    if (!module)
      return emitError(loc) << "in the plan: " << message;
    auto plans = module->getBody()->getOps<PlanOp>();
    if (!llvm::hasSingleElement(plans) ||
        !llvm::hasSingleElement(*module->getBody()))
      return emitError(loc) << "the plan is not one 'matrix.plan'";
    (*plans.begin())->setLoc(loc);
    return module;
  }

  Location place(unsigned line, unsigned column) {
    return FileLineColLoc::get(context, path, line, column);
  }

private:
  /// LLVM's messages start with "[line:column, byte=offset]: ".
  LogicalResult failToParse(llvm::Error error) {
    std::string whole = llvm::toString(std::move(error));
    StringRef rest = whole;
    unsigned line = 1, column = 1;
    if (rest.consume_front("[") && !rest.consumeInteger(10, line) &&
        rest.consume_front(":") && !rest.consumeInteger(10, column))
      rest = rest.split("]: ").second;
    else
      rest = whole;
    return emitError(place(line, std::max(1u, column))) << rest;
  }

  StringRef path, text;
  MLIRContext *context;
  size_t reached = 0;
};

/// Counts entries that the compilation cannot use.
struct StaleEntries {
  const desc::VariantInfo &variant;
  unsigned ofVariants = 0, ofDescriptions = 0;

  bool add(const Entry &entry) {
    if (entry.variant != StringRef(variant.cpu))
      return ++ofVariants;
    if (entry.description != StringRef(desc::descriptionHash))
      return ++ofDescriptions;
    return false;
  }

  void warn(Location loc, size_t number) const {
    if (!ofVariants && !ofDescriptions)
      return;
    InFlightDiagnostic diag = emitWarning(loc)
                              << ofVariants + ofDescriptions << " of " << number
                              << " plans are ignored: ";
    if (ofVariants)
      diag << ofVariants << " for other variants than '"
           << StringRef(variant.cpu) << "'";
    if (ofDescriptions)
      diag << (ofVariants ? ", " : "") << ofDescriptions
           << " for another description than '"
           << StringRef(desc::descriptionHash) << "'";
  }
};

} // namespace

FailureOr<TunedPlans> TunedPlans::read(StringRef path,
                                       const desc::VariantInfo &variant,
                                       MLIRContext *context) {
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file)
    return emitError(FileLineColLoc::get(context, path, 1, 1))
           << "cannot read: " << file.getError().message();
  Reader reader(path, (*file)->getBuffer(), context);
  FailureOr<Database> database = reader.parse();
  if (failed(database))
    return failure();
  TunedPlans tuned;
  StaleEntries stale{variant};
  for (const Entry &entry : database->entries) {
    if (stale.add(entry)) {
      reader.placeOf(entry);
      continue;
    }
    auto plan = reader.parsePlan(entry);
    if (failed(plan))
      return failure();
    tuned.plans.insert_or_assign({entry.key, entry.cores}, std::move(*plan));
  }
  stale.warn(reader.place(1, 1), database->entries.size());
  return tuned;
}

PlanOp TunedPlans::lookup(const NamedGroup &group, int64_t cores) {
  if (plans.empty())
    return {};
  std::optional<GroupProgram> program = getGroupProgram(group);
  if (!program)
    return {};
  auto entry = plans.find({program->key, cores});
  if (entry == plans.end())
    return {};
  return *entry->second->getBody()->getOps<PlanOp>().begin();
}
