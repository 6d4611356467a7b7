// What a person may choose of the table: which responses, in which order.

function legend() {
  const colours = [0, 0.2, 0.4, 0.6, 0.8, 1].map((share) => badge(share));
  return el(
    "p",
    { class: "quiet key" },
    el("span", {}, "Score in percent "),
    colours,
    badge(null),
    el("span", {}, " unscored. Under it a bar for each point, hollow where unscored."),
  );
}

function choice(label, name, options) {
  const select = el(
    "select",
    {
      onchange: () => {
        state[name] = select.value;
        redraw();
      },
    },
    options.map(([value, title]) => el("option", { value }, title)),
  );
  select.value = state[name];
  return el("label", {}, label, select);
}

function controls() {
  const tags = [...new Set(prompts.flatMap((prompt) => prompt.tags))].sort();
  const titled = (choices) =>
    Object.entries(choices).map(([value, title]) => [value, Array.isArray(title) ? title[0] : title]);
  const byModel = models.map((model, index) => [`model ${index}`, `Lowest of ${model.id} first`]);
  let waiting = 0;
  const find = el("input", {
    type: "search",
    placeholder: "in prompts, answers, reasons",
    oninput: () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => search(find.value, redraw), 200);
    },
  });
  matrix.sorting = choice("Rows ", "rows", [...titled(ROWS), ...byModel]);
  return el(
    "form",
    {
      class: "controls",
      role: "search",
      "aria-label": "Responses",
      onsubmit: (event) => event.preventDefault(),
    },
    choice("Show ", "show", titled(SHOWN)),
    tags.length ? choice("Tag ", "tag", [["", "All tags"], ...tags.map((tag) => [tag, tag])]) : null,
    el("label", {}, "Text ", find),
    matrix.sorting,
    choice("Models ", "columns", titled(COLUMNS)),
  );
}
