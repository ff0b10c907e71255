import { encode } from "fast-png"
import { assert, describe, it } from "vitest"
import { mapillary } from "../../src/mapillary/format.ts"
import { motsPngReader } from "../../src/mot/readMotsPng.ts"
import { readFiles, refusal, sourceOf } from "../files.ts"
import { pngOf } from "../images.ts"
import { written } from "../roundTrip.ts"

const config = {
  labels: [
    { color: [165, 42, 42], instances: true, name: "animal--bird", readable: "Bird" },
    { color: [0, 0, 0], instances: false, name: "void--unlabeled", readable: "Unlabeled" },
  ],
}
const png = pngOf({ width: 4, height: 2 })
const mask = encode({ width: 4, height: 2, data: new Uint8Array(8), channels: 1, depth: 8 })
const polygons = { width: 4, height: 2, objects: [] }

describe("Folders of Mapillary Vistas", () => {
  it("are not recognized by files config.json of other tools, which hide no other format", async () => {
    const source = sourceOf({
      "a/config.json": { model: "x" },
      "b/config.json": { model: "y" },
      "instances/0001/000000.png": mask,
      "training/instances/aa.png": mask,
    })
    assert.strictEqual(await mapillary.reader?.detect(source), undefined)
    assert.strictEqual(await motsPngReader.detect(source), "instances/0001/000000.png")
  })

  it("are read by the one config.json that lists labels, and refused with two of them", async () => {
    const files = {
      "config.json": config,
      "model/config.json": { model: "x" },
      "validation/images/aa.jpg": png,
      "validation/labels/aa.png": mask,
    }
    const { dataset } = await readFiles(mapillary, files)
    assert.deepStrictEqual(
      dataset.categories.map(({ name }) => name),
      ["animal--bird"],
    )
    const two = { ...files, "other/config.json": config }
    assert.strictEqual(await mapillary.reader?.detect(sourceOf(two)), "config.json")
    assert.match(await refusal(mapillary, two), /^other\/config\.json: lists labels, as config\.json does/)
  })

  it("are refused where a set has labels of another folder or version alone", async () => {
    const files = { "config_v2.0.json": config, "training/v2.0/polygons/aa.json": polygons }
    assert.match(
      await refusal(mapillary, { ...files, "validation/v2.0/instances/bb.png": mask }),
      /^validation\/v2\.0\/instances\/bb\.png: .*training\/v2\.0\/polygons/,
    )
    assert.match(
      await refusal(mapillary, { ...files, "validation/v1.2/polygons/bb.json": polygons }),
      /^validation\/v1\.2\/polygons\/bb\.json: .*training\/v2\.0\/polygons/,
    )
  })

  it("count pictures that cannot be measured, without labels and with broken masks", async () => {
    const { losses } = await readFiles(
      mapillary,
      {
        "config.json": config,
        "training/images/aa.jpg": "…",
        "training/labels/aa.png": "…",
        "training/images/bb.jpg": png,
        "training/labels/bb.png": mask,
        "testing/images/tt.jpg": "…",
      },
      null,
    )
    assert.deepStrictEqual(losses.find(({ kind }) => kind === "image-size")?.examples, [
      "training/images/aa.jpg",
      "testing/images/tt.jpg",
    ])
  })

  it("are refused where two labels of the list have one name", async () => {
    const labels = [...config.labels, { ...config.labels[0], color: [1, 2, 3] }]
    assert.strictEqual(
      await refusal(mapillary, { "config.json": { labels }, "training/labels/aa.png": mask }),
      'config.json: has the name "animal--bird" at /labels/0 and at /labels/2.',
    )
  })

  it("count segments of void--unlabeled and of unknown categories, whose pixels have no class", async () => {
    const categories = config.labels.map(({ color, instances, name }, index) => ({
      id: index + 1,
      name,
      color,
      hasInstances: instances,
      attributes: [],
    }))
    const read = await readFiles(mapillary, {
      "config_v2.0.json": config,
      "training/images/aa.jpg": png,
      "training/v2.0/labels/aa.png": mask,
    })
    const [scene] = read.scenes
    const [frame] = scene?.frames ?? []
    if (scene === undefined || frame === undefined) return assert.fail("The mask was not read.")
    const annotation = frame.annotations[0]
    if (annotation === undefined) return assert.fail("The mask has no segment.")
    const ids = Uint32Array.of(1, 1, 1, 2, 2, 2, 3, 3)
    const segments = [1, 2, 9].map((categoryId, index) => ({ ...annotation, id: index + 1, categoryId }))
    const bitmap = { url: null, load: async () => ({ width: 4, height: 2, ids }) }
    const { files, losses } = await written(mapillary, {
      dataset: { ...read.dataset, categories },
      scenes: [{ ...scene, frames: [{ ...frame, annotations: segments, bitmap }] }],
    })
    assert.deepStrictEqual(
      losses
        .list()
        .filter(({ kind }) => kind === "references")
        .map(({ examples }) => examples),
      [["aa: void--unlabeled", "aa: category 9"]],
    )
    const path = [...files.keys()].find((own) => own.endsWith("labels/aa.png"))
    assert.isDefined(path)
    const again = await readFiles(mapillary, Object.fromEntries(files))
    assert.deepStrictEqual(
      [...((await again.scenes[0]?.frames[0]?.bitmap?.load())?.ids ?? [])].map((id) => id > 0),
      [true, true, true, false, false, false, false, false],
    )
    assert.deepStrictEqual(again.losses, [])
  })
})
