/** The places at which gold samples come, and their return to people who gave them back. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { Username } from "../../src/domain/Names.ts"
import { GoldStore } from "../../src/placement/GoldStore.ts"
import { GoldSamples } from "../../src/queue/GoldSamples.ts"
import { Queue } from "../../src/queue/Queue.ts"
import { QueueViews } from "../../src/queue/QueueViews.ts"
import { as, body, claimed, engine, nextClaim, perform, samplesNamed, streets, world } from "./world.ts"

const rate = 0.25

/** Samples by these names, created a second apart. Names with a g are those of gold samples. */
const makeWorld = (...names: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { dataset } = yield* world({ goldRate: rate })
    const nameOf = new Map<string, string>()
    for (const name of names) {
      yield* TestClock.adjust("1 second")
      const [id] = yield* samplesNamed(name)
      if (id === undefined) continue
      nameOf.set(id, name)
      if (name.startsWith("g"))
        yield* as("man")(Effect.flatMap(GoldSamples, (gold) => gold.set(id, { attributes: body(1) })))
    }
    const store = yield* GoldStore
    const lab = Username.make("lab")
    const readTurn = Effect.map(store.findTurn(dataset.id, lab), (person) =>
      person._tag === "Some" ? person.value : { pivot: 0 },
    )
    const setCountdown = (countdown: number) =>
      Effect.flatMap(readTurn, ({ pivot }) =>
        store.putTurn({ datasetId: dataset.id, user: lab, rate, countdown, pivot }),
      )
    const claimNext = Effect.map(nextClaim("lab", "labeling"), (claim) => ({
      claim,
      name: nameOf.get(claim.sampleId),
    }))
    const submitNext = Effect.gen(function* () {
      const { claim, name } = yield* claimNext
      yield* perform("lab", claim, "submit", { attributes: body(2) })
      return name
    })
    const explainNext = as("lab")(
      Effect.flatMap(QueueViews, (views) => views.explain(streets, "labeling")),
    ).pipe(Effect.map(({ next }) => next && nameOf.get(next.sample.id)))
    return { claimNext, explainNext, nameOf, setCountdown, submitNext }
  })

describe("a gold sample that is due", () => {
  it.effect("is the one whose place is nearest to that of the sample which would come otherwise", () =>
    Effect.gen(function* () {
      // Ids are random by less than the distance of twelve samples.
      const fill = (name: string) => Array.from({ length: 12 }, (_, index) => `${name}${index}`)
      const names = ["a", "g1", "b", ...fill("c"), "g2", "d", ...fill("e"), "g3", ...fill("f"), "g4"]
      const { setCountdown, submitNext } = yield* makeWorld(...names)
      const submitSome = (count: number) =>
        Effect.zipRight(setCountdown(100), Effect.replicateEffect(submitNext, count))
      const submitGold = Effect.zipRight(setCountdown(0), submitNext)
      assert.deepStrictEqual(yield* submitSome(1), ["a"])
      assert.strictEqual(yield* submitGold, "g1")
      assert.deepStrictEqual(yield* submitSome(13), ["b", ...fill("c")])
      assert.strictEqual(yield* submitGold, "g2")
      assert.deepStrictEqual(yield* submitSome(12), ["d", ...fill("e").slice(0, 11)])
      assert.strictEqual(yield* submitGold, "g3")
      assert.deepStrictEqual(yield* submitSome(2), ["e11", "f0"])
      assert.strictEqual(yield* submitGold, "g4")
    }).pipe(Effect.provide(engine())),
  )

  it.effect(
    "comes again after it is given back and after its lease has ended, as any other sample does",
    () =>
      Effect.gen(function* () {
        const { claimNext, explainNext, setCountdown, submitNext } = yield* makeWorld(
          "a",
          "b",
          "g1",
          "g2",
          "c",
        )
        yield* setCountdown(9)
        const loop = (name: string) =>
          Effect.gen(function* () {
            for (let times = 0; times < 5; times++) {
              const next = yield* claimNext
              assert.strictEqual(next.name, name)
              if (times % 2 === 0)
                yield* as("lab")(Effect.flatMap(Queue, (all) => all.giveBack(next.claim.id)))
              else yield* TestClock.adjust("2 days")
              assert.strictEqual(yield* explainNext, name)
            }
            assert.strictEqual(yield* submitNext, name)
          })
        yield* loop("a")
        yield* setCountdown(0)
        yield* loop("g1")
        yield* setCountdown(7)
        yield* loop("b")
      }).pipe(Effect.provide(engine())),
  )

  it.effect("comes again before others when a person claims many samples at once", () =>
    Effect.gen(function* () {
      const { nameOf, setCountdown } = yield* makeWorld("a", "b", "g1", "c", "d", "e", "f")
      yield* setCountdown(2)
      const claimNames = (count: number) =>
        Effect.map(claimed("lab", "labeling", { count }), (rows) =>
          rows.map(({ claim }) => [claim.id, nameOf.get(claim.sampleId) ?? ""] as const),
        )
      const first = yield* claimNames(3)
      assert.deepStrictEqual(
        first.map(([, name]) => name),
        ["a", "b", "g1"],
      )
      for (const [id] of first) yield* as("lab")(Effect.flatMap(Queue, (queue) => queue.giveBack(id)))
      yield* setCountdown(9)
      const again = yield* claimNames(3)
      assert.sameMembers(
        again.map(([, name]) => name),
        ["a", "b", "g1"],
      )
    }).pipe(Effect.provide(engine())),
  )
})
