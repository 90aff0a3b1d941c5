# Two commands do everything: `make parity` and `make test`. Both make .venv first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

SDD_SUITES := $(notdir $(patsubst %/,%,$(dir $(wildcard fixtures/sdd*/mcp-suite.toml))))
DECISION_SUITES := $(notdir $(patsubst %/,%,$(dir $(wildcard fixtures/decisions*/mcp-suite.toml))))

.PHONY: parity mutants mutation test lint types docs wheel conformance targets proof bench install clean

install: $(STAMP)

$(STAMP): pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $(STAMP)

# The main job: the bundled suites, held against the reference servers as real processes.
parity: $(STAMP)
	$(BIN)/pytest -q $(addprefix --mcp-suite=,$(SDD_SUITES)) --mcp-server='{python} -m reference_server putnami mcp'
	$(BIN)/pytest -q $(addprefix --mcp-suite=,$(DECISION_SUITES)) --mcp-server='{python} -m reference_server switchplinth mcp --repo {workspace}'

# Each mistake in a list of small ones, put into a server, must fail a case, and each SDD case for one.
mutants: $(STAMP)
	$(BIN)/python -m tests.server.sdd.mutants
	$(BIN)/python -m tests.server.decisions.mutants --cases

# The protocol's own conformance suite on the HTTP transport, at both revisions: needs npm.
conformance: $(STAMP)
	$(BIN)/python -m tests.conformance

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(STAMP)
	$(BIN)/mypy

test: lint types
	$(BIN)/pytest -n 2 -m 'not heavy'

# Servers that others wrote, from the package registries: long, and needs npm.
targets: $(STAMP)
	$(BIN)/pytest tests/targets

# What tries to break the package, in its long form: docs/explanation/proof.md has the parts and the figures.
proof: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check atheris
	for reader in json frame answer suite; do \
	  $(BIN)/python -m tests.proof.fuzz $$reader --seconds 1200 --corpus build/fuzz || exit 1; done
	$(BIN)/pytest tests/proof
	$(MAKE) mutation

# Mistakes on purpose in the rooms that decide about a verdict: prints the scores, and what no unit test noticed.
mutation: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check mutmut==3.8.1
	PROPERTY_EXAMPLES=15 $(BIN)/mutmut run --max-children 2
	$(BIN)/python -m tests.proof.survivors

# The ratios that docs/reference/speed.md promises.
bench: $(STAMP)
	$(BIN)/python -m benchmarks

# Build the wheel, and try it where the sources are out of the way.
wheel: $(STAMP)
	$(BIN)/pytest -q -m wheel tests/test_wheel.py

# Every command and example of the documentation, those included that install published packages;
# DOCS='-m heavy' takes these alone, the others are part of `make test`.
docs: $(STAMP)
	$(BIN)/pytest -q -n 2 $(DOCS) tests/test_docs.py tests/test_docs_generated.py tests/test_action.py

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .targets mutants
