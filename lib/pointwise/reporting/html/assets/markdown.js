// A small part of Markdown, turned into elements one by one. Whatever is not understood stays text: markup in
// a text is shown as it was written, images are named and not loaded, links lead only to web and mail.

const LONGEST_MARKDOWN = 60000; // Longer texts are shown as they are; nobody reads them for their layout.
const INLINE =
  /(`+)([^`]|[^`][^\n]{0,2000}?[^`])\1(?!`)|!?\[([^[\]\n]{0,500})\]\(([^()\s]{1,2000})\)|\*\*([^\s*][^*\n]{0,1000}?)\*\*|\*([^\s*][^*\n]{0,1000}?)\*|(?<![\w_])_([^\s_][^_\n]{0,1000}?)_(?![\w_])/g;

function inline(text, depth = 0) {
  const nodes = [];
  let end = 0;
  for (const match of depth < 4 ? text.matchAll(INLINE) : []) {
    nodes.push(text.slice(end, match.index), span(match, depth));
    end = match.index + match[0].length;
  }
  nodes.push(text.slice(end));
  return nodes;
}

function span(match, depth) {
  const [all, , code, label, address, strong, starred, underlined] = match;
  if (code !== undefined) return el("code", {}, code);
  if (strong !== undefined) return el("strong", {}, inline(strong, depth + 1));
  if (label === undefined) return el("em", {}, inline(starred ?? underlined, depth + 1));
  if (all.startsWith("!"))
    return el("span", { class: "image" }, `[image: ${label || "no description"}] ${address}`);
  if (!/^(https?:|mailto:)/i.test(address)) return all;
  return el(
    "a",
    { href: address, target: "_blank", rel: "noopener noreferrer nofollow", title: address },
    label || address,
  );
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const ITEM = /^( {0,12})([-*+]|\d{1,9}[.)])\s+(.*)$/;
const HEADING = /^ {0,3}(#{1,6})\s+(.*)$/;
const RULE = /^ {0,3}([-*_])( *\1){2,} *$/;
const TABLE_ROW = /^\s*\|(.*)\|\s*$/;

function markdown(text) {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const blocks = [];
  for (let at = 0; at < lines.length;) {
    const read = [fenced, heading, rule, quote, table, list, paragraph].find((reader) =>
      reader.starts(lines, at),
    );
    if (!read) {
      at += 1;
      continue;
    }
    const [block, next] = read(lines, at);
    blocks.push(block);
    at = next;
  }
  return el("div", { class: "text markdown" }, blocks);
}

function fenced(lines, at) {
  const mark = FENCE.exec(lines[at])[1];
  let end = at + 1;
  while (end < lines.length && !lines[end].trimStart().startsWith(mark)) end += 1;
  return [el("pre", {}, el("code", {}, lines.slice(at + 1, end).join("\n"))), end + 1];
}
fenced.starts = (lines, at) => FENCE.test(lines[at]);

function heading(lines, at) {
  // Not headings of this page: a response must not enter its outline.
  const [, marks, title] = HEADING.exec(lines[at]);
  return [el("p", { class: `heading h${marks.length}` }, inline(title)), at + 1];
}
heading.starts = (lines, at) => HEADING.test(lines[at]);

function rule(_, at) {
  return [el("hr"), at + 1];
}
rule.starts = (lines, at) => RULE.test(lines[at]);

function quote(lines, at) {
  let end = at;
  while (end < lines.length && /^ {0,3}>/.test(lines[end])) end += 1;
  const inner = lines.slice(at, end).map((line) => line.replace(/^ {0,3}> ?/, ""));
  return [
    el(
      "blockquote",
      {},
      inner.map((line, index) => [index ? el("br") : null, inline(line)]),
    ),
    end,
  ];
}
quote.starts = (lines, at) => /^ {0,3}>/.test(lines[at]);

const cellsOf = (line) =>
  TABLE_ROW.exec(line)[1]
    .split("|")
    .map((cell) => cell.trim());

function table(lines, at) {
  let end = at + 2;
  while (end < lines.length && TABLE_ROW.test(lines[end])) end += 1;
  const head = el(
    "tr",
    {},
    cellsOf(lines[at]).map((cell) => el("th", {}, inline(cell))),
  );
  const body = lines.slice(at + 2, end).map((line) =>
    el(
      "tr",
      {},
      cellsOf(line).map((cell) => el("td", {}, inline(cell))),
    ),
  );
  return [el("table", {}, el("thead", {}, head), el("tbody", {}, body)), end];
}
table.starts = (lines, at) =>
  TABLE_ROW.test(lines[at]) && at + 1 < lines.length && /^\s*\|[\s:|-]+\|\s*$/.test(lines[at + 1]);

function list(lines, at) {
  const ordered = /\d/.test(ITEM.exec(lines[at])[2]);
  const items = [];
  let end = at;
  for (; end < lines.length; end += 1) {
    const item = ITEM.exec(lines[end]);
    if (item) items.push({ depth: Math.min(4, item[1].length >> 1), lines: [item[3]] });
    else if (lines[end].trim() && /^\s/.test(lines[end])) items.at(-1).lines.push(lines[end].trim());
    else break;
  }
  const first = ordered ? parseInt(ITEM.exec(lines[at])[2], 10) : null;
  const shown = items.map((item) =>
    el(
      "li",
      { class: `in${item.depth}` },
      item.lines.map((line, index) => [index ? el("br") : null, inline(line)]),
    ),
  );
  return [el(ordered ? "ol" : "ul", { start: first > 1 ? first : null }, shown), end];
}
list.starts = (lines, at) => ITEM.test(lines[at]) && !RULE.test(lines[at]);

function paragraph(lines, at) {
  let end = at + 1;
  while (
    end < lines.length &&
    lines[end].trim() &&
    ![fenced, heading, rule, quote, table, list].some((other) => other.starts(lines, end))
  )
    end += 1;
  return [
    el(
      "p",
      {},
      lines.slice(at, end).map((line, index) => [index ? el("br") : null, inline(line)]),
    ),
    end,
  ];
}
paragraph.starts = (lines, at) => lines[at].trim() !== "";

const verbatim = (text) => el("pre", { class: "text plain" }, text);

// Text that a model or an author wrote: as Markdown or as it is, whichever the reader chose.
function written(text, asMarkdown) {
  return asMarkdown && text.length <= LONGEST_MARKDOWN ? markdown(text) : verbatim(text);
}
