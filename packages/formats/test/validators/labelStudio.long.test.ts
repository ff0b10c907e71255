import { assert, describe, it } from "vitest"
import { labelStudio } from "../../src/label-studio/labelStudio.ts"
import { checkedBy } from "./checked.ts"
import { bitmap, dataset, drawings, frame, scene, segments, shapeMask, writtenWithImages } from "./images.ts"

const packages = ["label-studio-sdk==2.1.0"]

const script = `
import json, os, sys
from label_studio_sdk.label_interface import LabelInterface
from label_studio_sdk.converter.brush import decode_rle
folder = sys.argv[1]
interface = LabelInterface(open(os.path.join(folder, "labeling-config.xml")).read())
tasks = json.load(open(os.path.join(folder, "tasks.json")))
found = []
for task in tasks:
    missing = [] if os.path.exists(os.path.join(folder, task["data"]["image"])) else [task["data"]["image"]]
    for annotation in task["annotations"]:
        masks = []
        for region in annotation["result"]:
            if "rle" in region.get("value", {}):
                alpha = decode_rle(region["value"]["rle"]).reshape(region["original_height"], region["original_width"], 4)[:, :, 3]
                masks.append([int((alpha > 0).sum()), int(alpha[5, 5]), int(alpha[4, 3]), int(alpha[8, 12])])
        found.append([task["data"]["name"], interface.validate_prediction(annotation, return_errors=True) or interface.validate_annotation(annotation), missing, masks])
print(json.dumps(found))
`

describe("Label Studio files in label-studio-sdk", { timeout: 900_000 }, () => {
  it("are valid with their configuration", async (context) => {
    const [first, ...others] = drawings
    assert(first)
    const several = {
      ...first,
      id: 9,
      type: "point" as const,
      points: [
        [1, 2],
        [3, 4],
      ],
    }
    const made = {
      dataset: dataset("vector"),
      scenes: [
        {
          ...scene("a/one", "image-vector", [
            { ...frame([first, ...others, several]), attributes: { weather: "rain" } },
          ]),
          links: [{ from: 1, to: 2, attributes: {} }],
        },
        scene("two", "image-vector", [frame([])]),
      ],
    }
    const found = await checkedBy(packages, script, await writtenWithImages(labelStudio, made), context)
    assert.deepStrictEqual(found, [
      ["a/one", true, [], []],
      ["two", true, [], []],
    ])
  })

  it("have the same pixels", async (context) => {
    const made = {
      dataset: dataset("segmentation-bitmap"),
      scenes: [scene("one", "image-segmentation", [{ ...frame(segments), bitmap }])],
    }
    const found = await checkedBy(packages, script, await writtenWithImages(labelStudio, made), context)
    assert.deepStrictEqual(found, [["one", true, [], [[49, 0, 255, 255]]]])
  })

  it("have the same pixels of masks among other shapes", async (context) => {
    const made = {
      dataset: dataset("vector"),
      scenes: [scene("one", "image-vector", [frame([...drawings, shapeMask])])],
    }
    const found = await checkedBy(packages, script, await writtenWithImages(labelStudio, made), context)
    assert.deepStrictEqual(found, [["one", true, [], [[49, 0, 255, 255]]]])
  })
})
