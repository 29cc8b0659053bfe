#!/bin/sh
# Builds the core with the address and undefined-behaviour sanitizers and runs the lockstep tests, fewer of them, with it.
# Needs a Python with tenshu's test tools and nanobind, scikit-build-core, cmake and ninja:
#   native/sanitize.sh [PYTHON]
# The build stays in a folder of its own (build/sanitize) and never touches an installed tenshu_native.
set -eu
python=${1:-python3}
here=$(cd "$(dirname "$0")" && pwd)
build=$here/build/sanitize
mkdir -p "$build/tenshu_native"
"$python" -m cmake --version >/dev/null 2>&1 && cmake="$python -m cmake" || cmake=cmake
$cmake -S "$here" -B "$build/cmake" -DTENSHU_SANITIZE=ON -DCMAKE_BUILD_TYPE=Debug \
  -DPython_EXECUTABLE="$("$python" -c 'import sys; print(sys.executable)')" >/dev/null
$cmake --build "$build/cmake" -j "${JOBS:-1}"
cp "$here"/tenshu_native/*.py "$build"/cmake/_*.so "$build/tenshu_native/"
# Python itself is not instrumented: its sanitizer has to be loaded first, and what Python keeps at its end is no leak.
library=$("${CXX:-g++}" -print-file-name=libasan.so)
cxx_library=$("${CXX:-g++}" -print-file-name=libstdc++.so.6)
cd "$here/.."
LD_PRELOAD="$library $cxx_library" ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 \
  PYTHONPATH="$build" TENSHU_LOCKSTEP_DECISIONS="${TENSHU_LOCKSTEP_DECISIONS:-1000}" \
  "$python" -m pytest -q -p no:cacheprovider tests/native
