#!/usr/bin/env bash
# vitest 3.2.7 (tinypool 1.1.1), pool "forks", isolate: false: with minForks at least two below maxForks, a run whose tests all pass ends in its
# middle with an unhandled "Terminating worker thread" and exit code 1, as soon as two workers have nothing left to do: the last files are cut off
# and there is no summary. tinypool ends an idle worker above the least number after 0 ms; the answer of the
# worker's own teardown makes it count as idle once more, and as long as more workers than the least are left, it is ended a second time, while
# the task of its teardown is open. One below the most is safe (no worker is left above the least), and so are equal numbers.
# Seen: "1..2: exit 0, 5 passed", "1..3: exit 1, no summary, Terminating worker thread", "3..3: exit 0, 5 passed".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module","private":true}' >package.json
npm install --no-audit --no-fund --loglevel=error vitest@3.2.7 tinypool@1.1.1 vite@7.1.12 >/dev/null 2>&1
for millis in 100 400 700 1000 4000; do
  cat >"a$millis.test.js" <<JS
import { test } from "vitest"
test("waits", () => new Promise((resolve) => setTimeout(resolve, $millis)))
JS
done
run() {
  local code=0
  node_modules/.bin/vitest run --pool forks --no-isolate --poolOptions.forks.minForks="$1" --poolOptions.forks.maxForks="$2" >log 2>&1 || code=$?
  echo "$1..$2: exit $code, $(grep -aoE "[0-9]+ passed" log | tail -1 | grep . || echo no summary)$(grep -aoqE "Terminating worker thread" log && echo ", Terminating worker thread" || true)"
}
{
  run 1 2
  run 1 3
  run 3 3
} | tee seen
diff seen - <<'END'
1..2: exit 0, 5 passed
1..3: exit 1, no summary, Terminating worker thread
3..3: exit 0, 5 passed
END
