# Every target first sets up what it needs: .venv, the Python dependencies and, on Debian and
# Ubuntu, the system's libraries. Plain GNU make; 3.81, the one on macOS, is enough.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PARALLEL := --numprocesses auto --maxprocesses 4

.DEFAULT_GOAL := help
.PHONY: help run test test-long coverage lint bench bench-noise bench-calibration bench-review screenshot photographs docs wheel deb clean python-version
# Two pips must not write to one .venv at the same time.
.NOTPARALLEL:

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' Makefile

run: system-run $(VENV)/.has-run $(VENV)/.has-kernels ## Start the program
	$(BIN)/python main.py $(ARGS)

test: system-test $(VENV)/.has-dev ## Run the tests (ARGS="-k name" goes to pytest)
	$(BIN)/python -m pytest $(PARALLEL) --dist loadfile -m "not long" $(MEASURED) $(ARGS)

test-long: system-test $(VENV)/.has-dev ## Run the tests that take long: kills, real programs, fuzzing
	$(BIN)/python -m pytest $(PARALLEL) --dist loadgroup -m long $(ARGS)

coverage: MEASURED := --cov --cov-report=
coverage: test ## Run the tests and tell how much of the sources they reach
	@echo "Branch coverage in percent, and the least that is asked for:"
	@printf 'core (90): ' && $(BIN)/coverage report --format=total --include='core/*' --fail-under=90
	@printf 'workbench (85): ' && $(BIN)/coverage report --format=total --include='workbench/*' --fail-under=85

lint: system-lint $(VENV)/.has-dev ## Check style, types and the import rules
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: system-bench $(VENV)/.has-bench ## Run the benchmarks (ARGS goes to them)
	$(BIN)/python -m tests.benchmarks $(ARGS)

bench-noise: system-bench $(VENV)/.has-bench ## Find flipped labels, beside cleanlab (ARGS: --data FOLDER)
	$(BIN)/python -m tests.benchmarks.noise $(ARGS)

bench-calibration: system-bench $(VENV)/.has-bench ## Does what the audit says of labels hold? (ARGS: --data FOLDER)
	$(BIN)/python -m tests.benchmarks.auditing.calibration $(ARGS)

bench-review: system-bench $(VENV)/.has-bench ## Simulated reviews: learning, the certificate (ARGS: --data FOLDER)
	$(BIN)/python -m tests.benchmarks.review $(ARGS)

screenshot: system-screenshot $(VENV)/.has-dev ## Take the screenshots anew
	$(BIN)/python -m tests.screenshot $(ARGS)

photographs: system-screenshot $(VENV)/.has-dev ## Photograph every place, view and dialog (ARGS: --scale 200)
	$(BIN)/python -m tests.photographs $(ARGS)

docs: system-docs $(VENV)/.has-docs ## Build the site, with pictures from the running program
	$(BIN)/python -m docs.making $(ARGS)

wheel: system-lint $(VENV)/.has-dev ## Build the wheel into dist
	$(BIN)/python -m pip wheel --disable-pip-version-check --no-deps --wheel-dir dist .

deb: system-deb $(VENV)/.has-run ## Build a Debian package with its own environment into dist
	$(BIN)/python -m installers.debian dist

clean: ## Remove .venv, caches and build output
	rm -rf $(VENV) .coverage .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	rm -rf .benchmarks build dist *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# One stamp per set of dependencies: nothing is installed again until pyproject.toml changes.
# Every set contains the run-time one.
EXTRA_dev := [dev]
EXTRA_bench := [bench]
EXTRA_docs := [docs]
$(VENV)/.has-%: pyproject.toml | $(BIN)/pip
	$(BIN)/python -m pip install --disable-pip-version-check --editable '.$(EXTRA_$*)'
	@touch $@ $(VENV)/.has-run

# Compiled for this machine once, some 9 MB in the user's cache: no first click waits for it.
KERNELS := $(wildcard core/base/compiling.py core/*/kernels/*.py core/*/kernels/*/*.py)
$(VENV)/.has-kernels: $(KERNELS) | $(VENV)/.has-run
	@echo "Compiling for this machine, once; that takes from half a minute to a few."
	$(BIN)/python -m core.commands.warmup
	@touch $@

# pip is the last thing venv makes, so a half-made .venv is made again.
$(BIN)/pip:
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || { echo "'$(PYTHON)' cannot make" \
	  "a virtual environment: its ensurepip module is missing. On Debian and Ubuntu it is in" \
	  "the package python3-venv: apt-get install python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

system-%: python-version
	@PYTHON='$(PYTHON)' .ci/system-libraries $*

# Comes first, so that nothing is installed for a Python that is too old.
python-version:
	@test -e $(BIN)/pip \
	  || $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Python 3.11 or newer is needed, and '$(PYTHON)' is not. Where the system has a" \
	  "newer one beside it, name it: make PYTHON=python3.11 run. On Debian and Ubuntu:" \
	  "apt-get install python3.11 python3.11-venv" >&2; exit 1; }
