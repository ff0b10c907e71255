/** Gold samples in the labeling queue: people get them at a rate, as samples like others, and each once. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { DatasetStore } from "../../src/access/DatasetStore.ts"
import { PauseStore } from "../../src/access/PauseStore.ts"
import type { DatasetSettings } from "../../src/domain/DatasetSettings.ts"
import type { SampleId } from "../../src/domain/Ids.ts"
import { castToJsonText } from "../../src/domain/JsonText.ts"
import { Username } from "../../src/domain/Names.ts"
import { GoldStore } from "../../src/placement/GoldStore.ts"
import { GoldSamples } from "../../src/queue/GoldSamples.ts"
import { drawCountdown } from "../../src/queue/gold/makeGoldTurns.ts"
import { Queue } from "../../src/queue/Queue.ts"
import { QueueViews } from "../../src/queue/QueueViews.ts"
import {
  as,
  claimed,
  engine,
  nextClaim,
  perform,
  plain,
  refusal,
  samplesNamed,
  streets,
  undo,
  world,
} from "./world.ts"

const box = (x: number) =>
  castToJsonText(
    `{"annotations":[{"id":1,"category_id":1,"type":"bbox","points":[[${x},0],[${x + 10},10]]}]}`,
  )

const rate = 0.25

/** Samples by these names, of which some are gold samples with the box at 0. */
const makeWorld = (
  names: ReadonlyArray<string>,
  gold: ReadonlyArray<string>,
  settings: Partial<DatasetSettings> = {},
) =>
  Effect.gen(function* () {
    const { dataset } = yield* world({ goldRate: rate, enableSaveButton: true, ...settings })
    yield* (yield* DatasetStore).update({ ...dataset, taskType: "vector" }, dataset.version)
    const ids = yield* samplesNamed(...names)
    const sampleOf = new Map(names.map((name, index) => [name, ids[index]]))
    for (const name of gold) {
      const id = sampleOf.get(name)
      if (id !== undefined)
        yield* as("man")(Effect.flatMap(GoldSamples, (all) => all.set(id, { attributes: box(0) })))
    }
    const find = (id: SampleId) => names[ids.indexOf(id)]
    /** The next claim of the person that is not open is one of a gold sample after so many others. */
    const setCountdown = (user: string, countdown: number, pivot = 0) =>
      Effect.flatMap(GoldStore, (store) =>
        store.putTurn({ datasetId: dataset.id, user: Username.make(user), rate, countdown, pivot }),
      )
    const claimName = (user: string) =>
      Effect.map(nextClaim(user, "labeling"), ({ sampleId }) => find(sampleId))
    const submitNext = (user: string, x = 0) =>
      Effect.gen(function* () {
        const claim = yield* nextClaim(user, "labeling")
        const done = yield* perform(user, claim, "submit", { attributes: box(x) })
        return { claim, done, name: find(claim.sampleId) }
      })
    const findSample = (name: string) => Effect.fromNullable(sampleOf.get(name))
    return { claimName, dataset, find, findSample, setCountdown, submitNext }
  })

const view = (by: string, limit = 10) =>
  as(by)(Effect.flatMap(QueueViews, (views) => views.view(streets, "labeling", { limit })))

const explain = (by: string) =>
  as(by)(Effect.flatMap(QueueViews, (views) => views.explain(streets, "labeling")))

const readPeople = as("man")(Effect.flatMap(GoldSamples, (gold) => gold.people(streets)))

describe("a gold sample in the queue", () => {
  it.effect("comes when the countdown of a person is over, at the step of samples of everybody", () =>
    Effect.gen(function* () {
      const { dataset, setCountdown, submitNext } = yield* makeWorld(["a", "b", "c", "d", "gold"], ["gold"])
      yield* setCountdown("lab", 2)
      const names: Array<string | undefined> = []
      for (let i = 0; i < 4; i++) {
        const { claim, name } = yield* submitNext("lab")
        names.push(name)
        assert.strictEqual(claim.step, 4)
      }
      assert.deepStrictEqual(names, ["a", "b", "gold", "c"])
      const person = yield* Effect.flatMap(GoldStore, (store) =>
        store.findTurn(dataset.id, Username.make("lab")),
      )
      assert.deepInclude(person, { _tag: "Some" })
    }).pipe(Effect.provide(engine())),
  )

  it.effect("comes neither first, nor alone, nor twice, nor to the person who labeled it", () =>
    Effect.gen(function* () {
      const { setCountdown, submitNext } = yield* makeWorld(["a", "b", "gold"], ["gold"])
      assert.strictEqual((yield* submitNext("lab")).name, "a", "the first claim draws the countdown")
      yield* setCountdown("man", 0)
      yield* setCountdown("lab", 0)
      assert.strictEqual((yield* submitNext("lab")).name, "gold")
      yield* setCountdown("lab", 0)
      assert.strictEqual((yield* submitNext("man")).name, "b", "who made its label")
      yield* setCountdown("lab2", 0)
      for (const user of ["lab", "lab2"]) {
        assert.deepStrictEqual(yield* claimed(user, "labeling"), [], "without other work")
        assert.isNull((yield* explain(user)).next)
      }
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is given to several people at a time, and given back like any other sample", () =>
    Effect.gen(function* () {
      const { claimName, find, setCountdown } = yield* makeWorld(["a", "b", "c", "gold"], ["gold"])
      for (const user of ["lab", "lab2"]) {
        yield* setCountdown(user, 0)
        assert.strictEqual(yield* claimName(user), "gold")
      }
      const [row] = yield* claimed("lab", "labeling")
      assert.strictEqual(row && find(row.claim.sampleId), "gold", "the open claim")
      assert.isNull(row?.label)
      if (row === undefined) return
      yield* as("lab")(Effect.flatMap(Queue, (queue) => queue.giveBack(row.claim.id)))
      yield* setCountdown("lab", 1)
      assert.strictEqual(yield* claimName("lab"), "a")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("returns to the person who saved unfinished work, and to nobody else", () =>
    Effect.gen(function* () {
      const { claimName, setCountdown } = yield* makeWorld(["a", "b", "c", "gold"], ["gold"])
      yield* setCountdown("lab", 0)
      const claim = yield* nextClaim("lab", "labeling")
      yield* perform("lab", claim, "save", { attributes: box(3) })
      yield* as("lab")(Effect.flatMap(Queue, (queue) => queue.giveBack(claim.id)))
      yield* setCountdown("lab2", 1)
      assert.strictEqual(yield* claimName("lab2"), "a")
      yield* setCountdown("lab", 9)
      const [row] = yield* claimed("lab", "labeling")
      assert.deepStrictEqual([row?.claim.sampleId, row?.claim.step], [claim.sampleId, 1])
      assert.strictEqual(row?.label?.attributes, box(3))
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is the sample that explain and the view name first, whoever reads them", () =>
    Effect.gen(function* () {
      const { claimName, find, setCountdown } = yield* makeWorld(
        ["a", "b", "gold1", "c", "gold2"],
        ["gold1", "gold2"],
      )
      const readViews = (user: string) =>
        Effect.gen(function* () {
          const shown = (yield* view(user)).flatMap(({ samples, step, waiting }) =>
            step === 4 ? [`${waiting}: ${samples.map(({ id }) => find(id)).join(" ")}`] : [],
          )
          const next = (yield* explain(user)).next
          return [...shown, next && `${next.step} ${find(next.sample.id)} ${next.reason}`]
        })
      for (const [countdown, views] of [
        [1, ["5: a b gold1 c gold2", "4 a Open to everybody."]],
        [0, ["5: gold1 a b c gold2", "4 gold1 Open to everybody."]],
      ] as const) {
        // Both orders of their draws are possible.
        yield* setCountdown("lab", countdown)
        const read = yield* readViews("lab")
        const other = views.map((text) =>
          countdown === 0
            ? text.replace("gold1 a b c gold2", "gold2 a b gold1 c").replace("4 gold1", "4 gold2")
            : text,
        )
        assert.include([views.join(), other.join()], read.join())
        assert.strictEqual(yield* claimName("lab"), /4 (\w+)/.exec(read[1] ?? "")?.[1])
        const [row] = yield* claimed("lab", "labeling")
        if (row !== undefined)
          yield* as("lab")(Effect.flatMap(Queue, (queue) => queue.giveBack(row.claim.id)))
      }
      assert.deepStrictEqual(
        (yield* view("lab", 0)).map(({ samples }) => samples.length),
        [0, 0, 0, 0],
      )
    }).pipe(Effect.provide(engine())),
  )
})

describe("an answer to a gold sample", () => {
  it.effect("is compared with the known label, and counts for the person", () =>
    Effect.gen(function* () {
      const { findSample, setCountdown, submitNext } = yield* makeWorld(
        ["a", "b", "c", "gold1", "gold2", "gold3"],
        ["gold1", "gold2", "gold3"],
      )
      for (const x of [0, 8]) {
        yield* setCountdown("lab", 0)
        yield* submitNext("lab", x)
      }
      yield* setCountdown("lab", 0)
      yield* perform("lab", yield* nextClaim("lab", "labeling"), "skip")
      const [person] = yield* readPeople
      assert.deepInclude(plain(person ?? {}), { user: "lab", answers: 3, passed: 1, notCompared: 0 })
      assert.isAbove(person?.meanScore ?? 0, 0.4)
      assert.isBelow(person?.meanScore ?? 1, 0.7)
      const answers = yield* Effect.forEach(["gold1", "gold2", "gold3"], (name) =>
        Effect.flatMap(findSample(name), (id) =>
          as("man")(Effect.flatMap(GoldSamples, (gold) => gold.get(id))),
        ),
      )
      assert.deepStrictEqual(
        answers.flatMap((sample) => sample.answers.map(({ passed }) => passed)).toSorted(),
        [false, false, true],
      )
    }).pipe(Effect.provide(engine())),
  )

  it.effect(
    "is taken back no more than any other submission of the dataset, and has a result where people read it",
    () =>
      Effect.gen(function* () {
        const { setCountdown, submitNext } = yield* makeWorld(["a", "b", "c", "gold"], ["gold"], {
          goldFeedback: true,
        })
        yield* setCountdown("lab", 1)
        const [ordinary, known] = [yield* submitNext("lab"), yield* submitNext("lab")]
        assert.deepStrictEqual([ordinary.name, known.name], ["a", "gold"])
        for (const { claim } of [ordinary, known])
          assert.strictEqual(yield* refusal(undo("lab", claim)), "Conflict not_undoable")
        assert.deepStrictEqual(JSON.parse(known.done.answer).gold, { score: 1, passed: true })
        assert.isUndefined(JSON.parse(ordinary.done.answer).gold)
        assert.isUndefined(JSON.parse(ordinary.done.answer).undo)
      }).pipe(Effect.provide(engine())),
  )

  it.effect("has the members of any other answer", () =>
    Effect.gen(function* () {
      const { setCountdown, submitNext } = yield* makeWorld(["a", "b", "c", "gold"], ["gold"])
      yield* setCountdown("lab", 1)
      const members = [yield* submitNext("lab"), yield* submitNext("lab")].map(({ done }) => {
        const { label, workunit, ...others } = JSON.parse(done.answer)
        return [Object.keys(label), Object.keys(workunit), others]
      })
      assert.deepStrictEqual(members[0], members[1])
    }).pipe(Effect.provide(engine())),
  )
})

describe("a person whose answers to gold samples are wrong", () => {
  const names = ["a", "b", "c", "d", "e", "gold1", "gold2", "gold3"]
  const gold = ["gold1", "gold2", "gold3"]

  it.effect("is paused from the minimum on with the reason, and counted anew when the pause ends", () =>
    Effect.gen(function* () {
      const { dataset, setCountdown, submitNext } = yield* makeWorld(names, gold, {
        goldThreshold: 0.8,
        goldMinimum: 2,
      })
      const pauses = yield* PauseStore
      const answerNext = (user: string, x: number) =>
        Effect.zipRight(setCountdown(user, 0), submitNext(user, x))
      yield* answerNext("lab", 0)
      assert.deepStrictEqual(yield* pauses.list(dataset.id), [])
      yield* answerNext("lab", 5)
      const [pause] = yield* pauses.list(dataset.id)
      assert.deepInclude(plain(pause ?? {}), {
        user: "lab",
        by: null,
        reason: "1 of 2 labels of samples whose label is known were right; 2 are needed.",
      })
      assert.strictEqual(yield* refusal(claimed("lab", "labeling")), "Conflict person_paused")
      yield* pauses.remove([dataset.id], Username.make("lab"))
      yield* Effect.flatMap(GoldStore, (store) => store.resetCounts(dataset.id, Username.make("lab")))
      yield* answerNext("lab", 5)
      assert.deepStrictEqual(yield* pauses.list(dataset.id), [], "one answer since")
      assert.deepInclude(plain((yield* readPeople)[0] ?? {}), {
        answers: 3,
        counted: { answers: 1, passed: 0 },
      })
    }).pipe(Effect.provide(engine())),
  )

  it.effect("goes on as a manager, and where no threshold is set", () =>
    Effect.gen(function* () {
      const { dataset, setCountdown, submitNext } = yield* makeWorld(names, gold, {
        goldThreshold: 1,
        goldMinimum: 1,
      })
      yield* setCountdown("adm", 0)
      assert.match((yield* submitNext("adm", 9)).name ?? "", /^gold/)
      assert.deepStrictEqual(yield* Effect.flatMap(PauseStore, (store) => store.list(dataset.id)), [])
      assert.deepInclude(plain((yield* readPeople)[0] ?? {}), { user: "adm", answers: 1, passed: 0 })
    }).pipe(Effect.provide(engine())),
  )
})

describe("the countdown", () => {
  it("is drawn so that each claim is one of a gold sample with the probability of the rate", () => {
    const draws = Array.from({ length: 100_000 }, (_, index) => (index + 0.5) / 100_000)
    for (const share of [0.5, 0.1, 0.02]) {
      const countdowns = draws.map((draw) => drawCountdown(draw, share))
      const mean = countdowns.reduce((sum, countdown) => sum + countdown, 0) / countdowns.length
      assert.closeTo(mean, (1 - share) / share, 0.01 * (1 / share))
      assert.closeTo(countdowns.filter((countdown) => countdown === 0).length / 100_000, share, 0.001)
    }
    assert.strictEqual(drawCountdown(0, 0.5), 0)
    assert.strictEqual(drawCountdown(1 - 2 ** -53, 1e-9), 1_000_000)
  })
})
