import { assert, describe, it } from "vitest"
import { coco } from "../../src/coco/coco.ts"
import { exportDataset } from "../../src/exporting/exportDataset.ts"
import type { Format } from "../../src/Format.ts"
import { memoryTarget } from "../../src/files/Target.ts"
import { yoloDetect } from "../../src/yolo/formats.ts"
import { each } from "../roundTrip.ts"

const dataset = {
  name: "street",
  description: "",
  taskType: "bboxes",
  categories: ["cat", "driver's dog"].map((name, index) => ({
    id: index + 1,
    name,
    color: null,
    hasInstances: true,
    attributes: [],
  })),
  imageAttributes: [],
}

const sample = (name: string, split: string, image: object) => ({
  name,
  attributes: { image: { url: `https://images.example/${name}.jpg`, ...image } },
  metadata: { split },
  status: "LABELED" as const,
  label: {
    annotations: [
      {
        id: 1,
        category_id: 2,
        type: "bbox",
        points: [
          [1, 2],
          [30, 40],
        ],
        attributes: {},
      },
      {
        id: 2,
        category_id: 1,
        type: "bbox",
        points: [
          [5, 6],
          [7, 8],
        ],
        attributes: {},
      },
    ],
  },
})

const exported = async (
  format: Format,
  count: number,
  { croissant = true, ...more }: { readonly croissant?: boolean; readonly releaseRoot?: string } = {},
) => {
  const target = memoryTarget()
  const samples = Array.from({ length: count }, (_, index) =>
    sample(`a${index}`, index === 0 ? "val" : "train", { width: 100, height: 50 }),
  )
  const report = await exportDataset({
    format,
    dataset,
    samples: each([...samples, sample("unknown", "train", {})]),
    target,
    open: async () => null,
    croissant,
    ...more,
  })
  const read = (path: string) => Buffer.from(target.files.get(path) ?? []).toString()
  return { report, files: target.files, read }
}

describe("Croissant metadata", () => {
  it("stands beside the files of a format, with their digests, and tables of samples and objects", async () => {
    const { files, read, report } = await exported(coco, 2)
    assert.strictEqual(report.samples, 2)
    const document = JSON.parse(read("croissant.json"))
    assert.deepInclude(document, {
      "@type": "sc:Dataset",
      conformsTo: "http://mlcommons.org/croissant/1.1",
      name: "street",
    })
    const objects: ReadonlyArray<{
      readonly contentUrl: string
      readonly sha256: string
      readonly contentSize: string
    }> = document.distribution
    assert.sameMembers(
      objects.map(({ contentUrl }) => contentUrl),
      [...files.keys()].filter((path) => path !== "croissant.json"),
    )
    const { createHash } = await import("node:crypto")
    for (const { contentSize, contentUrl, sha256 } of objects) {
      const bytes = files.get(contentUrl) ?? new Uint8Array()
      assert.strictEqual(sha256, createHash("sha256").update(bytes).digest("hex"))
      assert.strictEqual(contentSize, `${bytes.length} B`)
    }
    assert.strictEqual(read("croissant/samples.csv"), "name,split,frames,objects\na0,val,1,2\na1,train,1,2\n")
    assert.strictEqual(read("croissant/objects.csv").split("\n")[1], "a0,,0,driver's dog,bbox,1,2,30,40")
    assert.deepStrictEqual(
      document.recordSet.map((set: { readonly name: string }) => set.name),
      ["categories", "samples", "objects"],
    )
  })

  it("names the Merkle root of the release that is exported, and none of the current state", async () => {
    const releaseRoot = "ab".repeat(32)
    const { read } = await exported(coco, 1, { releaseRoot })
    assert.deepStrictEqual(JSON.parse(read("croissant.json")).identifier, {
      "@type": "sc:PropertyValue",
      propertyID: "urn:annotary:release-root:v1",
      value: releaseRoot,
    })
    const present = await exported(coco, 1)
    assert.notProperty(JSON.parse(present.read("croissant.json")), "identifier")
  })

  it("describes many files of one kind together", async () => {
    const { read } = await exported(yoloDetect, 30)
    const document = JSON.parse(read("croissant.json"))
    assert.deepInclude(
      document.distribution.find((own: { readonly name: string }) => own.name === "files.txt"),
      { "@type": "cr:FileSet", includes: "**/*.txt" },
    )
    assert.isBelow(document.distribution.length, 10)
  })

  it("is not there unless it was asked for, and is the same for the same data", async () => {
    const plain = await exported(coco, 2, { croissant: false })
    assert.isFalse(plain.files.has("croissant.json"))
    const [one, other] = [await exported(coco, 2), await exported(coco, 2)]
    assert.strictEqual(one.read("croissant.json"), other.read("croissant.json"))
  })
})
