import { assert, describe, it } from "vitest"
import { cvat } from "../../src/cvat/cvat.ts"
import type { AttributeDefinition, Dataset } from "../../src/model/Dataset.ts"
import { emptyFrame, emptyScene } from "../../src/model/empty.ts"
import type { Scene } from "../../src/model/Scene.ts"
import { readBack, written } from "../roundTrip.ts"

const makeDataset = (definitions: ReadonlyArray<AttributeDefinition>): Dataset => ({
  name: "street",
  description: "",
  taskType: "image-vector-sequence",
  categories: [{ id: 1, name: "car", color: null, hasInstances: true, attributes: definitions }],
  imageAttributes: [],
})

const scene: Scene = {
  ...emptyScene,
  name: "s",
  kind: "image-vector",
  isSequence: true,
  frames: [0, 1].map((frame) => ({
    ...emptyFrame,
    image: { url: `${frame}.png`, size: { width: 100, height: 50 } },
    annotations: [
      {
        type: "bbox",
        id: 1,
        categoryId: 1,
        trackId: 4,
        isKeyframe: true,
        attributes: { lamp: "on", make: "x" },
        points: [
          [1, 2],
          [30, 40],
        ],
      },
    ],
  })),
}

describe("attributes of tracks in CVAT", () => {
  it("come back as they hold: over the whole track, or in later frames", async () => {
    const definitions = [
      { name: "lamp", input_type: "select", values: ["on", "off"], applies_to_later_frames: true },
      { name: "make", input_type: "select", values: ["x"], is_track_level: true },
    ]
    const { files, losses } = await written(cvat, { dataset: makeDataset(definitions), scenes: [scene] })
    assert.isTrue(losses.isEmpty, losses.table())
    const { dataset } = await readBack(cvat, files)
    assert.deepStrictEqual(dataset.categories[0]?.attributes, definitions)
  })

  it("are counted where they are of single frames, which CVAT does not have", async () => {
    const definitions = [
      { name: "lamp", input_type: "select", values: ["on", "off"] },
      { name: "make", input_type: "select", values: ["x"], is_track_level: true },
    ]
    const { losses } = await written(cvat, { dataset: makeDataset(definitions), scenes: [scene] })
    assert.deepStrictEqual(
      losses.list().map(({ examples, kind }) => [kind, examples]),
      [["definitions", ["car: lamp"]]],
    )
  })

  it("are counted once for a dataset, and only where a sequence uses them", async () => {
    const definitions = ["lamp", "unused"].map((name) => ({ name, input_type: "text" }))
    const scenes = [scene, { ...scene, name: "second" }]
    const { losses } = await written(cvat, { dataset: makeDataset(definitions), scenes })
    const [loss] = losses.list().filter(({ kind }) => kind === "definitions")
    assert.deepInclude(loss, { count: 1, examples: ["car: lamp"] })
  })
})
