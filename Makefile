# Every target prepares what it needs; the second time that takes no time.

PYTHON ?=
VENV := .venv
BIN := $(VENV)/bin
ARGS ?=
# As many tests at a time as the machine has cores.
WORKERS ?= auto
export PYTHON

.DEFAULT_GOAL := help

.PHONY: help
help: ## Say what there is
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

$(VENV)/run.stamp: requirements/run.txt pyproject.toml scripts/setup.sh scripts/system_packages.py
	@sh scripts/setup.sh run

$(VENV)/dev.stamp: requirements/dev.txt pyproject.toml scripts/setup.sh scripts/system_packages.py
	@sh scripts/setup.sh dev

.PHONY: setup
setup: $(VENV)/dev.stamp ## Prepare the virtual environment with all that development needs

.PHONY: run
run: $(VENV)/run.stamp ## Open the window (without a display: the same conversation in the terminal)
	@$(BIN)/balance-desk $(ARGS)

.PHONY: demo
demo: $(VENV)/run.stamp ## Drive the real window through a conversation; pictures go to out/demo
	@$(BIN)/balance-desk demo --out out/demo

.PHONY: pictures
pictures: $(VENV)/run.stamp ## Draw the main states in every language and theme into docs/images/states
	@$(BIN)/balance-desk demo --sheets --out docs/images/states

.PHONY: test
test: $(VENV)/dev.stamp ## Run the tests (ARGS="tests/unit -k fold" for some of them)
	@$(BIN)/pytest -n $(WORKERS) -m "not live and not faults" $(ARGS)

.PHONY: test-faults
test-faults: $(VENV)/dev.stamp ## Run the tests that break the disk, the clock or the process
	@FAULT_SCALE=$${FAULT_SCALE:-1} $(BIN)/pytest -m faults $(ARGS)

.PHONY: test-live
test-live: $(VENV)/dev.stamp ## Run the tests that talk to real servers
	@$(BIN)/pytest -m live $(ARGS) || { code=$$?; \
		test $$code -eq 5 && echo "There are no tests marked live."; test $$code -eq 5; }

.PHONY: check
check: $(VENV)/dev.stamp ## Check format, style, types, import rules, the lock, translations; collect the tests
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache
	@$(BIN)/python scripts/lock.py check
	@$(BIN)/python scripts/translations.py check
	@collected=$$($(BIN)/pytest --collect-only -qq 2>&1) || { echo "$$collected" | tail -40; exit 1; }

.PHONY: format
format: $(VENV)/dev.stamp ## Format the code
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

.PHONY: lock
lock: $(VENV)/dev.stamp ## Resolve the dependencies anew (ARGS="--upgrade" for newer ones)
	@$(BIN)/python scripts/lock.py write $(ARGS)

.PHONY: translations
translations: $(VENV)/dev.stamp ## Compile the translations
	@$(BIN)/python scripts/translations.py write

.PHONY: bench
bench: $(VENV)/dev.stamp ## Measure; prints ratios and the machine, fails on nothing
	@$(BIN)/python -m benchmarks $(ARGS)

.PHONY: eval
eval: $(VENV)/dev.stamp ## Score how the data agent understands questions, table by table (ARGS=-v for faults)
	@$(BIN)/python -m tests.eval.run $(ARGS)

.venv-bundle/bundle.stamp: requirements/bundle.txt pyproject.toml scripts/setup.sh scripts/system_packages.py
	@sh scripts/setup.sh bundle

.PHONY: dist
dist: $(VENV)/dev.stamp ## Build the source distribution, and the wheel from it, into dist
	@$(BIN)/python scripts/distributions.py

.PHONY: bundle
bundle: .venv-bundle/bundle.stamp ## Build a folder with Python, Qt and all inside, and its archive, into dist
	@.venv-bundle/bin/python scripts/bundle.py

.PHONY: flatpak
flatpak: $(VENV)/dev.stamp ## Build the Flatpak into dist (needs flatpak-builder and the runtime)
	@$(BIN)/python scripts/flatpak_wheels.py
	@flatpak-builder --force-clean --repo=dist/flatpak-repo build/flatpak \
		packaging/flatpak/org.balance_desk.BalanceDesk.yaml
	@flatpak build-bundle dist/flatpak-repo dist/balance-desk.flatpak org.balance_desk.BalanceDesk

.PHONY: clean
clean: ## Remove the virtual environment and everything that was made
	rm -rf $(VENV) .venv-bundle packaging/flatpak/wheels .flatpak-builder build dist out *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis \
		.import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
