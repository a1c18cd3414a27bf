"use strict";
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

window.addEventListener("error", (e) => { document.body.dataset.error = e.message; });

// --- Data -------------------------------------------------------------------

const data = JSON.parse(document.getElementById("data").textContent);
const run = data.statistics, line = data.timeline, labels = data.labels;
const causes = data.causes;
const names = {
  issue: "issue", operand: "operand not ready", pipe: "pipe busy", queue: "queue full", dma: "DMA",
  sync: "semaphore, barrier",
  bubble: "bubble", drain: "drain", other: "other instructions", useful: "useful", padding: "padding",
};
/// Causes that occur in the run: most variants have no queues, some no DMA.
const used = causes.filter((c) => run.stalls[c]);
const numCores = run.cores.length;
const theRun = run.cycles * numCores;

// --- Helper functions -------------------------------------------------------------

const $ = (id) => document.getElementById(id);
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}
const group = (n) => Math.round(n).toString().replace(/\B(?=(\d{3})+$)/g, "\u202f");
const share = (x) => x > 0 && x < .05 ? "< 0.1 %" : x.toFixed(1) + " %";
const percent = (part, whole) => whole ? share(100 * part / whole) : "";
function short(n) {
  for (const [unit, size] of [["G", 1e9], ["M", 1e6], ["K", 1e4]])
    if (n >= size) return +(n / (unit === "K" ? 1e3 : size)).toPrecision(3) + " " + unit;
  return n < 10 ? String(+n.toPrecision(3)) : group(n);
}
const bytes = (n) => short(n) + (n >= 1e4 ? "B" : " B");
const color = (name) => getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
const hues = [210, 28, 150, 275, 340, 185, 55, 245, 95, 315];
function labelColor(label) {
  const dark = document.documentElement.dataset.theme === "dark";
  if (label === 0) return dark ? "#8a93a1" : "#8d95a3";
  const turn = Math.floor((label - 1) / hues.length);
  return `hsl(${hues[(label - 1) % hues.length]} 48% ${(dark ? 62 : 52) - 9 * (turn % 3)}%)`;
}
const basename = (path) => path.replace(/.*\//, "");
const anchor = (label, i) => label.source === undefined ? `#f${i}` : `#s${label.source}-${label.line}`;

/// Renders [[name, amount]] as a stacked bar with a legend.
function stack(parts, whole) {
  const bar = make("div", {class: "stack"});
  for (const [name, amount] of parts)
    if (amount > 0) bar.append(make("i", {
      style: `width:${100 * amount / whole}%;background:var(--${name})`,
      title: `${names[name]}: ${percent(amount, whole)}`}));
  return bar;
}
/// The same as text, for exported tables.
const shares = (parts, whole) => parts.filter(([, amount]) => amount > 0)
  .map(([name, amount]) => `${name} ${(100 * amount / whole).toFixed(1)} %`).join("; ");
function keys(parts, whole) {
  const all = make("div", {class: "keys"});
  for (const [name, amount] of parts)
    if (amount > 0) all.append(make("span", {},
      make("span", {class: "swatch", style: `background:var(--${name})`}),
      `${names[name]} ${percent(amount, whole)}`));
  return all;
}
/// Cells are [content, is it a number, value to sort and export by].
function row(table, cells, kind = "td", attributes = {}) {
  const tr = make("tr", attributes);
  for (const [value, numeric, exact] of cells)
    tr.append(make(kind, {...numeric ? {class: "n"} : {}, ...exact === undefined ? {} : {"data-value": exact}}, value));
  table.append(tr);
}

// --- Overview -----------------------------------------------------------------

function head() {
  const program = basename(run.program);
  document.title = program + ": run report";
  $("title").textContent = program;
  const time = run.clock_mhz ? ` = ${(run.cycles / run.clock_mhz / 1e3).toPrecision(4)} ms at ${run.clock_mhz} MHz` : "";
  $("subtitle").textContent = `${run.variant}, ${numCores} core${numCores > 1 ? "s" : ""}, ` +
    `${group(run.cycles)} cycles${time}, exit status ${run.status}`;
  $("cut").hidden = !run.cut;
  $("cut").textContent = `Cut short: ${run.cut}. The statistics cover the part that has run.`;
  $("ignored").textContent = "Not modeled: " + run.ignored.join("; ") + ".";
}

function tiles() {
  const put = (value, what) => $("tiles").append(make("div", {class: "tile"}, make("b", {}, value),
    make("span", {class: "quiet"}, what)));
  const p = run.percent;
  const show = (x) => x === undefined ? "\u2013" : share(x);
  put(short(run.cycles), "cycles");
  put(show(p.peak), "of peak");
  put(show(p.roof), "of the roof");
  put(show(p.shape_roof), "of the roof of whole tiles");
  const moved = run.cores.reduce((sum, c) => sum + c.bytes.dram.read + c.bytes.dram.written,
    run.transfers.dram_read + run.transfers.dram_written);
  put(data.dramRate ? percent(moved, data.dramRate * run.cycles) : "\u2013", `of DRAM's rate, ${bytes(moved)} moved`);
  put(short(run.executed_macs), "multiply-adds executed");
}

function breakdown() {
  const parts = [["issue", run.issued], ...causes.map((c) => [c, run.stalls[c]])];
  $("stalls").append(stack(parts, theRun), keys(parts, theRun));
  const pipe = run.pipes[run.contraction_pipe];
  if (!pipe || !pipe.instructions) return $("unit-title").remove();
  const useful = run.bounds && run.bounds.mma && !run.cut ? Math.min(run.bounds.mma * numCores, pipe.occupied) : pipe.occupied;
  const unit = [["useful", useful], ["padding", pipe.occupied - useful],
    ...causes.map((c) => [c, pipe.idle[c]]), ["other", pipe.other]];
  $("unit-title").textContent = `Pipe ${run.contraction_pipe}: busy, and why not`;
  $("unit").append(stack(unit, theRun), keys(unit, theRun));
}

function bounds() {
  const table = $("bounds"), b = run.bounds;
  if (!b) return table.replaceWith(make("p", {class: "quiet"}, "The program's file does not say what it has to do."));
  row(table, [["at least"], ["cycles", 1], ["of the run", 1]], "th");
  const put = (what, cycles, strong) => cycles &&
    row(table, [[what], [group(cycles), 1], [run.cut ? "\u2013" : percent(cycles, run.cycles), 1]], "td", strong ? {class: "strong"} : {});
  put("products at the peak rate", b.mma);
  put("products of whole tiles", b.shape);
  put("bytes through DRAM, once", b.dram);
  put("latency, in and out", b.latency);
  put("ring, both directions", b.ring);
  put("roof", b.roof, true);
  put("roof of whole tiles", b.shape_roof, true);
  row(table, [["estimate, no bound"], ["cycles", 1], ["of the run", 1]], "th");
  put("elementwise operations, as written", b.ew);
  put("tile loads, in the best blocks", b.loads);
  put("one operation after the other", b.layers);
}

// --- Tables -------------------------------------------------------------------

/// Sums of the profile over all cores, by label.
function byLabel() {
  const all = labels.map((label, i) => ({label, i, issue: 0, macs: 0, cycles: 0,
    ...Object.fromEntries(causes.map((c) => [c, 0]))}));
  for (const core of data.profile) for (const [i, issued, stalls, macs] of core.labels) {
    all[i].issue += issued;
    all[i].macs += macs;
    causes.forEach((c, k) => { all[i][c] += stalls[k]; });
    all[i].cycles += issued + stalls.reduce((a, b) => a + b, 0);
  }
  return all;
}

function operations(profile) {
  const table = $("operation-table");
  row(table, [["operation"], ["kind"], ["extents"], ["types"], ["MACs", 1], ["cycles \u00d7 cores", 1], ["of the run", 1],
    ["where they went"], ["at least", 1], ["of its cycles", 1]], "th");
  const listed = run.work ? run.work.operations : [];
  const seen = new Set();
  for (const p of [...profile].sort((a, b) => b.cycles - a.cycles)) {
    if (!p.cycles) continue;
    const op = p.label.op === undefined ? null : listed[p.label.op];
    if (op) seen.add(op);
    operationRow(table, p, op);
  }
  sortable("operation-table", "operations");
  const rest = listed.filter((op) => !seen.has(op) && op.kind !== "move");
  if (rest.length)
    $("operations").append(make("p", {class: "quiet small"}, "Without instructions of their own: " +
      rest.map((op) => op.op + (op.line ? ` (${basename(op.file)}:${op.line})` : "")).join(", ") + "."));
}

function operationRow(table, p, op) {
  const parts = [["issue", p.issue], ...causes.map((c) => [c, p[c]])];
  const to = anchor(p.label, p.i);
  const name = make("span", {class: "swatch", style: `background:${labelColor(p.i)}`});
  const title = make("span", {}, name, to ? make("a", {href: to}, p.label.name) : p.label.name);
  // Arithmetic bound only: DRAM traffic depends on the fusion of operations.
  const bound = op && !run.cut ? (op.bounds.shape || 0) * (op.needed ?? 1) * numCores : 0;
  row(table, [[title, 0, p.label.name], [op ? op.kind : ""], [op ? op.extents.join(" \u00d7 ") : ""], [op ? op.types.join(", ") : ""],
    [op && op.macs ? short(op.macs) : "", 1, op && op.macs ? op.macs : ""], [group(p.cycles), 1, p.cycles],
    [percent(p.cycles, theRun), 1, 100 * p.cycles / theRun],
    [stack(parts, p.cycles), 0, shares(parts, p.cycles)], [bound ? group(bound) : "", 1], [bound ? percent(bound, p.cycles) : "", 1]]);
}

function coresTable() {
  const table = $("core-table");
  const pipes = line.pipes.filter((name) => run.pipes[name].instructions);
  row(table, [["core"], ["instructions", 1], ["cycles"], ...["issue", ...used].map((c) => [c === "dma" ? "DMA" : c, 1]),
    ...pipes.map((name) => [name + " busy", 1]), ["transfers", 1], ["DMA bytes", 1]], "th");
  run.cores.forEach((core, i) => {
    const parts = [["issue", core.issued], ...used.map((c) => [c, core.stalls[c]])];
    row(table, [[String(i)], [group(core.instructions), 1], [stack(parts, run.cycles), 0, shares(parts, run.cycles)],
      ...parts.map(([, n]) => [percent(n, run.cycles), 1]),
      ...pipes.map((name) => [core.pipes[name] ? percent(core.pipes[name].occupied, run.cycles) : "", 1]),
      [group(core.dma_transfers), 1], [bytes(core.dma_bytes), 1, core.dma_bytes]]);
  });
  sortable("core-table", "cores");
}

// --- Source -------------------------------------------------------------------

function sources(profile) {
  if (!data.sources.length)
    $("sources").append(make("p", {class: "quiet"}, "No source: the program has no line table, or its files are gone."));
  for (const p of profile) if (p.cycles && p.label.source === undefined) functionCode(p);
  data.sources.forEach((source, s) => {
    const cost = new Map();
    for (const p of profile)
      if (p.label.source === s) cost.set(p.label.line, (cost.get(p.label.line) || 0) + p.cycles);
    const listing = make("div", {class: "listing"});
    const pre = make("pre");
    source.lines.forEach((text, i) => pre.append(sourceLine(s, i + 1, text, cost.get(i + 1) || 0)));
    listing.append(pre);
    $("sources").append(make("p", {class: "quiet small"}, source.path), listing);
  });
}

function sourceLine(s, number, text, cycles) {
  const share = cycles / theRun;
  const heat = `background:color-mix(in srgb, var(--operand) ${Math.round(Math.min(1, share * 1.5) * 70)}%, transparent)`;
  const element = make("div", {id: `s${s}-${number}`, class: cycles ? "hot" : ""},
    make("span", {class: "cost", style: cycles ? heat : ""}, cycles ? percent(cycles, theRun) : ""),
    make("span", {class: "number"}, String(number)), make("span", {}, text));
  if (cycles) element.addEventListener("click", () => toggleCode(element, s, number));
  return element;
}

/// The instructions of a line in descending order of cycles.
function toggleCode(element, s, number) {
  if (element.nextSibling && element.nextSibling.className === "code") return element.nextSibling.remove();
  const code = data.code.filter((c) => labels[c[2]].source === s && labels[c[2]].line === number)
    .sort((a, b) => b[4] - a[4]).slice(0, 40);
  element.after(make("div", {class: "code"}, codeText(code)));
}

const codeText = (code) => make("pre", {}, code.map(([pc, asm, , count, cycles]) =>
  percent(cycles, theRun).padStart(8) + "  " + group(count).padStart(10) + " \u00d7  0x" + pc.toString(16) + "  " +
  asm).join("\n") || "its instructions are not among the costliest");

/// Code without lines, by address: collapsed until it is clicked or linked to.
function functionCode(p) {
  const code = data.code.filter((c) => c[2] === p.i).sort((a, b) => a[0] - b[0]);
  const details = make("details", {id: `f${p.i}`}, make("summary", {}, `${p.label.name}: ${percent(p.cycles, theRun)}`),
    make("div", {class: "code"}, codeText(code)));
  $("sources").append(details);
  addEventListener("hashchange", () => { if (location.hash === `#f${p.i}`) details.open = true; });
}
