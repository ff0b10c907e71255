/** Exports of the labels of one of several people. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { castToJsonText } from "../../src/domain/JsonText.ts"
import { groundTruth, Username } from "../../src/domain/Names.ts"
import { ExportedSamples } from "../../src/releases/ExportedSamples.ts"
import { engine, nextClaim, perform, samplesNamed, world } from "./world.ts"

const makeBody = (name: string) => castToJsonText(`{"annotations":[],"by":"${name}"}`)

const submit = (name: string) =>
  Effect.flatMap(nextClaim(name, "labeling"), (claim) =>
    perform(name, claim, "submit", { attributes: makeBody(name) }),
  )

const base = { labelset: groundTruth, statuses: ["LABELED", "REVIEWED"] } as const

describe("an export of one person's labels", () => {
  it.effect("has those of samples to which no label is missing", () =>
    Effect.gen(function* () {
      const { dataset } = yield* world({ overlap: 2, usesOverlap: true })
      yield* samplesNamed("one", "two", "three")
      for (const name of ["lab", "lab2", "lab"]) yield* submit(name)
      const samples = yield* ExportedSamples
      const list = (labeler: string) =>
        Effect.scoped(
          Effect.gen(function* () {
            const { samples: open } = yield* samples.open(dataset.id, {
              ...base,
              labeler: Username.make(labeler),
            })
            return [...(yield* Stream.runCollect(open))].map(({ label, name, status }) => [
              name,
              label,
              status,
            ])
          }),
        )
      assert.deepStrictEqual(yield* list("lab"), [["one", makeBody("lab"), "LABELED"]])
      assert.deepStrictEqual(yield* list("lab2"), [["one", makeBody("lab2"), "LABELED"]])
      assert.deepStrictEqual(yield* list("rev"), [])
    }).pipe(Effect.provide(engine())),
  )
})
