
"use strict";
(() => {
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

  // -- the top ------------------------------------------------------------------------------------------

  function columnName(column) {
    return column.target || "target";
  }

  function showFacts() {
    const {run, totals} = data;
    put(byId("facts"), [
      run.started.replace("T", " ").replace("Z", " UTC"), `took ${seconds(run.duration)}`,
      `pytest-mcpparity ${run.plugin}`, `pytest ${run.pytest}`, `Python ${run.python}`, run.platform,
    ].join(" · "));
    for (const target of run.targets) {
      const item = make("li");
      const who = [target.server, target.server_version].filter(Boolean).join(" ");
      item.append(make("b", "", target.name || "target"));
      item.append(put(make("span"), [
        " ", who || "nobody answered", target.protocol || target.asked_protocol, target.transport,
      ].filter(Boolean).join(" · ").replace(" · ", " ")));
      item.append(make("code", "", target.spelled));
      byId("targets").append(item);
    }
    const share = byId("share");
    share.setAttribute("aria-label", Object.keys(WORDS).filter((state) => totals[state])
      .map((state) => `${totals[state]} ${WORDS[state]}`).join(", "));
    for (const state of Object.keys(WORDS)) {
      if (!totals[state]) continue;
      const part = make("span", state);
      part.style.flexGrow = String(totals[state]);
      share.append(part);
    }
  }

  // -- the matrix: a row a case, a column a target and protocol -----------------------------------------

  const rows = [];
  const rowsByKey = new Map();
  for (const one of data.cases) {
    const key = `${one.suite}\n${one.case}`;
    let row = rowsByKey.get(key);
    if (!row) {
      row = {suite: one.suite, case: one.case, title: one.title, role: one.role, cells: [], element: null};
      rowsByKey.set(key, row);
      rows.push(row);
    }
    row.cells[one.column] = one;
    one.row = row;
  }
  for (const row of rows) {
    const words = [data.suites[row.suite], row.case, row.title];
    row.cells.forEach((cell) => words.push(cell.kind, cell.first_line));
    row.words = words.filter(Boolean).join("\n").toLowerCase();
  }
  rows.sort((one, other) => one.suite - other.suite);

  let state = "all";
  let text = "";
  let shownRows = [];
  let filled = 0;
  let current = null;

  const matchesState = (cell) => state === "all" || (cell && cell.outcome === state);
  const matches = (row) => row.words.includes(text) && (state === "all" || row.cells.some(matchesState));

  function buildHead() {
    const line = make("tr");
    const first = make("th", "", "case");
    first.scope = "col";
    first.style.width = data.columns.length > 2 ? "26%" : "38%";
    line.append(first);
    for (const column of data.columns) {
      const head = make("th", "", columnName(column));
      head.scope = "col";
      head.append(" ", make("span", "faint", column.protocol));
      line.append(head);
    }
    byId("matrix").tHead.append(line);
  }

  function buildCell(cell) {
    const button = make("button", `cell ${cell.outcome}`);
    button.type = "button";
    button.tabIndex = -1;
    button.setAttribute("aria-expanded", "false");
    button.append(make("i", "", SIGNS[cell.outcome]));
    button.firstChild.setAttribute("aria-hidden", "true");
    button.append(make("span", "hidden", WORDS[cell.outcome]));
    const tells = cell.outcome === "passed" ? seconds(cell.duration) : cell.first_line || WORDS[cell.outcome];
    button.append(make("span", "", tells));
    button.title = visible(tells);
    button.addEventListener("click", () => toggle(cell));
    button.addEventListener("focus", () => setCurrent(button));
    cell.button = button;
    return button;
  }

  function buildRow(row) {
    const line = make("tr", row.role === "case" ? "case" : "case role");
    const name = make("th", "", row.case);
    name.scope = "row";
    if (row.title && row.title !== row.case) name.append(make("small", "", row.title));
    line.append(name);
    for (let index = 0; index < data.columns.length; index += 1) {
      const place = make("td");
      if (row.cells[index]) place.append(buildCell(row.cells[index]));
      line.append(place);
    }
    row.element = line;
    return line;
  }

  function buildSuite(suite) {
    const body = make("tbody");
    const line = make("tr", "suite");
    const head = make("th", "", data.suites[suite]);
    head.scope = "rowgroup";
    line.append(head);
    data.columns.forEach((_, index) => {
      const tally = {};
      for (const row of rows) {
        const cell = row.suite === suite && row.cells[index];
        if (cell) tally[cell.outcome] = (tally[cell.outcome] || 0) + 1;
      }
      const told = Object.keys(WORDS).filter((one) => tally[one]).map((one) => `${tally[one]} ${WORDS[one]}`);
      line.append(make("td", "", told.join(", ")));
    });
    body.append(line);
    return body;
  }

  function fill(upTo) {
    const table = byId("matrix");
    let body = table.tBodies[table.tBodies.length - 1];
    for (; filled < Math.min(upTo, shownRows.length); filled += 1) {
      const row = shownRows[filled];
      if (!body || Number(body.dataset.suite) !== row.suite) {
        body = buildSuite(row.suite);
        body.dataset.suite = String(row.suite);
        table.append(body);
      }
      body.append(row.element || buildRow(row));
      if (row.detail) row.element.after(row.detail);
    }
  }

  let round = 0;
  function fillSlowly(mine) {
    if (mine !== round || filled >= shownRows.length) return;
    fill(filled + CHUNK);
    setTimeout(fillSlowly, 0, mine);
  }

  function refresh() {
    const table = byId("matrix");
    while (table.tBodies.length) table.tBodies[0].remove();
    shownRows = rows.filter(matches);
    filled = 0;
    round += 1;
    fill(CHUNK);
    setTimeout(fillSlowly, 0, round);
    byId("nothing").hidden = shownRows.length > 0;
    byId("shown").textContent = shownRows.length === rows.length
      ? count(rows.length, "row") : `${shownRows.length} of ${count(rows.length, "row")}`;
    const first = table.querySelector(".cell");
    if (first && (!current || !current.isConnected)) setCurrent(first);
  }

  // -- filter -------------------------------------------------------------------------------------------

  function buildStates() {
    for (const one of ["all", ...Object.keys(WORDS)]) {
      const number = one === "all" ? data.totals.total : data.totals[one];
      if (!number && one !== "all") continue;
      const button = make("button", "", one === "all" ? "all" : WORDS[one]);
      button.type = "button";
      button.dataset.state = one;
      button.append(make("b", "", String(number)));
      button.addEventListener("click", () => setState(one));
      byId("states").append(button);
    }
  }

  function setState(one) {
    state = one;
    for (const button of byId("states").children) {
      button.setAttribute("aria-pressed", String(button.dataset.state === one));
    }
    refresh();
  }

  function setText(words) {
    text = words.trim().toLowerCase();
    refresh();
  }

  // -- keyboard -----------------------------------------------------------------------------------------

  function setCurrent(button) {
    if (current) current.tabIndex = -1;
    current = button;
    button.tabIndex = 0;
  }

  function focusOn(cell) {
    fill(shownRows.indexOf(cell.row) + 1);
    cell.button.focus();
    cell.button.scrollIntoView({block: "nearest"});
  }

  const cellOf = (button) => data.cases.find((one) => one.button === button);

  function move(down, right) {
    const cell = cellOf(current);
    const at = shownRows.indexOf(cell.row);
    if (right) {
      const columns = Object.keys(cell.row.cells).map(Number);
      const next = columns[columns.indexOf(cell.column) + right];
      if (next !== undefined) focusOn(cell.row.cells[next]);
      return;
    }
    for (let index = at + down; index >= 0 && index < shownRows.length; index += down) {
      if (shownRows[index].cells[cell.column]) return focusOn(shownRows[index].cells[cell.column]);
    }
  }

  function moveToFailure(step) {
    const failures = shownRows.flatMap((row) => row.cells.filter((cell) => cell && BAD.has(cell.outcome)));
    if (!failures.length) return;
    const order = shownRows.flatMap((row) => row.cells.filter(Boolean));
    const at = document.activeElement === current ? order.indexOf(cellOf(current)) : -1;
    const places = failures.map((cell) => order.indexOf(cell));
    const next = step > 0 ? places.find((place) => place > at) : places.findLast((place) => place < at);
    focusOn(order[next ?? places.at(step > 0 ? 0 : -1)]);
  }

  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const search = byId("search");
    if (event.target === search) {
      if (event.key === "Escape") { search.value = ""; setText(""); search.blur(); }
      if (event.key === "ArrowDown" && shownRows.length) { focusOn(shownRows[0].cells.find(Boolean)); event.preventDefault(); }
      return;
    }
    const onCell = current && event.target === current;
    const keys = {
      "/": () => { search.focus(); search.select(); },
      n: () => moveToFailure(1),
      p: () => moveToFailure(-1),
      Escape: closeNear,
      ...(onCell && {
        ArrowDown: () => move(1, 0), ArrowUp: () => move(-1, 0),
        ArrowLeft: () => move(0, -1), ArrowRight: () => move(0, 1),
      }),
    };
    const act = Object.hasOwn(keys, event.key) && keys[event.key];
    if (act) { act(); event.preventDefault(); }
  }

  // -- one cell opened ----------------------------------------------------------------------------------

  function toggle(cell) {
    const row = cell.row;
    const same = row.open === cell;
    if (row.detail) close(row);
    if (same) return;
    row.open = cell;
    row.detail = make("tr", "detail");
    const place = make("td");
    place.colSpan = data.columns.length + 1;
    buildDetail(place, cell);
    row.detail.append(place);
    row.element.after(row.detail);
    cell.button.setAttribute("aria-expanded", "true");
  }

  function close(row) {
    row.detail.remove();
    row.open.button.setAttribute("aria-expanded", "false");
    row.open = row.detail = null;
  }

  function closeNear() {
    const inside = rows.find((row) => row.detail && (row.detail.contains(document.activeElement) || row.element.contains(document.activeElement)));
    const row = inside || rows.findLast((one) => one.detail && one.element.isConnected);
    if (!row) return;
    const button = row.open.button;
    close(row);
    button.focus();
  }

  function buildDetail(place, cell) {
    const column = data.columns[cell.column];
    const top = make("div", "top");
    top.append(make("h3", "", cell.case), make("span", `verdict ${cell.outcome}`, WORDS[cell.outcome]));
    const where = [
      columnName(column), cell.protocol || column.protocol, cell.transport, seconds(cell.duration), cell.kind,
    ];
    top.append(make("span", "faint", where.filter(Boolean).join(" · ")));
    place.append(top);
    if (cell.first_line) place.append(make("p", "line", cell.first_line));
    cell.steps.forEach((step, index) => buildStep(place, step, cell.steps.length > 1 ? index + 1 : 0));
    if (cell.left_out) place.append(make("p", "note", "The answers are left out here: this page holds enough already."));
    if (cell.message && cell.message !== cell.first_line) {
      const more = make("details");
      more.open = !cell.steps.some((step) => step.parts.length);
      more.append(make("summary", "", "What the terminal says"), make("pre", "", cell.message));
      place.append(more);
    }
  }

  function buildStep(place, step, number) {
    const box = make("div", "step");
    if (step.question) {
      const {kind, name, body} = step.question;
      box.append(make("h4", "", `${number ? `Step ${number}: ` : ""}${kind}${name ? ` ${name}` : ""}`));
      if (body !== null) box.append(make("pre", "", body));
    }
    if (step.expected !== null || step.received !== null) {
      const {expected, received} = step;
      const told = step.same ? `expected and received the same: ${expected}`
        : expected === received ? `expected and received: ${expected}`
        : `expected ${expected ?? "nothing"}, received ${received ?? "nothing"}`;
      box.append(make("h4", "", told));
    }
    for (const part of step.parts) box.append(buildPart(part));
    place.append(box);
  }

  function buildPart(part) {
    const two = !part.same;
    const box = make("div", "sides");
    const grid = make("div", two ? "code two" : "code");
    grid.append(make("div", "name", two ? `expected ${part.name}` : part.name));
    if (two) grid.append(make("div", "name", `received ${part.name}`));
    const {expected, received} = part;
    const isMedia = [expected, received].some((side) => side && side.mime);
    if (isMedia) {
      grid.append(buildMedia(expected, two ? "old" : ""));
      if (two) grid.append(buildMedia(received, "new"));
    } else if (!two) {
      buildPlain(grid, expected ?? received);
    } else {
      buildLines(grid, expected, received, part.runs);
    }
    box.append(grid);
    return box;
  }

  function buildMedia(side, className) {
    const box = make("div", `media ${className}`);
    if (!side) return put(box, "absent");
    if (!side.mime) return put(box, side.text);
    const [kind] = side.mime.split("/");
    const plain = /^(image|audio)\/[a-z0-9.+-]+$/i.test(side.mime);
    if (side.data && plain) {
      const shown = make(kind === "audio" ? "audio" : "img");
      if (kind === "audio") shown.controls = true;
      else shown.alt = visible(`${side.mime}, ${side.size} bytes`);
      shown.src = `data:${side.mime};base64,${side.data}`;
      box.append(shown);
    }
    const tells = `${side.mime}, ${count(side.size, "byte")}`;
    box.append(make("span", "note", side.data ? tells : `${tells}: too large to be kept here`));
    return box;
  }

  // -- texts, line by line ------------------------------------------------------------------------------

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

  // -- coverage -----------------------------------------------------------------------------------------

  function buildCoverage() {
    if (!data.coverage || !data.coverage.length) return;
    const section = byId("coverage");
    section.hidden = false;
    for (const one of data.coverage) {
      const total = `${one.percent} %, ${one.covered} of ${one.countable} that can be counted`;
      section.append(make("p", "", [one.target, one.protocol !== "auto" && one.protocol, total].filter(Boolean).join(" · ")));
      one.troubles.forEach((trouble) => section.append(make("p", "line", `not counted: ${trouble}`)));
      if (one.removed_advertised.length) section.append(make("p", "line", `removed, but still advertised: ${one.removed_advertised.join(", ")}`));
      const table = make("table");
      const head = make("tr");
      ["tool", "covered", "outcomes seen", "missing"].forEach((word) => head.append(make("th", "", word)));
      table.createTHead().append(head);
      const body = table.createTBody();
      for (const tool of one.tools) {
        const line = make("tr");
        const outcomes = Object.entries(tool.outcomes).map(([outcome, number]) => `${number} ${outcome}`);
        line.append(
          make("th", "", tool.name), make("td", "number", `${tool.covered} of ${tool.countable}`),
          make("td", "", outcomes.join(", ") || "–"), make("td", "", tool.missing.join(", ") || "–"),
        );
        line.firstChild.scope = "row";
        body.append(line);
      }
      section.append(table);
    }
  }

  showFacts();
  buildHead();
  buildStates();
  setState("all");
  buildCoverage();
  byId("search").addEventListener("input", (event) => setText(event.target.value));
  byId("reset").addEventListener("click", () => { byId("search").value = ""; text = ""; setState("all"); });
  document.addEventListener("keydown", onKey);
  document.documentElement.dataset.ready = "yes";
})();
