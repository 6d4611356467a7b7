// How far the judges agree, with each other and overall.

function judgesSection() {
  const found = core.agreement;
  if (!found) return null;
  return section(
    "judges",
    "Agreement of judges",
    core.judges ? el("p", {}, core.judges) : null,
    coefficients(found),
    kappas(found),
    profiles(found),
    disputes(found),
  );
}

const sized = (found) => (found.value === null ? (found.gap ?? "–") : found.value.toFixed(2));
const limited = (found) =>
  found.low === null || found.high === null ? "–" : `${found.low.toFixed(2)} to ${found.high.toFixed(2)}`;

function plainTable(label, titles, rows) {
  const shown = rows.map(([first, ...rest]) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, first),
      rest.map((cell) => (cell instanceof Node ? cell : el("td", { class: "number" }, cell))),
    ),
  );
  return scrolling(
    label,
    el(
      "table",
      {},
      el("caption", {}, label),
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          titles.map((title) => el("th", { scope: "col" }, title)),
        ),
      ),
      el("tbody", {}, shown),
    ),
  );
}

function coefficients(found) {
  if (found.judges.length < 2) return null;
  const measures = [
    ["Krippendorff's alpha, interval", found.alphaInterval],
    ["Krippendorff's alpha, ordinal", found.alphaOrdinal],
    ["Gwet's AC2", found.ac2],
  ];
  return plainTable(
    "Agreement beyond chance",
    ["Measure", "Value", "95% interval", "Points"],
    measures.map(([name, each]) => [name, sized(each), limited(each), each.units.toLocaleString("en")]),
  );
}

function kappas(found) {
  const names = found.judges.map((judge) => judge.judge);
  if (names.length < 2) return null;
  const kappa = (a, b) =>
    found.pairs.find(
      (pair) => (pair.first === a && pair.second === b) || (pair.first === b && pair.second === a),
    )?.kappa;
  const cell = (a, b) => {
    const known = a === b ? null : kappa(a, b);
    return el(
      "td",
      {
        class: `center ${known?.value === null || known?.value === undefined ? "" : level(Math.max(0, known.value))}`,
        title: known ? plural(known.units, "point") : null,
      },
      a === b ? "·" : known ? sized(known) : "–",
    );
  };
  return plainTable(
    "Each pair of judges: weighted kappa",
    ["Judge", ...names],
    names.map((a) => [a, ...names.map((b) => cell(a, b))]),
  );
}

function profiles(found) {
  const leaning = (bias) => (bias === null ? "–" : `${bias > 0 ? "+" : ""}${(bias * 100).toFixed(1)}`);
  return plainTable(
    "Each judge",
    ["Judge", "Asked", "Failed", "Mean score", "Against the others, points"],
    found.judges.map((judge) => [
      judge.judge,
      judge.asked.toLocaleString("en"),
      percent(judge.failedShare),
      percent(judge.mean),
      leaning(judge.bias),
    ]),
  );
}

function disputes(found) {
  if (!found.disputed.length) return null;
  const row = (each) =>
    el(
      "li",
      {},
      el(
        "button",
        { type: "button", class: "link", onclick: () => openDisputed(each) },
        `${each.promptId}, ${each.modelId}`,
      ),
      ` ${each.keyPointText} `,
      Object.entries(each.scores).map(([judge, score]) =>
        el("span", { class: "vote" }, `${judge} `, badge(score), " "),
      ),
    );
  return [
    el("h3", {}, "Where verdicts lie furthest apart"),
    el("ol", { class: "disputed" }, found.disputed.map(row)),
  ];
}

function openDisputed(each) {
  const index = prompts.findIndex((prompt) => prompt.id === each.promptId);
  openFor(
    index,
    models.findIndex((model) => model.id === each.modelId),
  );
}
