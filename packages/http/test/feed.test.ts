/** The event feed through HTTP: pages, CloudEvents, server-sent events, and the positions between them. */
import { Effect, Exit, Scope } from "effect"
import { afterEach, assert, describe, it } from "vitest"
import { serveNode } from "../src/node.ts"
import { makeHostedApi } from "../src/web.ts"
import { type Answer, makeWorld, type World } from "./support/world.ts"

let world: World

const start = async () => {
  world = await makeWorld()
  await world.ok({ method: "PUT", path: "/user/events/" })
}

afterEach(() => world.close())

const addDataset = (name: string) =>
  world.ok({
    method: "POST",
    path: "/user/datasets/",
    body: { name, category: "other", description: "", task_type: "vector" },
  })

const read = (query = "") => world.ok({ method: "GET", path: `/user/events/${query}` })

const readNext = (page: Answer) => read(`?after=${page.headers.get("annotary-position")}`)

/** The fields of each server-sent event. */
const parseStream = (text: string) =>
  text
    .trimEnd()
    .split("\n\n")
    .map((event) => Object.fromEntries(event.split("\n").map((line) => line.split(/: (.*)/s).slice(0, 2))))

describe("the event feed", () => {
  it("answers 409 until it is switched on, and says since when it is", async () => {
    world = await makeWorld()
    const refused = await world.call({ method: "GET", path: "/user/events/" })
    assert.deepStrictEqual([refused.status, refused.at("code")], [409, "feed_off"])
    const since = (await world.ok({ method: "PUT", path: "/user/events/" })).textAt("since")
    assert.strictEqual((await world.ok({ method: "PUT", path: "/user/events/" })).textAt("since"), since)
    assert.deepStrictEqual((await read()).list, [])
    await world.ok({ method: "DELETE", path: "/user/events/" })
    assert.strictEqual((await world.call({ method: "GET", path: "/user/events/" })).status, 409)
  })

  it("has the payloads of webhooks under their ids, a position on every page, and a link on those with events", async () => {
    await start()
    const empty = await read("?wait=0")
    await addDataset("cars")
    await addDataset("streets")
    const first = await readNext(empty)
    assert.deepStrictEqual(
      first.list.map((_, n) => [first.at(`${n}.payload.event_type`), first.at(`${n}.payload.dataset`)]),
      [
        ["dataset.created", "owner/cars"],
        ["dataset.created", "owner/streets"],
      ],
    )
    const last = await readNext(first)
    assert.deepStrictEqual([last.list, last.headers.has("link")], [[], false])
    assert.include(first.headers.get("link"), `after=${first.headers.get("annotary-position")}`)
    const second = await readNext(await read("?per_page=1"))
    assert.deepStrictEqual(second.list, first.list.slice(1))
  })

  it("is read as CloudEvents", async () => {
    await start()
    await addDataset("cars")
    const page = await read("?format=cloudevents")
    assert.strictEqual(page.headers.get("content-type"), "application/cloudevents-batch+json")
    const plain = await read()
    assert.deepStrictEqual(page.list, [
      {
        specversion: "1.0",
        id: plain.textAt("0.id"),
        source: "/datasets/owner/cars/",
        type: "dataset.created",
        time: page.textAt("0.time"),
        datacontenttype: "application/json",
        data: plain.at("0.payload"),
      },
    ])
  })

  it("streams events with their ids, and continues after the last id of a client", async () => {
    await start()
    await addDataset("cars")
    await addDataset("streets")
    const path = "/user/events/stream/?wait=0"
    const whole = await world.ok({ method: "GET", path })
    assert.strictEqual(whole.headers.get("content-type"), "text/event-stream")
    const [first, second, end] = parseStream(whole.text)
    assert.deepStrictEqual(
      [first?.event, second?.event, end?.event],
      ["dataset.created", "dataset.created", undefined],
    )
    assert.strictEqual(JSON.parse(second?.data ?? "").dataset, "owner/streets")
    const headers = { "last-event-id": first?.id ?? "" }
    const [again] = parseStream((await world.ok({ method: "GET", path, headers })).text)
    assert.deepStrictEqual(again, second)
    const wrong = await world.call({ method: "GET", path, headers: { "last-event-id": "7" } })
    assert.deepStrictEqual([wrong.status, wrong.at("errors.0.pointer")], [400, "/last-event-id"])
  })

  it("streams what happens while a client listens", async () => {
    await start()
    const listening = world.ok({ method: "GET", path: "/user/events/stream/?wait=2" })
    await addDataset("cars")
    const events = parseStream((await listening).text).filter(({ event }) => event !== undefined)
    assert.deepStrictEqual(
      events.map(({ data }) => JSON.parse(data ?? "").dataset),
      ["owner/cars"],
    )
  })

  it("delays no server that stops: a reader that waits gets an answer, and a stream its end", async () => {
    await start()
    const scope = Effect.runSync(Scope.make())
    const handler = makeHostedApi(world.engine)
    const { url } = await Effect.runPromise(Scope.extend(serveNode({ handler, stopMillis: 20_000 }), scope))
    const get = (path: string) =>
      fetch(`${url}${path}`, { headers: { authorization: `APIKey ${world.keys.owner}` } })
    const waiting = get("/user/events/?wait=30")
    const stream = (await get("/user/events/stream/")).text()
    await new Promise((resolve) => setTimeout(resolve, 300))
    await Effect.runPromise(Scope.close(scope, Exit.void))
    assert.deepStrictEqual(await (await waiting).json(), [])
    assert.match(await stream, /^(id: [0-9a-f-]{36}\n\n)+$/)
  }, 15_000)

  it("waits for an event", async () => {
    await start()
    const reading = read("?wait=30")
    await addDataset("cars")
    assert.lengthOf((await reading).list, 1)
  })
})
