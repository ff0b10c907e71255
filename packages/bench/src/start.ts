/**
 * G: what a start takes. First start and memory of the server, and its commands, against a bare node process; the import of the bundle of
 * core against that of `effect`; the modules that a server loads, against those that it would load without its bundle.
 */
import { execFile, execFileSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, statSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { readEndedCpuMillis } from "./harness/cpu.ts"
import { readResidentMegabytes } from "./harness/memory.ts"
import { bundleServer, type Served, start, startServer, startServerWith } from "./harness/processes.ts"
import type { Benchmark, Stage } from "./harness/stage.ts"
import type { Round } from "./harness/summary.ts"

const run = promisify(execFile)
const rounds = 5
const idleMillis = 2000

const bare = `require("node:http").createServer().listen(0, "127.0.0.1", function () {
  process.stdout.write("listening on http://127.0.0.1:" + this.address().port + "\\n")
})`

export const runBenchmark: Benchmark = async (stage) => {
  await compareServers(stage)
  await compareModules(stage)
  await compareCommands(stage)
  await compareImports(stage)
}

const packages = ["@annotary/server"]

const compareServers = async (stage: Stage): Promise<void> => {
  const starts: Array<Round> = []
  const sizes: Array<Round> = []
  for (let i = -1; i < rounds; i++) {
    const peer = await measureIdle(stage, await start(["-e", bare], {}))
    const ours = await measureIdle(stage, await startServer(mkdtempSync(join(stage.folder, "start-"))))
    if (i < 0) continue
    starts.push({
      ours: ours.millis,
      peer: peer.millis,
      cpu: { ours: ours.cpuMillis, peer: peer.cpuMillis },
    })
    sizes.push({ ours: ours.megabytes, peer: peer.megabytes })
  }
  const first = "G first start of a new server, migrations and admin included (ms)"
  stage.report({ metric: first, target: { of: "ours", atMost: 500 }, packages }, starts)
  const memory = "G memory of an idle server, 2 s after its start (MB)"
  stage.report({ metric: memory, target: { of: "ours", atMost: 90 }, packages }, sizes)
}

/** Startup time, and memory after some idle time. */
const measureIdle = async (stage: Stage, served: Served) => {
  stage.defer(served.stop)
  await sleep(idleMillis)
  const megabytes = readResidentMegabytes(served.pid)
  await served.stop()
  return { millis: served.startMillis, cpuMillis: served.startCpuMillis, megabytes }
}

/**
 * Count and size, equal in all rounds. There are many files, because each part of the server is one that commands which do not need it
 * leave out. The size bounds what a start reads.
 */
const compareModules = async (stage: Stage): Promise<void> => {
  const unbundled = join(dirname(bundleServer()), "../dist/main.js")
  const ours = await measureLoadedModules(stage, bundleServer())
  const peer = await measureLoadedModules(stage, unbundled)
  const reportEqualRounds = (metric: string, atMost: number, round: Round) =>
    stage.report(
      { metric: `${metric}, peer without the bundle`, target: { of: "ours", atMost }, packages },
      Array.from({ length: rounds }, () => round),
    )
  reportEqualRounds("G modules that a server loads", 90, { ours: ours.count, peer: peer.count })
  reportEqualRounds("G size of these modules (KB)", 1500, { ours: ours.kilobytes, peer: peer.kilobytes })
}

const measureLoadedModules = async (stage: Stage, program: string) => {
  const folder = mkdtempSync(join(stage.folder, "modules-"))
  const coverage = join(folder, "coverage")
  const served = await startServerWith(
    folder,
    { NODE_V8_COVERAGE: coverage, ANNOTARY_DATABASE_URL: "memory:" },
    program,
  )
  await served.stop()
  const urls = readdirSync(coverage).flatMap((name): ReadonlyArray<string> => {
    const { result }: { result: ReadonlyArray<{ url: string }> } = JSON.parse(
      readFileSync(join(coverage, name), "utf8"),
    )
    return result.map(({ url }) => url)
  })
  const paths = [...new Set(urls.filter((url) => url.startsWith("file:")))].map((url) => fileURLToPath(url))
  return {
    count: paths.length,
    kilobytes: Math.round(paths.reduce((bytes, path) => bytes + statSync(path).size, 0) / 1000),
  }
}

const compareCommands = async (stage: Stage): Promise<void> => {
  const folder = mkdtempSync(join(stage.folder, "commands-"))
  const environment = {
    ...process.env,
    ANNOTARY_DATA_DIR: folder,
    ANNOTARY_DATABASE_URL: `sqlite:${join(folder, "annotary.db")}`,
  }
  const measureMillis = async (words: ReadonlyArray<string>) => {
    const begun = performance.now()
    const cpuBefore = readEndedCpuMillis()
    await run(process.execPath, [...words], { env: environment })
    return { value: performance.now() - begun, cpuMillis: readEndedCpuMillis() - cpuBefore }
  }
  await measureMillis([bundleServer(), "migrate"])
  for (const words of [["--help"], ["user", "list"]])
    await stage.compare({
      metric: `G annotary ${words.join(" ")}, peer an empty program (ms)`,
      target: { of: "ours", atMost: 600 },
      packages,
      ours: () => measureMillis([bundleServer(), ...words]),
      peer: () => measureMillis(["-e", "0"]),
    })
}

const compareImports = async (stage: Stage): Promise<void> => {
  const core = dirname(createRequire(import.meta.url).resolve("@annotary/core/package.json"))
  execFileSync(process.execPath, [join(core, "bundle.mjs")])
  await stage.compare({
    metric: "G import of the bundle of @annotary/core, peer imports effect (ms)",
    target: { of: "ratio", atMost: 1.2 },
    packages: [],
    ours: () => importMillis("@annotary/core"),
    peer: () => importMillis("effect"),
  })
}

/** With the bundle that published packages export for Node.js. */
const importMillis = async (name: string): Promise<number> => {
  const text = `const begun = performance.now()
    await import(${JSON.stringify(name)})
    process.stdout.write(String(performance.now() - begun))`
  const words = ["--conditions=annotary-bundle", "--input-type=module", "-e", text]
  const cwd = fileURLToPath(new URL("..", import.meta.url))
  const { stdout } = await run(process.execPath, words, { cwd })
  return Number(stdout)
}
