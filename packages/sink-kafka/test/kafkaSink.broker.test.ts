/** The sink against a real Kafka broker. */
import type { SinkEvent } from "@annotary/core"
import {
  addKafkaTopic,
  countKafkaMessages,
  type KafkaBroker,
  readKafkaTopic,
  startKafkaBroker,
} from "@annotary/test-support/brokers/kafka"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { makeKafkaSink } from "../src/index.ts"

const { signal } = new AbortController()

const makeEvent = (id: string, key = "01J0DATASET"): SinkEvent => ({
  id,
  type: "sample.created",
  key,
  attributes: {
    specversion: "1.0",
    id,
    source: "/datasets/ada/cats/",
    type: "sample.created",
    time: "2026-11-30T12:00:00.000000Z",
    datacontenttype: "application/json",
  },
  data: JSON.stringify({ event_type: "sample.created", text: "Ünïcode" }),
})

let broker: KafkaBroker

beforeAll(async () => {
  broker = await startKafkaBroker()
}, 120_000)
afterAll(async () => {
  await broker.stop()
})

describe("the sink of Kafka", () => {
  it("stores the events of a dataset in one partition, in order, with the headers of CloudEvents", async () => {
    await addKafkaTopic(broker.address, "once")
    const sink = makeKafkaSink({ brokers: [broker.address], topic: "once" })
    const events = Array.from({ length: 100 }, (_, i) => makeEvent(`e${i}`, `dataset-${i % 5}`))
    await sink.publish(events, signal)
    await sink.publish([makeEvent("last", "dataset-0")], signal)
    await sink.close?.()
    const messages = await readKafkaTopic(broker.address, "once", 101)
    for (let dataset = 0; dataset < 5; dataset++) {
      const own = messages.filter(({ key }) => key === `dataset-${dataset}`)
      assert.strictEqual(new Set(own.map(({ partition }) => partition)).size, 1)
      assert.deepStrictEqual(
        own.map(({ headers }) => headers.ce_id),
        [
          ...events.filter(({ key }) => key === `dataset-${dataset}`).map(({ id }) => id),
          ...(dataset === 0 ? ["last"] : []),
        ],
      )
    }
    const first = messages.find(({ headers }) => headers.ce_id === "e0")
    assert.strictEqual(first?.value, events[0]?.data)
    assert.deepStrictEqual(first?.headers, {
      ce_specversion: "1.0",
      ce_id: "e0",
      ce_source: "/datasets/ada/cats/",
      ce_type: "sample.created",
      ce_time: "2026-11-30T12:00:00.000000Z",
      "content-type": "application/json",
    })
  }, 60_000)

  it("stores events of one dataset that are larger together than a broker takes at once", async () => {
    await addKafkaTopic(broker.address, "large")
    const sink = makeKafkaSink({ brokers: [broker.address], topic: "large" })
    const text = "x".repeat(250_000)
    const events = Array.from({ length: 20 }, (_, i) => ({
      ...makeEvent(`l${i}`),
      data: JSON.stringify({ text }),
    }))
    await sink.publish(events, signal)
    await sink.close?.()
    const messages = await readKafkaTopic(broker.address, "large", 20)
    assert.deepStrictEqual(
      messages.map(({ headers }) => headers.ce_id),
      events.map(({ id }) => id),
    )
  }, 60_000)

  it("rejects while there is no such topic, and stores the events once there is one", async () => {
    const sink = makeKafkaSink({ brokers: [broker.address], topic: "late" })
    await sink.publish([makeEvent("f1")], signal).then(
      () => assert.fail("it was stored nowhere"),
      (error) => assert.include(String(error), "Unknown topic late"),
    )
    await addKafkaTopic(broker.address, "late")
    await sink.publish([makeEvent("f1")], signal)
    await sink.close?.()
    assert.strictEqual(await countKafkaMessages(broker.address, "late"), 1)
  }, 60_000)

  it("rejects while the broker is away, and stores the events when it is back", async () => {
    await addKafkaTopic(broker.address, "away")
    const sink = makeKafkaSink({ brokers: [broker.address], topic: "away", timeoutMillis: 2000 })
    await sink.publish([makeEvent("g1")], signal)
    await broker.kill()
    const fails = () =>
      sink.publish([makeEvent("g2")], AbortSignal.timeout(5000)).then(
        () => assert.fail("nobody is there"),
        () => undefined,
      )
    await fails()
    await fails()
    await broker.start()
    await sink.publish([makeEvent("g2")], signal)
    await sink.close?.()
    const messages = await readKafkaTopic(
      broker.address,
      "away",
      await countKafkaMessages(broker.address, "away"),
    )
    assert.deepStrictEqual([...new Set(messages.map(({ headers }) => headers.ce_id))], ["g1", "g2"])
  }, 120_000)
})
