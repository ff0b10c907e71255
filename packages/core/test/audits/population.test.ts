/** The population of an audit: the finished labels of a release file, and the strata that they belong to. */
import { Effect, Stream } from "effect"
import { assert, describe, it } from "vitest"
import {
  maxAuditStrata,
  readPopulation,
  readPopulations,
  streamStratumLabels,
} from "../../src/audits/readPopulation.ts"

const makeId = (index: number) => `01900000-0000-7000-8000-${String(index).padStart(12, "0")}`

const head = JSON.stringify({
  name: "v1",
  dataset: {
    task_attributes: {
      categories: [
        { id: 1, name: "car" },
        { id: 2, name: "bus" },
      ],
    },
    samples: [],
  },
}).slice(0, -"]}}".length)

const formatLine = (index: number, label: object | null, attributes: object = {}) =>
  JSON.stringify({ uuid: makeId(index), name: `${index}`, attributes, labels: { "ground-truth": label } })

const label = (
  label_status: string,
  attributes: object,
  updated_by = "bob",
  reviewed_by: string | null = null,
) => ({
  label_status,
  attributes,
  updated_by,
  reviewed_by,
})

const read = async (lines: ReadonlyArray<string>, limit = 100, labelset = "ground-truth") => {
  const text = `${[head, lines.join(",\n"), "]},"].join("\n")}\n`
  const bytes = new TextEncoder().encode(text)
  const query = { labelset, unit: "samples", limit, seed: "seed" } as const
  const population = await Effect.runPromise(
    readPopulation(Stream.make(bytes.slice(0, 100), bytes.slice(100)), query),
  )
  return { bytes, population }
}

const truth = { labelset: "ground-truth", unit: "samples" } as const

const annotate = (...ids: ReadonlyArray<number>) => ({
  annotations: ids.map((category_id) => ({ category_id })),
})

describe("the labels of a stratum", () => {
  it("are those finished labels of the file that belong to it, in its order, with their times", async () => {
    const lines = [
      formatLine(3, { ...label("LABELED", annotate(1)), updated_at: "c" }),
      formatLine(1, { ...label("REVIEWED", annotate(1, 2)), updated_at: "a" }),
      formatLine(2, label("REJECTED", annotate(2))),
      formatLine(0, { ...label("VERIFIED", annotate(2, 2)), updated_at: "b" }),
    ]
    const { bytes } = await read(lines)
    const list = (kind: "category" | "labeler", name: string) =>
      Effect.runPromise(
        Stream.runCollect(
          streamStratumLabels(Stream.make(bytes.slice(0, 150), bytes.slice(150)), truth, {
            kind,
            name,
          }),
        ),
      )
    const format = (index: number, updatedAt: string) => ({ sampleId: makeId(index), updatedAt })
    assert.deepStrictEqual([...(await list("category", "bus"))] as unknown, [format(1, "a"), format(0, "b")])
    assert.deepStrictEqual([...(await list("labeler", "bob"))] as unknown, [
      format(3, "c"),
      format(1, "a"),
      format(0, "b"),
    ])
    assert.lengthOf([...(await list("labeler", "eve"))], 0)
  })
})

describe("the population of an audit", () => {
  it("are the samples with a label that is LABELED, REVIEWED or VERIFIED in the labelset", async () => {
    const statuses = ["LABELED", "SKIPPED", "REVIEWED", "PRELABELED", "VERIFIED", "REJECTED"]
    const lines = statuses.map((status, index) => formatLine(index, label(status, annotate())))
    const { population } = await read([...lines, formatLine(9, null)])
    assert.strictEqual(population.size, 3)
    assert.sameMembers(
      population.draws.map(({ sampleId }) => sampleId),
      [0, 2, 4].map(makeId),
    )
    assert.strictEqual((await read(lines, 100, "other")).population.size, 0)
  })

  it("says where the lines of drawn samples are, and draws no more than the limit", async () => {
    const lines = Array.from({ length: 30 }, (_, index) =>
      formatLine(index, label("LABELED", annotate()), { text: "é".repeat(index) }),
    )
    const { bytes, population } = await read(lines, 7)
    assert.strictEqual(population.size, 30)
    assert.lengthOf(population.draws, 7)
    for (const { lineLength, lineOffset, sampleId } of population.draws) {
      const text = new TextDecoder().decode(bytes.subarray(lineOffset, lineOffset + lineLength))
      assert.strictEqual(JSON.parse(text).uuid, sampleId)
    }
    const whole = (await read(lines)).population.draws
    assert.deepStrictEqual(population.draws, whole.slice(0, 7))
  })

  it("has strata of categories in images, frames and sensors, of sensors and of people", async () => {
    const sensors = [{ name: "lidar" }, { name: "front" }]
    const { population } = await read([
      formatLine(0, label("LABELED", annotate(1, 1, 3))),
      formatLine(1, label("REVIEWED", { frames: [annotate(1), annotate(2)] }, "eve", "ann")),
      formatLine(
        2,
        label("LABELED", {
          sensors: [
            { name: "lidar", attributes: { frames: [annotate(2)] } },
            { name: "front", attributes: annotate() },
          ],
        }),
        { sensors },
      ),
    ])
    assert.deepStrictEqual(
      population.strata.map(({ kind, name, population: size }) => [kind, name, size]),
      [
        ["category", "car", 2],
        ["category", "3", 1],
        ["labeler", "bob", 2],
        ["category", "bus", 2],
        ["labeler", "eve", 1],
        ["reviewer", "ann", 1],
        ["sensor", "lidar", 1],
        ["sensor", "front", 1],
      ],
    )
    const third = population.draws.find(({ sampleId }) => sampleId === makeId(2))
    assert.deepStrictEqual(third?.strata, [3, 6, 7, 2])
  })

  it("counts a label for its creator and its editor, and not for a reviewer who changed it", async () => {
    const made = { ...label("REVIEWED", annotate(), "ann", "ann"), created_by: "bob" }
    const edited = { ...label("LABELED", annotate(), "eve"), created_by: "bob" }
    const { population } = await read([formatLine(0, made), formatLine(1, edited)])
    assert.deepStrictEqual(
      population.strata.map(({ kind, name, population: size }) => [kind, name, size]),
      [
        ["labeler", "bob", 2],
        ["reviewer", "ann", 1],
        ["labeler", "eve", 1],
      ],
    )
  })

  it("has at most a thousand strata, and counts samples of others in no stratum", async () => {
    const lines = Array.from({ length: maxAuditStrata + 5 }, (_, index) =>
      formatLine(index, label("LABELED", annotate(10 + index), "")),
    )
    const { population } = await read(lines, 2000)
    assert.lengthOf(population.strata, maxAuditStrata)
    assert.lengthOf(
      population.draws.filter(({ strata }) => strata.length === 0),
      5,
    )
  })

  it("has strata of people also after a thousand categories", async () => {
    const lines = Array.from({ length: maxAuditStrata + 5 }, (_, index) =>
      formatLine(index, label("LABELED", annotate(10 + index), index > maxAuditStrata ? "eve" : "bob")),
    )
    const { population } = await read(lines, 2000)
    assert.deepStrictEqual(
      population.strata.filter(({ kind }) => kind === "labeler").map(({ name }) => name),
      ["bob", "eve"],
    )
    const numbers = population.draws.map(({ strata }) =>
      strata.map((number) => population.strata[number]?.kind),
    )
    assert.isTrue(numbers.every((kinds) => kinds.includes("labeler")))
  })

  it("has each sensor of objects by itself, also one that is called null beside one without a name", async () => {
    const attributes = annotate(1)
    const sensors = [{ attributes }, { name: "null", attributes }, { name: "undefined", attributes }]
    const text = `${[head, formatLine(0, label("LABELED", { sensors }, "")), "]},"].join("\n")}\n`
    const query = { ...truth, unit: "objects", limit: 9, seed: "seed" } as const
    const population = await Effect.runPromise(
      readPopulation(Stream.make(new TextEncoder().encode(text)), query),
    )
    assert.deepStrictEqual(
      population.strata.map(({ kind, name, population: size }) => [kind, name, size]),
      [
        ["category", "car", 3],
        ["sensor", "null", 1],
        ["sensor", "undefined", 1],
      ],
    )
  })

  it("has no strata whose names databases cannot store", async () => {
    const sensors = [{ name: "a" }, { name: "b\u0000" }, { name: "\ud800" }]
    const { population } = await read([formatLine(0, label("LABELED", annotate(), ""), { sensors })])
    assert.deepStrictEqual(
      population.strata.map(({ name }) => name),
      ["a"],
    )
  })

  it("is read in slices of a label with many objects: timers run in between", async () => {
    const objects = annotate(...Array.from({ length: 20_000 }, () => 1))
    const text = `${[head, formatLine(0, label("LABELED", objects)), "]},"].join("\n")}\n`
    const queries = ["a", "b"].map((seed) => ({ ...truth, unit: "objects" as const, limit: 9, seed }))
    let turns = 0
    const timer = setInterval(() => turns++, 0)
    const populations = await Effect.runPromise(
      readPopulations(Stream.make(new TextEncoder().encode(text)), queries),
    )
    clearInterval(timer)
    assert.isAtLeast(turns, 5)
    assert.deepStrictEqual(
      populations.map(({ size }) => size),
      [20_000, 20_000],
    )
    for (const [index, query] of queries.entries()) {
      const alone = await Effect.runPromise(
        readPopulation(Stream.make(new TextEncoder().encode(text)), query),
      )
      assert.deepStrictEqual(populations[index], alone)
    }
  })

  it("leaves out lines that are damaged", async () => {
    const { population } = await read([formatLine(0, label("LABELED", annotate())), "{", '{"uuid":1}'])
    assert.strictEqual(population.size, 1)
  })
})
