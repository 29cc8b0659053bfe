# Every target sets up what it needs, once, in .venv (or .venv-bench, .venv-research) inside this folder and nowhere else.
#   make play                          make test ARGS="-k spirits"
#   make play ARGS="--seed 7"          make test PYTHON=python3.13   (after `make clean`)

PYTHON ?= python3
ARGS ?=
BIN := .venv/bin

BASE := .venv/.base-is-set-up
DEV := .venv/.dev-is-set-up
BENCH := .venv-bench/.bench-is-set-up
RESEARCH := .venv-research/.research-is-set-up
TOOLS := .venv/.native-tools-are-set-up
NATIVE := .venv/.native-is-built
TRIED := .venv/.native-was-tried
NATIVE_BENCH := .venv-bench/.native-is-built
NATIVE_RESEARCH := .venv-research/.native-is-built
# Of PyPI's torch the one for Linux brings two gigabytes for graphics cards; PIP_EXTRA_INDEX_URL can name another source.
TORCH ?= torch==2.13.0
WEB := src/tenshu/server/static/index.html
WEB_TOOLS := web/node_modules/.is-set-up
WEB_SOURCES := $(shell find web/src web/public web/index.html web/*.ts web/*.js web/*.json src/tenshu/*/texts -type f 2>/dev/null)
NODE := tools/node.sh
NATIVE_SOURCES := $(wildcard native/*.toml native/CMakeLists.txt native/src/*.* native/src/*/*.* native/tenshu_native/*.py*)

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_NO_CACHE_DIR := 1
export UV_NO_CACHE := 1
export UV_PYTHON_DOWNLOADS := never

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play terminal serve web test browser screens bench-web check check-web format native bench bench-server test-research sanitize mutation lock clean

help: ## List these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

PLAYABLE := $(BASE) $(if $(filter 1,$(TENSHU_WITHOUT_NATIVE)),,$(TRIED))

play: $(PLAYABLE) $(WEB) ## Play in the browser
	@$(say_if_slow)
	@$(BIN)/tenshu serve --open $(ARGS)

terminal: $(PLAYABLE) ## Play in the terminal
	@$(say_if_slow)
	@$(BIN)/tenshu play --terminal $(ARGS)

serve: $(PLAYABLE) $(WEB) ## Open the table to others (ARGS="--host 0.0.0.0")
	@$(say_if_slow)
	@$(BIN)/tenshu serve $(ARGS)

web: $(WEB) ## Build the browser client

# What a real browser needs to play: the tools, the client, and quick computer players.
BROWSABLE := $(DEV) $(WEB) $(if $(filter 1,$(TENSHU_WITHOUT_NATIVE)),,$(NATIVE))

say_if_slow = [ ! -e .venv/native.failed ] || echo "The native core could not be built, computer players think slower: see\
 .venv/native.log; 'make native' tries again."

# One more than cores: many tests of the server wait for others rather than work.
WORKERS := $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)

test: $(DEV) $(WEB) $(if $(filter 1,$(TENSHU_WITHOUT_NATIVE)),,$(NATIVE)) ## Check, then run every test (ARGS go to pytest)
	@$(MAKE) --no-print-directory -j2 --output-sync=target check check-web
	@$(NODE) npm --prefix web run --silent test
	$(BIN)/pytest -n $(WORKERS) --dist worksteal $(ARGS)
	@$(MAKE) --no-print-directory browser ARGS=

browser: $(BROWSABLE) ## Play in a real browser (ARGS go to Playwright)
	@tools/chromium.sh --get >/dev/null
	@$(NODE) npm --prefix web run --silent test:browser -- $(ARGS)

screens: $(BROWSABLE) ## Picture every screen, large and small, light and dark, in build/screens/
	@tools/chromium.sh --get >/dev/null
	@$(NODE) npm --prefix web run --silent screens -- $(ARGS)
	@echo "Open build/screens/index.html to see them all."

bench-web: $(BROWSABLE) ## Measure what the browser client costs, against its budgets
	@tools/chromium.sh --get >/dev/null
	@$(NODE) npm --prefix web run --silent bench -- $(ARGS)

check: $(DEV) ## Lint, formatting, types, and who may import whom
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

format: $(DEV) ## Put the code into its house form
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

native: $(BASE) ## Build the native core, which makes computer players fast
	@rm -f $(NATIVE)
	@$(MAKE) --no-print-directory $(NATIVE)

check-web: $(WEB_TOOLS) ## Types, lint and formatting of the browser client
	@$(NODE) npm --prefix web run --silent check

bench-server: $(DEV) $(NATIVE) ## Measure what one server process carries, beside a bare echo
	@$(BIN)/python -m benchmarks.server $(ARGS)

bench: $(BENCH) $(NATIVE_BENCH) ## Measure speed beside named peers
	@.venv-bench/bin/python benchmarks/speed.py $(ARGS)
	@echo
	@.venv-bench/bin/python benchmarks/native.py
	@echo
	@.venv-bench/bin/python benchmarks/environments.py

test-research: $(NATIVE_RESEARCH) ## Run the tests that need torch: learners on our environments (some minutes)
	@.venv-research/bin/pytest tests/research -n 0 $(ARGS)

sanitize: $(DEV) ## Run the native core's tests with the address and undefined-behaviour sanitizers
	@JOBS=$${JOBS:-$$(getconf _NPROCESSORS_ONLN)} native/sanitize.sh $(BIN)/python $(ARGS)

mutation: $(DEV) ## Ask how many planted mistakes the tests notice
	@$(BIN)/python tools/mutation.py $(ARGS)

lock: $(DEV) ## Pin all dependencies anew in requirements/ (ARGS=--upgrade takes newer versions)
	$(call lock,base,--group build --extra server)
	$(call lock,native,--group build --group native --extra server --constraint requirements/base.txt)
	$(call lock,dev,--group build --group native --group dev --extra server --extra cluster --constraint requirements/native.txt)
	$(BIN)/uv pip compile --group pyproject.toml:node --output-file requirements/node.txt --quiet --python $(BIN)/python \
		--universal --python-version 3.11 --generate-hashes --no-header $(ARGS)
	$(call lock,bench,--group build --group native --extra bench --constraint requirements/dev.txt)
	$(call lock,research,--group build --group native --group dev --group research --constraint requirements/dev.txt \
		--override requirements/without-torch.in)

clean: ## Remove everything that make has made
	rm -rf web/node_modules src/tenshu/server/static .venv .venv-bench .venv-research dist build native/build .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests benchmarks tools -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

# --- setting up ------------------------------------------------------------------------------------------------------

# $(call lock,NAME,WHAT): requirements/NAME.txt, for every platform and every Python we support
lock = $(BIN)/uv pip compile pyproject.toml $(2) --output-file requirements/$(1).txt --quiet --python $(BIN)/python \
	--universal --python-version 3.11 --generate-hashes --no-header $(ARGS)

# $(call install,VENV,NAME): what requirements/NAME.txt pins, then this package so that edits under src/ take effect
define install
@$(1)/bin/python -m pip install --quiet --require-hashes --requirement requirements/$(2).txt
@$(1)/bin/python -m pip install --quiet --no-deps --no-build-isolation --editable .
@touch $@
endef

# Without its Python (gone in a system upgrade, say) an environment is of no use: it is made anew.
$(foreach env,.venv .venv-bench .venv-research,$(if $(realpath $(env)/bin/python),,$(shell rm -rf $(env))))

.venv/bin/python .venv-bench/bin/python .venv-research/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { echo "Tenshu needs Python 3.11 or\
	 newer; '$(PYTHON)' is: $$($(PYTHON) --version 2>&1 | tail -n 1). Get it with 'sudo apt install python3 python3-venv'\
	 or name one you have: make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "'$(PYTHON)' cannot make virtual environments. Get the\
	 missing part with 'sudo apt install python3-venv'." >&2; exit 1; }
	@echo "Making a virtual environment in $(@D:/bin=) (once) ..."
	@$(PYTHON) -m venv --clear $(@D:/bin=)

$(BASE): requirements/base.txt pyproject.toml | .venv/bin/python
	@echo "Setting up Tenshu in .venv (once) ..."
	$(call install,.venv,base)

$(TOOLS): $(BASE) requirements/native.txt
	@echo "Setting up the tools that build the native core in .venv (once) ..."
	$(call install,.venv,native)

$(DEV): $(BASE) requirements/dev.txt | $(TOOLS)
	@echo "Setting up the tools for tests and checks in .venv (once) ..."
	$(call install,.venv,dev)

# Node builds the client: the system's, or the one PyPI has. Players of a release need neither.
$(WEB_TOOLS): web/package.json web/package-lock.json | $(BASE)
	@$(NODE) --get $(BIN)/python
	@echo "Setting up the tools that build the browser client in web/node_modules (once) ..."
	@$(NODE) npm --prefix web ci --loglevel=error --no-update-notifier >/dev/null
	@touch $@

$(WEB): $(WEB_TOOLS) $(WEB_SOURCES)
	@echo "Building the browser client (once, and after its sources change) ..."
	@$(NODE) npm --prefix web run --silent build -- --logLevel warn
	@touch $@

$(BENCH): requirements/bench.txt pyproject.toml | .venv-bench/bin/python
	@echo "Setting up the benchmark in .venv-bench (once) ..."
	$(call install,.venv-bench,bench)

$(RESEARCH): requirements/research.txt pyproject.toml | .venv-research/bin/python
	@echo "Setting up learning in .venv-research (once) ..."
	@.venv-research/bin/python -m pip install --quiet "$(TORCH)"
	$(call install,.venv-research,research)

# $(call native,VENV): the C++ core, built by the pinned tools of the environment
define native
@command -v $${CXX:-c++} >/dev/null 2>&1 || { echo "The native core needs a C++20 compiler, and there is none. Get one with\
 'sudo apt install g++', or leave the core out: TENSHU_WITHOUT_NATIVE=1 make test" >&2; exit 1; }
@echo "Building the native core (once, and after its sources change) ..."
@PATH="$(CURDIR)/$(1)/bin:$$PATH" $(1)/bin/python -m pip install --quiet --no-deps --no-build-isolation ./native
@touch $@
endef

$(NATIVE): $(NATIVE_SOURCES) | $(TOOLS)
	$(call native,.venv)
	@rm -f .venv/native.failed

# For players: nobody has to have a compiler, and whatever goes wrong the game begins. What failed is not tried again
# before the sources change.
$(TRIED): $(NATIVE_SOURCES) | $(BASE)
	@if $(MAKE) --question $(NATIVE) >/dev/null 2>&1; then touch $@; \
	elif ! command -v $${CXX:-c++} >/dev/null 2>&1; then \
		echo "no C++ compiler: computer players think slower; get one with 'sudo apt install g++'"; \
	else \
		echo "Building the native core, which makes computer players fast (once, a minute or two) ..."; \
		$(MAKE) --no-print-directory $(NATIVE) >.venv/native.log 2>&1 || touch .venv/native.failed; \
		touch $@; \
	fi

$(NATIVE_BENCH): $(NATIVE_SOURCES) | $(BENCH)
	$(call native,.venv-bench)

$(NATIVE_RESEARCH): $(NATIVE_SOURCES) | $(RESEARCH)
	$(call native,.venv-research)
