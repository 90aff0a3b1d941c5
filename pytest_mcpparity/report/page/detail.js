// One cell opened: the question, and both sides of the answer.

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
