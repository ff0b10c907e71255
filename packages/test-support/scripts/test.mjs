/**
 * Runs the tests while the types of most packages are checked: tests import the sources. Arguments go to vitest. Fails when either does.
 * The packages are compiled first whose programs run in worker threads and processes.
 */
import { spawn } from "node:child_process"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../..", import.meta.url))
const compiled = ["packages/formats", "packages/http", "packages/storage-sqlite"]

/** Runs a program of Node.js; returns its exit code, and what it printed unless it inherits the streams. */
const run = (program, words, stdio) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, program), ...words], { cwd: root, stdio })
    let output = ""
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (text) => {
        output += text
      })
    for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal))
    child.on("close", (code) => resolve({ code: code ?? 1, output }))
  })

/** Runs programs one after the other, up to the first that fails. */
const runInTurn = async (...programs) => {
  for (const [program, words] of programs) {
    const { code } = await run(program, words, "inherit")
    if (code !== 0) return code
  }
  return 0
}

const tsc = "node_modules/typescript/bin/tsc"
const failure = await runInTurn(
  // Before the tests, some of which read all sources.
  ["packages/console/scripts/apiTypes.mjs", []],
  [tsc, ["-b", ...compiled]],
)
if (failure !== 0) process.exit(failure)
const words = ["run", "--project", "packages", ...process.argv.slice(2)]
const [types, tests] = await Promise.all([
  run(tsc, ["-b"], "pipe"),
  run("node_modules/vitest/vitest.mjs", words, "inherit"),
])
if (types.code !== 0) console.error(`The types are wrong:\n${types.output}`)
process.exitCode = types.code || tests.code
