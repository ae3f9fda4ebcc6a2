# All that a newcomer or a contributor runs. Needs Python 3.11 or newer and make;
# everything else is fetched into .venv and node_modules when it is first asked for.

.DEFAULT_GOAL := help
.PHONY: help play test check bench figures strength lock style types contracts script clean

# Compiled bytecode is what makes the second start quick; a foreign module path would shadow ours.
unexport PYTHONDONTWRITEBYTECODE PYTHONPATH PYTHONHOME

PY := .venv/bin/python
HALVES := -n 2 --dist worksteal
# A browser waits more than it works.
BROWSERS := -n 3 --dist worksteal
BENCHES ?= $(sort $(filter-out bench/_%,$(wildcard bench/*.py)))

# A .venv whose Python has gone away, or whose filling was cut short, counts as none.
$(shell test -x $(PY) && test -f .venv/whole.stamp || rm -f .venv/*.stamp)

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' Makefile

play: .venv/play.stamp ## start the game and open it in the browser (ARGS="--port 9000" and so on)
	@exec $(PY) -m vandatta play $(ARGS)

test: .venv/bench.stamp style types contracts script ## everything: style, types, contracts and all tests, browser too
	@status=0; \
	echo "Tests without a browser ..."; \
	$(PY) -m pytest $(HALVES) -m "not browser" $(ARGS) || status=1; \
	echo "Tests in the browser ..."; \
	$(PY) -m pytest $(BROWSERS) -m browser $(ARGS) || status=1; \
	exit $$status

check: .venv/dev.stamp style types contracts ## style, types, contracts and the quick tests, in under a minute
	@$(PY) -m pytest -q $(HALVES) -m "not browser and not slow" $(ARGS)

bench: .venv/bench.stamp ## measure speed and size, beside a peer where there is one (BENCHES=bench/engine.py ARGS="...")
	@status=0; for each in $(BENCHES); do echo "== $$each"; $(PY) $$each $(ARGS) || status=1; done; exit $$status

figures: .venv/bench.stamp ## measure what the house rules do; makes their data, page and pictures (ARGS="--rounds 10000")
	@$(PY) scripts/house_rules.py $(ARGS)

strength: .venv/bench.stamp ## measure how strong the levels are; makes the data and the page (ARGS="--within 5")
	@$(PY) scripts/strength.py $(ARGS)

lock: .venv/dev.stamp ## renew requirements/*.txt and package-lock.json
	@scripts/lock.sh $(PY)

clean: ## remove what was fetched and made
	rm -rf .venv node_modules build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis

style: .venv/dev.stamp
	@$(PY) -m ruff check --quiet .
	@$(PY) -m ruff format --check --quiet . || { echo "Run: $(PY) -m ruff format ."; exit 1; }
	@echo "style: good"

types: .venv/dev.stamp
	@$(PY) -m mypy

contracts: .venv/dev.stamp
	@$(PY) -c 'from importlinter.cli import lint_imports_command as lint; lint()' --no-logo

script: $(if $(shell command -v npm),node_modules/stamp)
	@if test -f node_modules/stamp; then \
	  node_modules/.bin/tsc --project tsconfig.json && echo "script: good"; \
	elif test -n "$(CI)"; then echo "script: npm is missing, and CI leaves nothing out"; exit 1; \
	else echo "script: left out; to check the browser's script too, install Node.js with npm"; fi

node_modules/stamp: package-lock.json
	@echo "Fetching the TypeScript checker into node_modules ..."
	@npm ci --no-audit --no-fund --loglevel=error >/dev/null
	@touch $@

# ".venv/play.stamp" holds what `make play` needs, "dev" what the tests need, "bench" the peer
# that the benches measure against and one slow test plays in lockstep with.
# The stamp is written last, so that an interrupted run is taken up again.
.venv/%.stamp: requirements/%.txt scripts/environment.py scripts/python.sh
	@python=$$(sh scripts/python.sh) && exec "$$python" scripts/environment.py $*
