/** The ground truth of a sample of which more labels are requested: hidden from the people who may still give one. */
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Either, Layer, Option, Stream, TestClock } from "effect"
import { Access } from "../../src/access/Access.ts"
import { DatasetStore } from "../../src/access/DatasetStore.ts"
import type { SampleId } from "../../src/domain/Ids.ts"
import { castToJsonText } from "../../src/domain/JsonText.ts"
import type { Label } from "../../src/domain/Label.ts"
import { LongText } from "../../src/domain/LongText.ts"
import { Issues } from "../../src/issues/Issues.ts"
import { TakesLongTexts } from "../../src/kernel/TakesLongTexts.ts"
import { Labels } from "../../src/labels/Labels.ts"
import { memory } from "../../src/memory.ts"
import { Overlaps } from "../../src/queue/Overlaps.ts"
import { Queue } from "../../src/queue/Queue.ts"
import { SampleStore } from "../../src/reading/SampleStore.ts"
import { SampleLists } from "../../src/samples/SampleLists.ts"
import { Samples } from "../../src/samples/Samples.ts"
import { Warnings } from "../../src/warnings/Warnings.ts"
import {
  aSample,
  as,
  body,
  claimed,
  engine,
  labeled,
  nextClaim,
  perform,
  refusal,
  samplesNamed,
  streets,
  two,
  undo,
  world,
} from "./world.ts"

const truth = "ground-truth"

/** What people see by each of the ways to a hidden ground truth. */
const hidden = [null, null, null, null, null]

const longText = new LongText(Stream.make("{}"))

/** A storage in memory that leaves bodies in storage for callers that take long texts. */
const longBodies = Layer.effect(
  SampleStore,
  Effect.map(SampleStore, (store) =>
    SampleStore.of({
      ...store,
      portion: (ids, labels, bytes, long) =>
        Effect.map(store.portion(ids, labels, bytes), (portion) =>
          long !== true
            ? portion
            : {
                ...portion,
                rows: portion.rows.map((row) => ({
                  ...row,
                  label: row.label && { ...row.label, attributes: null },
                  long: { attributes: longText, label: longText },
                })),
              },
        ),
    }),
  ),
).pipe(Layer.provideMerge(memory()))

const smallCuboids = castToJsonText(
  '{"categories":[{"id":1,"name":"car"}],"warning_rules":[{"name":"cuboid-dimension-limits","max":{"x":5}}]}',
)
const largeCuboid = castToJsonText(
  '{"annotations":[{"id":1,"category_id":1,"type":"cuboid","position":{"x":0,"y":0,"z":0},"dimensions":{"x":9,"y":1,"z":1},"yaw":0}]}',
)

const reopen = (sample: SampleId, overlap = 2) =>
  as("man")(Effect.flatMap(Overlaps, (all) => all.set(sample, { overlap, reopen: true })))

/** The versions of the ground truth that a person sees, by each of the ways to it; null for none. */
const readTruth = (name: string, sample: SampleId) =>
  Effect.gen(function* () {
    const labels = yield* Labels
    const toVersion = (label: Pick<Label, "version"> | null | undefined) => label?.version ?? null
    const direct = Option.getOrNull(yield* Effect.option(labels.get(sample, truth)))
    const encoded = Option.getOrNull(
      yield* Effect.option(Effect.provideService(labels.get(sample, truth), TakesLongTexts, true)),
    )
    const view = yield* (yield* Samples).get(sample, { labelset: truth })
    const { rows } = yield* (yield* SampleLists).list(streets, { labelset: truth, fullLabel: true })
    const listed = Chunk.toReadonlyArray(yield* Stream.runCollect(rows)).find(
      (row) => row.sample.id === sample,
    )
    const [last] = yield* labels.history(sample, truth)
    return [direct?.label, encoded?.label, view.context.label, listed?.label, last].map(toVersion)
  }).pipe(as(name))

const submit = (name: string) =>
  Effect.flatMap(nextClaim(name, "labeling"), (claim) =>
    perform(name, claim, "submit", { attributes: body(1) }),
  )

describe("the ground truth of a sample of which more labels are requested", () => {
  it.effect(
    "is hidden from whoever may still label it, and shown to its labeler and to those who see work",
    () =>
      Effect.gen(function* () {
        yield* world()
        const sample = yield* aSample()
        const version = (yield* submit("lab")).label?.version
        assert.isDefined(version)
        const seen = [version, version, version, version, version]
        assert.deepStrictEqual(yield* readTruth("lab2", sample), seen)
        yield* reopen(sample)
        for (const name of ["lab2", "rev"])
          assert.deepStrictEqual(yield* readTruth(name, sample), hidden, name)
        for (const name of ["lab", "man", "ann"])
          assert.deepStrictEqual(yield* readTruth(name, sample), seen, name)
      }).pipe(Effect.provide(engine())),
  )

  it.effect(
    "is hidden from people who do not review it until the decision, also when their own label is in",
    () =>
      Effect.gen(function* () {
        yield* world()
        const sample = yield* aSample()
        const version = (yield* submit("lab")).label?.version
        if (version === undefined) return assert.fail("no label")
        yield* reopen(sample, 3)
        yield* submit("lab2")
        assert.deepStrictEqual(yield* readTruth("lab2", sample), hidden)
        assert.notInclude(yield* readTruth("lab", sample), null)
        assert.deepStrictEqual(yield* readTruth("rev", sample), hidden)
        yield* submit("rev2")
        assert.deepStrictEqual(yield* readTruth("lab2", sample), hidden)
        const { labels, warnings } = yield* Effect.all({ labels: Labels, warnings: Warnings })
        assert.strictEqual(
          yield* refusal(as("lab2")(labels.version(sample, truth, version))),
          "NotFound label_version_not_found",
        )
        assert.strictEqual(yield* refusal(as("lab2")(warnings.check(sample))), "NotFound label_not_found")
        for (const name of ["lab", "rev"]) assert.notInclude(yield* readTruth(name, sample), null, name)
        const decision = yield* nextClaim("rev", "reviewing")
        yield* perform("rev", decision, "accept", { overlapLabel: "A" })
        for (const name of ["lab2", "rev2"]) assert.notInclude(yield* readTruth(name, sample), null, name)
      }).pipe(Effect.provide(engine())),
  )

  it.effect(
    "is hidden from a reviewer who may take back their own label, unless the decision is theirs",
    () =>
      Effect.gen(function* () {
        yield* world()
        const sample = yield* aSample()
        yield* submit("lab")
        yield* reopen(sample)
        yield* submit("rev2")
        assert.deepStrictEqual(yield* readTruth("rev2", sample), hidden)
        const claim = yield* Effect.flatMap(Queue, (queue) =>
          queue.claim(streets, "reviewing", { leaseSeconds: 30 }),
        ).pipe(as("rev2"))
        yield* Stream.runDrain(claim)
        const readAgreement = Effect.flatMap(Samples, (samples) =>
          samples.get(sample, { overlap: true }),
        ).pipe(
          Effect.map(({ context }) => context.overlap?.agreement),
          as("rev2"),
        )
        assert.notInclude(yield* readTruth("rev2", sample), null)
        assert.strictEqual(yield* readAgreement, 1)
        yield* TestClock.adjust("31 seconds")
        assert.deepStrictEqual(yield* readTruth("rev2", sample), hidden)
        assert.isNull(yield* readAgreement)
      }).pipe(Effect.provide(engine())),
  )

  for (const status of ["REVIEWED", "VERIFIED"] as const)
    it.effect(`is shown to everybody when all labels are in and a manager has set it to ${status}`, () =>
      Effect.gen(function* () {
        yield* world({ ...two, enableLabelStatusVerified: true })
        const sample = yield* aSample()
        const claim = yield* nextClaim("lab", "labeling")
        yield* perform("lab", claim, "submit", { attributes: body(1) })
        const labels = yield* Labels
        yield* as("man")(labels.put(sample, truth, { status, attributes: body(2) }))
        assert.deepStrictEqual(yield* readTruth("lab", sample), hidden)
        const issues = yield* Issues
        yield* as("lab")(issues.open(sample, { description: "The lorry is missing." }))
        const last = yield* nextClaim("rev", "labeling")
        yield* perform("rev", last, "submit", { attributes: body(3) })
        for (const name of ["lab", "lab2", "rev", "rev2"]) {
          assert.notInclude(yield* readTruth(name, sample), null, name)
          assert.lengthOf(yield* as(name)(issues.ofSample(sample)), 1, name)
        }
        for (const [name, { id }] of [
          ["lab", claim],
          ["rev", last],
        ] as const)
          assert.strictEqual(yield* refusal(undo(name, { id })), "Conflict not_undoable", name)
      }).pipe(Effect.provide(engine())),
    )

  it.effect("leaves no history to those from whom it was hidden when it is deleted", () =>
    Effect.gen(function* () {
      yield* world()
      const sample = yield* aSample()
      const version = (yield* submit("lab")).label?.version
      if (version === undefined) return assert.fail("no label")
      yield* reopen(sample)
      yield* submit("lab2")
      const labels = yield* Labels
      yield* as("man")(labels.remove(sample, truth))
      for (const name of ["lab", "lab2"]) {
        assert.deepStrictEqual(yield* as(name)(labels.history(sample, truth)), [], name)
        assert.strictEqual(
          yield* refusal(as(name)(labels.version(sample, truth, version))),
          "NotFound label_version_not_found",
          name,
        )
      }
      for (const name of ["rev", "man"])
        assert.lengthOf(yield* as(name)(labels.history(sample, truth)), 2, name)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is hidden in long lists, and where long labels are read in pieces", () =>
    Effect.gen(function* () {
      yield* world()
      const names = Array.from({ length: 150 }, (_, index) => `s${index}`)
      const ids = yield* samplesNamed(...names)
      yield* Effect.forEach(ids, (id) => labeled(id, "REVIEWED"), { discard: true })
      yield* Effect.forEach(ids, (id) => reopen(id), { discard: true })
      const readLists = (name: string) =>
        Effect.gen(function* () {
          const lists = yield* SampleLists
          const list = Effect.map(
            Effect.flatMap(lists.list(streets, { labelset: truth, fullLabel: true }), ({ rows }) =>
              Stream.runCollect(rows),
            ),
            Chunk.toReadonlyArray,
          )
          return [...(yield* list), ...(yield* Effect.provideService(list, TakesLongTexts, true))]
        }).pipe(as(name))
      const [rows, all] = [yield* readLists("lab"), yield* readLists("man")]
      assert.lengthOf(rows, 300)
      assert.isTrue(rows.every(({ label, long }) => label === null && long?.label === undefined))
      assert.lengthOf(
        all.filter(({ label }) => label !== null),
        300,
      )
      assert.lengthOf(
        all.filter(({ long }) => long?.label !== undefined),
        150,
      )
      assert.lengthOf(
        rows.filter(({ long }) => long?.attributes !== undefined),
        150,
      )
    }).pipe(Effect.provide(engine({}, longBodies))),
  )

  it.effect("is no label to start from when it is rejected", () =>
    Effect.gen(function* () {
      yield* world()
      const sample = yield* aSample()
      yield* submit("lab")
      yield* reopen(sample, 3)
      yield* submit("lab2")
      yield* as("man")(Effect.flatMap(Labels, (labels) => labels.put(sample, truth, { status: "REJECTED" })))
      assert.deepStrictEqual(yield* readTruth("rev2", sample), hidden)
      const [row] = yield* claimed("rev2", "labeling")
      assert.isNull(row?.label)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is hidden in each of its versions, while a prelabel, from which labeling starts, is shown", () =>
    Effect.gen(function* () {
      yield* world()
      const [sample, other] = yield* samplesNamed("one", "two")
      if (sample === undefined || other === undefined) return assert.fail("no samples")
      const labels = yield* Labels
      const { version } = yield* labeled(sample, "REVIEWED")
      yield* reopen(sample)
      assert.strictEqual(
        yield* refusal(as("lab")(labels.version(sample, truth, version))),
        "NotFound label_version_not_found",
      )
      assert.strictEqual((yield* as("man")(labels.version(sample, truth, version))).version, version)
      const prelabel = yield* labeled(other, "PRELABELED")
      yield* as("man")(Effect.flatMap(Overlaps, (all) => all.set(other, { overlap: 2 })))
      assert.deepStrictEqual(new Set(yield* readTruth("lab", other)), new Set([prelabel.version]))
      assert.strictEqual(
        (yield* as("lab")(labels.version(other, truth, prelabel.version))).version,
        prelabel.version,
      )
      yield* as("man")(labels.remove(sample, truth))
      assert.deepStrictEqual(yield* as("lab")(labels.history(sample, truth)), [])
    }).pipe(Effect.provide(engine())),
  )

  it.effect(
    "has no warnings for people who may still label it, who check their own attributes as before",
    () =>
      Effect.gen(function* () {
        yield* world()
        const sample = yield* aSample()
        yield* labeled(sample, "REVIEWED")
        yield* reopen(sample)
        const warnings = yield* Warnings
        const missing = "NotFound label_not_found"
        assert.strictEqual(yield* refusal(as("lab")(warnings.check(sample))), missing)
        assert.strictEqual(yield* refusal(as("lab")(warnings.list(sample, truth))), missing)
        const own = yield* as("lab")(
          Effect.either(warnings.check(sample, { attributes: castToJsonText('{"annotations":[]}') })),
        )
        assert.isTrue(Either.isRight(own))
        const summarize = (name: string) =>
          as(name)(
            Effect.gen(function* () {
              const lines = yield* Stream.runCollect(yield* warnings.checkDataset(streets))
              return Chunk.toReadonlyArray(lines).find(({ _tag }) => _tag === "Summary")
            }),
          )
        assert.deepInclude(yield* summarize("lab"), { labels: 0 })
        assert.deepInclude(yield* summarize("man"), { labels: 1 })
      }).pipe(Effect.provide(engine())),
  )

  it.effect("shows dismissals of its warnings to nobody who may still label it", () =>
    Effect.gen(function* () {
      const { dataset } = yield* world({ enableSaveButton: true })
      const datasets = yield* DatasetStore
      const before = yield* as("ann")(Effect.flatMap(Access, (access) => access.require(streets, "read")))
      yield* datasets.update(
        { ...before.dataset, taskType: "pointcloud-cuboid", taskAttributes: smallCuboids },
        before.dataset.version,
      )
      assert.strictEqual(dataset.id, before.dataset.id)
      const sample = yield* aSample()
      const { labels, warnings } = yield* Effect.all({ labels: Labels, warnings: Warnings })
      yield* as("ann")(labels.put(sample, truth, { status: "REVIEWED", attributes: largeCuboid }))
      const checked = yield* as("man")(warnings.check(sample))
      const [warning] = checked.warnings
      if (warning === undefined) return assert.fail("no warning")
      yield* as("man")(warnings.dismiss(sample, truth, warning.id, "It is a lorry."))
      const check = (name: string) =>
        Effect.map(as(name)(warnings.check(sample, { attributes: largeCuboid })), (own) =>
          own.warnings.map(({ dismissed }) => dismissed?.reason ?? null),
        )
      assert.deepStrictEqual(yield* check("lab"), ["It is a lorry."])
      yield* reopen(sample)
      assert.deepStrictEqual(yield* check("lab"), [null])
      assert.deepStrictEqual(yield* check("man"), ["It is a lorry."])
      const claim = yield* nextClaim("lab", "labeling")
      for (const action of ["save", "submit"] as const) {
        const { answer } = yield* perform("lab", claim, action, { attributes: largeCuboid })
        assert.include(answer, "cuboid-dimension-limits", action)
        assert.notInclude(answer, "lorry", action)
      }
    }).pipe(Effect.provide(engine())),
  )
})
