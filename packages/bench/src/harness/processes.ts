/** Servers in their own processes: the built server as a user runs it, and the peers. Each reports where it listens. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { readCpuMillis } from "./cpu.ts"
import type { Stage } from "./stage.ts"

export interface Served {
  readonly port: number
  readonly pid: number
  /** Milliseconds from the start of the process to its first output. */
  readonly startMillis: number
  /** CPU time of the process until then. */
  readonly startCpuMillis: number
  readonly stop: () => Promise<void>
}

const require = createRequire(import.meta.url)
const folder = dirname(require.resolve("@annotary/server/package.json"))
let program: string | undefined

/** The server's program, bundled first, so that no old bundle is measured. */
export const bundleServer = (): string => {
  if (program === undefined) execFileSync(process.execPath, [join(folder, "bundle.mjs")])
  program ??= join(folder, "bin/annotary.js")
  return program
}

/** `annotary serve` on a new or the given SQLite file, without a log. */
export const startServer = (folder: string, filename?: string): Promise<Served> =>
  startServerWith(folder, { ANNOTARY_DATABASE_URL: `sqlite:${filename ?? join(folder, "annotary.db")}` })

export const startServerWith = (
  folder: string,
  environment: Readonly<Record<string, string>>,
  server: string = bundleServer(),
): Promise<Served> =>
  start([server, "serve"], {
    ANNOTARY_PORT: "0",
    ANNOTARY_LOG_LEVEL: "none",
    ANNOTARY_DATA_DIR: folder,
    ANNOTARY_SQLITE_SYNCHRONOUS: "normal",
    ...environment,
  })

/** A program of `src/peers`; its input is passed as JSON. */
export const startPeer = (name: string, given: unknown): Promise<Served> =>
  start([fileURLToPath(new URL(`../peers/${name}.js`, import.meta.url)), JSON.stringify(given)], {})

export const stopLater = (stage: Stage, served: Served): Served => {
  stage.defer(served.stop)
  return served
}

export const start = async (
  words: ReadonlyArray<string>,
  environment: { readonly [name: string]: string },
): Promise<Served> => {
  const begun = performance.now()
  const child = spawn(process.execPath, words, {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  })
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  const port = await waitForPort(child)
  const pid = child.pid ?? 0
  return {
    port,
    pid,
    startMillis: performance.now() - begun,
    startCpuMillis: readCpuMillis(pid),
    stop: () => {
      child.kill("SIGTERM")
      return ended
    },
  }
}

const waitForPort = (child: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    let text = ""
    child.stdout?.setEncoding("utf8").on("data", (some: string) => {
      text += some
      const port = /listening on http:\/\/[^\s:]+:(\d+)/.exec(text)?.[1]
      if (port !== undefined) resolve(Number(port))
    })
    child.once("exit", (code) => reject(new Error(`A server ended with ${code} before it listened: ${text}`)))
  })
