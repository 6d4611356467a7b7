// The page, in the order in which a person asks: who is better, by how much, what to fix, where, and why.

const POLL = 2000; // Milliseconds between two questions to the server whether the run has gone on.

function openFor(index, model) {
  if (!matrix.rows.includes(index)) {
    Object.assign(state, { show: "all", tag: "", text: "", found: null });
    document.querySelector("form.controls").reset();
    sortBy(state.rows);
  }
  openCell(matrix.rows.indexOf(index), matrix.columns.indexOf(model));
}

function head() {
  const about = [core.run, core.timestamp && moment(core.timestamp), core.source, ...core.facts];
  return el(
    "header",
    { class: "page" },
    el(
      "div",
      { class: "top" },
      core.above ? el("a", { href: core.above }, "All runs") : null,
      themeButton(),
    ),
    el("h1", {}, core.title),
    core.unfinished ? el("p", { class: "live", role: "status", id: "live" }, core.unfinished) : null,
    core.verdict ? el("p", { class: "verdict" }, core.verdict) : null,
    core.note ? el("p", { class: "warn" }, core.note) : null,
    el(
      "ul",
      { class: "facts" },
      about.filter(Boolean).map((fact) => el("li", {}, fact)),
    ),
    core.description
      ? el(
          "details",
          {},
          el("summary", {}, "About this blueprint"),
          el("p", { class: "text plain" }, core.description),
        )
      : null,
  );
}

function standing() {
  return section(
    "models",
    "Models",
    modelTable(),
    pairsTable(),
    el("p", {}, core.coverage),
    core.judges ? el("p", {}, core.judges) : null,
    core.warnings.length
      ? el(
          "ul",
          { class: "warn" },
          core.warnings.map((each) => el("li", {}, each)),
        )
      : null,
  );
}

function worst(index) {
  const scores = prompts[index].cells.map((cell) => facts(cell).score ?? 2);
  return scores.indexOf(Math.min(...scores));
}

function toFix() {
  if (!core.weak.length) return null;
  const row = (weak) => {
    const index = prompts.findIndex((prompt) => prompt.id === weak.prompt);
    return el(
      "li",
      {},
      badge(weak.score),
      " ",
      el(
        "button",
        { type: "button", class: "link", onclick: () => openFor(index, worst(index)) },
        weak.prompt,
      ),
      ` ${weak.text}`,
    );
  };
  return section(
    "fix",
    "To fix first",
    el(
      "p",
      { class: "quiet" },
      "Points that cost most, with their mean over the models. The name opens the weakest response.",
    ),
    el("ol", { class: "weak" }, core.weak.map(row)),
  );
}

function since() {
  return core.changes.length
    ? section(
        "changes",
        "Since the last run",
        el(
          "ul",
          {},
          core.changes.map((each) => el("li", {}, each)),
        ),
      )
    : null;
}

async function follow() {
  const seen = document.getElementById("live");
  if (!core.served || !seen) return;
  try {
    const now = await (await fetch("status.json")).json();
    seen.textContent = now.unfinished ?? "The run has ended.";
    if ((now.prompts !== prompts.length || !now.unfinished) && !looking.dialog.open) {
      location.reload();
      return;
    }
  } catch {
    seen.textContent = "The server does not answer; this page shows what it was told last.";
  }
  setTimeout(follow, POLL);
}

const parts = [
  standing(),
  toFix(),
  since(),
  matrixSection(),
  intervalPlot(),
  trendPlot(),
  judgesSection(),
  similaritySection(),
].filter(Boolean);
const links = parts.map((part) =>
  el("li", {}, el("a", { href: `#${part.id}` }, part.querySelector("h2").textContent)),
);
document
  .getElementById("page")
  .replaceChildren(
    head(),
    el("nav", { "aria-label": "Parts of this page" }, el("ul", {}, links)),
    el("main", {}, parts),
    cellDialog(),
  );
redraw();
openNamed();
addEventListener("hashchange", openNamed);
setTimeout(follow, POLL);
