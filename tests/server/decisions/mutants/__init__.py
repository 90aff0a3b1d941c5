"""Small mutations of the decision server, each of which the bundled suites have to notice.

| Module | Holds |
|---|---|
| `mutant` | what a mutant is |
| `requests`, `refusals`, `scenarios`, `records`, `searching`, `wording` | the mutants, by part |
| `table` | all of them |
| `playing` | the suites played against a copy by the plugin |
| `judging`, `replaying` | which cases notice a mutant |
| `__main__` | every mutant judged: `make mutants` |
"""
