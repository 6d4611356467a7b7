// The table of models, best first, and who is better than whom.

const span2 = (interval) =>
  interval ? `${(interval[0] * 100).toFixed(1)}–${(interval[1] * 100).toFixed(1)}` : "–";
const lostOf = (model) => Object.values(model.unscored).reduce((sum, number) => sum + number, 0);
const reasons = (unscored) =>
  Object.entries(unscored)
    .map(([reason, number]) => `${words(reason)} ${number}`)
    .join(", ");
const cosine = (value) => (value === null ? "–" : value.toFixed(2));
const seconds = (value) => (value < 9.95 ? value.toFixed(1) : value.toFixed(0));

// Each column: its title, what it sorts by, what it shows, and whether this run has anything to show in it.
const MODEL_COLUMNS = [
  ["Model", (m) => m.id, (m) => el("th", { scope: "row", class: "name" }, m.id), () => true],
  ["Score", (m) => m.score, (m) => el("td", { class: "number strong" }, percent(m.score)), () => true],
  [
    "95% interval",
    (m) => m.interval?.[0] ?? null,
    (m) => el("td", { class: "number", title: m.gap }, span2(m.interval)),
    () => models.some((m) => m.interval),
  ],
  ["0 to 100%", null, (m) => el("td", { class: "bar" }, bar(m)), () => true],
  [
    "Group",
    (m) => m.group,
    (m) => el("td", { class: "center" }, m.group ?? "–"),
    () => models.some((m) => m.group),
  ],
  [
    "Pass",
    (m) => m.passed,
    (m) => el("td", { class: "number" }, m.passed === null ? "–" : `${whole(m.passed)}%`),
    () => models.some((m) => m.passed !== null),
  ],
  [
    "Pass@k / pass^k",
    (m) => m.repeats?.passAtK ?? null,
    (m) => el("td", { class: "number" }, repeated(m.repeats)),
    () => models.some((m) => m.repeats),
  ],
  [
    "To ideal",
    (m) => m.similarity,
    (m) => el("td", { class: "number" }, cosine(m.similarity)),
    () => models.some((m) => m.similarity !== null),
  ],
  [
    "Hybrid",
    (m) => m.hybrid,
    (m) => el("td", { class: "number" }, percent(m.hybrid)),
    () => models.some((m) => m.hybrid !== null && percent(m.hybrid) !== percent(m.score)),
  ],
  [
    "Prompts",
    (m) => m.prompts,
    (m) => el("td", { class: "number" }, `${m.prompts}/${prompts.length}`),
    () => true,
  ],
  [
    "Unscored",
    lostOf,
    (m) =>
      el(
        "td",
        { class: lostOf(m) ? "number warn" : "number", title: reasons(m.unscored) },
        lostOf(m).toLocaleString("en"),
      ),
    () => true,
  ],
  [
    "Failed",
    (m) => m.failed,
    (m) => el("td", { class: m.failed ? "number warn" : "number" }, String(m.failed)),
    () => models.some((m) => m.failed),
  ],
  ["Cost", (m) => m.cost, (m) => el("td", { class: "number" }, money(m.cost)), () => true],
  [
    "Tokens in/out",
    (m) => m.tokens[0] + m.tokens[1],
    (m) => el("td", { class: "number" }, `${amount(m.tokens[0])}/${amount(m.tokens[1])}`),
    () => models.some((m) => m.tokens[0] || m.tokens[1]),
  ],
  [
    "p50/p95 s",
    (m) => m.latency?.[0] ?? null,
    (m) => el("td", { class: "number" }, m.latency ? m.latency.map(seconds).join("/") : "–"),
    () => models.some((m) => m.latency),
  ],
];

const repeated = (found) =>
  found ? `${percent(found.passAtK)} / ${percent(found.passHatK)} (k = ${found.k})` : "–";

function bar(model) {
  if (model.score === null) return null;
  const [low, high] = model.interval ?? [model.score, model.score];
  return svg(
    "svg",
    { viewBox: "0 0 200 16", class: "interval", "aria-hidden": "true", preserveAspectRatio: "none" },
    svg("rect", { x: 0, y: 6, width: 200, height: 4, class: "axis" }),
    svg("rect", { x: 0, y: 6, width: model.score * 200, height: 4, class: "reach" }),
    svg("rect", { x: low * 200, y: 3, width: Math.max((high - low) * 200, 1), height: 10, class: "between" }),
    svg("rect", {
      x: Math.min(198, Math.max(0, model.score * 200 - 1.5)),
      y: 1,
      width: 3,
      height: 14,
      class: "mark",
    }),
  );
}

function modelTable() {
  const columns = MODEL_COLUMNS.filter((column) => column[3]());
  const body = el("tbody");
  const order = { by: "Score", up: false };
  const head = el(
    "tr",
    {},
    columns.map(([title, key, cell]) =>
      el(
        "th",
        { scope: "col", class: models.length ? cell(models[0]).className.replace("warn", "") : null },
        key ? el("button", { type: "button", onclick: () => sort(title) }, title) : title,
      ),
    ),
  );
  function sort(title) {
    order.up = order.by === title ? !order.up : title === "Model" || title === "Group";
    order.by = title;
    draw();
  }
  function draw() {
    const key = columns.find((column) => column[0] === order.by)[1];
    body.replaceChildren(
      ...[...models].sort(ordered(key, order.up)).map((model) =>
        el(
          "tr",
          {},
          columns.map((column) => column[2](model)),
        ),
      ),
    );
    [...head.children].forEach((cell, index) => {
      if (columns[index][0] === order.by)
        cell.setAttribute("aria-sort", order.up ? "ascending" : "descending");
      else cell.removeAttribute("aria-sort");
    });
  }
  draw();
  return scrolling(
    "Table of models",
    el(
      "table",
      { class: "models" },
      el(
        "caption",
        { class: "quiet" },
        "Score: mean over prompts of the share of points met. Models that share a letter cannot be told apart.",
      ),
      el("thead", {}, head),
      body,
    ),
  );
}

// What has no value stands last either way.
function ordered(key, up) {
  return (a, b) => {
    const [first, second] = [key(a), key(b)];
    if (first === null || second === null) return (first === null) - (second === null);
    const way = typeof first === "string" ? first.localeCompare(second) : first - second;
    return up ? way : -way;
  };
}

function pairsTable() {
  if (!core.comparisons.length) return null;
  const rows = [...core.comparisons]
    .sort((a, b) => Math.abs(b.difference ?? 0) - Math.abs(a.difference ?? 0))
    .map(pairRow);
  const head = [
    "Pair",
    "Difference",
    "95% interval",
    "p (Holm)",
    "Verdict",
    "Could have shown",
    "Prompts needed",
  ];
  return el(
    "details",
    {},
    el("summary", {}, `Every pair of models, paired by prompt (${core.comparisons.length})`),
    scrolling(
      "Pairs of models",
      el(
        "table",
        {},
        el(
          "thead",
          {},
          el(
            "tr",
            {},
            head.map((title) => el("th", { scope: "col" }, title)),
          ),
        ),
        el("tbody", {}, rows),
      ),
    ),
  );
}

function pairRow(pair) {
  const points = (share) => (share === null ? "–" : (share * 100).toFixed(1));
  const turned = (pair.difference ?? 0) < 0;
  const [first, second] = turned ? [pair.second, pair.first] : [pair.first, pair.second];
  const limits = pair.interval
    ? turned
      ? [-pair.interval.high, -pair.interval.low]
      : [pair.interval.low, pair.interval.high]
    : null;
  const verdict =
    pair.verdict === "cannot tell"
      ? "cannot tell"
      : `${(pair.verdict === "better") === turned ? second : first} is better`;
  const p = pair.adjustedP === null ? "–" : pair.adjustedP < 0.001 ? "< 0.001" : pair.adjustedP.toFixed(3);
  return el(
    "tr",
    {},
    el("th", { scope: "row" }, `${first} − ${second}`),
    [
      points(pair.difference === null ? null : Math.abs(pair.difference)),
      limits ? `${points(limits[0])} to ${points(limits[1])}` : "–",
      p,
    ].map((text) => el("td", { class: "number" }, text)),
    el("td", {}, verdict),
    [points(pair.detectable), pair.needed ?? "–"].map((text) => el("td", { class: "number" }, String(text))),
  );
}
