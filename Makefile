# Two commands for a fresh machine: `make demo` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RESULTS ?= pointwise-results
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: demo cloud-demo test check bench chaos lock clean
.DEFAULT_GOAL := demo

demo: $(VENV)/.run
	$(BIN)/pointwise run examples/quickstart/blueprint.yml \
	    --fixtures examples/quickstart/fixtures.yml --out $(RESULTS)

cloud-demo: $(VENV)/.run
	$(BIN)/python -m bench.cloud_demo --out $(RESULTS)

test: $(VENV)/.dev
	$(BIN)/pytest $(PYTEST)

check: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.dev
	$(BIN)/python -m bench

chaos: $(VENV)/.dev
	$(BIN)/pytest -m chaos $(PYTEST)

lock: $(VENV)/.dev
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
	    $(UPGRADE) pyproject.toml -o .ci/run.lock
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
	    $(UPGRADE) --group dev pyproject.toml -o .ci/dev.lock

clean:
	rm -rf $(VENV) $(RESULTS) .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "Pointwise needs Python 3.11 or newer; $(PYTHON) is older. Try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: $(VENV)/bin/python .ci/run.lock pyproject.toml
	$(PIP) install --require-hashes -r .ci/run.lock
	$(PIP) install --no-deps --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.run .ci/dev.lock
	$(PIP) install --require-hashes -r .ci/dev.lock
	@touch $@
