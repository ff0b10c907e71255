/** Imports as others notice them: the waits of `/healthz` and the memory of the server, while all processors are busy. */
import { spawn } from "node:child_process"
import { mkdirSync } from "node:fs"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { Client } from "undici"
import { readCpuMillis } from "./harness/cpu.ts"
import { type LargeFile, makeLargeFiles } from "./harness/largeFiles.ts"
import { readResidentMegabytes } from "./harness/memory.ts"
import { startServerWith, stopLater } from "./harness/processes.ts"
import type { Benchmark, Stage } from "./harness/stage.ts"

const rounds = 5
/** Requests of a round, of which the third slowest is reported. */
const requests = 300
const pauseMillis = 5
const key = `ann_bench000_${"k".repeat(43)}`
const packages = ["@annotary/server", "@annotary/formats"]

export const runBenchmark: Benchmark = async (stage) => {
  const folder = join(stage.folder, "files")
  mkdirSync(folder)
  const files = await makeLargeFiles(folder)
  for (const file of files) await measureImport(stage, file)
}

const measureImport = async (stage: Stage, file: LargeFile): Promise<void> => {
  const data = join(stage.folder, `data-${file.format}`)
  const { pid, port } = stopLater(
    stage,
    await startServerWith(data, {
      ANNOTARY_DATABASE_URL: `sqlite:${join(data, "annotary.db")}`,
      ANNOTARY_ADMIN_API_KEY: key,
      ANNOTARY_RATE_LIMIT: "0",
    }),
  )
  const client = new Client(`http://127.0.0.1:${port}`)
  stage.defer(() => client.destroy())
  const runImport = await prepareImport(client, file)
  await runImport()
  const before = readCpuMillis(pid)
  await runImport()
  const cpu = readCpuMillis(pid) - before
  await sleep(2000)
  const idle = readResidentMegabytes(pid)
  const stopBusy = keepProcessorsBusy()
  stage.defer(stopBusy)
  const slowest: Array<{ ours: number; peer: number }> = []
  let largest = idle
  for (let round = 0; round < rounds; round++) {
    const peer = await measureHealth(port, () => sleep(1))
    const ours = await measureHealth(port, runImport, () => {
      largest = Math.max(largest, readResidentMegabytes(pid))
    })
    slowest.push({ ours, peer })
  }
  stopBusy()
  const beside = `beside imports of a ${file.name}`
  stage.report(
    { metric: `/healthz ${beside}, peer without (p99, ms)`, target: { of: "ours", atMost: 100 }, packages },
    slowest,
  )
  stage.report(
    {
      metric: `memory of the server ${beside}, peer idle before (MB)`,
      target: { of: "ours", atMost: idle + 300 },
      packages,
    },
    slowest.map(() => ({ ours: largest, peer: idle })),
  )
  stage.print(`An import of a ${file.name} takes ${cpu} ms of a processor in the server and its processes.`)
}

/** Keeps every processor busy until the result is called. */
const keepProcessorsBusy = (): (() => void) => {
  const busy = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }),
  )
  return () => {
    for (const child of busy) child.kill("SIGKILL")
  }
}

/** The p99 of requests, made one after the other while the work is done again and again. */
const measureHealth = async (
  port: number,
  work: () => Promise<unknown>,
  look: () => void = () => {},
): Promise<number> => {
  const client = new Client(`http://127.0.0.1:${port}`)
  let isOver = false
  const working = (async () => {
    while (!isOver) await work()
  })()
  const millis: Array<number> = []
  try {
    while (millis.length < requests) {
      const begun = performance.now()
      const { body, statusCode } = await client.request({ path: "/healthz", method: "GET" })
      await body.text()
      if (statusCode !== 200) throw new Error(`/healthz answered ${statusCode}.`)
      millis.push(performance.now() - begun)
      look()
      await sleep(pauseMillis)
    }
  } finally {
    isOver = true
    await working
    await client.close()
  }
  return millis.toSorted((a, b) => a - b)[Math.floor(requests * 0.99)] ?? Number.NaN
}

/** Makes a dataset and uploads the archive; the result imports it and waits for the end. Each import has a separate dataset. */
const prepareImport = async (client: Client, file: LargeFile): Promise<() => Promise<void>> => {
  const call = async <Answer>(method: "GET" | "POST", path: string, body?: object): Promise<Answer> => {
    const response = await client.request({
      path,
      method,
      headers: { authorization: `APIKey ${key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.body.text()
    if (response.statusCode >= 300) throw new Error(`${method} ${path}: ${response.statusCode} ${text}`)
    return JSON.parse(text)
  }
  const asset = await call<{
    readonly uuid: string
    readonly presignedPostFields: { readonly url: string; readonly fields: Readonly<Record<string, string>> }
  }>("POST", "/assets/", { filename: "files.zip" })
  const { fields, url } = asset.presignedPostFields
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append("file", new Blob([new Uint8Array(file.archive)]))
  const uploaded = await fetch(url, { method: "POST", body: form })
  if (uploaded.status !== 204) throw new Error(`The upload ended with ${uploaded.status}.`)
  let count = 0
  return async () => {
    const name = `files-${count++}`
    const task_attributes = { format_version: "0.1", categories: [{ id: 1, name: "a" }] }
    await call("POST", "/user/datasets/", {
      name,
      category: "other",
      task_type: file.taskType,
      task_attributes,
    })
    const imports = `/datasets/admin/${name}/imports/`
    const { uuid } = await call<{ readonly uuid: string }>("POST", imports, {
      asset: asset.uuid,
      format: file.format,
      base_url: "https://images.example/",
    })
    for (;;) {
      const { status, status_info } = await call<{
        readonly status: string
        readonly status_info: string | null
      }>("GET", `${imports}${uuid}/`)
      if (status === "SUCCEEDED") return
      if (status !== "PENDING") throw new Error(`The import ended as ${status}: ${status_info}`)
      await sleep(20)
    }
  }
}
