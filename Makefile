# `make lab` to learn, `make test` to check everything. Each target is a few plain lines that can
# be typed by hand; on Windows, python is .venv\Scripts\python instead of .venv/bin/python.
#
#   make lab LAB_ARGS=--no-browser        options for JupyterLab
#   make test PYTEST_ARGS="-k softmax"    options for pytest
#   make fresh NB=notebooks/00-start-here.ipynb
#   make grade SET=x2-backward            see exercises/INSTRUCTOR.md

PYTHON ?= python3
NB ?=
SET ?=
LAB_ARGS ?=
PYTEST_ARGS ?=
BENCH_ARGS ?=

.PHONY: lab instructor fresh test lint exercises grade site bench soak may-lab may-instructor

lab: may-lab .venv/lab.stamp
	.venv/bin/python -m minigrad.lab $(LAB_ARGS)

instructor: may-instructor .venv/lab.stamp
	.venv/bin/python -m minigrad.lab instructor $(LAB_ARGS)

fresh: .venv/lab.stamp
	.venv/bin/python -m minigrad.lab fresh $(NB)

# Whatever the shell says, compiled files are kept: a hundred interpreters are started here.
test: lint
	PYTHONDONTWRITEBYTECODE= .venv/bin/python -m pytest -n auto --no-loadscope-reorder $(PYTEST_ARGS)

lint: .venv/all.stamp
	.venv/bin/python -m ruff check .
	.venv/bin/python -m ruff format --check .
	.venv/bin/python -m mypy

exercises: .venv/lab.stamp
	.venv/bin/python -m minigrad.grading release $(SET)

grade: .venv/lab.stamp
	.venv/bin/python -m minigrad.grading grade $(SET)

# All pages as HTML, to be read without a network: open build/site/notebooks/site/index.html.
site: .venv/lab.stamp
	.venv/bin/python -m pip install --quiet -e ".[site]"
	.venv/bin/python -m sphinx -q -W --keep-going -c notebooks/site . build/site

bench: .venv/all.stamp
	.venv/bin/python -m benchmarks $(BENCH_ARGS)

soak: .venv/all.stamp
	@.venv/bin/python -c "import torch" || \
	    { echo "make soak compares with PyTorch: .venv/bin/pip install torch==2.13.0"; exit 1; }
	.venv/bin/python -m pytest -m soak $(PYTEST_ARGS)
	.venv/bin/python -m tests.autograd.faults
	for round in 1 2 3 4 5 6 7 8 9 10; do .venv/bin/python -m pytest -q -m browser tests/browser || exit 1; done

# JupyterLab refuses root, and had better do so before minutes of installing than after them.
may-lab may-instructor:
	@$(PYTHON) minigrad/lab/root.py $(@:may-%=%) $(LAB_ARGS)

# A stamp is newer than pyproject.toml when what that file asks for is installed.
.venv/lab.stamp: pyproject.toml
	@echo "Installing what pyproject.toml asks for into .venv; this takes a minute, once."
	test -x .venv/bin/pip || $(PYTHON) -m venv .venv
	.venv/bin/python -m pip install --quiet -e ".[lab,grade]"
	touch .venv/lab.stamp

.venv/all.stamp: pyproject.toml
	@echo "Installing what pyproject.toml asks for into .venv; this takes a minute, once."
	test -x .venv/bin/pip || $(PYTHON) -m venv .venv
	.venv/bin/python -m pip install --quiet -e ".[all]"
	touch .venv/all.stamp .venv/lab.stamp
