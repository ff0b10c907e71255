/** Other tools of YOLO read what we write, and we read what they write. */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { folderSource } from "../../src/files/Source.ts"
import { detectFormats } from "../../src/importing/detect.ts"
import { importDataset } from "../../src/importing/importDataset.ts"
import { emptyFrame, emptyScene } from "../../src/model/empty.ts"
import { yoloDetect } from "../../src/yolo/formats.ts"
import { checkedBy } from "./checked.ts"
import { size, writtenWithImages } from "./images.ts"
import { pythonWith } from "./python.ts"

const packages = [
  "datumaro==1.13.12",
  "labelformat==0.1.17",
  "label-studio-sdk==2.1.2",
  "supervision==0.31.2",
]

const names = ["driver's license", "yes"]

const dataset = {
  name: "tools",
  description: "",
  taskType: "bboxes",
  categories: names.map((name, index) => ({
    id: index + 1,
    name,
    color: null,
    hasInstances: true,
    attributes: [],
  })),
  imageAttributes: [],
}

/** The second box is so small that its share has an exponent in other notations. */
const boxes = [
  {
    categoryId: 2,
    points: [
      [15, 10],
      [30, 30],
    ],
  },
  {
    categoryId: 1,
    points: [
      [0, 0],
      [0.000003, 20],
    ],
  },
]

const scenes = (["train", "val"] as const).map((split) => ({
  ...emptyScene,
  name: split,
  kind: "image-vector" as const,
  split,
  frames: [
    {
      ...emptyFrame,
      image: { url: `https://images.example/${split}.png`, size },
      annotations: boxes.map((box, index) => ({
        ...box,
        id: index + 1,
        trackId: null,
        isKeyframe: true,
        attributes: {},
        type: "bbox" as const,
      })),
    },
  ],
}))

const readers = `
import json, sys, warnings
from pathlib import Path
warnings.simplefilter("ignore")
folder = Path(sys.argv[1])
found = {}
import supervision as sv
ds = sv.DetectionDataset.from_yolo(str(folder / "images/train"), str(folder / "labels/train"), str(folder / "data.yaml"))
_, _, detections = next(iter(ds))
found["supervision"] = [ds.classes, [[int(c), *map(float, box)] for c, box in zip(detections.class_id, detections.xyxy)]]
from labelformat.formats.yolov8 import YOLOv8ObjectDetectionInput
read = YOLOv8ObjectDetectionInput(input_file=folder / "data.yaml", input_split="train")
label = next(iter(read.get_labels()))
found["labelformat"] = [[c.name for c in read.get_categories()], [[o.category.id, o.box.xmin, o.box.ymin, o.box.xmax, o.box.ymax] for o in label.objects]]
import datumaro as dm
ds = dm.Dataset.import_from(str(folder), "yolo")
item = next(item for item in ds if item.id == "train")
labels = ds.categories()[dm.AnnotationType.label]
found["datumaro"] = [[l.name for l in labels], [[a.label, *a.points] for a in item.annotations]]
print(json.dumps(found))
`

const writers = `
import json, os, sys
from pathlib import Path
import numpy as np
from PIL import Image
root = Path(sys.argv[1])
def image(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", (60, 40)).save(path)
image(root / "source" / "a.png")
source = str(root / "source" / "a.png")
import datumaro as dm
from datumaro.components.annotation import Bbox
from datumaro.components.media import Image as Media
for kind in ("yolo", "yolo_ultralytics"):
    items = [dm.DatasetItem(id="a", subset=s, media=Media.from_file(path=source), annotations=[Bbox(15, 10, 15, 20, label=1)]) for s in ("train", "val")]
    dm.Dataset.from_iterable(items, categories=["driver's license", "yes"]).export(str(root / kind), kind, save_media=True)
import supervision as sv
detections = sv.Detections(xyxy=np.array([[15, 10, 30, 30]], dtype=float), class_id=np.array([1]))
ds = sv.DetectionDataset(classes=["driver's license", "yes"], images=[source], annotations={source: detections})
out = root / "supervision"
ds.as_yolo(str(out / "images"), str(out / "labels"), str(out / "data.yaml"))
from labelformat.formats.coco import COCOObjectDetectionInput
from labelformat.formats.yolov8 import YOLOv8ObjectDetectionOutput
coco = {"images": [{"id": 1, "file_name": "a.png", "width": 60, "height": 40}],
        "categories": [{"id": 3, "name": "driver's license"}, {"id": 7, "name": "yes"}],
        "annotations": [{"id": 1, "image_id": 1, "category_id": 7, "bbox": [15, 10, 15, 20]}]}
(root / "coco.json").write_text(json.dumps(coco))
YOLOv8ObjectDetectionOutput(output_file=root / "labelformat" / "data.yaml", output_split="train").save(COCOObjectDetectionInput(root / "coco.json"))
image(root / "labelformat" / "images" / "a.png")
from label_studio_sdk.converter import Converter
config = '<View><Image name="image" value="$image"/><RectangleLabels name="l" toName="image"><Label value="driver&apos;s license"/><Label value="yes"/></RectangleLabels></View>'
value = {"x": 25, "y": 25, "width": 25, "height": 50, "rotation": 0, "rectanglelabels": ["yes"]}
result = {"id": "x", "from_name": "l", "to_name": "image", "type": "rectanglelabels", "original_width": 60, "original_height": 40, "value": value}
tasks = [{"id": 1, "data": {"image": source}, "annotations": [{"id": 1, "completed_by": 1, "result": [result]}]}]
(root / "tasks.json").write_text(json.dumps(tasks))
for name, is_obb in (("label-studio", False), ("label-studio-obb", True)):
    Converter(config, str(root), download_resources=False).convert_to_yolo(str(root / "tasks.json"), str(root / name), is_dir=False, is_obb=is_obb)
    image(root / name / "images" / "a.png")
print("{}")
`

describe("YOLO and other tools", () => {
  it("read our files: supervision, labelformat, Datumaro", { timeout: 900_000 }, async (context) => {
    const files = await writtenWithImages(yoloDetect, { dataset, scenes })
    const found = await checkedBy(packages, readers, files, context)
    for (const [tool, [classes, objects]] of Object.entries(
      found as Record<string, [ReadonlyArray<string>, ReadonlyArray<ReadonlyArray<number>>]>,
    )) {
      assert.deepStrictEqual([...classes], names, tool)
      const expected = boxes.map(({ categoryId, points }) => [categoryId - 1, ...points.flat()])
      assert.lengthOf(objects, expected.length, tool)
      for (const [index, object] of objects.entries())
        for (const [at, value] of object.entries()) {
          // labelformat rounds to whole pixels.
          const tolerance = tool === "labelformat" && at > 0 ? 1 : 1e-4
          assert.closeTo(value, expected[index]?.[at] ?? Number.NaN, tolerance, `${tool} ${index} ${at}`)
        }
    }
  })

  it("write files that we read", { timeout: 900_000 }, async (context) => {
    const python = await pythonWith(packages)
    if (python === null) return context.skip()
    const folder = await mkdtemp(join(tmpdir(), "annotary-tools-"))
    try {
      await python.run(writers, folder)
      for (const [tool, name, count] of [
        ["yolo", "yolo-detect", 2],
        ["yolo_ultralytics", "yolo-detect", 2],
        ["supervision", "yolo-detect", 1],
        ["labelformat", "yolo-detect", 1],
        ["label-studio", "yolo-detect", 1],
        ["label-studio-obb", "yolo-obb", 1],
      ] as const) {
        const source = await folderSource(join(folder, tool))
        const [found, ...others] = await detectFormats(source)
        assert.deepStrictEqual([found?.format.name, others.length], [name, 0], tool)
        if (found === undefined) return
        const { format } = found
        const {
          dataset: read,
          losses,
          records,
        } = await importDataset({
          format,
          source,
          save: async ({ path }) => `https://images.example/${path}`,
        })
        assert.deepStrictEqual(
          read.categories.map((category) => category.name),
          names,
          tool,
        )
        let labels = 0
        for await (const { label } of records) {
          labels += 1
          const [object, ...more] = (label as { readonly annotations: ReadonlyArray<{ points: unknown }> })
            .annotations
          assert.isEmpty(more, tool)
          const [first] = (object?.points ?? []) as ReadonlyArray<ReadonlyArray<number>>
          assert.closeTo(first?.[0] ?? Number.NaN, 15, 1e-4, tool)
          assert.closeTo(first?.[1] ?? Number.NaN, 10, 1e-4, tool)
        }
        assert.strictEqual(labels, count, tool)
        // Names that two sets share begin with their sets: nothing is lost.
        assert.isEmpty(
          losses().filter(({ kind }) => kind !== "sets-in-names"),
          tool,
        )
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})
