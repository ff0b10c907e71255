/** Warnings through the Promise door: kept, counted, cancelled, and never in the way. */
import {
  type CheckLine,
  createEngine,
  type Engine,
  type JsonText,
  type LabelChecking,
  parseJson,
  SampleId,
  toJsonText,
} from "@annotary/core"
import { checkInline, Transaction } from "@annotary/core/effect"
import { memory } from "@annotary/core/memory"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"

const ref = { _tag: "Name", owner: "ann", name: "streets" } as const
const configuration = (limit: number) =>
  toJsonText({
    categories: [{ id: 1, name: "car", attributes: [{ name: "filler", input_type: "text" }] }],
    warning_rules: [{ name: "cuboid-dimension-limits", max: { x: limit } }, { name: "intersecting-cuboids" }],
  })

const long = (x: number, filler = 0): JsonText =>
  toJsonText({
    annotations: [
      {
        id: 1,
        category_id: 1,
        type: "cuboid",
        position: { x: 0, y: 0, z: 0 },
        dimensions: { x, y: 1, z: 1 },
        yaw: 0,
        attributes: { filler: "x".repeat(filler) },
      },
    ],
  })

/** A label of cuboids that all intersect. */
const atOnePlace = (count: number): JsonText => {
  const { annotations } = parseJson(long(9)) as { readonly annotations: ReadonlyArray<object> }
  return toJsonText({
    annotations: Array.from({ length: count }, (_, id) => ({ ...annotations[0], id, attributes: {} })),
  })
}

/** ann's dataset with so many labeled samples, and lab who labels. */
const world = async (samples: number, labelChecker: LabelChecking = checkInline) => {
  const engine = await createEngine({ storage: memory(), worker: false, labelChecker })
  for (const username of ["ann", "lab"]) await engine.users.create({ username })
  await engine.datasets.create({
    owner: "ann",
    name: "streets",
    category: "other",
    taskType: "pointcloud-cuboid",
    taskAttributes: configuration(5),
  })
  await engine.collaborators.add(ref, { user: "lab", role: "labeler" })
  const names = Array.from({ length: samples }, (_, index) => ({
    name: `s${String(index).padStart(4, "0")}`,
  }))
  const { samples: made } = await engine.samples.createMany(ref, names)
  const ids = made.map(({ sample }) => sample.id)
  for (const id of ids) await engine.labels.put(id, "ground-truth", { attributes: long(9) })
  return { engine, ids, first: ids[0] ?? SampleId.make("01900000-0000-7000-8000-000000000000") }
}

/** Notes for each check whether it ran inside of a transaction; `watch` begins. */
const watchChecks = () => {
  const inside: Array<boolean> = []
  let isInside: Effect.Effect<boolean> = Effect.succeed(false)
  const checking: LabelChecking = {
    check: (question) =>
      Effect.zipRight(
        Effect.map(
          Effect.suspend(() => isInside),
          (yes) => void inside.push(yes),
        ),
        checkInline.check(question),
      ),
  }
  const watch = async (engine: Engine) => {
    isInside = (await engine.runtime.runPromise(Transaction)).inside
    inside.length = 0
  }
  return { inside, checking, watch }
}

const gathered = async (engine: Engine) => {
  const lines: Array<CheckLine> = []
  for await (const line of await engine.warnings.checkDataset(ref)) lines.push(line)
  return lines
}
const dimensions = async (engine: Engine) => (await engine.warnings.counts(ref))["cuboid-dimension-limits"]

describe("the warnings of a dataset", () => {
  it("are told and counted by a check of all, and follow configuration and samples", async () => {
    const { engine, first, ids } = await world(25)
    const lines = await gathered(engine)
    assert.deepInclude(lines.at(-1), { _tag: "Summary", samples: 25, labels: 25, labelsWithWarnings: 25 })
    assert.lengthOf(
      lines.filter(({ _tag }) => _tag === "Warning"),
      25,
    )
    const told = lines.flatMap((line) => (line._tag === "Warning" ? [line.sampleId] : []))
    assert.deepStrictEqual(told, ids)
    assert.deepStrictEqual(await dimensions(engine), { warnings: 25, dismissed: 0, labels: 25 })

    const before = await engine.warnings.list(first, "ground-truth")
    assert.deepInclude(before, { current: true, configVersion: 1 })
    await engine.configurations.put(ref, configuration(10))
    assert.isFalse((await engine.warnings.list(first, "ground-truth")).current)
    const checked = await engine.warnings.check(first)
    assert.deepInclude(checked, { warnings: [], configVersion: 2 })
    assert.deepStrictEqual(await dimensions(engine), { warnings: 24, dismissed: 0, labels: 24 })

    await engine.samples.removeMany(ref, ids.slice(1, 11))
    assert.deepStrictEqual(await dimensions(engine), { warnings: 14, dismissed: 0, labels: 14 })
    await engine.labels.remove(ids[11] ?? first, "ground-truth")
    assert.deepStrictEqual(await dimensions(engine), { warnings: 13, dismissed: 0, labels: 13 })
    await gathered(engine)
    assert.isUndefined(await dimensions(engine))
    await engine.close()
  })

  it("are told of an archived dataset, too, and not written down", async () => {
    const { engine, first } = await world(1)
    const { checkedAt } = await engine.warnings.list(first, "ground-truth")
    await engine.datasets.update(ref, { archived: true })
    assert.lengthOf((await engine.warnings.check(first)).warnings, 1)
    assert.deepInclude((await gathered(engine)).at(-1), { labels: 1 })
    assert.strictEqual((await engine.warnings.list(first, "ground-truth")).checkedAt, checkedAt)
    await engine.close()
  })

  it("are dismissed by those who may, for the label as it is", async () => {
    const { engine, first } = await world(1)
    const lab = engine.as("lab")
    const [warning] = (await lab.warnings.check(first)).warnings
    if (warning === undefined) return assert.fail("no warning")
    const dismissed = await lab.warnings.dismiss(first, "ground-truth", warning.id, "a bus")
    assert.deepInclude(Object(dismissed.dismissed), { by: "lab", reason: "a bus" })
    assert.deepStrictEqual(await dimensions(engine), { warnings: 1, dismissed: 1, labels: 1 })
    await engine.labels.put(first, "ground-truth", { attributes: long(9), status: "LABELED" })
    assert.deepInclude(await engine.warnings.list(first, "ground-truth"), { current: true })
    await engine.labels.put(first, "ground-truth", { attributes: long(8) })
    const [again] = (await engine.warnings.check(first)).warnings
    assert.deepInclude(again, { id: warning.id, dismissed: null, measured: 8 })
    assert.deepStrictEqual(await dimensions(engine), { warnings: 1, dismissed: 0, labels: 1 })
    await engine.warnings.restore(first, "ground-truth", warning.id)
    await engine.close()
  })
})

describe("a check that is broken off", () => {
  it("checks no further, and has kept what it told", async () => {
    let checked = 0
    const counting: LabelChecking = {
      check: (question) => Effect.tap(checkInline.check(question), () => Effect.sync(() => checked++)),
    }
    const { engine } = await world(300, counting)
    checked = 0
    let told = 0
    for await (const line of await engine.warnings.checkDataset(ref)) {
      if (line._tag === "Warning") told += 1
      if (told === 15) break
    }
    const soon = checked
    assert.isAtMost(soon, 60)
    await new Promise((resolve) => setTimeout(resolve, 50))
    assert.strictEqual(checked, soon)
    assert.isAtLeast((await dimensions(engine))?.warnings ?? 0, 15)
    await engine.close()
  })
})

describe("handing in a label", () => {
  const submit = async (engine: Engine, first: SampleId, attributes: JsonText) => {
    await engine.labels.remove(first, "ground-truth")
    const lab = engine.as("lab")
    for await (const { claim } of await lab.queue.claim(ref, "labeling")) {
      const done = await lab.queue.perform(claim.id, "submit", { attributes })
      return parseJson(done.answer) as { warnings: ReadonlyArray<object> | null; warnings_error?: string }
    }
    return assert.fail("no claim")
  }

  it("has a long one checked before the transaction, which others wait for", async () => {
    const { checking, inside, watch } = watchChecks()
    const { engine, first } = await world(1, checking)
    await watch(engine)
    const answer = await submit(engine, first, long(9, 300_000))
    assert.lengthOf(answer.warnings ?? [], 1)
    assert.deepStrictEqual(inside, [false])
    await submit(engine, first, long(9))
    assert.deepStrictEqual(inside, [false, true])
    assert.isTrue((await engine.warnings.list(first, "ground-truth")).current)
    assert.deepStrictEqual(await dimensions(engine), { warnings: 1, dismissed: 0, labels: 1 })
    await engine.close()
  })

  it("goes well when the checker does not", async () => {
    const { engine, first } = await world(1, { check: () => Effect.die("a fault of ours") })
    for (const filler of [0, 100_000]) {
      const answer = await submit(engine, first, long(9, filler))
      assert.isNull(answer.warnings)
      assert.strictEqual(answer.warnings_error, "The label could not be checked.")
    }
    await engine.close()
  })
})

describe("a label that is put", () => {
  it("is checked before the transaction when it is long, and answers with its warnings", async () => {
    const { checking, inside, watch } = watchChecks()
    const { engine, first } = await world(1, checking)
    await watch(engine)
    const put = await engine.labels.put(first, "ground-truth", { attributes: long(8, 300_000) })
    assert.lengthOf(put.check?.warnings ?? [], 1)
    assert.deepStrictEqual(inside, [false])
    const again = await engine.labels.put(first, "ground-truth", { attributes: long(8, 300_000) })
    assert.strictEqual(again.label.version, put.label.version)
    assert.deepStrictEqual(again.check, put.check)
    const patched = await engine.labels.patch(first, "ground-truth", { score: 0.5 })
    assert.isNull(patched.check)
    await engine.close()
  })

  it("is checked inside of it, once, when its check takes little work", async () => {
    const { checking, inside, watch } = watchChecks()
    const { engine, first } = await world(1, checking)
    await watch(engine)
    const put = await engine.labels.put(first, "ground-truth", { attributes: long(8, 100_000) })
    assert.lengthOf(put.check?.warnings ?? [], 1)
    assert.deepStrictEqual(inside, [true])
    await engine.close()
  })

  it("is checked to the end before a second transaction when a short check is not enough", async () => {
    const { checking, inside, watch } = watchChecks()
    const { engine, first } = await world(1, checking)
    await watch(engine)
    const put = await engine.labels.put(first, "ground-truth", { attributes: atOnePlace(1500) })
    assert.isAbove(put.check?.warnings?.length ?? 0, 9000)
    assert.deepStrictEqual(inside, [true, false])
    await engine.close()
  })
})

describe("a check during which the configuration is changed", () => {
  it("checks the rest by the new one", async () => {
    let change: Promise<unknown> | undefined
    const { engine, ids } = await world(30, {
      check: (question) =>
        Effect.zipRight(
          Effect.promise(() => (change ??= engine.configurations.put(ref, configuration(20)))),
          checkInline.check(question),
        ),
    })
    const lines = await gathered(engine)
    const told = lines.filter(({ _tag }) => _tag === "Warning").length
    assert.isAbove(told, 0)
    assert.isBelow(told, 10)
    const last = await engine.warnings.list(ids.at(-1) ?? SampleId.make(""), "ground-truth")
    assert.deepInclude(last, { current: true, configVersion: 2, warnings: [] })
    await engine.close()
  })
})
