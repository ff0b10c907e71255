/** The worker and the server give one answer, for labels of every kind as people and programs leave them. */
import { createEngine, type Engine, reveal } from "@annotary/core"
import { memory } from "@annotary/core/memory"
import { webHandler } from "@annotary/http"
import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Api, makeApi } from "../../../../src/api/client.ts"
import { answerCheck } from "../../../../src/workbench/check/answerCheck.ts"
import { SampleChecks } from "../../../../src/workbench/check/SampleChecks.ts"
import { parse } from "../../../../src/workbench/editor/json/parse.ts"
import { isObject, type JsonObject } from "../../../../src/workbench/editor/json/value.ts"
import { makeDismissals, makeServerCheck, readDismissals } from "../../../../src/workbench/session/check.ts"
import { readDataset } from "../../../../src/workbench/session/work.ts"
import { type Kind, kinds, manyDigits, textOf } from "./kinds.ts"

let engine: Engine
let send: (request: Request) => Promise<Response>
let api: Api
beforeAll(async () => {
  engine = await createEngine({ storage: memory() })
  await engine.users.create({ username: "ana" })
  const { secret } = await engine.as("ana").apiKeys.create({ description: "test" })
  const web = webHandler(engine)
  send = (request) => {
    request.headers.set("authorization", `APIKey ${reveal(secret)}`)
    request.headers.set("content-type", "application/json")
    return web(request)
  }
  api = makeApi("http://localhost", send)
})
afterAll(() => engine.close())

/** Sends a text, and returns the answer. */
const call = async (method: string, path: string, body: string): Promise<JsonObject> => {
  const response = await send(new Request(`http://localhost${path}`, { method, body }))
  const text = await response.text()
  const answer = parse(text)
  if (!response.ok || !isObject(answer)) throw new Error(`${method} ${path}: ${text}`)
  return answer
}

/** A stored label with two warnings that may stay, and its checks. The worker is here, and takes what a worker is sent. */
const opened = async ({ configuration, label, taskType }: Kind) => {
  const created = { name: taskType, category: "other", description: "", task_type: taskType }
  await call("POST", "/user/datasets/", JSON.stringify({ ...created, task_attributes: configuration }))
  const { uuid } = await call("POST", `/datasets/ana/${taskType}/samples/`, sampleOf(taskType))
  const sample = String(uuid)
  await call("PUT", `/labels/${sample}/ground-truth/`, `{"attributes":${textOf(label)}}`)
  const server = makeServerCheck(api, sample)
  const stored = await server(objectOf(label))
  for (const { id } of stored.findings.slice(1, 3)) await makeDismissals(api, sample).dismiss(id, "It may.")
  let checks = 0
  const live = new SampleChecks(await readDataset(api, { owner: "ana", dataset: taskType }), true, {
    local: {
      check: async (question) => {
        checks += 1
        return structuredClone(answerCheck(structuredClone(question)))
      },
      close: () => {},
    },
    server,
    dismissals: () => readDismissals(api, sample),
  })
  return { live, local: () => checks }
}

const sampleOf = (taskType: string): string => {
  const image = { image: { url: "https://example.com/a.png" } }
  const cloud = { pcd: { url: "https://example.com/a.pcd", type: "pcd" } }
  const one = taskType.startsWith("pointcloud") ? cloud : image
  const sensors = [
    { name: "lidar", task_type: "pointcloud-cuboid-sequence", attributes: { frames: [cloud, cloud, cloud] } },
    { name: "camera", task_type: "image-vector-sequence", attributes: { frames: [image, image, image] } },
  ]
  const attributes = taskType.startsWith("multisensor")
    ? { sensors }
    : taskType.endsWith("sequence")
      ? { frames: [one, one, one] }
      : one
  return JSON.stringify({ name: "a", attributes })
}

const objectOf = (label: unknown): JsonObject => {
  const parsed = parse(textOf(label))
  return isObject(parsed) ? parsed : {}
}

type Path = ReadonlyArray<string>
const places = (value: unknown, path: Path = []): ReadonlyArray<Path> =>
  typeof value === "object" && value !== null
    ? [path, ...Object.entries(value).flatMap(([key, part]) => places(part, [...path, key]))]
    : [path]

const withPart = (value: unknown, [key, ...rest]: Path, part: unknown): unknown => {
  if (key === undefined) return part
  if (Array.isArray(value))
    return value.map((one, index) => (String(index) === key ? withPart(one, rest, part) : one))
  // An earlier change has replaced what contained the place.
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, name === key ? withPart(one, rest, part) : one]),
  )
}

const parts = fc.oneof(
  fc.constantFrom<unknown>(null, true, "", "left", "car", 0, -0, 1, 2, -1, 1e308, 5e-324, 0.1 + 0.2),
  fc.constantFrom<unknown>(manyDigits, "@9007199254740993@", [], {}, [[0, 0]], { x: 1, y: 2, z: 3 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string(),
  fc.array(fc.integer(), { maxLength: 3 }),
)

/** Labels some parts of which are others. */
const edited = (label: object) =>
  fc
    .array(fc.tuple(fc.constantFrom(...places(label).filter(({ length }) => length > 0)), parts), {
      maxLength: 3,
    })
    .map((changes) => changes.reduce<unknown>((now, [path, part]) => withPart(now, path, part), label))

describe.each(kinds)("a label of $taskType", { timeout: 60_000 }, (kind) => {
  it("has the warnings beside the page that the server finds, with those that may stay", async () => {
    const { live, local } = await opened(kind)
    // The first check is the server's.
    await live.live(objectOf(kind.label))
    const before = await live.live(objectOf(kind.label))
    expect(before.length).toBeGreaterThan(1)
    expect(before.some(({ dismissed, reason }) => dismissed && reason === "It may.")).toBe(true)
    await fc.assert(
      fc.asyncProperty(edited(kind.label), async (label) => {
        const object = objectOf(label)
        expect(await live.live(object)).toEqual(await live.server(object))
      }),
      { numRuns: 40 },
    )
    // None of them was left to the server.
    expect(local()).toBeGreaterThan(40)
    expect(live.delay).toBe(250)
  })
})
