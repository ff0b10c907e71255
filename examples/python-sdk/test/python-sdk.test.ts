/** Runs the Python tour against a real server, with the official SDK from PyPI. */
import { type ChildProcess, execFile, spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const run = promisify(execFile)
const example = dirname(dirname(fileURLToPath(import.meta.url)))
const main = fileURLToPath(new URL("../../../packages/server/bin/annotary.js", import.meta.url))
const key = `ann_pythonsd_${"k".repeat(43)}`

interface Server {
  readonly url: string
  readonly process: ChildProcess
}

/** A separate database: a file, or a new schema on the Citus whose coordinator `TEST_CITUS_URL` names. */
const database = async (folder: string): Promise<Record<string, string>> => {
  const url = process.env.TEST_CITUS_URL
  if (url === undefined || url === "")
    return { ANNOTARY_DATABASE_URL: `sqlite:${join(folder, "annotary.db")}` }
  const names = {
    ANNOTARY_DATABASE_URL: url,
    ANNOTARY_DATABASE_SCHEMA: `sdk_${randomUUID().replaceAll("-", "")}`,
  }
  await run(process.execPath, [main, "migrate", "--distribute", "--shards", "4"], {
    env: { ...process.env, ...names, ANNOTARY_DATA_DIR: folder },
  })
  return names
}

/** Starts a server on a separate database, as a user would. */
const start = async (folder: string): Promise<Server> => {
  const names = await database(folder)
  return await new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [main, "serve"], {
      env: {
        ...process.env,
        ...names,
        ANNOTARY_PORT: "0",
        ANNOTARY_DATA_DIR: folder,
        ANNOTARY_ADMIN_API_KEY: key,
      },
      stdio: ["ignore", "pipe", "ignore"],
    })
    child.once("exit", (code) => reject(new Error(`The server ended with code ${code}`)))
    child.stdout.on("data", (chunk: Buffer) => {
      const url = /listening on (http:\/\/\S+)/.exec(chunk.toString())?.[1]
      if (url !== undefined) resolve({ url, process: child })
    })
  })
}

const hasSdk = (python: string): Promise<boolean> =>
  run(python, ["-c", "import segments"], { timeout: 60_000 }).then(
    () => true,
    () => false,
  )

/** Finds a Python with the SDK: `ANNOTARY_PYTHON`, `python3`, or a new virtual environment. */
const findPython = async (folder: string): Promise<string | undefined> => {
  for (const python of [process.env.ANNOTARY_PYTHON, "python3"]) {
    if (python !== undefined && (await hasSdk(python))) return python
  }
  const python = join(folder, "venv", "bin", "python")
  try {
    await run("python3", ["-m", "venv", join(folder, "venv")], { timeout: 60_000 })
    await run(python, ["-m", "pip", "install", "--quiet", "segments-ai"], { timeout: 240_000 })
  } catch {
    return undefined
  }
  return (await hasSdk(python)) ? python : undefined
}

describe("the segments-ai Python SDK, unmodified", () => {
  let folder: string
  let python: string | undefined
  const servers: Array<Server> = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "annotary-sdk-"))
    python = await findPython(folder)
  }, 320_000)

  afterAll(async () => {
    for (const server of servers) {
      server.process.removeAllListeners("exit")
      server.process.kill("SIGTERM")
      await new Promise((resolve) => server.process.once("exit", resolve))
    }
    await rm(folder, { recursive: true, force: true })
  })

  it("calls every method of its client", async (context) => {
    if (python === undefined)
      return context.skip("Python 3 with the package segments-ai is not available on this machine")
    const server = await start(join(folder, "data"))
    servers.push(server)
    const tour = await run(python, [join(example, "tour.py"), server.url, key], {
      env: { ...process.env, SEGMENTS_DIR: folder },
      timeout: 180_000,
    })
    expect(tour.stdout).toMatch(/\d+ methods, 11 label shapes, \d+ checks: all as expected/)
  }, 200_000)
})
