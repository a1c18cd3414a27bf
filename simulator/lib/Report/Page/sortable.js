// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// --- Sorting and export of tables -----------------------------------------------

/// What a cell is sorted and exported by: `data-value`, or its text.
function cellValue(cell) {
  const text = cell.dataset.value ?? cell.textContent.trim();
  const number = Number(text.replace(/[\u202f %]/g, ""));
  return text !== "" && !Number.isNaN(number) ? number : text;
}

function compareValues(a, b) {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "number" || typeof b === "number") return typeof a === "number" ? 1 : -1;
  return a.localeCompare(b);
}

/// Sorts the rows below the head by a column; numbers descend first.
function sortBy(table, column) {
  const rows = [...table.rows].slice(1), head = table.rows[0];
  const value = (tr) => cellValue(tr.cells[column]);
  const descends = table.dataset.sorted === String(column) ? table.dataset.order === "up"
    : rows.some((tr) => typeof value(tr) === "number");
  rows.sort((a, b) => compareValues(value(a), value(b)) * (descends ? -1 : 1));
  table.append(...rows);
  table.dataset.sorted = column;
  table.dataset.order = descends ? "down" : "up";
  for (const [i, cell] of [...head.cells].entries())
    cell.setAttribute("aria-sort", i !== column ? "none" : descends ? "descending" : "ascending");
}

function csvText(table) {
  const quote = (value) => /[",\n]/.test(String(value)) ? `"${String(value).replace(/"/g, '""')}"` : String(value);
  return [...table.rows].map((tr) => [...tr.cells].map((cell) => quote(cellValue(cell))).join(",")).join("\n") + "\n";
}

/// Makes the head of a table sort it, and puts a button for CSV before it.
function sortable(id, name) {
  const table = $(id);
  if (!table || !table.rows.length) return;
  [...table.rows[0].cells].forEach((cell, i) => {
    cell.classList.add("sorts");
    cell.title = "Sort by this column";
    cell.addEventListener("click", () => sortBy(table, i));
  });
  const button = make("button", {type: "button", class: "csv", title: "Save the table as CSV"}, "CSV");
  button.addEventListener("click", () => {
    const link = make("a", {download: `${basename(run.program)}-${name}.csv`,
      href: URL.createObjectURL(new Blob([csvText(table)], {type: "text/csv"}))});
    link.click();
    URL.revokeObjectURL(link.href);
  });
  (table.closest(".scroll") || table).before(button);
}
