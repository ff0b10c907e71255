/** The schemas are held against what an engine really writes, member by member. */
import { createEngine, type Engine, type OutboxEvent, toJsonText } from "@annotary/core"
import { DatasetEventType, EventType, Outbox } from "@annotary/core/effect"
import { memory } from "@annotary/core/memory"
import { assert, describe, it } from "@effect/vitest"
import Ajv, { type ValidateFunction } from "ajv/dist/2020.js"
import { Effect } from "effect"
import { isOperational } from "../../src/domain/webhooks/eventTypeSelector.ts"
import { formatPayload } from "../../src/domain/webhooks/payload.ts"
import { eventTypes } from "../../src/webhooks/eventTypes/eventTypes.ts"
import type { JsonSchema } from "../../src/webhooks/eventTypes/JsonSchema.ts"

/** The same schema, allowing no member that it does not describe: receivers may meet such members, the schema must not lag behind. */
const closed = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== "object" || schema === null) return schema
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]))
  return "properties" in inner ? { ...inner, additionalProperties: false } : inner
}

/** To compile a schema takes longer than to validate by it. */
const validators = new Map<JsonSchema, ValidateFunction>()

const complaints = (schema: JsonSchema, value: unknown): unknown => {
  const ajv = new Ajv.default({ allowUnionTypes: true, validateFormats: false, allErrors: true })
  const validate = validators.get(schema) ?? ajv.compile(closed(schema) as object)
  validators.set(schema, validate)
  return validate(value) ? [] : validate.errors
}

const schemaOf = (type: string): JsonSchema => {
  const found = eventTypes.find((description) => description.type === type)
  if (found === undefined) throw new Error(`${type} is not described.`)
  return found.schema
}

const events = (engine: Engine): Promise<ReadonlyArray<OutboxEvent>> =>
  engine.runtime.runPromise(Effect.flatMap(Outbox, (outbox) => outbox.read({ after: null, limit: 1000 })))

/** Makes every change that is reported. */
const provoke = async (engine: Engine): Promise<void> => {
  await engine.users.create({ username: "ann" })
  const ann = engine.as("ann")
  const ref = { _tag: "Name", owner: "ann", name: "cats" } as const
  await ann.datasets.create({ name: "cats", category: "other", taskType: "vector", description: "a" })
  await ann.datasets.update(ref, { readme: "b" })
  const { sample } = await ann.samples.create(ref, {
    name: "one <two> & three",
    attributes: toJsonText({ image: { url: "https://example.com/1.png" } }),
  })
  await ann.samples.update(sample.id, { priority: 2.5, assignedLabeler: "ann" })
  const body = toJsonText({ format_version: "0.2", annotations: [] })
  await ann.labels.put(sample.id, "ground-truth", { attributes: body, status: "LABELED" })
  await ann.labels.put(sample.id, "ground-truth", {
    attributes: body,
    status: "REVIEWED",
    rating: 4,
    score: 0.5,
  })
  const issue = await ann.issues.open(sample.id, { description: "?", anchor: toJsonText({ type: "basic" }) })
  await ann.issues.addComment(issue.id, "!")
  await ann.issues.update(issue.id, { status: "CLOSED" })
  await ann.releases.create(ref, { name: "v1" })
  for (let waited = 0; waited < 5000; waited += 10) {
    if ((await ann.releases.get(ref, "v1")).status === "SUCCEEDED") break
    await new Promise((next) => setTimeout(next, 10))
  }
  await ann.labels.remove(sample.id, "ground-truth")
  await ann.samples.remove(sample.id)
  await ann.datasets.remove(ref)
}

describe("event types", () => {
  it("name every event whose delivery may be given up", () => {
    const schema = JSON.stringify(schemaOf("delivery.exhausted"))
    const types = EventType.literals.filter((type) => !isOperational(type))
    assert.deepStrictEqual(
      types.filter((type) => !schema.includes(`"${type}"`)),
      [],
    )
  })

  it("are the eleven of the specification and those about transfers, audits, overlap, people and deliveries, each with an example that fits its schema", () => {
    assert.deepStrictEqual(
      eventTypes.map(({ type }) => type),
      [...EventType.literals],
    )
    assert.lengthOf(eventTypes, 24)
    for (const { example, schema } of eventTypes) assert.deepStrictEqual(complaints(schema, example), [])
  })

  it("are described as an engine writes them, all of them, with nothing left out", async () => {
    const engine = await createEngine({ storage: memory(), events: true })
    try {
      await provoke(engine)
      const written = await events(engine)
      assert.deepStrictEqual(
        new Set(written.map(({ type }) => type)),
        new Set<string>(DatasetEventType.literals),
      )
      for (const event of written) {
        const payload: unknown = JSON.parse(formatPayload(event))
        assert.deepStrictEqual(complaints(schemaOf(event.type), payload), [], event.type)
        const others = EventType.literals.filter((type) => type !== event.type)
        for (const type of others) assert.notDeepEqual(complaints(schemaOf(type), payload), [], type)
      }
    } finally {
      await engine.close()
    }
  })

  it("are described as an engine writes them when they are too large to be sent whole", async () => {
    const engine = await createEngine({ storage: memory(), events: true, settings: { maxEventBytes: 10 } })
    try {
      await provoke(engine)
      const written = await events(engine)
      assert.deepStrictEqual(
        new Set(written.map(({ type }) => type)),
        new Set<string>(DatasetEventType.literals),
      )
      for (const event of written) {
        const payload = JSON.parse(formatPayload(event)) as {
          readonly object: { readonly truncated: unknown }
        }
        assert.isTrue(payload.object.truncated)
        assert.deepStrictEqual(complaints(schemaOf(event.type), payload), [], event.type)
      }
    } finally {
      await engine.close()
    }
  })
})
