#!/bin/sh
# Builds the core with the address and undefined-behaviour sanitizers and runs its tests with it: lockstep, interface,
# judgement and search, fewer of each. What cannot be run is said and is a failure, never a pass.
# Needs g++ and a Python with tenshu's test tools and nanobind, scikit-build-core, cmake and ninja:
#   native/sanitize.sh [PYTHON [ARGUMENTS OF PYTEST]]
# JOBS (1) is for the build and the tests, TENSHU_LOCKSTEP_DECISIONS (1000) for each of 50 batches of random games.
# The build stays in a folder of its own (build/sanitize) and never touches an installed tenshu_native.
set -eu
say() {
  echo "sanitize: $1" >&2
  exit 1
}
python=${1:-python3}
[ $# -eq 0 ] || shift
here=$(cd "$(dirname "$0")" && pwd)
build=$here/build/sanitize
jobs=${JOBS:-1}
CXX=${CXX:-g++}
export CXX
command -v "$CXX" >/dev/null 2>&1 || say "there is no compiler '$CXX'. Get one with 'sudo apt install g++'."
# Python itself is not instrumented: its sanitizer has to be loaded first.
preload=
for library in libasan.so libubsan.so libstdc++.so.6; do
  found=$("$CXX" -print-file-name=$library)
  [ -f "$found" ] || say "'$CXX' has no $library. The sanitizers of GCC are needed: 'sudo apt install g++' and CXX=g++."
  [ $library = libubsan.so ] || preload="$preload $found"
done
mkdir -p "$build/tenshu_native"
"$python" -m cmake --version >/dev/null 2>&1 && cmake="$python -m cmake" || cmake=cmake
$cmake -S "$here" -B "$build/cmake" -DTENSHU_SANITIZE=ON -DCMAKE_BUILD_TYPE=Debug \
  -DPython_EXECUTABLE="$("$python" -c 'import sys; print(sys.executable)')" >/dev/null
$cmake --build "$build/cmake" -j "$jobs"
cp "$here"/tenshu_native/*.py "$build"/cmake/_*.so "$build/tenshu_native/"
for module in "$build"/tenshu_native/_*.so; do
  grep -q __asan_report "$module" && grep -q __ubsan_handle "$module" || say "$module was built without the sanitizers."
done
cd "$here/.."
# What Python keeps at its end is no leak.
export LD_PRELOAD="${preload# }" ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 PYTHONPATH="$build"
export TENSHU_LOCKSTEP_DECISIONS="${TENSHU_LOCKSTEP_DECISIONS:-1000}"
"$python" -c 'import sys, tenshu_native as core; sys.exit(not core.__file__.startswith(sys.argv[1]))' "$build" ||
  say "the tests would not run with the core of $build."
exec "$python" -m pytest -q -p no:cacheprovider -n "$jobs" --dist worksteal "$@" tests/native
