import fc from "fast-check"
import { encode } from "fast-png"
import { assert, describe, it } from "vitest"
import { exportDataset } from "../../src/exporting/exportDataset.ts"
import { getStem, nameOfStem } from "../../src/files/paths.ts"
import { memorySource } from "../../src/files/Source.ts"
import { memoryTarget } from "../../src/files/Target.ts"
import { formats } from "../../src/formats.ts"
import { importDataset } from "../../src/importing/importDataset.ts"
import type { WireSample } from "../../src/model/fromWire.ts"
import { countRuns } from "../countRuns.ts"
import { collected, each } from "../roundTrip.ts"

const png = encode({ width: 100, height: 80, channels: 1, data: new Uint8Array(8000) })

const dataset = {
  name: "names",
  description: "",
  taskType: "vector",
  categories: [{ id: 1, name: "car", color: null, hasInstances: true, attributes: [] }],
  imageAttributes: [],
}

const sampleOf = (name: string, metadata: WireSample["metadata"]): WireSample => ({
  name,
  attributes: {
    image: { url: `https://images.example/${encodeURIComponent(name)}.png`, width: 100, height: 80 },
  },
  metadata,
  label: {
    annotations: [
      {
        id: 1,
        category_id: 1,
        type: "bbox",
        points: [
          [10, 20],
          [40, 60],
        ],
      },
    ],
  },
})

const find = (name: string) => {
  const format = formats.find((one) => one.name === name)
  if (format === undefined) throw new Error(`There is no format ${name}.`)
  return format
}

const exported = async (name: string, samples: ReadonlyArray<WireSample>) => {
  const target = memoryTarget()
  const open = async () => each([png])
  const report = await exportDataset({
    format: find(name),
    dataset,
    samples: each(samples),
    target,
    open,
    files: "copy",
  })
  return { files: target.files, losses: report.losses.map(({ kind }) => kind) }
}

const imported = async (name: string, files: ReadonlyMap<string, Uint8Array>) => {
  const { losses, records } = await importDataset({
    format: find(name),
    source: memorySource(files),
    save: async ({ path }) => `/saved/${path}`,
  })
  return { records: await collected(records), losses: losses() }
}

const withSets = ["coco", "yolo-detect", "voc", "cvat", "datumaro", "label-studio"]

// Names may look like the escapes of other ones: `%0A`, `%2Ecam`, `%5C`.
const part = fc
  .oneof(
    { weight: 4, arbitrary: fc.stringMatching(/^[A-Za-z0-9 _%#?,()&'-]{1,8}$/) },
    { weight: 1, arbitrary: fc.stringMatching(/^%(0A|2E|5C|20|25|2F|00)[a-z]?$/) },
  )
  .filter((text) => text.trim() === text)
const samples = fc
  .uniqueArray(
    fc.record({
      parts: fc.array(part, { minLength: 1, maxLength: 2 }),
      ending: fc.constantFrom(".png", ".PNG", ".Png"),
      split: fc.constantFrom("train", "val", "test", "fold-1"),
    }),
    { minLength: 1, maxLength: 6, selector: ({ parts }) => parts.join("/").toLowerCase() },
  )
  .filter((all) => new Set(all.map(({ parts }) => parts[0]?.toLowerCase())).size === all.length)
  .map((all) =>
    all.map(({ ending, parts, split }) =>
      sampleOf(parts.join("/"), { file: `${parts.join("/")}${ending}`, split }),
    ),
  )

/** Formats that write the metadata of samples, with the names of their files. */
const withMetadata: ReadonlySet<string> = new Set(["coco", "datumaro", "label-studio"])

/** What returns: the file as it was, unless it reads as the name of another sample, as `%0A.png` does, and nothing but the file says the name. */
const fileOf = (format: string, { name, metadata }: WireSample): string => {
  const file = String(metadata.file)
  return withMetadata.has(format) || nameOfStem(name) === name
    ? file
    : `${getStem(name)}${file.slice(name.length)}`
}

describe("names of files, samples and sets", () => {
  for (const name of withSets)
    it(`return from ${name}`, async () => {
      await fc.assert(
        fc.asyncProperty(samples, async (given) => {
          const { files } = await exported(name, given)
          const { records } = await imported(name, files)
          const found = records.map((record) => [record.name, record.metadata.split, record.metadata.file])
          const wanted = given.map((sample) => [sample.name, sample.metadata.split, fileOf(name, sample)])
          const byName = (a: ReadonlyArray<unknown>, b: ReadonlyArray<unknown>) =>
            String(a[0]) < String(b[0]) ? -1 : 1
          assert.deepStrictEqual(found.sort(byName), wanted.sort(byName))
        }),
        { numRuns: countRuns(15) },
      )
    })

  it("are those that came in, also where the names of samples have their sets", async () => {
    const given = [
      sampleOf("train/0", { file: "0.PNG", split: "train" }),
      sampleOf("val/0", { file: "0.PNG", split: "val" }),
    ]
    const yolo = await exported("yolo-detect", given)
    assert.includeMembers([...yolo.files.keys()], ["images/train/0.PNG", "images/val/0.PNG"])
    const coco = await exported("coco", given)
    assert.includeMembers([...coco.files.keys()], ["images/train/0.PNG", "images/val/0.PNG"])
    const { records } = await imported("yolo-detect", yolo.files)
    assert.deepStrictEqual(records.map(({ name }) => name).sort(), ["train/0", "val/0"])
  })

  it("count a set that is no name of a folder, whose sample belongs to none", async () => {
    const { files, losses } = await exported("yolo-detect", [sampleOf("a", { split: "../x" })])
    assert.include([...files.keys()], "images/default/a.png")
    assert.include(losses, "splits")
  })
})
