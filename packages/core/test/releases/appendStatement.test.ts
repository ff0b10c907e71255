import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { DatasetStore } from "../../src/access/DatasetStore.ts"
import { CurrentActor } from "../../src/domain/Actor.ts"
import { Username } from "../../src/domain/Names.ts"
import { readEnvelopeText } from "../../src/releases/dsse.ts"
import { ReleaseStatements } from "../../src/releases/ReleaseStatements.ts"
import { ReleaseStore } from "../../src/releases/ReleaseStore.ts"
import { dataset } from "./snapshots.ts"
import { build, prepare, ref, services } from "./support.ts"

const predicateType = "https://example.org/audit/v1"

/** A signed release with its two statements. */
const prepareRelease = Effect.gen(function* () {
  yield* prepare(2)
  return { release: yield* build("v1"), service: yield* ReleaseStatements }
})

/** The predicate as a caller in JavaScript may send it. */
const append = (predicate: unknown, type: unknown = predicateType) =>
  Effect.flatMap(ReleaseStatements, (service) =>
    // @ts-expect-error TypeScript refuses most of these predicates.
    service.append(ref, "v1", { predicateType: type, predicate }),
  )

describe("a statement of a caller", () => {
  it.effect("is refused before it is read, when the caller may not create releases", () =>
    Effect.gen(function* () {
      const { service } = yield* prepareRelease
      const refused = yield* Effect.flip(append(undefined)).pipe(
        Effect.provideService(CurrentActor, {
          _tag: "Person",
          username: Username.make("bob"),
          siteAdmin: false,
          credentialsExpireAt: null,
        }),
      )
      assert.strictEqual(refused._tag, "NotFound")
      assert.lengthOf(yield* service.list(ref, "v1"), 3)
    }).pipe(Effect.provide(services())),
  )

  it.effect("is refused for an archived dataset", () =>
    Effect.gen(function* () {
      const { service } = yield* prepareRelease
      yield* (yield* DatasetStore).update({ ...dataset, archived: true }, dataset.version)
      const refused = yield* Effect.flip(append({}))
      assert.deepInclude(refused, { _tag: "Conflict", code: "dataset_archived" })
      assert.lengthOf(yield* service.list(ref, "v1"), 3)
    }).pipe(Effect.provide(services())),
  )

  it.effect("is refused when its predicate is not a JSON object, or its type not a URI", () =>
    Effect.gen(function* () {
      const { service } = yield* prepareRelease
      const cycle: Record<string, unknown> = {}
      cycle["self"] = cycle
      const plain = "must be a plain object, or a JSON object as text"
      const object = "must be a JSON object"
      const refusals: ReadonlyArray<readonly [unknown, string, string]> = [
        [undefined, "/predicate", plain],
        [null, "/predicate", plain],
        [[], "/predicate", plain],
        [7, "/predicate", plain],
        [() => 1, "/predicate", plain],
        ["text", "/predicate", "is not valid JSON: pass a plain object, or text that JSON.parse accepts"],
        ["[]", "/predicate", object],
        [{ call: () => 1 }, "/predicate/call", "must be a JSON value"],
      ]
      for (const [predicate, pointer, message] of refusals)
        assert.deepInclude(yield* Effect.flip(append(predicate)), {
          _tag: "InvalidInput",
          errors: [{ pointer, message }],
        })
      assert.match(
        (yield* Effect.flip(append(cycle))).message,
        /^At \/predicate\/self\/.*: must be at most \d+ levels deep/,
      )
      for (const type of [null, 7, ["urn:a"], "audit"])
        assert.deepInclude(yield* Effect.flip(append({}, type)), {
          _tag: "InvalidInput",
          errors: [{ pointer: "/predicateType", message: "must be a URI" }],
        })
      assert.lengthOf(yield* service.list(ref, "v1"), 3)
    }).pipe(Effect.provide(services())),
  )

  it.effect("is signed with the text that was sent, every digit of it, and the time as its last member", () =>
    Effect.gen(function* () {
      yield* prepareRelease
      const text = '{"id": 9007199254740993, "share": 1.10, "a": {"b": []}}'
      const signed = Option.getOrThrow(readEnvelopeText(yield* append(text)))
      assert.include(
        signed,
        '"predicate":{"id":9007199254740993,"share":1.10,"a":{"b":[]},"signed_at":"1970-01-01T00:00:00.000000Z"}',
      )
      const big = Option.getOrThrow(readEnvelopeText(yield* append({ id: 9007199254740993n })))
      assert.include(big, '"predicate":{"id":9007199254740993,"signed_at"')
      const empty = Option.getOrThrow(readEnvelopeText(yield* append({})))
      assert.include(empty, '"predicate":{"signed_at":"1970')
    }).pipe(Effect.provide(services())),
  )

  it.effect("is refused when it says itself when it was signed", () =>
    Effect.gen(function* () {
      const { service } = yield* prepareRelease
      const refused = yield* Effect.flip(append({ signed_at: "2020-01-01T00:00:00Z" }))
      assert.deepInclude(refused, {
        _tag: "InvalidInput",
        errors: [{ pointer: "/predicate/signed_at", message: "is written when the statement is signed" }],
      })
      assert.lengthOf(yield* service.list(ref, "v1"), 3)
    }).pipe(Effect.provide(services())),
  )

  it.effect("is refused when it is long, or the release has a hundred", () =>
    Effect.gen(function* () {
      const { release, service } = yield* prepareRelease
      const long = yield* Effect.flip(append({ text: "a".repeat(16 * 1024) }))
      assert.deepInclude(long, { _tag: "InvalidInput" })
      const [first = ""] = yield* (yield* ReleaseStore).statements(release)
      yield* (yield* ReleaseStore).appendStatements(
        release,
        Array.from({ length: 96 }, () => first),
      )
      yield* append({})
      const refused = yield* Effect.flip(append({}))
      assert.deepInclude(refused, { _tag: "InvalidInput" })
      assert.strictEqual(refused.message, "A release has at most 100 statements.")
      assert.lengthOf(yield* service.list(ref, "v1"), 100)
    }).pipe(Effect.provide(services())),
  )
})
