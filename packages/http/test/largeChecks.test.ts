/** Labels so large that checking them takes a while: over real sockets, and nobody else waits. */
import { type LabelChecking, SampleId, toJsonText } from "@annotary/core"
import { checkInline } from "@annotary/core/effect"
import { Effect, Exit, Scope } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { serveNode } from "../src/node.ts"
import { type BodyWorkers, makeBodyWorkers } from "../src/transport/node/threads/workers.ts"
import { makeHostedApi } from "../src/web.ts"
import { makeFixture } from "./support/fixture.ts"
import { until } from "./transport/sockets.ts"

const workers = makeBodyWorkers({ threads: 1 })

const served = async (labelChecker: LabelChecking, bodies: BodyWorkers = workers) => {
  const fixture = await makeFixture({ jobs: false, labelChecker })
  const configuration = {
    categories: [{ id: 1, name: "car" }],
    warning_rules: [{ name: "intersecting-cuboids" }],
  }
  await fixture.ok({ method: "PUT", path: `${fixture.dataset}/configuration/`, body: { configuration } })
  const scope = Effect.runSync(Scope.make())
  const handler = makeHostedApi(fixture.engine, { transport: { largeBodies: bodies } })
  const { url } = await Effect.runPromise(Scope.extend(serveNode({ handler, stopMillis: 500 }), scope))
  const send = (method: string, path: string, body?: string, signal?: AbortSignal) =>
    fetch(url + path, {
      method,
      headers: { authorization: `APIKey ${fixture.keys.owner}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
    })
  const close = async () => {
    await Effect.runPromise(Scope.close(scope, Exit.void))
    await fixture.close()
    await Effect.runPromise(bodies.rest)
  }
  return { ...fixture, send, close }
}

/** In rows, so that each overlaps the next one in its row and no other. */
const cuboids = (count: number, perRow: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    category_id: 1,
    track_id: index + 1,
    type: "cuboid",
    position: { x: (index % perRow) * 4, y: Math.floor(index / perRow) * 5, z: 0 },
    dimensions: { x: index % 2 === 0 ? 4.5 : 3.9, y: 2, z: 1.5 },
    yaw: 0,
  }))

const many = JSON.stringify({ attributes: { annotations: cuboids(100_000, 1000) } })
const long = JSON.stringify({
  attributes: { frames: Array.from({ length: 10_000 }, () => ({ annotations: cuboids(4, 2) })) },
})

describe("a label of 100 000 cuboids, and one of 10 000 frames", () => {
  let server: Awaited<ReturnType<typeof served>>
  beforeAll(async () => {
    server = await served(workers)
  }, 60_000)
  afterAll(() => server.close())

  it.each([
    ["100 000 cuboids", many, 99_900],
    ["10 000 frames", long, 20_000],
  ])(
    "%s, as unsaved work: checked in a thread, while others are answered",
    async (_what, body, pairs) => {
      let over = false
      const check = server.send("POST", `/samples/${server.samples[0]}/check/`, body).finally(() => {
        over = true
      })
      let meanwhile = 0
      while (!over) {
        assert.strictEqual((await server.send("GET", "/api_status/")).status, 200)
        meanwhile += 1
      }
      const answer = await check
      const checkResult = (await answer.json()) as Record<string, unknown>
      assert.strictEqual(answer.status, 200)
      assert.isAbove(meanwhile, 5)
      assert.strictEqual(workers.threads(), 1)
      assert.lengthOf(checkResult.warnings as ReadonlyArray<object>, 10_000)
      assert.isTrue(checkResult.truncated)
      assert.deepInclude(checkResult.counts, { "intersecting-cuboids": pairs })
    },
    60_000,
  )

  it("is handed in, checked and kept", async () => {
    const path = `${server.dataset}/queue/labeling/claim/`
    const [claim] = (await (await server.send("POST", path, "{}")).json()) as ReadonlyArray<{
      claim_id: string
    }>
    const answer = await server.send("POST", `/claims/${claim?.claim_id}/submit/`, many)
    const done = (await answer.json()) as { warnings: ReadonlyArray<object>; label: { sample_uuid: string } }
    assert.strictEqual(answer.status, 200)
    assert.lengthOf(done.warnings, 10_000)
    const pages: Array<ReadonlyArray<unknown>> = []
    let next: string | undefined = `/labels/${done.label.sample_uuid}/ground-truth/warnings/`
    while (next !== undefined) {
      const list: Response = await server.send("GET", next)
      const kept = (await list.json()) as Record<string, unknown> & {
        readonly warnings: ReadonlyArray<object>
      }
      assert.deepInclude(kept, { current: true, truncated: true, counts: { "intersecting-cuboids": 99_900 } })
      pages.push(kept.warnings)
      next = /^<(.*)>; rel="next"$/.exec(list.headers.get("link") ?? "")?.[1]
    }
    assert.deepStrictEqual(
      pages.map(({ length }) => length),
      Array.from({ length: 10 }, () => 1000),
    )
    assert.deepStrictEqual<ReadonlyArray<unknown>>(pages.flat(), done.warnings)
  }, 60_000)

  it("that nobody waits for any more is not checked on", async () => {
    await Effect.runPromise(workers.rest)
    const leaving = new AbortController()
    const check = server.send("POST", `/samples/${server.samples[0]}/check/`, many, leaving.signal)
    await until(() => workers.threads() === 1)
    leaving.abort()
    await check.catch(() => {})
    await until(() => workers.threads() === 0)
  }, 60_000)
})

describe("a label for which a thread has not the memory", () => {
  it("is a 422 that says so, and the server lives on", async () => {
    const small = makeBodyWorkers({ threads: 1, heapMegabytes: 24 })
    const server = await served(small, small)
    const sample = SampleId.make(server.samples[0] ?? "")
    const attributes = toJsonText({ annotations: cuboids(100_000, 1000) })
    const refused = await server.engine.labels.put(sample, "ground-truth", { attributes }).then(
      () => undefined,
      (error: unknown) => error,
    )
    assert.match(JSON.stringify(refused), /takes more than 24 MB of memory/)
    const answer = await server.send("POST", `/samples/${sample}/check/`, many)
    const problem = (await answer.json()) as Record<string, unknown>
    assert.deepStrictEqual([answer.status, problem.code], [422, "label_too_large"])
    assert.strictEqual((await server.send("GET", "/api_status/")).status, 200)
    await server.close()
  }, 60_000)
})

describe("the check of a dataset whose reader goes away", () => {
  it("ends", async () => {
    let checked = 0
    const server = await served({
      check: (question) =>
        Effect.zipRight(
          Effect.sync(() => checked++),
          Effect.delay(checkInline.check(question), 2),
        ),
    })
    const line = (index: number) =>
      `${JSON.stringify({ name: `n${index}`, label: { attributes: { annotations: cuboids(2, 2) } } })}\n`
    await server.ok({
      method: "POST",
      path: `${server.dataset}/samples_bulk/`,
      body: Array.from({ length: 1000 }, (_, index) => line(index)).join(""),
      headers: { "content-type": "application/x-ndjson" },
    })
    checked = 0
    const leaving = new AbortController()
    const check = await server.send("POST", `${server.dataset}/check/`, "{}", leaving.signal)
    assert.strictEqual(check.headers.get("content-type"), "application/x-ndjson")
    const first = await check.body?.getReader().read()
    assert.include(new TextDecoder().decode(first?.value), `"type":"warning"`)
    leaving.abort()
    let before = -1
    let still = 0
    await until(() => {
      still = before === checked ? still + 1 : 0
      before = checked
      return still > 40
    })
    assert.isBelow(checked, 900)
    await server.close()
  }, 60_000)
})
