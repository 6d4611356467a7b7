// What the page knows: the core at once, the texts of a prompt when somebody asks for them.

const core = JSON.parse(document.getElementById("core").textContent);
const models = core.models;
const prompts = core.prompts;
const kept = new Map(); // Details of the prompts looked at last.
const KEPT = 8;

// The texts of a prompt as JSON, not read yet: searching does not need more.
async function rawDetails(index) {
  if (!core.served) return document.getElementById(`details-${index}`).textContent;
  const answer = await fetch(`details/${index}.json`);
  if (!answer.ok) throw new Error(`The server has no details of this prompt (${answer.status}).`);
  return answer.text();
}

async function detailsOf(index) {
  if (!kept.has(index)) {
    kept.set(index, JSON.parse(await rawDetails(index)));
    if (kept.size > KEPT) kept.delete(kept.keys().next().value);
  }
  return kept.get(index);
}

function facts(cell) {
  const [score, points, reason] = cell ?? [null, [], null];
  const lost = points.filter((point) => point === null).length;
  return {
    score,
    points,
    reason: reason ?? null,
    lost,
    missed: points.filter((point) => point !== null && point < 0.5).length,
  };
}

function told(prompt, model) {
  const { score, points, reason, lost, missed } = facts(prompt.cells[model]);
  const state =
    prompt.cells[model] === null
      ? "not there yet"
      : score === null
        ? `unscored${reason ? `, ${words(reason)}` : ""}`
        : percent(score);
  const rest = points.length
    ? `; ${plural(points.length, "point")}${missed ? `, ${missed} below half` : ""}${lost ? `, ${lost} unscored` : ""}`
    : "";
  return `${prompt.id}, ${models[model].id}: ${state}${rest}`;
}
