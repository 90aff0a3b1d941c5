// What is shown: by verdict and by text.

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
