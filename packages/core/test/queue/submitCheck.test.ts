import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { DatasetStore } from "../../src/access/DatasetStore.ts"
import type { DatasetSettings } from "../../src/domain/DatasetSettings.ts"
import { castToJsonText, toJsonText } from "../../src/domain/JsonText.ts"
import type { SubmitPolicy } from "../../src/domain/SubmitPolicy.ts"
import { Issues } from "../../src/issues/Issues.ts"
import { Labels } from "../../src/labels/Labels.ts"
import { Queue } from "../../src/queue/Queue.ts"
import { aSample, as, engine, nextClaim, perform, plain, pointersOf, world } from "./world.ts"

const empty = castToJsonText('{"annotations":[]}')
const makeCuboid = (category: number) =>
  castToJsonText(
    `{"annotations":[{"id":1,"category_id":${category},"type":"cuboid","position":{"x":0,"y":0,"z":0},"dimensions":{"x":2,"y":1,"z":1},"yaw":0}]}`,
  )
const filled = makeCuboid(1)
const unknownCategory = makeCuboid(77)

const policies = (name: keyof DatasetSettings, policy: SubmitPolicy) => world({ [name]: policy })

describe("a label that is submitted", () => {
  for (const policy of ["warn", "ask"] as const)
    it.effect(`is stored without objects where the dataset says ${policy}`, () =>
      Effect.gen(function* () {
        yield* policies("onEmptyLabel", policy)
        yield* aSample()
        const done = yield* perform("lab", yield* nextClaim("lab", "labeling"), "submit", {
          attributes: empty,
        })
        assert.deepInclude(plain(done.label ?? {}), { status: "LABELED" })
      }).pipe(Effect.provide(engine())),
    )

  it.effect("is refused without objects where the dataset says so, and the claim stays open", () =>
    Effect.gen(function* () {
      yield* policies("onEmptyLabel", "refuse")
      yield* aSample()
      const claim = yield* nextClaim("lab", "labeling")
      const submit = (attributes: typeof empty) => perform("lab", claim, "submit", { attributes })
      assert.deepStrictEqual(yield* pointersOf(submit(empty)), ["/attributes"])
      yield* as("lab")(Effect.flatMap(Queue, (queue) => queue.renew(claim.id)))
      assert.deepInclude(plain((yield* submit(filled)).label ?? {}), { status: "LABELED" })
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is not empty when its image has attributes", () =>
    Effect.gen(function* () {
      yield* policies("onEmptyLabel", "refuse")
      yield* aSample()
      const attributes = castToJsonText('{"annotations":[],"image_attributes":{"weather":"rain"}}')
      const done = yield* perform("lab", yield* nextClaim("lab", "labeling"), "submit", { attributes })
      assert.deepInclude(plain(done.label ?? {}), { status: "LABELED" })
    }).pipe(Effect.provide(engine())),
  )

  it.effect("may be skipped and saved without objects", () =>
    Effect.gen(function* () {
      yield* world({ onEmptyLabel: "refuse", enableSaveButton: true })
      yield* aSample()
      const claim = yield* nextClaim("lab", "labeling")
      yield* perform("lab", claim, "save", { attributes: empty })
      const skipped = yield* perform("lab", claim, "skip")
      assert.deepInclude(plain(skipped.label ?? {}), { status: "SKIPPED" })
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is refused with an open issue until somebody resolves it", () =>
    Effect.gen(function* () {
      yield* policies("onOpenIssues", "refuse")
      const sample = yield* aSample()
      const issues = yield* Issues
      const issue = yield* issues.open(sample, { description: "The sign is missing." }).pipe(as("rev"))
      const claim = yield* nextClaim("lab", "labeling")
      const submit = perform("lab", claim, "submit", { attributes: filled })
      assert.deepStrictEqual(yield* pointersOf(submit), [""])
      yield* issues.update(issue.id, { status: "CLOSED" }).pipe(as("man"))
      assert.deepInclude(plain((yield* submit).label ?? {}), { status: "LABELED" })
    }).pipe(Effect.provide(engine())),
  )
})

describe("a label with warnings that its dataset refuses", () => {
  it.effect("is saved, but not submitted", () =>
    Effect.gen(function* () {
      yield* world({ onWarnings: "refuse", enableSaveButton: true })
      yield* aSample()
      const claim = yield* nextClaim("lab", "labeling")
      yield* perform("lab", claim, "save", { attributes: unknownCategory })
      const submit = perform("lab", claim, "submit", { attributes: unknownCategory })
      assert.deepStrictEqual(yield* pointersOf(submit), ["/attributes"])
    }).pipe(Effect.provide(engine())),
  )
})

describe("a label without a mandatory value", () => {
  const configuration = toJsonText({
    categories: [
      {
        id: 1,
        name: "car",
        attributes: [{ name: "colour", input_type: "text", is_mandatory: true }],
      },
    ],
  })
  /** A dataset with a mandatory attribute and these settings. */
  const prepare = (settings: Partial<DatasetSettings>) =>
    Effect.gen(function* () {
      const { dataset } = yield* world(settings)
      const datasets = yield* DatasetStore
      yield* datasets.update({ ...dataset, taskAttributes: configuration }, dataset.version)
      yield* aSample()
      return yield* nextClaim("lab", "labeling")
    })
  const submitAndFail = (claim: Effect.Effect.Success<ReturnType<typeof prepare>>) =>
    Effect.map(Effect.flip(perform("lab", claim, "submit", { attributes: filled })), ({ message }) => message)

  it.effect("is refused by the policy for missing values alone, which the message names", () =>
    Effect.gen(function* () {
      const claim = yield* prepare({ onMissingValues: "refuse" })
      assert.strictEqual(
        yield* submitAndFail(claim),
        "At /attributes: has 1 warning of the kind mandatory-attribute, with which this dataset refuses labels (on_missing_values).",
      )
      const attributes = castToJsonText(filled.replace('"yaw":0', '"yaw":0,"attributes":{"colour":"red"}'))
      const done = yield* perform("lab", claim, "submit", { attributes })
      assert.deepInclude(plain(done.label ?? {}), { status: "LABELED" })
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is stored where other warnings are refused", () =>
    Effect.gen(function* () {
      const claim = yield* prepare({ onMissingValues: "ask", onWarnings: "refuse" })
      const done = yield* perform("lab", claim, "submit", { attributes: filled })
      assert.deepInclude(plain(done.label ?? {}), { status: "LABELED" })
    }).pipe(Effect.provide(engine())),
  )

  it.effect(
    "is refused by the kinds that a dataset refuses at every write, whose setting the message names",
    () =>
      Effect.gen(function* () {
        const claim = yield* prepare({ onMissingValues: "warn", rejectOnWarnings: ["mandatory-attribute"] })
        assert.include(yield* submitAndFail(claim), "(reject_on_warnings)")
      }).pipe(Effect.provide(engine())),
  )
})

describe("a label that is accepted", () => {
  it.effect("is refused with warnings that came before the dataset refused them", () =>
    Effect.gen(function* () {
      const { dataset } = yield* world()
      yield* aSample()
      yield* perform("lab", yield* nextClaim("lab", "labeling"), "submit", { attributes: unknownCategory })
      const datasets = yield* DatasetStore
      const settings: DatasetSettings = { ...dataset.settings, onWarnings: "refuse" }
      yield* datasets.update({ ...dataset, settings }, dataset.version)
      const claim = yield* nextClaim("rev", "reviewing")
      assert.deepStrictEqual(yield* pointersOf(perform("rev", claim, "accept")), ["/attributes"])
      const rejected = yield* perform("rev", claim, "reject", { comment: "Which category is it?" })
      assert.deepInclude(plain(rejected.label ?? {}), { status: "REJECTED" })
    }).pipe(Effect.provide(engine())),
  )
})

describe("a label that is written outside the queue", () => {
  const put = (name: string, sample: Parameters<Labels["put"]>[0], status: "LABELED" | "PRELABELED") =>
    as(name)(
      Effect.flatMap(Labels, (labels) => labels.put(sample, "ground-truth", { status, attributes: empty })),
    )

  it.effect("is refused where a labeler would submit it, and not where a manager writes it", () =>
    Effect.gen(function* () {
      yield* policies("onEmptyLabel", "refuse")
      const sample = yield* aSample()
      yield* nextClaim("lab", "labeling")
      assert.deepStrictEqual(yield* pointersOf(put("lab", sample, "LABELED")), ["/attributes"])
      assert.strictEqual((yield* put("man", sample, "LABELED")).label.status, "LABELED")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is refused where a change of its status submits or accepts what is stored", () =>
    Effect.gen(function* () {
      yield* policies("onEmptyLabel", "refuse")
      const sample = yield* aSample()
      const patch = (name: string, status: "LABELED" | "REVIEWED") =>
        as(name)(Effect.flatMap(Labels, (labels) => labels.patch(sample, "ground-truth", { status })))
      yield* put("man", sample, "PRELABELED")
      yield* nextClaim("lab", "labeling")
      assert.deepStrictEqual(yield* pointersOf(patch("lab", "LABELED")), ["/attributes"])
      yield* put("man", sample, "LABELED")
      yield* nextClaim("rev", "reviewing")
      assert.deepStrictEqual(yield* pointersOf(patch("rev", "REVIEWED")), ["/attributes"])
      const stored = yield* (yield* Labels).get(sample, "ground-truth").pipe(as("man"))
      assert.strictEqual(stored.label.status, "LABELED")
    }).pipe(Effect.provide(engine())),
  )
})

describe("a label with a wrong structure", () => {
  it.effect("is refused for that before its open issues", () =>
    Effect.gen(function* () {
      yield* policies("onOpenIssues", "refuse")
      const sample = yield* aSample()
      yield* (yield* Issues).open(sample, { description: "The sign is missing." }).pipe(as("rev"))
      const claim = yield* nextClaim("lab", "labeling")
      const attributes = castToJsonText('{"annotations":[{"id":1,"category_id":1,"type":"cuboid"}]}')
      const pointers = yield* pointersOf(perform("lab", claim, "submit", { attributes }))
      assert.isAbove(pointers.length, 0)
      for (const pointer of pointers) assert.match(pointer, /^\/attributes\/annotations\/0/)
    }).pipe(Effect.provide(engine())),
  )
})
