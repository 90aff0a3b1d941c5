// The top of the page and the matrix: a row a case, a column a target and protocol.

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
  row.title ||= one.title;
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
