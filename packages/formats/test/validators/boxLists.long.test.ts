/** globox reads our files of VIA, and its own are read; supervision reads our files of Create ML, and `datasets` of Hugging Face our folders of images. */
import { assert, describe, it } from "vitest"
import { createml } from "../../src/createml/createml.ts"
import { imagefolder } from "../../src/huggingface/imagefolder.ts"
import { emptyFrame, emptyScene } from "../../src/model/empty.ts"
import { via } from "../../src/via/via.ts"
import { readFiles } from "../files.ts"
import { checkedBy } from "./checked.ts"
import { size, writtenWithImages } from "./images.ts"

const category = { color: null, hasInstances: true, attributes: [] }

const made = {
  dataset: {
    name: "boxes",
    description: "",
    taskType: "bboxes",
    categories: [
      { ...category, id: 1, name: "cat" },
      { ...category, id: 2, name: "driver's dog" },
    ],
    imageAttributes: [],
  },
  scenes: (["train", "val"] as const).map((split) => ({
    ...emptyScene,
    name: `${split}/a`,
    kind: "image-vector" as const,
    split,
    frames: [
      {
        ...emptyFrame,
        image: { url: `https://images.example/${split}.png`, size },
        annotations: [
          {
            id: 1,
            categoryId: 2,
            trackId: null,
            isKeyframe: true,
            attributes: {},
            type: "bbox" as const,
            points: [
              [15, 10],
              [30, 30],
            ],
          },
        ],
      },
    ],
  })),
}

const supervision = `
import json, sys
from pathlib import Path
import supervision as sv
folder = Path(sys.argv[1]) / "train"
ds = sv.DetectionDataset.from_createml(str(folder), str(folder / "_annotations.createml.json"))
_, _, found = next(iter(ds))
print(json.dumps({"classes": ds.classes, "boxes": found.xyxy.tolist()}))
`

const datasets = `
import json, sys, tempfile
from datasets import load_dataset
ds = load_dataset("imagefolder", data_dir=sys.argv[1], cache_dir=tempfile.mkdtemp())
print(json.dumps({name: rows[0]["objects"] for name, rows in ds.items()}))
`

/** Reads what was written, and writes it again. */
const globox = `
import json, sys
from pathlib import Path
from globox import AnnotationSet
folder = Path(sys.argv[1]) / "train"
found = AnnotationSet.from_via_json(folder / "via_region_data.json", label_key="class", image_folder=folder)
(own,) = found
print(json.dumps({
    "boxes": [[box.label, *box.ltrb] for box in own.boxes],
    "again": found.to_via_json(image_folder=folder),
}))
`

describe("lists of boxes", () => {
  it("of VIA are read by globox, and its own are read", { timeout: 600_000 }, async (context) => {
    const files = await writtenWithImages(via, made)
    const found = (await checkedBy(["globox==2.9.0"], globox, files, context)) as {
      readonly boxes: unknown
      readonly again: object
    }
    assert.deepStrictEqual(found.boxes, [["driver's dog", 15, 10, 30, 30]])
    const { dataset, losses, scenes } = await readFiles(via, { "a.json": found.again, "train/a.png": "" })
    assert.deepStrictEqual(
      dataset.categories.map(({ name }) => name),
      ["driver's dog"],
    )
    assert.deepStrictEqual(
      scenes[0]?.frames[0]?.annotations[0],
      made.scenes[0]?.frames[0]?.annotations[0] && {
        ...made.scenes[0].frames[0].annotations[0],
        categoryId: 1,
      },
    )
    assert.isEmpty(losses)
  })

  it("of Create ML are read by supervision", { timeout: 600_000 }, async (context) => {
    const files = await writtenWithImages(createml, made)
    assert.deepStrictEqual(await checkedBy(["supervision==0.31.2"], supervision, files, context), {
      classes: ["driver's dog"],
      boxes: [[15, 10, 30, 30]],
    })
  })

  it("of imagefolder are read by Hugging Face", { timeout: 600_000 }, async (context) => {
    const files = await writtenWithImages(imagefolder, made)
    const objects = { bbox: [[15, 10, 15, 20]], categories: ["driver's dog"] }
    assert.deepStrictEqual(await checkedBy(["datasets==5.2.0", "pillow==12.1.1"], datasets, files, context), {
      train: objects,
      validation: objects,
    })
  })
})
