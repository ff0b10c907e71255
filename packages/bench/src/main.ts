/**
 * Runs the named benchmarks, or all of them, each in its own process; `--record` and `--compare` keep figures and hold new ones against
 * them. Exit code 0 for done, 1 for failed or fallen, 2 for too noisy.
 */
import { spawn } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { loadavg } from "node:os"
import { parseArgs } from "node:util"
import { findFallen, findUnrecorded } from "./harness/fallen.ts"
import {
  describeRun,
  type MeasuredFigure,
  parseFigures,
  type Run,
  readFigures,
  replaceFigures,
  writeFigures,
} from "./harness/figures.ts"
import { replaceTable } from "./harness/figuresTable.ts"
import { type Benchmark, runOnStage } from "./harness/stage.ts"

const benchmarks: { readonly [name: string]: () => Promise<{ readonly runBenchmark: Benchmark }> } = {
  budgets: () => import("./budgets.ts"),
  claim: () => import("./claim.ts"),
  "claim-postgres": () => import("./claimPostgres.ts"),
  "claim-backlog": () => import("./claimBacklog.ts"),
  "claim-http": () => import("./claimHttp.ts"),
  "claim-overlap": () => import("./claimOverlap.ts"),
  cycles: () => import("./cycles.ts"),
  processes: () => import("./processes.ts"),
  "claim-cost": () => import("./claimCost.ts"),
  "claim-snapshot": () => import("./claimSnapshot.ts"),
  requests: () => import("./requests.ts"),
  "label-get": () => import("./labelGet.ts"),
  "label-put": () => import("./labelPut.ts"),
  drain: () => import("./drain.ts"),
  signing: () => import("./signing.ts"),
  "webhook-put": () => import("./webhookPut.ts"),
  import: () => import("./import.ts"),
  "import-postgres": () => import("./importPostgres.ts"),
  "import-beside": () => import("./importBeside.ts"),
  release: () => import("./release.ts"),
  "release-postgres": () => import("./releasePostgres.ts"),
  scanner: () => import("./scanner.ts"),
  cuboids: () => import("./cuboids.ts"),
  "label-check": () => import("./labelCheck.ts"),
  agreement: () => import("./agreement.ts"),
  formats: () => import("./formats.ts"),
  coco: () => import("./coco.ts"),
  start: () => import("./start.ts"),
}

/** These take many minutes and run only when they are named. */
const onRequest: typeof benchmarks = {
  scale: () => import("./scale.ts"),
  "scale-large": () => import("./scaleLarge.ts"),
  people: () => import("./people.ts"),
  citus: () => import("./citus.ts"),
}

const printLine = (line: string) => void process.stdout.write(`${line}\n`)
const printNote = (line: string) => void process.stderr.write(`${line}\n`)

const runSingle = async (name: string): Promise<number> => {
  const load = benchmarks[name] ?? onRequest[name]
  if (load === undefined) {
    printNote(
      `There is no benchmark "${name}"; there are ${Object.keys({ ...benchmarks, ...onRequest }).join(", ")}.`,
    )
    return 1
  }
  const begun = performance.now()
  const { runBenchmark } = await load()
  const code = await runOnStage(runBenchmark, { line: printLine, note: printNote })
  const [load1 = 0] = loadavg()
  printNote(`${name}: ${Math.round((performance.now() - begun) / 1000)} s, load ${load1.toFixed(1)}`)
  return code
}

interface Options {
  /** Keeps the figures in `figures.jsonl` and in the README. */
  readonly record: boolean
  /** Fails when a figure fell by more than its range since it was recorded. */
  readonly compare: boolean
}

const runEach = async (names: ReadonlyArray<string>, options: Options): Promise<number> => {
  const codes: Array<number> = []
  for (const name of names) {
    const [load = 0] = loadavg()
    const { code, output } = await runInProcess(name)
    const figures = parseFigures(output)
    const recorded = readFigures()
    const fallen = options.compare ? findFallen(recorded, figures) : []
    for (const sentence of fallen) printNote(`fell: ${sentence}`)
    const unrecorded = options.compare ? findUnrecorded(recorded, figures) : []
    for (const metric of unrecorded) printNote(`not recorded: ${metric}`)
    if (options.record && figures.length > 0) saveFigures(name, describeRun(load), figures)
    codes.push(fallen.length > 0 ? 1 : code)
  }
  return codes.includes(1) ? 1 : Math.max(0, ...codes)
}

/** Prints the lines of the benchmark as they come, and returns them too. */
const runInProcess = (name: string): Promise<{ readonly code: number; readonly output: string }> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [...process.execArgv, process.argv[1] ?? "", name], {
      stdio: ["inherit", "pipe", "inherit"],
    })
    let output = ""
    child.stdout.setEncoding("utf8")
    child.stdout.on("data", (text: string) => {
      output += text
      process.stdout.write(text)
    })
    child.on("error", ({ message }) => {
      printNote(`${name} cannot be started: ${message}`)
      resolve({ code: 1, output })
    })
    child.on("close", (status) => resolve({ code: status ?? 1, output }))
  })

const saveFigures = (benchmark: string, run: Run, measured: ReadonlyArray<MeasuredFigure>): void => {
  const figures = replaceFigures(readFigures(), benchmark, run, measured)
  writeFigures(figures)
  const readme = new URL("../README.md", import.meta.url)
  writeFileSync(readme, replaceTable(readFileSync(readme, "utf8"), figures))
}

const { positionals: names, values } = parseArgs({
  allowPositionals: true,
  options: { record: { type: "boolean", default: false }, compare: { type: "boolean", default: false } },
})
const [only, ...others] = names
process.exit(
  only !== undefined && others.length === 0 && !values.record && !values.compare
    ? await runSingle(only)
    : await runEach(only === undefined ? Object.keys(benchmarks) : names, values),
)
