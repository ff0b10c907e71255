/** G: the startup time and memory of the built server against a bare node server, and the cost of an import. */
import { execFile } from "node:child_process"
import { mkdtempSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { type Served, start, startServer } from "./harness/processes.ts"
import type { Benchmark, Stage } from "./harness/stage.ts"
import type { Round } from "./harness/summary.ts"

const run = promisify(execFile)
const rounds = 5
const idleMillis = 2000

const bare = `require("node:http").createServer().listen(0, "127.0.0.1", function () {
  process.stdout.write("listening on http://127.0.0.1:" + this.address().port + "\\n")
})`

export const benchmark: Benchmark = async (stage) => {
  const starts: Array<Round> = []
  const sizes: Array<Round> = []
  for (let i = 0; i < rounds; i++) {
    const peer = await idle(stage, await start(["-e", bare], {}))
    const ours = await idle(stage, await startServer(mkdtempSync(join(stage.folder, "start-"))))
    starts.push({ ours: ours.millis, peer: peer.millis })
    sizes.push({ ours: ours.megabytes, peer: peer.megabytes })
  }
  const packages = ["@annotary/server"]
  const first = "G first start of a new server, migrations and admin included (ms)"
  stage.report({ metric: first, target: { of: "ours", atMost: 1000 }, packages }, starts)
  stage.report(
    { metric: "G memory of an idle server (MB)", target: { of: "ours", atMost: 120 }, packages },
    sizes,
  )
  await stage.compare({
    metric: "G import of @annotary/core, peer imports effect (ms)",
    target: { of: "ours", atMost: 150 },
    packages: [],
    ours: () => importMillis("@annotary/core"),
    peer: () => importMillis("effect"),
  })
}

/** Startup time, and memory after some idle time. */
const idle = async (stage: Stage, served: Served) => {
  stage.defer(served.stop)
  await sleep(idleMillis)
  const megabytes = residentMegabytes(served.pid)
  await served.stop()
  return { millis: served.startMillis, megabytes }
}

const residentMegabytes = (pid: number): number => {
  const kib = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]
  return Number(kib) / 1024
}

const importMillis = async (name: string): Promise<number> => {
  const text = `const begun = performance.now()
    await import(${JSON.stringify(name)})
    process.stdout.write(String(performance.now() - begun))`
  const cwd = fileURLToPath(new URL("..", import.meta.url))
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", text], { cwd })
  return Number(stdout)
}
