/** Spans of the public methods. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Tracer } from "effect"
import { traced } from "../../src/kernel/traced.ts"

const half = traced("Jobs.get")(function* (of: number) {
  if (of % 2 !== 0) return yield* Effect.fail("odd" as const)
  return yield* Effect.map(Effect.option(Effect.currentParentSpan), (span) => ({ value: of / 2, span }))
})

/** A tracer that notes the names of spans, and how they end. */
const noting = () => {
  const notes: Array<string> = []
  const tracer = Tracer.make({
    span: (name, parent, context, links, startTime, kind) => {
      const made: Tracer.Span = {
        _tag: "Span",
        name,
        spanId: "0123456789abcdef",
        traceId: "0123456789abcdef0123456789abcdef",
        parent,
        context,
        links,
        kind,
        sampled: true,
        attributes: new Map(),
        status: { _tag: "Started", startTime },
        end: (_, exit) => void notes.push(`${name} ${exit._tag}`),
        attribute: () => undefined,
        event: () => undefined,
        addLinks: () => undefined,
      }
      return made
    },
    context: (run) => run(),
  })
  return { notes, tracer }
}

describe("a public method", () => {
  it.effect("opens no span without a tracer", () =>
    Effect.gen(function* () {
      const { span, value } = yield* half(4)
      assert.strictEqual(value, 2)
      assert.isTrue(Option.isNone(span))
      assert.strictEqual(yield* Effect.flip(half(3)), "odd")
    }),
  )

  it.effect("runs in a span of its name while a tracer is installed", () =>
    Effect.gen(function* () {
      const { notes, tracer } = noting()
      const { span, value } = yield* Effect.withTracer(half(4), tracer)
      assert.strictEqual(value, 2)
      assert.strictEqual(Option.getOrThrow(span).spanId, "0123456789abcdef")
      assert.strictEqual(yield* Effect.flip(Effect.withTracer(half(3), tracer)), "odd")
      assert.deepStrictEqual(notes, ["Jobs.get Success", "Jobs.get Failure"])
    }),
  )
})
