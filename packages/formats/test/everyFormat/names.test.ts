/** Sets, names of files and states of samples survive in every format that can carry them. */
import { assert, describe, it } from "vitest"
import type { Format } from "../../src/Format.ts"
import type { SceneStatus } from "../../src/model/Scene.ts"
import type { WireRecord } from "../../src/model/toWire.ts"
import { pngOf } from "../images.ts"
import { type Content, exportFiles, importFiles } from "../roundTrips/content.ts"
import { readableFormats } from "./everyFormat.ts"

interface Picture {
  readonly name: string
  readonly file: string
  readonly split?: string
}

/** Each has another width, by which it is found again. */
const makeContent = (pictures: ReadonlyArray<Picture>, statuses: ReadonlyArray<SceneStatus> = []) => {
  const files = new Map<string, Uint8Array>()
  const records = pictures.map(({ file, name, split }, index): WireRecord => {
    const size = { width: 40 + index, height: 30 }
    const url = `https://images.example/${index}${file.slice(-4)}`
    files.set(url, pngOf(size))
    const status = statuses[index]
    return {
      name,
      // The records of imports have those of unfinished work alone.
      ...(status !== undefined && { status: status as NonNullable<WireRecord["status"]> }),
      metadata: { file, ...(split !== undefined && { split }) },
      attributes: { image: { url, ...size } },
      label: {
        annotations: [
          { id: 1, category_id: 1, type: "bbox", points: [[1, 2], [20 + index, 25]] }, // biome-ignore format: corners
          { id: 2, category_id: 1, type: "polygon", points: [[1, 2], [20 + index, 2], [20 + index, 25], [1, 25]] }, // biome-ignore format: corners
        ],
        image_attributes: { class: "sun" },
      },
    }
  })
  const content: Content = {
    dataset: {
      name: "names",
      description: "",
      taskType: "vector",
      categories: [{ id: 1, name: "car", color: null, hasInstances: true, attributes: [] }],
      imageAttributes: [{ name: "class", input_type: "select", values: ["sun"] }],
    },
    records,
    files,
  }
  return content
}

/** What comes back, by the widths of the pictures. */
const pass = async (format: Format, content: Content) => {
  const { files, losses } = await exportFiles(format, content, { keepOrientation: true })
  const read = await importFiles(format, files, { hasPictures: true })
  const byWidth = new Map(
    read.content.records.map((record) => {
      const { image } = record.attributes as { readonly image: { readonly width: number } }
      return [image.width, record] as const
    }),
  )
  return { byWidth, losses, paths: [...files.keys()] }
}

const imageFormats = readableFormats.filter(
  ({ abilities, write }) =>
    write !== undefined && abilities.kinds.includes("image-vector") && abilities.singles,
)

describe("names of files", () => {
  const files = [
    "a b.png",
    "c#1.png",
    "d?.png",
    "100%.png",
    "e,f;g.png",
    "UPPER.PNG",
    "l'été.png",
    "q/r.s.png",
  ]
  for (const format of imageFormats)
    it(`come back from ${format.name} with their signs, endings and cases`, async () => {
      const content = makeContent(files.map((file) => ({ name: file.replace(/\.png$/i, ""), file })))
      const { byWidth } = await pass(format, content)
      const found = files.map((_, index) => byWidth.get(40 + index)?.metadata["file"])
      assert.deepStrictEqual(found.map(cutClass), files)
    })

  for (const format of imageFormats)
    it(`stay apart in ${format.name} where their endings alone differ`, async () => {
      const content = makeContent([
        { name: "a.png", file: "a.png" },
        { name: "a.gif", file: "a.gif" },
        { name: "b", file: "b.png" },
      ])
      const { byWidth } = await pass(format, content)
      assert.strictEqual(byWidth.size, 3)
      const names = [...byWidth.values()].map(({ name }) => name)
      assert.strictEqual(new Set(names).size, 3)
      assert.match(names[0] ?? "", /a/)
    })
})

/** Folders of classes are part of the path there. */
const cutClass = (file: unknown): unknown => (typeof file === "string" ? file.replace(/^sun\//, "") : file)

describe("sets", () => {
  for (const format of imageFormats.filter(({ abilities }) => abilities.splits))
    it(`stay apart in ${format.name} where both have a file of one name`, async () => {
      const content = makeContent([
        { name: "train/a", file: "a.png", split: "train" },
        { name: "val/a", file: "a.png", split: "val" },
        { name: "extra-1/a", file: "a.png", split: "extra-1" },
        { name: "b", file: "b.png" },
      ])
      const { byWidth, losses } = await pass(format, content)
      const found = [0, 1, 2, 3].map((index) => byWidth.get(40 + index)?.metadata)
      const isCounted = losses.some(({ kind }) => kind === "splits")
      assert.deepStrictEqual(
        found.map((metadata) => metadata?.["split"]),
        ["train", "val", isCounted ? undefined : "extra-1", undefined],
      )
      const names = [0, 1, 2].map((index) => byWidth.get(40 + index)?.name)
      assert.deepStrictEqual(
        names.map((name) => cutClass(name?.replace(/^(train|training|val|validation|extra-1)\//, ""))),
        ["a", "a", "a"],
      )
    })
})

describe("states", () => {
  const statuses = ["LABELED", "REVIEWED", "SKIPPED", "UNLABELED", "PRELABELED"] as const
  for (const format of imageFormats)
    it(`come back from ${format.name}, or are counted`, async () => {
      const content = makeContent(
        statuses.map((status) => ({ name: status.toLowerCase(), file: `${status.toLowerCase()}.png` })),
        statuses,
      )
      const { byWidth, losses } = await pass(format, content)
      const isCounted = losses.some(({ kind }) => kind === "statuses")
      assert.strictEqual(isCounted, !format.abilities.statuses)
      if (!format.abilities.statuses) return
      const [labeled, , skipped, unlabeled, predicted] = statuses.map((_, index) => byWidth.get(40 + index))
      assert.isNotNull(labeled?.label)
      assert.strictEqual(skipped?.status, "SKIPPED")
      assert.isNull(unlabeled?.label)
      assert.strictEqual(predicted?.status, "PRELABELED")
    })
})
