// How alike the responses are in meaning, where a blueprint asks for that.

function similaritySection() {
  const found = core.similarity;
  const ideal = models.some((model) => model.similarity !== null);
  if (!found || (found.models.length < 2 && !ideal)) return null;
  const cell = (value, one, other) =>
    el("td", { class: `center ${level(value)}`, title: `${one}, ${other}` }, cosine(value));
  const row = (name, index) => [
    name,
    ...found.models.map((other, at) =>
      at === index ? el("td", { class: "center" }, "·") : cell(found.rows[index][at], name, other),
    ),
    ...(ideal ? [cell(models.find((model) => model.id === name).similarity, name, "the ideal answer")] : []),
  ];
  return section(
    "similarity",
    "Similarity of meaning",
    el(
      "p",
      { class: "quiet" },
      "Mean over the prompts of the cosine between the embeddings of two responses; 1 is the same in meaning. Being alike is not being right.",
    ),
    plainTable(
      "Each pair of models: mean cosine",
      ["Model", ...found.models, ...(ideal ? ["Ideal answer"] : [])],
      found.models.map(row),
    ),
  );
}
