// Scores with their intervals on one axis, and scores over time.

const ROW_HEIGHT = 24;
const LABELS = 260;
const WIDTH = 860;
const MOST_LINES = 8; // As many as there are colours that people with any colour vision tell apart.

function ticks(low, high) {
  const step = [0.01, 0.02, 0.05, 0.1, 0.2].find((size) => (high - low) / size <= 8) ?? 0.2;
  const found = [];
  for (let at = Math.ceil(low / step - 1e-9); at * step <= high + 1e-9; at += 1) found.push(at * step);
  return found;
}

function around(values) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = Math.max(0.02, (high - low) * 0.06);
  return [Math.max(0, low - room), Math.min(1, high + room)];
}

function intervalPlot() {
  const scored = models.filter((model) => model.score !== null).sort((a, b) => b.score - a.score);
  if (scored.length < 2 || !scored.some((model) => model.interval)) return null;
  const [low, high] = around(scored.flatMap((model) => [model.score, ...(model.interval ?? [])]));
  const x = (share) => LABELS + ((share - low) / (high - low)) * (WIDTH - LABELS - 20);
  const height = scored.length * ROW_HEIGHT + 30;
  const grid = ticks(low, high).map((at) => [
    svg("line", { x1: x(at), x2: x(at), y1: 4, y2: height - 24, class: "grid" }),
    svg("text", { x: x(at), y: height - 8, "text-anchor": "middle" }, `${Math.round(at * 100)}%`),
  ]);
  const rows = scored.map((model, index) => plotted(model, index * ROW_HEIGHT + 16, x));
  const told = scored
    .map(
      (model) => `${model.id} ${percent(model.score)}${model.interval ? `, ${span2(model.interval)}` : ""}`,
    )
    .join("; ");
  return section(
    "intervals",
    "Scores and 95% intervals",
    el(
      "p",
      { class: "quiet" },
      "The axis shows only the range that is needed. Intervals may overlap where models, compared prompt by prompt, can be told apart.",
    ),
    scrolling(
      "Plot of intervals",
      svg(
        "svg",
        {
          viewBox: `0 0 ${WIDTH} ${height}`,
          class: "plot",
          role: "img",
          "aria-label": `Scores with 95% intervals: ${told}`,
        },
        grid,
        rows,
      ),
    ),
  );
}

function plotted(model, y, x) {
  const [low, high] = model.interval ?? [model.score, model.score];
  return svg(
    "g",
    {},
    svg(
      "text",
      { x: LABELS - 12, y: y + 4, "text-anchor": "end" },
      cut(model.id, 36),
      svg("title", {}, model.id),
    ),
    svg("line", { x1: x(low), x2: x(high), y1: y, y2: y, class: "whisker" }),
    svg("line", { x1: x(low), x2: x(low), y1: y - 5, y2: y + 5, class: "whisker" }),
    svg("line", { x1: x(high), x2: x(high), y1: y - 5, y2: y + 5, class: "whisker" }),
    svg("circle", { cx: x(model.score), cy: y, r: 5, class: "dot" }),
  );
}

const moment = (timestamp) => timestamp.replace(/T(\d\d)-(\d\d).*/, " $1:$2");

function trendPlot() {
  const runs = core.trend;
  if (runs.length < 2) return null;
  const shown = [...models]
    .sort((a, b) => (b.score ?? -1) - (a.score ?? -1))
    .filter((model) => runs.some((run) => run.scores[model.id]))
    .slice(0, MOST_LINES);
  if (!shown.length) return null;
  const [low, high] = around(runs.flatMap((run) => shown.flatMap((model) => run.scores[model.id] ?? [])));
  const x = (index) => 56 + (index / (runs.length - 1)) * (WIDTH - 106);
  const y = (share) => 190 - ((share - low) / (high - low)) * 170;
  const grid = ticks(low, high).map((at) => [
    svg("line", { x1: 46, x2: WIDTH - 40, y1: y(at), y2: y(at), class: "grid" }),
    svg("text", { x: 40, y: y(at) + 4, "text-anchor": "end" }, `${Math.round(at * 100)}%`),
  ]);
  const dates = [0, runs.length - 1].map((index) =>
    svg(
      "text",
      { x: x(index), y: 212, "text-anchor": index ? "end" : "start" },
      moment(runs[index].timestamp),
    ),
  );
  const lines = shown.map((model, index) => trendLine(runs, model, index, x, y));
  const legend = el(
    "ul",
    { class: "legend" },
    shown.map((model, index) =>
      el(
        "li",
        {},
        svg(
          "svg",
          { viewBox: "0 0 28 10", class: `line l${index}`, "aria-hidden": "true" },
          svg("path", { d: "M0 5H28" }),
        ),
        model.id,
      ),
    ),
  );
  return section(
    "trend",
    "Score over time",
    el(
      "p",
      { class: "quiet" },
      `The last ${runs.length} runs of this blueprint. Prompts and points may have changed between them.`,
    ),
    scrolling(
      "Plot of scores over time",
      svg(
        "svg",
        {
          viewBox: `0 0 ${WIDTH} 220`,
          class: "plot",
          role: "img",
          "aria-label": "Scores over time; the table below has the numbers",
        },
        grid,
        dates,
        lines,
      ),
    ),
    legend,
    trendTable(runs, shown),
  );
}

function trendLine(runs, model, index, x, y) {
  const known = runs.map((run, at) => [at, run.scores[model.id]]).filter((each) => each[1]);
  const path = known.map(([at, limits], order) => `${order ? "L" : "M"}${x(at)} ${y(limits[0])}`).join("");
  const marks = known.map(([at, limits]) =>
    svg(
      "circle",
      { cx: x(at), cy: y(limits[0]), r: 4 },
      svg("title", {}, `${model.id}, ${moment(runs[at].timestamp)}: ${percent(limits[0])}`),
    ),
  );
  return svg("g", { class: `line l${index}` }, svg("path", { d: path }), marks);
}

function trendTable(runs, shown) {
  const head = el(
    "tr",
    {},
    el("th", { scope: "col" }, "Run"),
    shown.map((model) => el("th", { scope: "col" }, model.id)),
  );
  const rows = runs.map((run) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, moment(run.timestamp)),
      shown.map((model) => el("td", { class: "number" }, percent(run.scores[model.id]?.[0]))),
    ),
  );
  return el(
    "details",
    {},
    el("summary", {}, "The same in numbers"),
    scrolling("Scores over time", el("table", {}, el("thead", {}, head), el("tbody", {}, rows))),
  );
}
