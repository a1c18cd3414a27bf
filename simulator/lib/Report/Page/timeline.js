// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// --- Timeline -------------------------------------------------------------------
// Rows of bins of `line.width` cycles; amounts are bytes, 255 for a full bin.

const decode = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
const decodeLabels = (text) => {
  const bytes = decode(text);
  return Uint16Array.from({length: bytes.length / 2}, (_, i) => bytes[2 * i] | bytes[2 * i + 1] << 8);
};

class Timeline {
  constructor(canvas) {
    this.canvas = canvas;
    this.cores = line.cores.map((core) => ({
      states: core.states.map(decode), folded: line.cores.length > 4,
      pipes: core.pipes.map((p) => p && {busy: decode(p.busy), label: decodeLabels(p.label)}),
      channels: core.channels.map(decode), scratchpad: decode(core.scratchpad),
    }));
    this.dram = decode(line.dram);
    this.written = decode(line.written);
    this.from = 0;
    this.to = Math.max(1, run.cycles);
    this.left = 96;
    this.listen();
    this.resize();
  }

  // --- Rows ---

  layout() {
    const rows = [];
    let y = 24;
    const put = (row, height, gap = 2) => { rows.push({...row, y, height}); y += height + gap; };
    this.cores.forEach((core, i) => {
      put({kind: "core", core: i, name: `core ${i} ${core.folded ? "\u25b8" : "\u25be"}`}, this.cores.length > 12 ? 12 : 20);
      if (core.folded) return;
      line.pipes.forEach((name, p) => core.pipes[p] && core.pipes[p].busy.some((b) => b) &&
        put({kind: "pipe", core: i, pipe: p, name}, 13));
      core.channels.forEach((busy, c) => busy.some((b) => b) &&
        put({kind: "channel", core: i, channel: c, name: `DMA ${c}`}, 13));
      if (core.scratchpad.some((b) => b)) put({kind: "scratchpad", core: i, name: "scratchpad"}, 18);
      y += 6;
    });
    if (this.dram.some((b) => b)) put({kind: "dram", name: "DRAM"}, 26);
    this.rows = rows;
    return y + 4;
  }

  resize() {
    const height = this.layout(), ratio = window.devicePixelRatio || 1;
    const width = this.canvas.clientWidth || 1000;
    this.canvas.style.height = height + "px";
    this.canvas.width = width * ratio;
    this.canvas.height = height * ratio;
    this.context = this.canvas.getContext("2d");
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.width = width;
    this.height = height;
    this.draw();
  }

  // --- Bins and pixels ---

  time(x) { return this.from + (x - this.left) / (this.width - this.left) * (this.to - this.from); }
  x(time) { return this.left + (time - this.from) / (this.to - this.from) * (this.width - this.left); }
  /// Bins of one pixel: [first, last).
  bins(x) {
    const first = Math.floor(this.time(x) / line.width);
    const last = Math.max(first + 1, Math.floor(this.time(x + 1) / line.width));
    return [Math.max(0, first), Math.min(line.bins, last)];
  }
  mean(amounts, [first, last]) {
    let sum = 0;
    for (let b = first; b < last; ++b) sum += amounts[b] || 0;
    return last > first ? sum / (last - first) / 255 : 0;
  }
  mainLabel(pipe, [first, last]) {
    const votes = new Map();
    for (let b = first; b < last; ++b)
      if (pipe.busy[b]) votes.set(pipe.label[b], (votes.get(pipe.label[b]) || 0) + pipe.busy[b]);
    let best = 0, most = 0;
    for (const [label, n] of votes) if (n > most) [best, most] = [label, n];
    return best;
  }

  // --- Drawing ---

  draw() {
    const c = this.context;
    c.clearRect(0, 0, this.width, this.height);
    c.font = "12px system-ui, 'DejaVu Sans', sans-serif";
    this.colors = Object.fromEntries(["issue", "useful", ...causes].map((n) => [n, color(n)]));
    this.labelColors = labels.map((_, i) => labelColor(i));
    this.axis();
    for (const row of this.rows) this.drawRow(row);
    $("range").textContent = `cycles ${group(this.from)} to ${group(this.to)}` +
      (line.width > 1 ? `, in steps of ${group(line.width)}` : "");
  }

  axis() {
    const c = this.context, span = this.to - this.from;
    let step = 10 ** Math.floor(Math.log10(span / 6));
    for (const k of [1, 2, 5, 10]) if (span / (step * k) <= 10) { step *= k; break; }
    step = Math.max(1, step);
    c.strokeStyle = color("grid");
    c.fillStyle = color("quiet");
    c.textAlign = "center";
    for (let t = Math.ceil(this.from / step) * step; t <= this.to; t += step) {
      const x = Math.round(this.x(t)) + .5;
      c.beginPath(); c.moveTo(x, 18); c.lineTo(x, this.height); c.stroke();
      if (x < this.width - 24) c.fillText(group(t), x, 13);
    }
    c.textAlign = "left";
    c.fillText("cycle", 0, 13);
  }

  drawRow(row) {
    const c = this.context;
    c.fillStyle = color(row.kind === "core" ? "text" : "quiet");
    c.fillText(row.name, row.kind === "core" ? 0 : 14, row.y + row.height / 2 + 4);
    const end = Math.min(this.width, this.x(run.cycles));
    c.fillStyle = color("row");
    c.fillRect(this.left, row.y, Math.max(0, end - this.left), row.height);
    const column = {core: this.stateColumn, pipe: this.pipeColumn, channel: this.channelColumn, dram: this.dramColumn,
      scratchpad: this.scratchpadColumn}[row.kind];
    for (let x = this.left; x < end; ++x) column.call(this, row, x, this.bins(x));
  }

  stateColumn(row, x, bins) {
    const states = this.cores[row.core].states;
    let y = row.y + row.height;
    [...causes.keys(), causes.length].reverse().forEach((s) => {
      const part = this.mean(states[s], bins) * row.height;
      if (!part) return;
      this.context.fillStyle = this.colors[s < causes.length ? causes[s] : "issue"];
      this.context.fillRect(x, y - part, 1, part);
      y -= part;
    });
  }
  pipeColumn(row, x, bins) {
    const pipe = this.cores[row.core].pipes[row.pipe], busy = this.mean(pipe.busy, bins);
    if (!busy) return;
    this.fill(row, x, busy, this.labelColors[this.mainLabel(pipe, bins)]);
  }
  channelColumn(row, x, bins) {
    this.fill(row, x, this.mean(this.cores[row.core].channels[row.channel], bins), this.colors.dma);
  }
  dramColumn(row, x, bins) {
    this.fill(row, x, this.mean(this.dram, bins), this.colors.dma);
    this.fill(row, x, this.mean(this.written, bins), this.colors.sync);
  }
  scratchpadColumn(row, x, bins) {
    this.fill(row, x, this.mean(this.cores[row.core].scratchpad, bins), this.colors.useful);
  }
  fill(row, x, part, style) {
    if (!part) return;
    const height = Math.max(1, part * row.height);
    this.context.fillStyle = style;
    this.context.fillRect(x, row.y + row.height - height, 1, height);
  }

  // --- Panning and zooming ---

  show(from, to) {
    const most = Math.max(1, run.cycles), least = Math.min(most, Math.max(20, 8 * line.width));
    let span = Math.min(most, Math.max(least, to - from));
    const middle = (from + to) / 2;
    this.from = Math.max(0, Math.min(most - span, middle - span / 2));
    this.to = this.from + span;
    this.draw();
  }
  zoom(factor, at = (this.from + this.to) / 2) {
    this.show(at - (at - this.from) * factor, at + (this.to - at) * factor);
  }

  listen() {
    const canvas = this.canvas;
    let drag = null;
    canvas.addEventListener("wheel", (e) => {
      e.preventDefault();
      this.zoom(e.deltaY > 0 ? 1.25 : .8, this.time(e.offsetX));
    }, {passive: false});
    canvas.addEventListener("pointerdown", (e) => {
      drag = {x: e.offsetX, from: this.from, to: this.to};
      canvas.setPointerCapture(e.pointerId);
    });
    canvas.addEventListener("pointermove", (e) => {
      if (!drag) return this.tip(e);
      const moved = (drag.x - e.offsetX) / (this.width - this.left) * (drag.to - drag.from);
      this.show(drag.from + moved, drag.to + moved);
    });
    canvas.addEventListener("pointerup", (e) => {
      if (drag && Math.abs(e.offsetX - drag.x) < 3 && e.offsetX < this.left) this.toggle(e.offsetY);
      drag = null;
    });
    canvas.addEventListener("pointerleave", () => { $("tip").hidden = true; });
    canvas.addEventListener("dblclick", () => this.show(0, run.cycles));
    canvas.addEventListener("keydown", (e) => this.key(e));
    window.addEventListener("resize", () => this.resize());
    $("zoom-in").onclick = () => this.zoom(.5);
    $("zoom-out").onclick = () => this.zoom(2);
    $("zoom-all").onclick = () => this.show(0, run.cycles);
    $("fold").onclick = () => this.foldAll();
  }
  key(e) {
    const step = (this.to - this.from) / 5;
    const moves = {ArrowLeft: -step, ArrowRight: step};
    if (e.key in moves) this.show(this.from + moves[e.key], this.to + moves[e.key]);
    else if (e.key === "+") this.zoom(.5);
    else if (e.key === "-") this.zoom(2);
    else return;
    e.preventDefault();
  }
  rowAt(y) { return this.rows.find((r) => y >= r.y && y < r.y + r.height + 2); }
  toggle(y) {
    const row = this.rowAt(y);
    if (!row || row.kind !== "core") return;
    this.cores[row.core].folded = !this.cores[row.core].folded;
    this.resize();
  }
  foldAll() {
    const fold = this.cores.some((core) => !core.folded);
    for (const core of this.cores) core.folded = fold;
    this.resize();
  }

  // --- Tooltip ---

  tip(e) {
    const row = this.rowAt(e.offsetY), tip = $("tip");
    tip.hidden = !row || e.offsetX < this.left || this.time(e.offsetX) >= run.cycles;
    if (tip.hidden) return;
    tip.replaceChildren(...this.describe(row, this.bins(e.offsetX)).flatMap((text) => [text, make("br")]));
    tip.style.left = Math.min(e.clientX + 14, window.innerWidth - 280) + "px";
    tip.style.top = e.clientY + 14 + "px";
  }
  describe(row, bins) {
    const where = `cycle ${group(bins[0] * line.width)}`;
    const share = (amounts) => (100 * this.mean(amounts, bins)).toFixed(0) + " %";
    if (row.kind === "dram") return [where, `DRAM: ${share(this.dram)} of its rate`, `writes: ${share(this.written)}`];
    const core = this.cores[row.core], name = `core ${row.core}`;
    if (row.kind === "channel") return [where, `${name}, channel ${row.channel}: ${share(core.channels[row.channel])} busy`];
    if (row.kind === "scratchpad")
      return [where, `${name}, scratchpad: ${share(core.scratchpad)} of ${bytes(data.scratchpad)} in use`];
    if (row.kind === "pipe") {
      const pipe = core.pipes[row.pipe];
      return [where, `${name}, pipe ${row.name}: ${share(pipe.busy)} busy`, labels[this.mainLabel(pipe, bins)].name];
    }
    const parts = core.states.map((amounts, s) => [s < causes.length ? causes[s] : "issue", this.mean(amounts, bins)])
      .filter(([, part]) => part >= .005).sort((a, b) => b[1] - a[1]);
    return [`${where}, ${name}`, ...parts.map(([s, part]) => `${names[s]} ${(100 * part).toFixed(0)} %`)];
  }
}

function legend(profile) {
  const put = (background, text) => $("legend").append(make("span", {title: text},
    make("span", {class: "swatch", style: `background:${background}`}), text.length > 60 ? text.slice(0, 57) + "\u2026" : text));
  $("legend").append(make("b", {}, "Cores:"));
  for (const name of ["issue", ...used]) put(`var(--${name})`, names[name]);
  $("legend").append(make("b", {}, "Pipes, by operation:"));
  const most = profile.filter((p) => p.cycles).sort((a, b) => b.cycles - a.cycles);
  for (const p of most.slice(0, 8)) put(labelColor(p.i), p.label.name);
  if (most.length > 8) $("legend").append(make("span", {class: "quiet"}, `and ${most.length - 8} more, under Operations`));
}
