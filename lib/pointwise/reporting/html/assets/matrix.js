// The table of prompts and models. Of a long one only the rows in sight exist.

const ROW = 46; // Pixels; the style sheet has the same number.
const SPARE = 10; // Rows kept above and below those in sight.
const WHOLE = 2000; // Up to this many cells all rows exist, for the browser's own search.
const FEW = 8; // Up to this many models their names stand level.
const BARS = { width: 48, height: 14 };

const matrix = { rows: [], columns: [], active: { row: 0, column: 0 }, made: new Map(), printing: false };

function matrixSection() {
  matrix.body = el("tbody", {
    onclick: pressed,
    onkeydown: steered,
    onfocusin: (event) => entered(event.target),
  });
  matrix.head = el("thead");
  matrix.table = el(
    "table",
    {
      role: "grid",
      class: models.length > FEW ? "matrix upright" : "matrix",
      "aria-label": "Scores of all responses: arrow keys move, Enter opens a response",
    },
    matrix.head,
    matrix.body,
  );
  matrix.box = el("div", { class: "box", onscroll: () => requestAnimationFrame(drawRows) }, matrix.table);
  matrix.count = el("p", { class: "quiet", role: "status" });
  addEventListener("beforeprint", () => {
    matrix.printing = true;
    drawRows();
  });
  addEventListener("afterprint", () => {
    matrix.printing = false;
    drawRows();
  });
  addEventListener("resize", () => requestAnimationFrame(drawRows));
  return section("matrix", "Prompts and models", controls(), matrix.count, legend(), matrix.box);
}

function redraw() {
  matrix.rows = rowsShown().map((row) => row.index);
  matrix.columns = columnsShown();
  matrix.active = { row: 0, column: 0 };
  matrix.made.clear();
  matrix.box.scrollTop = 0;
  matrix.table.setAttribute("aria-rowcount", matrix.rows.length + 1);
  matrix.table.setAttribute("aria-colcount", matrix.columns.length + 1);
  const responses = matrix.rows.reduce(
    (sum, row) => sum + matrix.columns.filter((model) => matches(row, model)).length,
    0,
  );
  matrix.count.textContent = `${plural(matrix.rows.length, "prompt")} of ${prompts.length.toLocaleString("en")}, ${plural(responses, "response")} shown.`;
  drawHead();
  drawRows();
}

function drawHead() {
  const cells = matrix.columns.map((model, column) => {
    const sorted = state.rows === `model ${model}`;
    const button = el(
      "button",
      {
        type: "button",
        tabindex: "-1",
        title: `${models[model].id}: lowest first`,
        onclick: () => sortBy(sorted ? "order" : `model ${model}`),
      },
      el("span", {}, models[model].id),
    );
    return el(
      "th",
      {
        role: "columnheader",
        scope: "col",
        "aria-colindex": column + 2,
        "aria-sort": sorted ? "ascending" : null,
      },
      button,
    );
  });
  matrix.head.replaceChildren(
    el(
      "tr",
      { "aria-rowindex": 1 },
      el("th", { role: "columnheader", scope: "col", "aria-colindex": 1 }, "Prompt"),
      cells,
    ),
  );
}

function sortBy(rows) {
  state.rows = rows;
  matrix.sorting.querySelector("select").value = rows;
  redraw();
}

function inSight() {
  const all = [0, matrix.rows.length];
  if (matrix.printing || matrix.rows.length * matrix.columns.length <= WHOLE) return all;
  const first = Math.floor(matrix.box.scrollTop / ROW) - SPARE;
  return [Math.max(0, first), Math.min(all[1], first + Math.ceil(matrix.box.clientHeight / ROW) + 2 * SPARE)];
}

const gap = (rows) =>
  rows
    ? el(
        "tr",
        { class: "gap", "aria-hidden": "true" },
        el("td", { "--rows": String(rows), colspan: matrix.columns.length + 1 }),
      )
    : null;

function drawRows() {
  const [first, end] = inSight();
  const shown = [];
  for (let row = first; row < end; row += 1) {
    if (!matrix.made.has(row)) matrix.made.set(row, drawRow(row));
    shown.push(matrix.made.get(row));
  }
  for (const row of matrix.made.keys()) if (row < first || row >= end) matrix.made.delete(row);
  const wanted = [gap(first), ...shown, gap(matrix.rows.length - end)].filter(Boolean);
  if (
    !shown.length ||
    matrix.body.querySelector("tr:not(.gap)") !== shown[0] ||
    matrix.body.querySelectorAll("tr:not(.gap)").length !== shown.length
  )
    matrix.body.replaceChildren(...wanted);
  offerFocus();
}

function drawRow(row) {
  const prompt = prompts[matrix.rows[row]];
  const head = el(
    "th",
    { role: "rowheader", scope: "row", "aria-colindex": 1, title: prompt.text },
    el("b", {}, prompt.id),
    el("span", {}, prompt.text),
  );
  return el(
    "tr",
    { "aria-rowindex": row + 2 },
    head,
    matrix.columns.map((model, column) => drawCell(row, column)),
  );
}

function drawCell(row, column) {
  const [index, model] = [matrix.rows[row], matrix.columns[column]];
  const { score, points, reason } = facts(prompts[index].cells[model]);
  const text =
    score !== null ? whole(score) : prompts[index].cells[model] === null ? "…" : reason ? "✕" : "–";
  const dim = matches(index, model) ? "" : " dim";
  return el(
    "td",
    {
      role: "gridcell",
      class: level(score) + dim,
      tabindex: "-1",
      "aria-colindex": column + 2,
      "aria-label": told(prompts[index], model),
      "data-row": row,
      "data-column": column,
    },
    text,
    bars(points),
  );
}

function bars(points) {
  if (!points.length) return null;
  const step = Math.min(7, BARS.width / points.length);
  const wide = step > 3 ? step - 1.5 : step * 0.8;
  let scored = "",
    hollow = "";
  points.forEach((point, index) => {
    const tall = point === null ? BARS.height - 1 : Math.max(1.2, point * BARS.height);
    const path = `M${(index * step + 0.5).toFixed(1)} ${BARS.height}h${wide.toFixed(1)}v${-tall.toFixed(1)}h${-wide.toFixed(1)}z`;
    if (point === null) hollow += path;
    else scored += path;
  });
  const width = points.length * step;
  return svg(
    "svg",
    { viewBox: `0 0 ${width} ${BARS.height}`, width, height: BARS.height, "aria-hidden": "true" },
    svg("path", { d: scored }),
    hollow ? svg("path", { d: hollow, class: "hollow" }) : null,
  );
}

const cellAt = (row, column) => matrix.made.get(row)?.children[column + 1];

function offerFocus() {
  const { row, column } = matrix.active;
  for (const cell of matrix.body.querySelectorAll("[tabindex='0']")) cell.tabIndex = -1;
  const cell = cellAt(row, column) ?? matrix.body.querySelector("[role=gridcell]");
  if (cell) cell.tabIndex = 0;
}

function entered(cell) {
  if (cell.dataset.row === undefined) return;
  matrix.active = { row: Number(cell.dataset.row), column: Number(cell.dataset.column) };
  offerFocus();
}

function pressed(event) {
  const cell = event.target.closest("[role=gridcell]");
  if (cell) openCell(Number(cell.dataset.row), Number(cell.dataset.column));
}

function steered(event) {
  const { row, column } = matrix.active;
  const page = Math.max(1, Math.floor(matrix.box.clientHeight / ROW) - 2);
  const steps = {
    ArrowUp: [row - 1, column],
    ArrowDown: [row + 1, column],
    ArrowLeft: [row, column - 1],
    ArrowRight: [row, column + 1],
    PageUp: [row - page, column],
    PageDown: [row + page, column],
    Home: [event.ctrlKey ? 0 : row, 0],
    End: [event.ctrlKey ? Infinity : row, Infinity],
  };
  if (event.key === "Enter" || event.key === " ") openCell(row, column);
  else if (steps[event.key]) goTo(...steps[event.key]);
  else return;
  event.preventDefault();
}

function goTo(row, column) {
  const within = (value, count) => Math.max(0, Math.min(value, count - 1));
  matrix.active = { row: within(row, matrix.rows.length), column: within(column, matrix.columns.length) };
  if (!cellAt(matrix.active.row, matrix.active.column)) {
    matrix.box.scrollTop = matrix.active.row * ROW;
    drawRows();
  }
  const cell = cellAt(matrix.active.row, matrix.active.column);
  cell?.focus({ preventScroll: true });
  cell?.scrollIntoView({ block: "nearest", inline: "nearest" });
}
