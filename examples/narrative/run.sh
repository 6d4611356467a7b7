#!/bin/sh
# From stories to the report, offline: sh examples/narrative/run.sh [FOLDER]
set -eu
here=$(dirname -- "$0")
to=${1:-pointwise-results/narrative-example}
pointwise=$here/../../.venv/bin/pointwise
[ -x "$pointwise" ] || pointwise=pointwise
mkdir -p "$to"

"$pointwise" narrative build-prompts --input "$here/stories.csv" --output "$to/continuations.csv" \
    --model sample:quill --candidate sample:lark --candidate sample:thrush \
    --fixtures "$here/fixtures.yml" --out "$to/store"
"$pointwise" narrative judge --input "$to/continuations.csv" --output "$to/scores.csv" \
    --model sample:finch --fixtures "$here/fixtures.yml" --out "$to/store"
"$pointwise" narrative report "$to/scores.csv" --html "$to/report.html"
