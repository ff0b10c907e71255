import { assert, describe, it } from "vitest"
import { cvat } from "../../src/cvat/cvat.ts"
import { checkedBy } from "./checked.ts"
import { bitmap, dataset, drawings, frame, scene, segments, shapeMask, writtenWithImages } from "./images.ts"

const packages = ["datumaro==1.13.0"]

const script = `
import json, sys
from datumaro import Dataset
found = Dataset.import_from(sys.argv[1], "cvat")
labels = found.categories()[list(found.categories())[0]]
def shape(one):
    kind = one.type.name
    values = one.get_bbox() if kind == "bbox" else [int(one.image.sum())] + list(map(float, one.get_bbox())) if kind == "mask" else one.points
    return [kind, labels[one.label].name, [float(value) for value in values], {key: value for key, value in one.attributes.items()}]
print(json.dumps([[item.id, list(item.media.size), [shape(one) for one in item.annotations]] for item in found]))
`

describe("CVAT files in datumaro", { timeout: 900_000 }, () => {
  it("have the same shapes", async (context) => {
    const made = {
      dataset: dataset("vector"),
      scenes: [scene("a/one", "image-vector", [frame(drawings)]), scene("two", "image-vector", [frame([])])],
    }
    const found = await checkedBy(packages, script, await writtenWithImages(cvat, made), context)
    const common = { occluded: false }
    assert.deepStrictEqual(found, [
      [
        "a/one",
        [40, 60],
        [
          ["bbox", "car", [1.25, 2, 28.75, 18.5], { ...common, color: "red", seats: 4 }],
          ["polygon", "tree & bush", [10, 10, 20, 10, 20, 25, 10, 25], common],
          ["polyline", "car", [0, 0, 5, 5, 10, 0], common],
          ["points", "tree & bush", [7, 8], common],
        ],
      ],
      ["two", [40, 60], []],
    ])
  })

  it("have the same pixels", async (context) => {
    const made = {
      dataset: dataset("segmentation-bitmap"),
      scenes: [scene("one", "image-segmentation", [{ ...frame(segments), bitmap }])],
    }
    const found = await checkedBy(packages, script, await writtenWithImages(cvat, made), context)
    assert.deepStrictEqual(found, [
      ["one", [40, 60], [["mask", "car", [49, 3, 4, 9, 4], { occluded: false }]]],
    ])
  })

  it("have the same pixels of masks among other shapes", async (context) => {
    const made = {
      dataset: dataset("vector"),
      scenes: [scene("one", "image-vector", [frame([...drawings.slice(0, 1), shapeMask])])],
    }
    const found = await checkedBy(packages, script, await writtenWithImages(cvat, made), context)
    const attributes = { occluded: false }
    assert.deepStrictEqual(found, [
      [
        "one",
        [40, 60],
        [
          ["bbox", "car", [1.25, 2, 28.75, 18.5], { ...attributes, color: "red", seats: 4 }],
          ["mask", "car", [49, 3, 4, 9, 4], attributes],
        ],
      ],
    ])
  })

  it("have the same tracks", async (context) => {
    const seen = drawings.slice(0, 1).map((one) => ({ ...one, trackId: 9, attributes: {} }))
    const made = {
      dataset: dataset("image-vector-sequence"),
      scenes: [scene("drive", "image-vector", [frame(seen, 0), frame(seen, 1), frame([], 2)], true)],
    }
    const found = await checkedBy(packages, script, await writtenWithImages(cvat, made), context)
    const box = (outside: boolean) => [
      "bbox",
      "car",
      [1.25, 2, 28.75, 18.5],
      { occluded: false, outside, keyframe: true, track_id: 9 },
    ]
    assert.deepStrictEqual(found, [
      ["frame_000000", [40, 60], [box(false)]],
      ["frame_000001", [40, 60], [box(false)]],
      // It leaves what is outside to its users.
      ["frame_000002", [40, 60], [box(true)]],
    ])
  })
})
