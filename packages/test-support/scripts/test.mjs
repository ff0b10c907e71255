/**
 * Runs the tests while the types are compiled, since neither needs the other: tests import the sources. Arguments go to vitest. Fails
 * when either does. Tests that start processes with compiled packages wait for them (`waitForTypes`).
 */
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../..", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "annotary-types-"))
const typesEnded = join(folder, "ended")

/** Runs a program of Node.js; returns its exit code, and what it printed unless it inherits the streams. */
const run = (program, words, stdio) =>
  new Promise((resolve) => {
    const env = { ...process.env, ANNOTARY_TYPES_ENDED: typesEnded }
    const child = spawn(process.execPath, [join(root, program), ...words], { cwd: root, env, stdio })
    let output = ""
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (text) => {
        output += text
      })
    for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal))
    child.on("close", (code) => resolve({ code: code ?? 1, output }))
  })

const compile = async () => {
  const compiled = await run("node_modules/typescript/bin/tsc", ["-b"], "pipe")
  writeFileSync(typesEnded, "")
  return compiled
}

try {
  // Before the tests, some of which read all sources.
  const made = await run("packages/console/scripts/apiTypes.mjs", [], "inherit")
  const words = ["run", "--project", "packages", ...process.argv.slice(2)]
  const [types, tests] = await Promise.all([
    compile(),
    run("node_modules/vitest/vitest.mjs", words, "inherit"),
  ])
  if (types.code !== 0) console.error(`The types are wrong:\n${types.output}`)
  process.exitCode = made.code || types.code || tests.code
} finally {
  rmSync(folder, { recursive: true, force: true })
}
