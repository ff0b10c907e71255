/** Starts the command in a process of its own, bundled: servers, and commands that are killed or that measure their process. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { inject } from "vitest"

const root = fileURLToPath(new URL("../../../../", import.meta.url))
const main = join(root, "packages/server/bin/annotary.js")

const bundled = join(root, "packages/server/dist/bundle/main.js")
const checkout = Buffer.from(root).toString("base64url").slice(-40)

/** Bundles once for all test files of a run. */
export const ensureBuilt = async (): Promise<void> => {
  const lock = join(tmpdir(), `annotary-build-${checkout}`)
  for (let attempt = 0; ; attempt++) {
    try {
      mkdirSync(lock)
      break
    } catch {
      if (attempt > 600 || isStale(lock)) rmSync(lock, { recursive: true, force: true })
      await sleep(100)
    }
  }
  try {
    const builtFor = join(tmpdir(), `annotary-built-${checkout}`)
    const run = inject("testRun")
    if (existsSync(bundled) && existsSync(builtFor) && readFileSync(builtFor, "utf8") === run) return
    execFileSync(process.execPath, [join(root, "packages/server/bundle.mjs")], { stdio: "pipe" })
    if (run !== undefined) writeFileSync(builtFor, run)
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

const isStale = (lock: string): boolean => {
  try {
    return Date.now() - statSync(lock).mtimeMs > 120_000
  } catch {
    return false
  }
}

export interface Environment {
  readonly [name: string]: string
}

export interface Finished {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface ChildServer {
  readonly process: ChildProcess
  readonly url: string
  readonly stdout: () => string
  readonly stderr: () => string
  readonly stop: (signal?: NodeJS.Signals) => Promise<Finished>
  readonly finished: Promise<Finished>
}

/** `annotary serve` on a free port, once it listens. `folder`: that of its process, else that of this one. */
export const startServer = async (environment: Environment, folder?: string): Promise<ChildServer> => {
  const child = startCommand(["serve"], { ANNOTARY_PORT: "0", ...environment }, folder)
  let ended: Finished | undefined
  void child.finished.then((finished) => {
    ended = finished
  })
  for (let waited = 0; waited < 60_000; waited += 10) {
    const url = /^listening on (http:\/\/\S+)$/m.exec(child.stdout())?.[1]
    if (url !== undefined) {
      const stop = (signal: NodeJS.Signals = "SIGTERM") => {
        child.process.kill(signal)
        return child.finished
      }
      return { ...child, url, stop }
    }
    if (ended !== undefined) break
    await sleep(10)
  }
  child.process.kill("SIGKILL")
  throw new Error(`The server did not start:\n${child.stdout()}\n${child.stderr()}`)
}

/** `annotary serve --json`, stopped as soon as it listens. */
export const startJson = async (environment: Environment): Promise<Finished> => {
  const child = startCommand(["serve", "--json", "--port", "0"], environment)
  for (let waited = 0; waited < 20_000 && child.stdout() === ""; waited += 10) await sleep(10)
  child.process.kill("SIGTERM")
  return await child.finished
}

export interface ChildWorker {
  readonly process: ChildProcess
  readonly stdout: () => string
  readonly finished: Promise<Finished>
}

/** `annotary serve` without the API, once it works. */
export const workerProcess = async (environment: Environment): Promise<ChildWorker> => {
  const child = startCommand(["serve"], { ...environment, ANNOTARY_ROLES: "worker" })
  for (let waited = 0; waited < 20_000 && child.stdout() === ""; waited += 10) await sleep(10)
  return child
}

/** The same, stopped as soon as it works. */
export const startWorker = async (environment: Environment): Promise<Finished> => {
  const { finished, process } = await workerProcess(environment)
  process.kill("SIGTERM")
  return await finished
}

/** The variables of this process without those of the tests and of other servers. */
export const makeEnvironment = (own: Environment): Environment => {
  const inherited = Object.entries(process.env).flatMap(([name, value = ""]) =>
    /^(ANNOTARY_|OTEL_|NODE_|VITEST)/.test(name) ? [] : [[name, value] as const],
  )
  return { ...Object.fromEntries(inherited), ...own }
}

/** A command that may be killed. */
export const startCommand = (words: ReadonlyArray<string>, environment: Environment, folder?: string) => {
  const child = spawn(process.execPath, [main, ...words], {
    cwd: folder,
    env: makeEnvironment(environment),
    stdio: ["ignore", "pipe", "pipe"],
  })
  let stdout = ""
  let stderr = ""
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text
  })
  const finished = new Promise<Finished>((resolve) => {
    child.on("close", (code, signal) => resolve({ code, signal, stdout, stderr }))
  })
  return { process: child, finished, stdout: () => stdout, stderr: () => stderr }
}
