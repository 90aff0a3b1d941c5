// Builds the page, once everything above is there.

showFacts();
buildHead();
buildStates();
setState("all");
buildCoverage();
byId("search").addEventListener("input", (event) => setText(event.target.value));
byId("reset").addEventListener("click", () => { byId("search").value = ""; text = ""; setState("all"); });
document.addEventListener("keydown", onKey);
document.documentElement.dataset.ready = "yes";
