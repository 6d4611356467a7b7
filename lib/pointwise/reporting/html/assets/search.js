// Where a text occurs: in prompts, in responses, in reasons of judges.

const SLICE = 24; // Milliseconds of searching between two looks at the keyboard.
let searching = 0;

// Fills `state.found` with the models of each prompt whose response or reasons have the text; null for no text.
async function search(text, onProgress) {
  const ticket = (searching += 1);
  const needle = text.trim().toLowerCase();
  if (!needle) {
    state.found = null;
    onProgress();
    return;
  }
  const found = new Map();
  let paused = performance.now();
  for (let index = 0; index < prompts.length; index += 1) {
    const models = await foundIn(index, needle);
    if (ticket !== searching) return;
    if (models.size) found.set(index, models);
    if (performance.now() - paused > SLICE) {
      await new Promise((resume) => setTimeout(resume));
      paused = performance.now();
    }
  }
  if (ticket !== searching) return;
  state.found = found;
  onProgress();
}

async function foundIn(index, needle) {
  const prompt = prompts[index];
  const all = new Set(models.keys());
  if (`${prompt.id}\n${prompt.text}\n${prompt.tags.join("\n")}`.toLowerCase().includes(needle)) return all;
  const raw = await rawDetails(index);
  const escaped = JSON.stringify(needle).slice(1, -1).replaceAll("<", "\\u003c");
  if (!raw.toLowerCase().includes(escaped)) return new Set();
  const { cells, ...rest } = JSON.parse(raw);
  if (saidIn(rest, needle)) return all;
  return new Set([...all].filter((model) => saidIn(cells[models[model].id], needle)));
}

const NOT_SAID = new Set(["role", "renderAs", "pointId", "pathId"]);

// Whether any text within a value has the needle.
function saidIn(value, needle) {
  if (typeof value === "string") return value.toLowerCase().includes(needle);
  return (
    value !== null &&
    typeof value === "object" &&
    Object.entries(value).some(([name, inner]) => !NOT_SAID.has(name) && saidIn(inner, needle))
  );
}
