// What is shown of the table of prompts and models, and in which order.

const state = { show: "all", tag: "", text: "", rows: "order", columns: "score", found: null };
const DIFFERENT = 0.25; // A quarter of the scale: beyond what rounding and one small point do.

const SHOWN = {
  all: ["All responses", () => true],
  low: ["Below 50%", (cell) => cell.score !== null && cell.score < 0.5],
  missed: ["With a point below 50%", (cell) => cell.missed > 0],
  failed: ["Failed responses", (cell) => cell.reason !== null],
  unscored: ["With unscored points", (cell) => cell.score === null || cell.lost > 0],
  different: [`Models differ by ${DIFFERENT * 100} points or more`, () => true],
};
const ROWS = {
  order: ["Order of the blueprint", () => 0],
  low: ["Lowest mean first", (row) => row.mean ?? 2],
  high: ["Highest mean first", (row) => -(row.mean ?? -1)],
  spread: ["Widest difference first", (row) => -row.spread],
  name: ["Name", null],
};
const COLUMNS = { score: "Best model first", order: "Order of the blueprint", name: "Name" };

const summaries = prompts.map((prompt, index) => {
  const scores = prompt.cells.map((cell) => facts(cell).score).filter((score) => score !== null);
  const mean = scores.length ? scores.reduce((sum, score) => sum + score, 0) / scores.length : null;
  return { index, mean, spread: scores.length ? Math.max(...scores) - Math.min(...scores) : 0 };
});

const matches = (index, model) =>
  SHOWN[state.show][1](facts(prompts[index].cells[model])) &&
  (state.found === null || (state.found.get(index)?.has(model) ?? false));

function visible(row) {
  if (state.tag && !prompts[row.index].tags.includes(state.tag)) return false;
  if (state.show === "different" && row.spread < DIFFERENT) return false;
  return models.some((_, model) => matches(row.index, model));
}

function rowsShown() {
  const rows = summaries.filter(visible);
  if (state.rows === "name")
    return rows.sort((a, b) => prompts[a.index].id.localeCompare(prompts[b.index].id));
  const [by, model] = state.rows.split(" ");
  if (by !== "model") return rows.sort((a, b) => ROWS[by][1](a) - ROWS[by][1](b) || a.index - b.index);
  const score = (row) => facts(prompts[row.index].cells[model]).score ?? 2;
  return rows.sort((a, b) => score(a) - score(b) || a.index - b.index);
}

function columnsShown() {
  const order = models.map((_, index) => index);
  if (state.columns === "score")
    order.sort((a, b) => (models[b].score ?? -1) - (models[a].score ?? -1) || a - b);
  if (state.columns === "name") order.sort((a, b) => models[a].id.localeCompare(models[b].id));
  return order;
}
