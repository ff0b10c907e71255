/** Datumaro and detecto read our tables of boxes, and those of globox and detecto are read. */
import { assert, describe, it } from "vitest"
import { boxesCsv } from "../../src/boxes-csv/boxesCsv.ts"
import { emptyFrame, emptyScene } from "../../src/model/empty.ts"
import type { Scene } from "../../src/model/Scene.ts"
import { openImages } from "../../src/openimages/openImages.ts"
import { readFiles } from "../files.ts"
import { checkedBy } from "./checked.ts"
import { size, writtenWithImages } from "./images.ts"

const category = { color: null, hasInstances: true, attributes: [] }

const points = [
  [15, 10],
  [30, 30],
]

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
  scenes: (["train", "val"] as const).map(
    (split): Scene => ({
      ...emptyScene,
      name: `${split}-a`,
      kind: "image-vector",
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
              attributes: { IsOccluded: true },
              type: "bbox",
              points,
            },
          ],
        },
      ],
    }),
  ),
}

const datumaro = `
import json, sys
from datumaro.components.dataset import Dataset
data = Dataset.import_from(sys.argv[1], "open_images")
labels = data.categories()[list(data.categories())[0]].items
print(json.dumps(sorted([[item.id, item.subset, [[labels[a.label].name, a.attributes.get("occluded"), *a.points] for a in item.annotations]] for item in data])))
`

const globox = `
import json, sys, tempfile
from pathlib import Path
from globox import AnnotationSet, Annotation, BoundingBox
own = Annotation(image_id="a.png", image_size=(60, 40), boxes=[BoundingBox(label="dog", xmin=15, ymin=10, xmax=30, ymax=30, confidence=0.5)])
path = Path(tempfile.mkdtemp()) / "a.csv"
AnnotationSet([own]).save_openimage(path)
print(json.dumps(path.read_text()))
`

/** detecto reads tables with pandas alone; PyTorch stands beside it. */
const detecto = `
import json, os, sys
from unittest.mock import MagicMock
class Data: pass
torch = MagicMock(); torch.utils.data.Dataset = Data; torch.utils.data.DataLoader = Data
for name in ["torch", "torchvision", "torchvision.models", "torchvision.models.detection", "torchvision.models.detection.faster_rcnn", "cv2", "matplotlib", "matplotlib.pyplot", "matplotlib.image", "matplotlib.patches"]:
    sys.modules[name] = MagicMock()
sys.modules["torch"] = torch
from detecto.core import Dataset
from detecto.utils import xml_to_csv
folder = os.path.join(sys.argv[1], "train")
data = Dataset(os.path.join(folder, "_annotations.csv"), folder)
rows = data._csv.loc[data._csv["image_id"] == 0]
voc = os.path.join(sys.argv[1], "voc"); os.mkdir(voc)
open(os.path.join(voc, "a.xml"), "w").write("<annotation><filename>a.png</filename><size><width>60</width><height>40</height></size><object><name>dog</name><bndbox><xmin>15</xmin><ymin>10</ymin><xmax>30</xmax><ymax>30</ymax></bndbox></object></annotation>")
xml_to_csv(voc, os.path.join(voc, "a.csv"))
print(json.dumps({"length": len(data), "image": os.path.exists(os.path.join(folder, rows.iloc[0, 0])), "row": [value if isinstance(value, str) else int(value) for value in rows.iloc[0, 1:8]], "theirs": open(os.path.join(voc, "a.csv")).read()}))
`

describe("tables of boxes", () => {
  it("of Open Images are read by Datumaro", { timeout: 600_000 }, async (context) => {
    const files = await writtenWithImages(openImages, made)
    const box = ["driver's dog", true, 15, 10, 30, 30]
    assert.deepStrictEqual(await checkedBy(["datumaro==1.13.12"], datumaro, files, context), [
      ["train-a", "train", [box]],
      ["val-a", "validation", [box]],
    ])
  })

  it("of Open Images are read as globox writes them", { timeout: 600_000 }, async (context) => {
    const text = (await checkedBy(["globox==2.9.0"], globox, new Map(), context)) as string
    const { dataset, losses, scenes } = await readFiles(openImages, { "a.csv": text, "a.png": "" }, size)
    assert.deepStrictEqual(
      dataset.categories.map(({ name }) => name),
      ["dog"],
    )
    assert.deepInclude(scenes[0]?.frames[0]?.annotations[0], { attributes: { score: 0.5 }, points })
    assert.isEmpty(losses)
  })

  it("with a header are read by detecto, and its own are read", { timeout: 600_000 }, async (context) => {
    const files = await writtenWithImages(boxesCsv, made)
    const packages = ["pandas==2.3.3", "tqdm==4.67.1", "--no-deps", "detecto==1.2.2"]
    const found = (await checkedBy(packages, detecto, files, context)) as { readonly theirs: string }
    const { theirs, ...read } = found
    assert.deepStrictEqual(read as object, {
      length: 1,
      image: true,
      row: [60, 40, "driver's dog", 15, 10, 30, 30],
    })
    const { losses, scenes } = await readFiles(boxesCsv, { "a.csv": theirs, "a.png": "" }, size)
    assert.deepInclude(scenes[0]?.frames[0]?.annotations[0], { attributes: {}, points })
    assert.isEmpty(losses)
  })
})
