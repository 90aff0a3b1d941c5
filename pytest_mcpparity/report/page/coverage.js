// What the suites ask of the surface, as a table.

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
