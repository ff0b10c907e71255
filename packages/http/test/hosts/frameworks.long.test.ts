/** Frameworks as hosts, from the registry and built as their users build them: their routes beside the API, and bodies of any size. */
import { type ChildProcess, execFile, spawn } from "node:child_process"
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { copyPackages } from "@annotary/test-support/copyPackages"
import { findFreePort } from "@annotary/test-support/freePort"
import { afterAll, assert, beforeAll, describe, it } from "vitest"

const run = promisify(execFile)

interface Framework {
  readonly name: string
  readonly installed: ReadonlyArray<string>
  readonly build?: readonly [string, ...ReadonlyArray<string>]
  readonly main: string
  readonly settings?: Readonly<Record<string, string>>
  /** The largest body in bytes that the framework passes on without settings; what is longer is refused. */
  readonly limit?: number
}

const frameworks: ReadonlyArray<Framework> = [
  {
    name: "nest",
    installed: [
      ...["core", "common", "platform-express"].map((part) => `@nestjs/${part}@12.5.1`),
      "reflect-metadata@0.2.2",
      "rxjs@7",
    ],
    main: "server.js",
  },
  {
    name: "nitro",
    installed: ["nitro@3.0.0", "vite@7"],
    build: ["node_modules/.bin/nitro", "build"],
    main: ".output/server/index.mjs",
  },
  {
    name: "sveltekit",
    installed: [
      ...["kit@2.70.4", "adapter-node@5.5.7", "vite-plugin-svelte@7.3.1"].map((part) => `@sveltejs/${part}`),
      "svelte@5",
      "vite@8",
    ],
    build: ["node_modules/.bin/vite", "build"],
    main: "build/index.js",
    settings: { BODY_SIZE_LIMIT: "Infinity" },
    limit: 512 * 1024,
  },
]

const folder = mkdtempSync(join(tmpdir(), "annotary-frameworks-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }), 120_000)

/** Lines of 1 kB. */
const makeLines = (count: number): string =>
  Array.from(
    { length: count },
    (_, index) => `${JSON.stringify({ name: `${index}.jpg`, metadata: { pad: "x".repeat(980) } })}\n`,
  ).join("")

/** Sends a part of a body, ends the connection's side of the sender, and returns what the other side answers until it ends. */
const sendHalf = (host: string, port: number, header: string, body: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const head = `POST /annotary/datasets/ana/cars/samples_bulk/ HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/x-ndjson`
    const socket = connect({ host, port, allowHalfOpen: true })
    let answer = ""
    socket.setEncoding("utf8").on("data", (text) => {
      answer += text
    })
    socket.on("error", reject).on("end", () => resolve(answer))
    socket.setTimeout(20_000, () => socket.destroy(new Error("No end of the answer.")))
    socket.end(`${head}\r\n${header}\r\n\r\n${body}`)
  })

describe.each(frameworks)("the API in $name", (framework) => {
  const place = join(folder, framework.name)
  const processes: Array<ChildProcess> = []

  const start = async (settings: Framework["settings"]): Promise<string> => {
    const port = String(await findFreePort())
    const env = { ...process.env, HOST: "127.0.0.1", PORT: port, ...settings }
    processes.push(spawn(process.execPath, [framework.main], { cwd: place, env, stdio: "inherit" }))
    const url = `http://127.0.0.1:${port}`
    for (let waits = 0; waits < 300; waits++) {
      if ((await fetch(`${url}/hello`).catch(() => undefined))?.ok === true) return url
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error(`${framework.name} does not answer.`)
  }

  const send = (url: string, path: string, contentType: string, body: string) =>
    fetch(`${url}/annotary${path}`, { method: "POST", headers: { "content-type": contentType }, body })

  const createDataset = async (url: string): Promise<void> => {
    const body = JSON.stringify({ name: "cars", category: "other", task_type: "vector" })
    assert.strictEqual((await send(url, "/user/datasets/", "application/json", body)).status, 201)
  }

  const upload = (url: string, lines: string) =>
    send(url, "/datasets/ana/cars/samples_bulk/", "application/x-ndjson", lines)

  beforeAll(async () => {
    cpSync(join(import.meta.dirname, "frameworks", framework.name), place, { recursive: true })
    cpSync(join(import.meta.dirname, "frameworks/engine.js"), join(place, "engine.js"))
    writeFileSync(join(place, "package.json"), '{"type":"module","private":true}')
    const words = ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"]
    await run("npm", [...words, ...framework.installed], { cwd: place })
    copyPackages(place, ["core", "http"])
    const dependencies = { "@annotary/core": "*", "@annotary/http": "*" }
    writeFileSync(
      join(place, "package.json"),
      JSON.stringify({ type: "module", private: true, dependencies }),
    )
    if (framework.build !== undefined) {
      const [command, ...rest] = framework.build
      await run(command, rest, { cwd: place, maxBuffer: 64 << 20 })
    }
  }, 900_000)
  afterAll(() => {
    for (const child of processes) child.kill("SIGKILL")
  })

  it("stands beside a route of the framework, and takes 20 MB of lines", async () => {
    const url = await start(framework.settings)
    assert.strictEqual(await (await fetch(`${url}/hello`)).text(), "of the host")
    assert.strictEqual((await fetch(`${url}/annotary/healthz`)).status, 200)
    await createDataset(url)
    const answer = await upload(url, makeLines(20_000))
    assert.strictEqual(answer.status, 200)
    assert.include(await answer.text(), '{"created":20000,"existing":0,"failed":0}')
    const listed = await fetch(`${url}/annotary/datasets/ana/cars/samples/?per_page=5`)
    assert.match(listed.headers.get("link") ?? "", /^<\/annotary\/datasets\/ana\/cars\/samples\//)
    assert.strictEqual((await fetch(`${url}/annotary/nowhere`)).status, 404)
  }, 120_000)

  it("never takes a body for whole whose sender broke off, announced or chunked", async () => {
    const { hostname, port } = new URL(await start(framework.settings))
    await createDataset(`http://${hostname}:${port}`)
    const half = makeLines(40)
    const chunk = `${half.length.toString(16)}\r\n${half}\r\n`
    for (const [header, sent] of [
      [`content-length: ${half.length * 2}`, half],
      ["transfer-encoding: chunked", chunk],
    ] as const) {
      const answer = await sendHalf(hostname, Number(port), header, sent)
      assert.notInclude(answer, '"failed":0}', header)
    }
    const healthy = await fetch(`http://${hostname}:${port}/annotary/healthz`)
    assert.strictEqual(healthy.status, 200)
  }, 120_000)

  it.runIf(framework.limit !== undefined)(
    "refuses what the framework cuts off",
    async () => {
      const url = await start({})
      await createDataset(url)
      assert.strictEqual((await upload(url, makeLines(400))).status, 200)
      const answer = await upload(url, makeLines(2 + (framework.limit ?? 0) / 1000))
      assert.strictEqual(answer.status, 400)
      assert.strictEqual(Object(await answer.json()).code, "broken_body")
    },
    120_000,
  )
})
