// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// --- Roofline -------------------------------------------------------------------
// Multiply-adds per cycle of all cores over multiply-adds per byte of compulsory
// DRAM traffic, both on logarithmic axes.

function rooflinePlot(profile) {
  const points = rooflinePoints(profile), place = $("roofline-plot");
  if (run.cut)
    return place.append(make("p", {class: "quiet"}, "Nothing to show: the run was cut, and has done a part of the work."));
  if (!points.length || !data.dramRate)
    return place.append(make("p", {class: "quiet"}, "Nothing to show: the program multiplies no matrices, or its file does not say so."));
  const roofs = data.peaks.map((p) => ({name: p.types, rate: p.rate * numCores}));
  const top = Math.max(...roofs.map((r) => r.rate), ...points.map((p) => p.rate)) * 2;
  const xs = [...points.map((p) => p.intensity), ...roofs.map((r) => r.rate / data.dramRate)];
  const plot = new Plot(Math.min(...xs) / 3, Math.max(...xs) * 3,
    Math.min(...points.map((p) => p.rate), ...roofs.map((r) => r.rate / 8)) / 2, top);
  plot.axes("multiply-adds per byte that must cross DRAM", "multiply-adds per cycle");
  roofs.forEach((roof, i) => plot.roof(roof, i));
  plot.dots = points.map((p) => ({x: plot.x(p.intensity), y: plot.y(p.rate)}));
  for (const point of points) plot.point(point);
  place.append(plot.svg);
  place.append(make("p", {class: "quiet small"}, "Lines: the rate of DRAM and the peak rates of the types in use, on " +
    `${numCores} core${numCores > 1 ? "s" : ""}. Dots: operations, over the cycles that belong to them; the ring: the whole run. ` +
    "A dot above the slope: not all of its operands and results crossed DRAM, or other operations waited for them."));
}

function rooflinePoints(profile) {
  if (!run.work) return [];
  const points = [];
  for (const p of profile) {
    const op = p.label.op === undefined ? null : run.work.operations[p.label.op];
    if (!op || !op.macs || !p.cycles) continue;
    points.push({name: p.label.name, label: p.i, intensity: op.macs / (op.read + op.written),
      rate: op.macs / (p.cycles / numCores)});
  }
  const bytes = run.work.in + run.work.constants + run.work.out;
  if (run.work.macs && bytes)
    points.push({name: "whole run", intensity: run.work.macs / bytes, rate: run.work.macs / run.cycles, whole: true});
  return points;
}

class Plot {
  constructor(x0, x1, y0, y1) {
    this.box = {left: 70, right: 940, top: 16, bottom: 380};
    this.range = [x0, x1, y0, y1].map(Math.log10);
    this.svg = this.element("svg", {viewBox: "0 0 960 430", role: "img", "aria-label": "Roofline plot"});
  }
  element(tag, attributes, text) {
    const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
    if (text !== undefined) e.textContent = text;
    return e;
  }
  add(tag, attributes, text) {
    const e = this.element(tag, attributes, text);
    this.svg.append(e);
    return e;
  }
  x(v) {
    const [x0, x1] = this.range, {left, right} = this.box;
    return left + (Math.log10(v) - x0) / (x1 - x0) * (right - left);
  }
  y(v) {
    const [, , y0, y1] = this.range, {top, bottom} = this.box;
    return bottom - (Math.log10(v) - y0) / (y1 - y0) * (bottom - top);
  }

  axes(xTitle, yTitle) {
    const [x0, x1, y0, y1] = this.range, {left, right, top, bottom} = this.box;
    for (const v of this.ticks(x0, x1)) {
      this.add("line", {x1: this.x(v), x2: this.x(v), y1: top, y2: bottom, stroke: "var(--grid)"});
      this.add("text", {x: this.x(v), y: bottom + 18, "text-anchor": "middle", class: "quiet"}, short(v));
    }
    for (const v of this.ticks(y0, y1)) {
      this.add("line", {x1: left, x2: right, y1: this.y(v), y2: this.y(v), stroke: "var(--grid)"});
      this.add("text", {x: left - 8, y: this.y(v) + 4, "text-anchor": "end", class: "quiet"}, short(v));
    }
    this.add("text", {x: (left + right) / 2, y: bottom + 40, "text-anchor": "middle", class: "quiet"}, xTitle);
    this.add("text", {x: 14, y: (top + bottom) / 2, "text-anchor": "middle", class: "quiet",
      transform: `rotate(-90 14 ${(top + bottom) / 2})`}, yTitle);
  }
  ticks(low, high) {
    const all = [];
    const steps = high - low < 2.2 ? [1, 2, 5] : [1];
    for (let e = Math.floor(low); e <= high; ++e)
      for (const k of steps) {
        const v = k * 10 ** e;
        if (Math.log10(v) >= low && Math.log10(v) <= high) all.push(v);
      }
    return all;
  }

  roof(roof, index) {
    const [x0, x1, y0] = this.range, knee = roof.rate / data.dramRate;
    const start = Math.max(10 ** x0, 10 ** y0 / data.dramRate);
    if (index === 0) this.slope(start, Math.max(...data.peaks.map((p) => p.rate)) * numCores / data.dramRate);
    this.add("path", {d: `M${this.x(knee)} ${this.y(roof.rate)} H${this.x(10 ** x1)}`, fill: "none",
      stroke: "var(--text)", "stroke-width": 1.5});
    this.add("text", {x: this.box.right - 4, y: this.y(roof.rate) - 6, "text-anchor": "end"},
      `${roof.name}: ${group(roof.rate)} per cycle`);
  }
  slope(from, to) {
    const [x1, y1, x2, y2] = [this.x(from), this.y(from * data.dramRate), this.x(to), this.y(to * data.dramRate)];
    this.add("path", {d: `M${x1} ${y1} L${x2} ${y2}`, fill: "none", stroke: "var(--text)", "stroke-width": 1.5});
    const angle = Math.atan2(y2 - y1, x2 - x1) * 180 / Math.PI;
    const x = x1 + (x2 - x1) * .55, y = y1 + (y2 - y1) * .55;
    this.add("text", {x, y: y - 8, transform: `rotate(${angle} ${x} ${y})`}, `DRAM: ${data.dramRate} bytes per cycle`);
  }
  point(p) {
    const x = this.x(p.intensity), y = this.y(p.rate), style = p.whole
      ? {r: 8, fill: "none", stroke: "var(--sync)", "stroke-width": 2.5} : {r: 5.5, fill: labelColor(p.label)};
    this.add("circle", {cx: x, cy: y, ...style}).append(
      this.element("title", {}, `${p.name}: ${short(p.rate)} per cycle at ${short(p.intensity)} per byte`));
    const right = x < this.box.right - 240;
    const name = p.name.length > 40 ? p.name.slice(0, 39) + "\u2026" : p.name;
    const from = right ? x + 12 : x - 12 - 7 * name.length;
    this.add("text", {x: right ? x + 12 : x - 12, y: this.free(x, y + (p.whole ? 18 : -8), from, from + 7 * name.length),
      "text-anchor": right ? "start" : "end"}, name);
  }
  /// First position from y downward that overlaps no other label and no dot.
  free(x, y, from, to) {
    this.names = this.names || [];
    while (this.names.some((n) => Math.abs(n.x - x) < 250 && Math.abs(n.y - y) < 14) ||
           this.dots.some((d) => d.x > from - 4 && d.x < to + 4 && Math.abs(d.y - (y - 4)) < 11)) y += 14;
    this.names.push({x, y});
    return y;
  }
}

// --- Theme and initialization --------------------------------------------------------

function setTheme(name) { document.documentElement.dataset.theme = name; }

function start() {
  const dark = window.matchMedia("(prefers-color-scheme: dark)").matches || location.search === "?dark";
  setTheme(dark ? "dark" : "light");
  const profile = byLabel();
  head();
  tiles();
  breakdown();
  advice();
  bounds();
  legend(profile);
  operations(profile);
  coresTable();
  regionsTable();
  buffersTable();
  plansTable();
  comparison();
  rooflinePlot(profile);
  sources(profile);
  const timeline = window.timeline = new Timeline($("canvas"));
  $("theme").onclick = () => {
    setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
    timeline.draw();
  };
  document.body.dataset.ready = "yes";
}

start();
