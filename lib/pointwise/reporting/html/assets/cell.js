// One response: what was asked, what was answered, and what every judge said of every point.

const looking = { row: 0, column: 0, markdown: true, ticket: 0 };

function cellDialog() {
  looking.body = el("div", { class: "response" });
  looking.title = el("h2", { id: "response-title", tabindex: "-1" });
  const step = (label, sign, row, column) =>
    el(
      "button",
      { type: "button", "aria-label": label, title: label, onclick: () => stepCell(row, column) },
      sign,
    );
  const form = el(
    "button",
    {
      type: "button",
      "aria-pressed": "true",
      onclick: () => {
        looking.markdown = !looking.markdown;
        form.setAttribute("aria-pressed", looking.markdown);
        drawDialog();
      },
    },
    "Markdown",
  );
  looking.dialog = el(
    "dialog",
    {
      "aria-labelledby": "response-title",
      onclose: closed,
      onclick: (event) => {
        if (event.target === looking.dialog) looking.dialog.close();
      },
    },
    el(
      "header",
      {},
      looking.title,
      el(
        "div",
        { class: "buttons" },
        step("Previous prompt", "↑", -1, 0),
        step("Next prompt", "↓", 1, 0),
        step("Previous model", "←", 0, -1),
        step("Next model", "→", 0, 1),
        form,
        el("button", { type: "button", class: "close", onclick: () => looking.dialog.close() }, "Close"),
      ),
    ),
    looking.body,
  );
  return looking.dialog;
}

function openCell(row, column) {
  if (!matrix.rows.length) return;
  Object.assign(looking, { row, column });
  if (!looking.dialog.open) looking.dialog.showModal();
  drawDialog();
  looking.title.focus();
}

function stepCell(rows, columns) {
  const [row, column] = [looking.row + rows, looking.column + columns];
  if (row < 0 || column < 0 || row >= matrix.rows.length || column >= matrix.columns.length) return;
  Object.assign(looking, { row, column });
  drawDialog();
}

function closed() {
  history.replaceState(null, "", location.pathname + location.search);
  goTo(looking.row, looking.column);
}

async function drawDialog() {
  const [index, model] = [matrix.rows[looking.row], matrix.columns[looking.column]];
  const ticket = (looking.ticket += 1);
  const cell = facts(prompts[index].cells[model]);
  looking.title.replaceChildren(
    badge(cell.score),
    ` ${prompts[index].id} `,
    el("span", { class: "by" }, models[model].id),
  );
  history.replaceState(
    null,
    "",
    `#prompt=${encodeURIComponent(prompts[index].id)}&model=${encodeURIComponent(models[model].id)}`,
  );
  try {
    const details = await detailsOf(index);
    if (ticket !== looking.ticket) return;
    looking.body.replaceChildren(conversation(details, model), points(details.cells[models[model].id]));
  } catch (error) {
    looking.body.replaceChildren(el("p", { class: "warn" }, error.message));
  }
  looking.body.scrollTop = 0;
}

function openNamed() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  const row = matrix.rows.findIndex((index) => prompts[index].id === wanted.get("prompt"));
  const column = matrix.columns.findIndex((index) => models[index].id === wanted.get("model"));
  if (row >= 0 && column >= 0) openCell(row, column);
}

function conversation(details, model) {
  const cell = details.cells[models[model].id];
  const turns = cell.history ?? [
    ...details.messages,
    ...(cell.response === null ? [] : [{ role: "assistant", content: cell.response }]),
  ];
  const system = turns.some((turn) => turn.role === "system")
    ? null
    : (details.system ?? models[model].system);
  const shown = [
    ...(system ? [{ role: "system", content: system }] : []),
    ...turns.filter((turn) => turn.content !== null),
  ];
  return el(
    "section",
    { class: "said", tabindex: "0", "aria-labelledby": "said-title" },
    el("h3", { id: "said-title" }, "Conversation"),
    details.description ? el("p", { class: "quiet" }, details.description) : null,
    shown.map((turn) => message(turn, details.messages)),
    cell.error
      ? el("p", { class: "warn" }, `No response: ${words(cell.error.reason)}. ${cell.error.message}`)
      : null,
    others(cell.coverage?.repeats ?? []),
    details.ideal
      ? el("details", {}, el("summary", {}, "Ideal answer"), written(details.ideal, looking.markdown))
      : null,
    cited(details.citation),
  );
}

const ROLES = { system: "System", user: "Prompt", assistant: "Response" };

function message(turn, asked) {
  const given =
    turn.role !== "assistant" ||
    asked.some((each) => each.role === "assistant" && each.content === turn.content);
  return el(
    "div",
    { class: given ? `turn ${turn.role}` : "turn answer" },
    el("h4", {}, given && turn.role === "assistant" ? "Assistant, as given" : ROLES[turn.role]),
    written(turn.content, looking.markdown),
  );
}

function others(repeats) {
  return repeats.slice(1).map((each) =>
    el(
      "details",
      {},
      el("summary", {}, `Answer ${each.repeat + 1}: ${percent(each.avgCoverageExtent)}`),
      each.response === null || each.response === undefined
        ? el("p", { class: "warn" }, each.error?.message ?? "No response.")
        : written(each.response, looking.markdown),
      (each.pointAssessments ?? []).map((point) => onePoint(point, [])),
    ),
  );
}

function points(cell) {
  const found = cell.coverage?.pointAssessments ?? [];
  const gap = cell.coverage?.unscored;
  return el(
    "section",
    { class: "points", tabindex: "0", "aria-labelledby": "points-title" },
    el("h3", { id: "points-title" }, plural(found.length, "point")),
    gap ? el("p", { class: "warn" }, `${words(gap.reason)}: ${gap.message}`) : null,
    found.map((point) => onePoint(point, cell.calls ?? [])),
  );
}

function onePoint(point, calls) {
  const votes = point.individualJudgements ?? [];
  const asked = calls.filter((call) => call.point === point.pointId);
  const marks = [
    point.isInverted ? "should not" : null,
    (point.multiplier ?? 1) !== 1 ? `weight ${point.multiplier}` : null,
    point.pathId ? `alternative ${alternative(point.pathId)}` : null,
  ];
  return el(
    "article",
    { class: "point" },
    el("h4", {}, badge(point.coverageExtent), ` ${point.keyPointText}`),
    el(
      "p",
      { class: "marks" },
      marks.filter(Boolean).map((mark) => el("span", { class: "mark" }, mark)),
    ),
    point.error ? el("p", { class: "warn" }, `Error: ${point.error}`) : null,
    point.unscored
      ? el("p", { class: "warn" }, `Unscored, ${words(point.unscored.reason)}: ${point.unscored.message}`)
      : null,
    votes.length || !point.reflection ? null : el("p", {}, point.reflection),
    votes.length
      ? el(
          "ul",
          { class: "votes" },
          votes.map((vote) => el("li", {}, oneVote(vote, point, asked))),
        )
      : null,
    cited(point.citation),
  );
}

// `path_0` is the first of several ways to be right.
const alternative = (path) => path.replace(/^path_(\d+)$/, (_, number) => String(Number(number) + 1));

function oneVote(vote, point, asked) {
  const call = asked.find((each) => each.judge === vote.judgeModelId);
  const score = vote.coverageExtent ?? null;
  const kin = vote.judgesOwnFamily ? el("span", { class: "mark" }, "same maker as the model") : null;
  const turned =
    point.isInverted && score !== null
      ? el("span", { class: "quiet" }, ` found ${percent(score)}, counts as ${percent(1 - score)}`)
      : null;
  return [
    el("p", {}, badge(score), " ", el("b", {}, vote.judgeModelId), turned, " ", kin),
    vote.unscored
      ? el("p", { class: "warn" }, `${words(vote.unscored.reason)}: ${vote.unscored.message}`)
      : null,
    vote.reflection ? el("p", {}, vote.reflection) : null,
    call ? exactPrompt(call) : null,
  ];
}

function exactPrompt(call) {
  const details = el(
    "details",
    {
      ontoggle: () => {
        if (details.open && details.children.length === 1) details.append(...said());
      },
    },
    el("summary", {}, "Exact prompt and reply"),
  );
  const said = () => [
    ...call.prompt.map((each) => [el("h5", {}, each.role), verbatim(each.content ?? "")]).flat(),
    el("h5", {}, "reply"),
    verbatim(call.reply ?? call.failure ?? "none"),
  ];
  return details;
}

// A citation is a text, an address, a map with a title and an address, or a list of these.
function cited(citation) {
  if (citation === null || citation === undefined || citation === "") return null;
  const all = Array.isArray(citation) ? citation : [citation];
  return el(
    "p",
    { class: "citation" },
    "Source: ",
    all.map((each, index) => [index ? "; " : "", source(each)]),
  );
}

function source(citation) {
  const known =
    typeof citation === "object" && citation !== null
      ? citation
      : { title: String(citation), url: String(citation) };
  const title = known.title ?? known.name ?? known.url ?? JSON.stringify(citation);
  if (!/^https?:\/\/\S+$/i.test(known.url ?? "")) return String(title);
  return el("a", { href: known.url, target: "_blank", rel: "noopener noreferrer nofollow" }, String(title));
}
