// What every part of the page uses: the data, the words for verdicts, and how text becomes visible.

const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const SIGNS = {passed: "✓", failed: "✗", error: "!", skipped: "–", xfailed: "≈", xpassed: "✗"};
const WORDS = {
  passed: "passed", failed: "failed", error: "error", skipped: "skipped",
  xfailed: "known difference", xpassed: "known, but gone",
};
const BAD = new Set(["failed", "error", "xpassed"]);
const CHUNK = 250;
const CONTEXT = 3;

// Everything that a target wrote goes through `put` or textContent: as text, and with nothing hidden.
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\p{Surrogate}/gu;
const escaped = (one) => one === "\r" ? "\\r" : "\\u" + one.charCodeAt(0).toString(16).padStart(4, "0");

function make(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) put(element, text);
  return element;
}

function put(element, text) {
  let from = 0;
  for (const match of text.matchAll(HIDDEN)) {
    if (match.index > from) element.append(text.slice(from, match.index));
    const shown = document.createElement("span");
    shown.className = "ctl";
    shown.textContent = escaped(match[0]);
    element.append(shown);
    from = match.index + match[0].length;
  }
  if (from < text.length) element.append(text.slice(from));
  return element;
}

const visible = (text) => text.replace(HIDDEN, escaped);
const seconds = (value) => value < 0.0005 ? "< 1 ms" : value < 0.0995 ? `${Math.round(value * 1000)} ms` : `${value.toFixed(value < 10 ? 2 : 1)} s`;
const count = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;
