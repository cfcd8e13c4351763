# Every target prepares what it needs; the second time that takes no time.

PYTHON ?=
VENV := .venv
BIN := $(VENV)/bin
ARGS ?=
# One test more at a time than the machine has cores: some wait, for a server or for a window.
WORKERS ?= $(shell echo $$(($$(getconf _NPROCESSORS_ONLN) + 2)))
# Live tests wait more than they work; each worker starts servers of its own. Those that are given
# by their address are shared, and emptied between tests, so that one worker has to use them alone.
GIVEN := $(BALANCE_DESK_TEST_REDIS)$(BALANCE_DESK_TEST_POSTGRES)$(KAFKA_BOOTSTRAP_SERVERS)
# Where live tests lie, unless the arguments name some.
LIVE = $(if $(filter tests%,$(ARGS)),,tests/contract tests/faults tests/live)
LIVE_WORKERS ?= $(if $(GIVEN),0,3)
export PYTHON
# Each of the many programs that tests start would compile all of its modules anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help

.PHONY: help
help:
	@awk -F ':.*## ' '/^## / { print substr($$0, 4) } \
		/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo 'ARGS goes to what is run: make test ARGS="tests/unit -k fold"'

$(VENV)/run.stamp: requirements/run.txt pyproject.toml scripts/setup.sh scripts/system_packages.py
	@sh scripts/setup.sh run

$(VENV)/dev.stamp: requirements/dev.txt pyproject.toml scripts/setup.sh scripts/system_packages.py
	@sh scripts/setup.sh dev

## Begin
.PHONY: setup
setup: $(VENV)/dev.stamp ## Prepare .venv with all that development needs

.PHONY: run
run: $(VENV)/run.stamp ## Open the window (without a display: a terminal)
	@$(BIN)/balance-desk $(ARGS)

.PHONY: demo
demo: $(VENV)/run.stamp ## Drive the window through a talk; pictures in out/demo
	@$(BIN)/balance-desk demo --out out/demo

## Test
.PHONY: test
test: $(VENV)/dev.stamp ## Run the tests that need no server
	@$(BIN)/pytest -n $(WORKERS) --dist worksteal -m "not live and not faults" $(ARGS)

.PHONY: test-faults
test-faults: $(VENV)/dev.stamp ## Break the disk, the clock, the process (long)
	@FAULT_SCALE=$${FAULT_SCALE:-1} $(BIN)/pytest -m faults $(ARGS)

.PHONY: test-live
test-live: $(VENV)/dev.stamp ## Talk to real Kafka, Redis and PostgreSQL
	@$(BIN)/pytest -n $(LIVE_WORKERS) --dist loadfile -m live $(LIVE) $(ARGS) || { code=$$?; \
		test $$code -eq 5 && echo "There are no tests marked live."; test $$code -eq 5; }

.PHONY: check
check: $(VENV)/dev.stamp ## Check format, types, imports, the lock, translations
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache
	@$(BIN)/python scripts/rooms.py
	@$(BIN)/python scripts/lock.py check
	@$(BIN)/python scripts/translations.py check
	@test -n "$(COLLECTED)" || collected=$$($(BIN)/pytest --collect-only -qq 2>&1) || \
		{ echo "$$collected" | tail -40; exit 1; }

## Maintain
.PHONY: format
format: $(VENV)/dev.stamp ## Format the code
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

.PHONY: lock
lock: $(VENV)/dev.stamp ## Resolve the dependencies (ARGS=--upgrade: newer ones)
	@$(BIN)/python scripts/lock.py write $(ARGS)

.PHONY: translations
translations: $(VENV)/dev.stamp ## Compile the translations
	@$(BIN)/python scripts/translations.py write

.PHONY: pictures
pictures: $(VENV)/run.stamp ## Draw the main states into docs/images/states
	@$(BIN)/balance-desk demo --sheets --out docs/images/states

.PHONY: clean
clean: ## Remove .venv and everything that was made
	rm -rf $(VENV) .venv-bundle packaging/flatpak/wheels .flatpak-builder build dist out *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis \
		.import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

## Measure
.PHONY: bench
bench: $(VENV)/dev.stamp ## Measure speed, as ratios (ARGS=loop: one of them)
	@$(BIN)/python -m benchmarks $(ARGS)

.PHONY: eval
eval: $(VENV)/dev.stamp ## Score the data agent's reading (ARGS=-v: its faults)
	@$(BIN)/python -m tests.corpora.run $(ARGS)

## Package
.venv-bundle/bundle.stamp: requirements/bundle.txt pyproject.toml scripts/setup.sh scripts/system_packages.py
	@sh scripts/setup.sh bundle

.PHONY: dist
dist: $(VENV)/dev.stamp ## Build the source distribution and the wheel
	@$(BIN)/python scripts/distributions.py

.PHONY: bundle
bundle: .venv-bundle/bundle.stamp ## Build one folder with Python, Qt and all inside
	@.venv-bundle/bin/python scripts/bundle.py

.PHONY: flatpak
flatpak: $(VENV)/dev.stamp ## Build the Flatpak (needs flatpak-builder)
	@$(BIN)/python scripts/flatpak_wheels.py
	@flatpak-builder --force-clean --repo=dist/flatpak-repo build/flatpak \
		packaging/flatpak/org.balance_desk.BalanceDesk.yaml
	@flatpak build-bundle dist/flatpak-repo dist/balance-desk.flatpak org.balance_desk.BalanceDesk
