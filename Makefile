# Relative Space. `make play` plays, `make serve` hosts, `make test` tests, `make check` is all that CI runs.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PORT   ?=
DATA   ?=
ARGS   ?=

.PHONY: play serve test check lint types contracts bench bench-cluster cluster soak strength catalogues clean help

help:            ## what can be made
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

# One virtual environment for players, one with everything for developers.
$(VENV)/serve.stamp: pyproject.toml
	@$(PYTHON) deploy/check_python.py
	@echo "Setting up a virtual environment in $(VENV), and the game in it. This is done once, and takes a minute or so."
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/dev.stamp: pyproject.toml $(VENV)/serve.stamp
	@echo "Setting up what the tests and checks need. This is done once, and takes a minute or so."
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

play: $(VENV)/serve.stamp   ## play against bots on this machine; ARGS="--bots hard" says whom
	@$(BIN)/relspace play $(ARGS)

serve: $(VENV)/serve.stamp  ## start a server; PORT=2399 DATA=folder ARGS="--host 127.0.0.1" say where
	$(BIN)/relspace-server serve $(if $(PORT),--port $(PORT)) $(if $(DATA),--data-dir $(DATA)) $(ARGS)

test: $(VENV)/dev.stamp     ## set up and run the tests
	$(BIN)/pytest -n auto $(ARGS)

lint: $(VENV)/dev.stamp     ## style, and nothing unused
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/dev.stamp    ## mypy and pyright
	$(BIN)/mypy
	$(BIN)/basedpyright

contracts: $(VENV)/dev.stamp ## who may import whom
	$(BIN)/lint-imports

check: lint types contracts ## everything that CI runs: all of the above, and the tests against the built wheel
	$(BIN)/python tests/wheel.py $(ARGS)

bench: $(VENV)/dev.stamp    ## what it costs, beside a floor measured in the same run
	$(BIN)/python -m tests.bench $(ARGS)

bench-cluster: $(VENV)/dev.stamp ## what a move takes on a cluster of this machine, and ten thousand open rooms
	$(BIN)/python -m tests.cluster.bench $(ARGS)

strength: $(VENV)/dev.stamp ## how well the bots play
	$(BIN)/python -m tests.bench.strength $(ARGS)

catalogues: $(VENV)/dev.stamp ## put new messages into the catalogues of all languages, and compile them
	$(BIN)/python -m tests.locale.catalogues

soak: $(VENV)/dev.stamp     ## bounded random abuse of a running server
	$(BIN)/python -m tests.soak $(ARGS)

cluster: $(VENV)/dev.stamp  ## three NATS servers, and what takes longer of several nodes
	$(BIN)/pytest tests/cluster/slow_*.py $(ARGS)

clean:           ## remove what was made here
	rm -rf .venv* dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis
