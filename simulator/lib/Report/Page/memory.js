// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// --- Advice ---------------------------------------------------------------------

function advice() {
  const all = run.advice || [];
  if (!all.length) return $("advice").remove();
  for (const {percent: part, text} of all)
    $("advice-list").append(make("li", {}, make("b", {}, share(part)), ` ${text}`));
}

// --- Memory ---------------------------------------------------------------------

const exactly = (n) => [bytes(n), 1, n];

function regionsTable() {
  const table = $("region-table"), rate = data.dramRate;
  row(table, [["region"], ["from cycle", 1], ["cycles", 1], ["DRAM read", 1], ["DRAM written", 1],
    ["bytes per cycle", 1], ["of DRAM's rate", 1], ["transfers", 1], ["multicasts", 1], ["scratchpad, at most", 1]], "th");
  for (const r of [...data.regions].sort((a, b) => a.first - b.first)) {
    const span = r.last - r.first, moved = r.read + r.written, label = labels[r.label];
    row(table, [[make("a", {href: anchor(label, r.label)}, label.name), 0, label.name], [group(r.first), 1, r.first],
      [group(span), 1, span], exactly(r.read), exactly(r.written),
      [(moved / span).toFixed(1), 1], [rate ? percent(moved, rate * span) : "", 1, rate ? 100 * moved / rate / span : ""],
      [group(r.transfers), 1, r.transfers], [group(r.multicasts), 1, r.multicasts], exactly(r.scratchpad)]);
  }
  sortable("region-table", "regions");
}

function buffersTable() {
  const table = $("buffer-table");
  if (!data.buffers.length) return $("buffers").remove();
  row(table, [["buffer in DRAM"], ["kind"], ["bytes", 1], ["read", 1], ["written", 1], ["times its bytes", 1]], "th");
  for (const b of [...data.buffers].sort((a, c) => c.read + c.written - a.read - a.written)) {
    const moved = b.read + b.written;
    row(table, [[b.name], [b.tensor ? "argument or result" : b.bytes ? "of the program" : ""],
      b.bytes ? exactly(b.bytes) : ["", 1], exactly(b.read), exactly(b.written),
      [b.bytes ? (moved / b.bytes).toFixed(1) : "", 1]]);
  }
  sortable("buffer-table", "buffers");
}

// --- Plans ----------------------------------------------------------------------

/// The parts of a plan's text that describe its loops, registers and buffers.
function planParts(text) {
  const loops = [...text.matchAll(/<(\w+), dim = \d+, extent = (\d+), block = (\d+)([^>]*)>/g)]
    .map(([, role, extent, block, rest]) => {
      const cores = /cores = (\d+)/.exec(rest), kind = /division = (\w+)/.exec(rest);
      return `${role} ${extent} by ${block}` + (kind ? ` (${kind[1]}${cores ? ` of ${cores[1]}` : ""})` : "");
    });
  const registers = /registers = \[([^\]]*)\]/.exec(text);
  const values = [...text.matchAll(/<(\w+), place = (\w+)([^>]*)>/g)].map(([, name, place, rest]) => {
    const buffers = /buffers = (\d+)/.exec(rest), multicast = /multicast = (\d+)/.exec(rest);
    return `${name}: ${place}${buffers ? ` x${buffers[1]}` : ""}${multicast ? `, multicast to ${multicast[1]}` : ""}`;
  });
  const limit = /limit = (\w+)/.exec(text);
  return [loops.join("; "), registers ? registers[1].replace(", ", " x ") : "", values.join("; "), limit ? limit[1] : ""];
}

function plansTable() {
  if (!data.plans.length) return $("plans").remove();
  const table = $("plan-table");
  row(table, [["fusion group"], ["operation"], ["loops"], ["registers"], ["values"], ["limit"], ["predicted", 1],
    ["measured", 1], ["deviation", 1]], "th");
  for (const p of data.plans) {
    const known = p.predicted && p.measured;
    row(table, [[p.name], [p.label < 0 ? "" : labels[p.label].name], ...planParts(p.text).map((part) => [part]),
      [p.predicted ? group(p.predicted) : "", 1, p.predicted ?? ""], [p.measured ? group(p.measured) : "", 1, p.measured ?? ""],
      [known ? percent(p.predicted - p.measured, p.measured) : "", 1]], "td", {title: p.text});
  }
  sortable("plan-table", "plans");
}

// --- Comparison -----------------------------------------------------------------

function comparisonTable(id, what, rows) {
  const show = (n) => n === undefined ? "\u2013" : Number.isInteger(n) ? group(n) : n.toFixed(1);
  row($(id), [[what], ["before", 1], ["now", 1], ["change", 1]], "th");
  for (const r of rows) {
    const change = r.before && r.now !== undefined ? 100 * (r.now / r.before - 1) : undefined;
    row($(id), [[r.what], [show(r.before), 1, r.before ?? ""], [show(r.now), 1, r.now ?? ""],
      [change === undefined ? "" : `${change < 0 ? "\u2212" : "+"}${Math.abs(change).toFixed(1)} %`, 1, change ?? ""]]);
  }
  sortable(id, id.replace("-table", ""));
}

function comparison() {
  const both = data.comparison;
  if (!both) return $("comparison").remove();
  $("comparison-path").textContent = `Before: ${both.path}`;
  comparisonTable("comparison-table", "of the run", both.rows);
  const changed = both.operations.sort((a, b) => (b.now ?? 0) - (a.now ?? 0));
  if (changed.length) comparisonTable("operation-comparison-table", "cycles \u00d7 cores of an operation", changed);
}
