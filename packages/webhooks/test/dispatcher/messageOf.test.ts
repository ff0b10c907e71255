import { DatasetId, EventId, type OutboxEvent, Timestamp, toJsonText, Username } from "@annotary/core"
import {
  type ClaimedDelivery,
  castToJsonText,
  DeliveryId,
  EndpointId,
  type JsonText,
} from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { makeMessage } from "../../src/dispatcher/makeMessage.ts"

const idOf = (last: number) => `019e0000-0000-7000-8000-${String(last).padStart(12, "0")}`

const eventOf = (
  last: number,
  object: JsonText = toJsonText({ uuid: "x" }),
  text = `line ${last}`,
): OutboxEvent => ({
  id: EventId.make(idOf(last)),
  type: "sample.updated",
  datasetId: DatasetId.make(idOf(900)),
  owner: Username.make("ann"),
  dataset: "ann/cats",
  createdAt: Timestamp.make("2026-11-20T13:25:01.000450Z"),
  object,
  text,
  trace: null,
})

const claimed = (event: OutboxEvent): ClaimedDelivery => ({
  event,
  delivery: {
    id: DeliveryId.make(idOf(500)),
    endpointId: EndpointId.make(idOf(501)),
    eventId: event.id,
    datasetId: event.datasetId,
    eventType: event.type,
    state: "pending",
    origin: "live",
    dueAt: event.createdAt,
    attempts: 0,
    lastStatus: null,
    endedAt: null,
  },
})
const url = "https://example.com/hook"
const plain = { batch: 1, chat: false, url }

describe("a message", () => {
  it("has exactly six keys, in the order of the specification, and the event's id", () => {
    const { body, id } = makeMessage(plain, [claimed(eventOf(1))])
    assert.strictEqual(id, idOf(1))
    assert.strictEqual(
      body.toString(),
      '{"event_type":"sample.updated","created_at":"2026-11-20T13:25:01.000450+00:00","api_version":"2026-11-01","dataset":"ann/cats","object":{"uuid":"x"},"text":"line 1"}',
    )
  })

  it("passes the object through as text: digits beyond 2^53, order of keys, escapes", () => {
    const object = castToJsonText('{"z":12345678901234567890,"a":1.0,"u":"\\u00e9\\/"}')
    assert.include(makeMessage(plain, [claimed(eventOf(1, object))]).body.toString(), `"object":${object},`)
  })

  it("is JSON whatever the texts say, and the same bytes each time", () => {
    fc.assert(
      fc.property(fc.fullUnicodeString(), fc.jsonValue(), (text, value) => {
        const deliveries = [claimed(eventOf(1, toJsonText(value), text))]
        const { body } = makeMessage(plain, deliveries)
        assert.isTrue(makeMessage(plain, deliveries).body.equals(body))
        const parsed = JSON.parse(body.toString()) as { readonly text: string; readonly object: unknown }
        assert.strictEqual(parsed.text, text)
        assert.deepStrictEqual(parsed.object, JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  it("for a chat is the line for people and nothing else", () => {
    const { body } = makeMessage({ batch: 1, chat: true, url }, [claimed(eventOf(1, undefined, 'a "b"'))])
    assert.deepStrictEqual(JSON.parse(body.toString()), { text: 'a "b"' })
    const many = makeMessage({ batch: 5, chat: true, url }, [claimed(eventOf(1)), claimed(eventOf(2))])
    assert.deepStrictEqual(JSON.parse(many.body.toString()), { text: "line 1\nline 2" })
  })

  it("for an endpoint that takes several is always a list, each event with its own id", () => {
    const batch = { batch: 100, chat: false, url }
    for (const count of [1, 2, 100]) {
      const events = Array.from({ length: count }, (_, at) => eventOf(at))
      const { body, id } = makeMessage(batch, events.map(claimed))
      const parsed = JSON.parse(body.toString()) as {
        readonly events: ReadonlyArray<{ readonly id: string; readonly payload: unknown }>
      }
      assert.deepStrictEqual(
        parsed.events.map((event) => event.id),
        events.map((event) => event.id),
      )
      const [first] = parsed.events
      const [alone] = events
      if (alone === undefined) throw new Error("none")
      assert.deepStrictEqual(first?.payload, JSON.parse(makeMessage(plain, [claimed(alone)]).body.toString()))
      assert.match(id, /^batch_[0-9a-f]{32}$/)
      assert.strictEqual(makeMessage(batch, events.map(claimed)).id, id)
    }
    assert.notStrictEqual(
      makeMessage(batch, [claimed(eventOf(1))]).id,
      makeMessage(batch, [claimed(eventOf(1)), claimed(eventOf(2))]).id,
    )
  })
})
