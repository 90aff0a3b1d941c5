// Two texts side by side, line by line, with what differs marked.

const linesOf = (side) => side ? side.text.split("\n") : [];

function addLine(grid, number, line, className, tail) {
  grid.append(make("div", `no ${className}`, number));
  const place = make("div", className);
  if (line === "" && tail) place.append(make("span", "note", "(a newline at the end)"));
  else if (typeof line === "string") put(place, line);
  else place.append(...line);
  grid.append(place);
}

function buildPlain(grid, side) {
  const lines = linesOf(side);
  cutNote(grid, side.before, "before");
  lines.forEach((line, index) => {
    addLine(grid, side.before ? "" : String(index + 1), line, "", index && index === lines.length - 1);
  });
  cutNote(grid, side.after, "after");
}

function cutNote(grid, left, where) {
  if (!left) return;
  const note = make("div", "fold");
  note.append(make("span", "note", `  … ${count(left, "character")} ${where} this are left out`));
  grid.append(note);
}

function buildLines(grid, expected, received, runs) {
  const old = linesOf(expected);
  const fresh = linesOf(received);
  cutNote(grid, Math.max(expected?.before ?? 0, received?.before ?? 0), "before");
  const at = {old: 0, fresh: 0};
  const numbered = {old: !expected?.before, fresh: !received?.before};
  const plan = runs ?? [[0, old.length, fresh.length]];
  const pair = (target) => {
    addLine(target, numbered.old ? String(at.old + 1) : "", old[at.old], "", at.old === old.length - 1);
    addLine(target, numbered.fresh ? String(at.fresh + 1) : "", fresh[at.fresh], "", at.fresh === fresh.length - 1);
    at.old += 1;
    at.fresh += 1;
  };
  plan.forEach(([equal, removed, added], index) => {
    const head = index ? CONTEXT : 0;
    const tail = removed || added ? CONTEXT : 0;
    const folded = equal - head - tail;
    const shown = folded > 2 ? head : equal;
    for (let line = 0; line < shown; line += 1) pair(grid);
    if (folded > 2) {
      fold(grid, folded, pair);
      for (let line = 0; line < tail; line += 1) pair(grid);
    }
    for (let line = 0; line < Math.max(removed, added); line += 1) {
      const left = line < removed ? old[at.old + line] : null;
      const right = line < added ? fresh[at.fresh + line] : null;
      const [oldShown, newShown] = left !== null && right !== null ? marked(left, right) : [left, right];
      if (left === null) addLine(grid, "", "", "void");
      else addLine(grid, numbered.old ? String(at.old + line + 1) : "", oldShown, "old", at.old + line === old.length - 1);
      if (right === null) addLine(grid, "", "", "void");
      else addLine(grid, numbered.fresh ? String(at.fresh + line + 1) : "", newShown, "new", at.fresh + line === fresh.length - 1);
    }
    at.old += removed;
    at.fresh += added;
  });
  cutNote(grid, Math.max(expected?.after ?? 0, received?.after ?? 0), "after");
}

function fold(grid, number, pair) {
  const place = make("div", "fold");
  const button = make("button", "", `… ${count(number, "equal line")}`);
  button.type = "button";
  place.append(button);
  const lines = document.createDocumentFragment();
  for (let line = 0; line < number; line += 1) pair(lines);
  button.addEventListener("click", () => place.replaceWith(lines));
  grid.append(place);
}

function marked(left, right) {
  const limit = Math.min(left.length, right.length);
  let start = 0;
  while (start < limit && left[start] === right[start]) start += 1;
  if (start && /[\ud800-\udbff]/.test(left[start - 1])) start -= 1;
  let end = 0;
  while (end < limit - start && left[left.length - 1 - end] === right[right.length - 1 - end]) end += 1;
  if (end && /[\udc00-\udfff]/.test(left[left.length - end])) end -= 1;
  return [left, right].map((line) => {
    const middle = make("mark");
    for (const piece of line.slice(start, line.length - end).split(/( +$|\t)/)) {
      if (/^ +$|^\t$/.test(piece)) middle.append(make("span", "ctl", piece === "\t" ? "→\t" : "·".repeat(piece.length)));
      else put(middle, piece);
    }
    const before = make("span", "", line.slice(0, start));
    const after = make("span", "", line.slice(line.length - end));
    return [before, middle, after];
  });
}
