// Elements are made of names and text only. There is no other way in this script to put anything on the page.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name.startsWith("--")) element.style.setProperty(name, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(
    ...children
      .flat(Infinity)
      .filter((child) => child !== null && child !== undefined && child !== false && child !== ""),
  );
  return element;
}

const el = (name, attributes = {}, ...children) => fill(document.createElement(name), attributes, children);
const svg = (name, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, name), attributes, children);

const percent = (share) => (share === null || share === undefined ? "–" : `${(share * 100).toFixed(1)}%`);
const whole = (share) => String(Math.round(share * 100));
const plural = (number, noun) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
const words = (reason) => reason.replaceAll("_", " ");
const cut = (text, length) => (text.length > length ? `${text.slice(0, length - 1)}…` : text);

function money(usd) {
  if (usd === null || usd === undefined) return "–";
  if (usd === 0 || usd >= 0.0995) return `$${usd.toFixed(2)}`;
  return usd >= 0.0001 ? `$${usd.toPrecision(2)}` : "<$0.0001";
}

function amount(number) {
  if (number >= 999500) return `${(number / 1e6).toFixed(1)}M`;
  return number >= 1000 ? `${(number / 1000).toFixed(number < 99950 ? 1 : 0)}k` : String(number);
}

// The level of a score names its colour; style sheets have eleven of them.
const level = (share) =>
  share === null || share === undefined ? "none" : `s${Math.round(Math.min(1, Math.max(0, share)) * 10)}`;
const badge = (share) =>
  el("span", { class: `badge ${level(share)}` }, share === null || share === undefined ? "–" : whole(share));

function section(id, title, ...children) {
  return el(
    "section",
    { id, "aria-labelledby": `${id}-title` },
    el("h2", { id: `${id}-title` }, title),
    ...children,
  );
}

// A wide table scrolls by itself, so it has to be reachable by keyboard.
const scrolling = (label, ...children) =>
  el("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": label }, ...children);

function remembered(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(name, value);
    return localStorage.getItem(name);
  } catch {
    return null; // Browsers may refuse a file any memory.
  }
}

function themeButton() {
  const root = document.documentElement;
  const dark = () =>
    root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const button = el("button", { type: "button", class: "theme" });
  const tell = () => {
    button.textContent = dark() ? "Light" : "Dark";
    button.setAttribute("aria-label", `Switch to ${dark() ? "light" : "dark"} colours`);
  };
  const chosen = remembered("pointwise-theme");
  if (chosen) root.dataset.theme = chosen;
  button.addEventListener("click", () => {
    root.dataset.theme = dark() ? "light" : "dark";
    remembered("pointwise-theme", root.dataset.theme);
    tell();
  });
  tell();
  return button;
}
