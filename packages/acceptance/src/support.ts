/**
 * Support for acceptance scripts: each reproduces, as a user would, the faults that one area of the product once had.
 *
 *     node packages/acceptance/dist/programs/imports.js [CHECKOUT]
 *
 * CHECKOUT is a built checkout (this one by default), so that one script shows a fault before and after its repair.
 * A script prints `ok` or `FAULT` for each case and ends with `N passed, M failed`; it exits 1 when a case failed.
 */
import { type ExecFileOptions, execFile, spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer, type Server as NetServer } from "node:net"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath, pathToFileURL } from "node:url"

/** The checkout under test. */
export const checkout = resolve(process.argv[2] ?? fileURLToPath(new URL("../../..", import.meta.url)))

/** The built command line of the checkout under test. */
export const main = join(checkout, "packages/server/bin/annotary.js")

/** The key of the first administrator of every server that `startServer` starts. */
export const adminKey = `ann_accept00_${"k".repeat(43)}`

const cleanups: Array<() => unknown> = []

/** Settings of a server by the names of their environment variables. */
export type Settings = Readonly<Record<string, string | undefined>>

/** A program that ended. */
export interface Finished {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** A value of JSON. */
export type Json = ReturnType<typeof JSON.parse>

/** An answer; `json` is undefined where the text is not JSON. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: Json
}

/** A running server. */
export interface Server {
  readonly url: string
  readonly folder: string
  readonly settings: Settings
  readonly pid: number | undefined
  readonly request: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Answer>
  readonly output: () => string
  readonly stop: (signal?: NodeJS.Signals) => Promise<unknown>
}

/** Runs at the end of the script, last one first. */
export const addCleanup = (cleanup: () => unknown) => cleanups.push(cleanup)

/** A new folder that is removed at the end. */
export const makeTemporaryFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "annotary-acceptance-"))
  addCleanup(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Imports a built module of the checkout, such as `packages/core/dist/index.js`. */
export const load = (path: string) => import(pathToFileURL(join(checkout, path)).href)

const toEnvironment = (settings: Settings) => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(ANNOTARY_|OTEL_|NODE_|VITEST)/.test(name)),
  ),
  ...settings,
})

/** Runs `annotary WORDS…` to its end: `{ code, stdout, stderr }`. `options.main` is the command of another checkout. */
export const runAnnotary = (
  words: ReadonlyArray<string>,
  settings: Settings = {},
  { main: command = main, ...options }: ExecFileOptions & { readonly main?: string } = {},
) =>
  new Promise<Finished>((done) => {
    execFile(
      process.execPath,
      [command, ...words],
      { env: toEnvironment(settings), maxBuffer: 1 << 28, timeout: 120_000, ...options },
      (error, stdout, stderr) =>
        done({
          code: error === null ? 0 : typeof error.code === "number" ? error.code : -1,
          stdout: String(stdout),
          stderr: String(stderr),
        }),
    )
  })

/**
 * Starts `annotary serve` on a free port, with SQLite in a new folder unless `settings` name another database.
 * `request(method, path, body?, headers?)` answers `{ status, headers, text, json }`; a body that is neither text nor
 * bytes is sent as JSON. `command` is that of another checkout.
 */
export const startServer = async (settings: Settings = {}, command = main): Promise<Server> => {
  const folder = makeTemporaryFolder()
  const all: Settings = {
    ANNOTARY_PORT: "0",
    ANNOTARY_DATA_DIR: folder,
    ANNOTARY_DATABASE_URL: `sqlite:${join(folder, "annotary.db")}`,
    ANNOTARY_ADMIN_API_KEY: adminKey,
    ...settings,
  }
  const child = spawn(process.execPath, [command, "serve"], {
    env: toEnvironment(all),
    stdio: ["ignore", "pipe", "pipe"],
  })
  let output = ""
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text
    })
  }
  const ended = new Promise((done) => child.on("close", done))
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill(signal)
    return await ended
  }
  addCleanup(() => stop("SIGKILL"))
  let url: string | undefined
  for (let waited = 0; url === undefined && child.exitCode === null && waited < 60_000; waited += 20) {
    url = /^listening on (http:\/\/\S+)$/m.exec(output)?.[1]
    await sleep(20)
  }
  if (url === undefined) throw new Error(`The server did not start:\n${output}`)
  const address = url
  const request: Server["request"] = async (method, path, body, headers = {}) => {
    const raw = body === undefined || typeof body === "string" || body instanceof Uint8Array
    const response = await fetch(address + path, {
      method,
      body: body === undefined ? null : raw ? body : JSON.stringify(body),
      headers: {
        Authorization: `APIKey ${adminKey}`,
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
    })
    const text = await response.text()
    let json: Answer["json"]
    try {
      json = JSON.parse(text)
    } catch {}
    return { status: response.status, headers: response.headers, text, json }
  }
  return { url: address, folder, settings: all, pid: child.pid, request, output: () => output, stop }
}

/** Starts a Postgres of the script's own and answers its URL. */
export const startPostgres = async () => {
  const { makeEmbeddedServer, makeEmbeddedUrl } = await load(
    "packages/test-support/dist/postgres/embeddedServer.js",
  )
  const folder = mkdtempSync(join(tmpdir(), "annotary-acceptance-postgres-"))
  const port = await findFreePort()
  const server = makeEmbeddedServer(folder, port, ["fsync=off", "max_connections=200"])
  await server.initialise()
  await server.start()
  addCleanup(async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return makeEmbeddedUrl(port)
}

/** A TCP port of the loopback address that nothing listens on. */
export const findFreePort = () =>
  new Promise<number>((done, failed) => {
    const probe = createServer()
    probe.once("error", failed)
    listen(probe).then((port) => probe.close(() => done(port)), failed)
  })

/** Listens on a free port of the loopback address, and answers the port. */
export const listen = (server: NetServer) =>
  new Promise<number>((done) =>
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      done(typeof address === "object" ? (address?.port ?? 0) : 0)
    }),
  )

/** The resident memory of a process in MB. */
export const measureResidentMegabytes = async (pid: number | undefined) => {
  const { readFileSync } = await import("node:fs")
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024
}

let passed = 0
let failed = 0

/** Prints the outcome of one case; `detail` says what was seen. */
export const check = (name: string, good: boolean, detail: unknown = "") => {
  if (good) passed++
  else failed++
  console.log(
    `${good ? "ok   " : "FAULT"} ${name}${detail === "" ? "" : ` — ${String(detail).slice(0, 300)}`}`,
  )
}

/** Runs the cases; one that throws has failed. Prints the closing line and sets the exit code. */
export const run = async (cases: Readonly<Record<string, () => unknown>>) => {
  for (const [name, body] of Object.entries(cases)) {
    try {
      await body()
    } catch (error) {
      check(name, false, error instanceof Error ? error.message : error)
    }
  }
  for (const cleanup of cleanups.reverse()) await cleanup()
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exit(failed === 0 ? 0 : 1)
}
