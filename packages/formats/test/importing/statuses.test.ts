/** Unlabeled, skipped, predicted and empty samples are four things, on the way in and out. */
import { assert, describe, it } from "vitest"
import type { ExportPlan } from "../../src/exporting/exportDataset.ts"
import { exportDataset } from "../../src/exporting/exportDataset.ts"
import type { Format } from "../../src/Format.ts"
import { memorySource } from "../../src/files/Source.ts"
import { memoryTarget } from "../../src/files/Target.ts"
import { type ImportPlan, importDataset } from "../../src/importing/importDataset.ts"
import { labelStudio } from "../../src/label-studio/labelStudio.ts"
import { labelme } from "../../src/labelme/labelme.ts"
import type { SceneStatus } from "../../src/model/Scene.ts"
import { bytes } from "../reading.ts"
import { collected, each } from "../roundTrip.ts"

const imported = async (
  format: Format,
  files: ReadonlyMap<string, Uint8Array>,
  options: Partial<ImportPlan> = {},
) => {
  const source = memorySource(files)
  const plan = { format, source, baseUrl: "https://images.example", save: async () => "", ...options }
  const { losses, records } = await importDataset(plan)
  const read = await collected(records)
  return { read, losses: Object.fromEntries(losses().map(({ count, kind }) => [kind, count])) }
}

const result = [
  {
    id: "r1",
    type: "rectanglelabels",
    from_name: "label",
    to_name: "image",
    original_width: 100,
    original_height: 80,
    value: { x: 10, y: 10, width: 20, height: 20, rotation: 0, rectanglelabels: ["car"] },
  },
]

const tasks = [
  { data: { image: "answered.png" }, annotations: [{ result, was_cancelled: false }], predictions: [] },
  { data: { image: "empty.png" }, annotations: [{ result: [] }] },
  { data: { image: "untouched.png" }, annotations: [], predictions: [] },
  { data: { image: "drafted.png" }, annotations: [], drafts: [{ result }] },
  { data: { image: "skipped.png" }, annotations: [{ result: [], was_cancelled: true }] },
  {
    data: { image: "predicted.png" },
    annotations: [],
    predictions: [
      { result: [], score: 0.25 },
      { result, score: 0.75 },
    ],
  },
  { data: { image: "referred.png" }, annotations: [], drafts: [4], predictions: [7] },
]

const document = (shapes: ReadonlyArray<unknown>) => ({
  shapes,
  imagePath: "a.png",
  imageHeight: 80,
  imageWidth: 100,
})

const emptyLabelme = new Map([["a.json", bytes(JSON.stringify(document([])))]])

describe("the status of an imported sample", () => {
  it("tells finished answers from predictions, skips, drafts and tasks that nobody opened", async () => {
    const files = new Map([["project.json", bytes(JSON.stringify(tasks))]])
    const { losses, read } = await imported(labelStudio, files)
    assert.deepStrictEqual(
      read.map(({ label, name, score, status }) => ({
        name,
        status,
        score,
        count: (label?.annotations as Array<unknown> | undefined)?.length,
      })),
      [
        { name: "answered", status: undefined, score: undefined, count: 1 },
        { name: "empty", status: undefined, score: undefined, count: 0 },
        { name: "untouched", status: undefined, score: undefined, count: undefined },
        { name: "drafted", status: undefined, score: undefined, count: undefined },
        { name: "skipped", status: "SKIPPED", score: undefined, count: 0 },
        { name: "predicted", status: "PRELABELED", score: 0.75, count: 1 },
        { name: "referred", status: undefined, score: undefined, count: undefined },
      ],
    )
    assert.deepStrictEqual(losses, { alternatives: 1, drafts: 1 })
  })

  it("counts the empty labels of a format without statuses, or leaves the samples unlabeled", async () => {
    const asLabel = await imported(labelme, emptyLabelme)
    assert.deepStrictEqual(asLabel.read[0]?.label, { annotations: [] })
    assert.deepStrictEqual(asLabel.losses, { "empty-labels": 1 })
    const asNone = await imported(labelme, emptyLabelme, { empty: "unlabeled" })
    assert.isNull(asNone.read[0]?.label)
    assert.deepStrictEqual(asNone.losses, {})
  })

  it("is unlabeled where none of the annotations could be kept: nobody found that nothing is there", async () => {
    const unknown = { label: "car", points: [[1, 1]], shape_type: "blob" }
    const files = new Map([
      ["a.json", bytes(JSON.stringify(document([unknown])))],
      ["b.json", bytes(JSON.stringify({ ...document([]), imagePath: "b.png" }))],
    ])
    const { losses, read } = await imported(labelme, files)
    assert.deepStrictEqual(
      read.map(({ label, name }) => [name, label]),
      [
        ["a", null],
        ["b", { annotations: [] }],
      ],
    )
    assert.deepStrictEqual(losses, { "emptied-labels": 1, "empty-labels": 1, shapes: 1 })
    const oddResult = { id: "r", type: "weirdlabels", from_name: "a", to_name: "b", value: {} }
    const answered = [
      { data: { image: "x.png" }, annotations: [{ result: [oddResult], was_cancelled: false }] },
    ]
    const project = new Map([["project.json", bytes(JSON.stringify(answered))]])
    assert.isNull((await imported(labelStudio, project)).read[0]?.label)
  })

  it("fails at the end when it is strict and something was left out, but not for empty labels", async () => {
    assert.lengthOf((await imported(labelme, emptyLabelme, { strict: true })).read, 1)
    const files = new Map([["project.json", bytes(JSON.stringify(tasks))]])
    const failure = await imported(labelStudio, files, { strict: true }).catch(String)
    assert.match(String(failure), /cannot be imported completely: 1 further label .*project.json \/5/)
  })
})

describe("the status of an exported sample", () => {
  const plan = (format: Format, status: SceneStatus): Omit<ExportPlan, "target"> => ({
    format,
    dataset: { name: "d", description: "", taskType: "vector", categories: [], imageAttributes: [] },
    samples: each([
      {
        name: "a",
        attributes: { image: { url: "https://images.example/a.png", width: 100, height: 80 } },
        metadata: {},
        label: status === "UNLABELED" ? null : { annotations: [] },
        status,
        score: status === "PRELABELED" ? 0.5 : null,
      },
    ]),
    open: async () => null,
  })

  it("comes back from Label Studio", async () => {
    for (const status of ["UNLABELED", "SKIPPED", "PRELABELED", "LABELED", "REVIEWED"] as const) {
      const target = memoryTarget()
      const report = await exportDataset({ ...plan(labelStudio, status), target })
      assert.deepStrictEqual(report.losses, [])
      const { read } = await imported(labelStudio, target.files)
      const isFinished = status === "LABELED" || status === "REVIEWED"
      assert.strictEqual(read[0]?.status, isFinished || status === "UNLABELED" ? undefined : status)
      assert.strictEqual(read[0]?.label === null, status === "UNLABELED")
      assert.strictEqual(read[0]?.score, status === "PRELABELED" ? 0.5 : undefined)
    }
  })

  it("is counted where the format cannot say that nobody finished it", async () => {
    const count = async (status: SceneStatus) => {
      const report = await exportDataset({ ...plan(labelme, status), target: memoryTarget() })
      return report.losses.filter(({ kind }) => kind === "statuses").length
    }
    assert.strictEqual(await count("UNLABELED"), 1)
    assert.strictEqual(await count("PRELABELED"), 1)
    assert.strictEqual(await count("VERIFIED"), 0)
  })
})
