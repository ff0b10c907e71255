import { assert, describe, it } from "vitest"
import { labelStudio } from "../../src/label-studio/labelStudio.ts"
import type { Dataset } from "../../src/model/Dataset.ts"
import { emptyFrame, emptyScene } from "../../src/model/empty.ts"
import type { Scene } from "../../src/model/Scene.ts"
import { assertRoundTrip, collected, readBack, written } from "../roundTrip.ts"

const attributes = [
  { name: "color", input_type: "select", values: ["red", "blue"] },
  { name: "seats", input_type: "number" },
  { name: "parked", input_type: "checkbox" },
  { name: "note", input_type: "text" },
]

const dataset: Dataset = {
  name: "street",
  description: "",
  taskType: "vector",
  categories: [{ id: 1, name: "car", color: [255, 0, 10], hasInstances: true, attributes }],
  imageAttributes: [],
}

const scene: Scene = {
  ...emptyScene,
  name: "a",
  kind: "image-vector",
  frames: [
    {
      ...emptyFrame,
      image: { url: "https://x.example/a.png", size: { width: 100, height: 80 } },
      annotations: [
        {
          id: 1,
          categoryId: 1,
          trackId: null,
          isKeyframe: true,
          attributes: { color: "blue", seats: 4, parked: true, note: "x" },
          type: "bbox",
          points: [
            [10, 8],
            [20, 16],
          ],
        },
      ],
    },
  ],
}

describe("Label Studio", () => {
  // Masks are packed and unpacked bit by bit: on a busy machine it takes long.
  it("returns what it carries", { timeout: 120_000 }, () => assertRoundTrip(labelStudio))

  it("has a control for each definition, from which definitions and colors come back", async () => {
    const { files, losses } = await written(labelStudio, { dataset, scenes: [scene] })
    const config = new TextDecoder().decode(files.get("labeling-config.xml"))
    assert.match(config, /<Choices name="color"[^>]*><Choice value="red"\/><Choice value="blue"\/>/)
    assert.match(config, /<Label value="car" background="#ff000a"\/>/)
    const found = await readBack(labelStudio, files)
    const [category] = found.dataset.categories
    assert.deepStrictEqual(category?.color, [255, 0, 10])
    assert.deepStrictEqual(category?.attributes, attributes.slice(0, 3))
    const [again] = await collected(found.scenes)
    assert.deepStrictEqual(again?.frames[0]?.annotations[0]?.attributes, {
      color: "blue",
      seats: 4,
      parked: true,
      note: "x",
    })
    assert.deepStrictEqual(
      losses.list().map(({ count, kind }) => [kind, count]),
      [["definitions", 1]],
      "text",
    )
  })
})
