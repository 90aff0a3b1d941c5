// The keyboard: one cell at a time is in the tab order, the others are reached from it.

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
