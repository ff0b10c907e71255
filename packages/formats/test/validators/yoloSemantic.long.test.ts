/** Ultralytics' own check of masks accepts what we write for semantic segmentation. */
import { assert, describe, it } from "vitest"
import { emptyFrame, emptyScene } from "../../src/model/empty.ts"
import { yoloSemantic } from "../../src/yolo/semantic.ts"
import { checkedBy } from "./checked.ts"
import { size, writtenWithImages } from "./images.ts"

/** Runs the check out of the package, whose other modules need far more than it does. Prints messages, and how often each value is in the mask. */
const program = `
import ast, importlib.util, json, os, sys
from pathlib import Path
import cv2
import numpy as np
import yaml
from PIL import Image, ImageOps
folder = Path(sys.argv[1])
root = Path(importlib.util.find_spec("ultralytics").origin).parent
names = ["exif_size", "check_image", "read_mask", "verify_image_mask", "img2label_paths", "IMG_FORMATS", "VID_FORMATS", "FORMATS_HELP_MSG"]
scope = {"np": np, "cv2": cv2, "Image": Image, "ImageOps": ImageOps, "os": os, "Path": Path}
tree = ast.parse((root / "data/utils.py").read_text())
nodes = [n for n in tree.body if getattr(n, "name", None) in names or {t.id for t in getattr(n, "targets", []) if isinstance(t, ast.Name)} & set(names)]
for node in nodes:
    for argument in ast.walk(node):
        if isinstance(argument, ast.arg):
            argument.annotation = None
    if hasattr(node, "returns"):
        node.returns = None
exec(compile(ast.Module(nodes, []), "utils", "exec"), scope)
data = yaml.safe_load((folder / "data.yaml").read_text())
image = str(next((folder / data["train"]).glob("*.png")))
[mask] = scope["img2label_paths"]([image], data["masks_dir"], ".png")
invalid = np.array([0 if i < data["nc"] or i == 255 else 1 for i in range(256)], dtype=np.uint8)
result = scope["verify_image_mask"]((image, mask, "", invalid))
values, counts = np.unique(scope["read_mask"](mask, result[3]), return_counts=True)
print(json.dumps({"message": result[-1], "found": result[5], "values": {int(v): int(c) for v, c in zip(values, counts)}, "names": data["names"]}))
`

describe("YOLO masks", () => {
  it("pass the check of Ultralytics", { timeout: 600_000 }, async (context) => {
    const ids = new Uint32Array(size.width * size.height)
    ids.fill(1, 0, 100).fill(2, 100, 107)
    const segment = { trackId: null, isKeyframe: true, attributes: {}, type: "segment" as const }
    const category = { color: null, hasInstances: true, attributes: [] }
    const files = await writtenWithImages(yoloSemantic, {
      dataset: {
        name: "masks",
        description: "",
        taskType: "segmentation-bitmap",
        categories: [
          { ...category, id: 1, name: "road" },
          { ...category, id: 2, name: "driver's car" },
        ],
        imageAttributes: [],
      },
      scenes: [
        {
          ...emptyScene,
          name: "a",
          kind: "image-segmentation",
          split: "train",
          frames: [
            {
              ...emptyFrame,
              image: { url: "https://images.example/a.png", size },
              annotations: [
                { ...segment, id: 1, categoryId: 2 },
                { ...segment, id: 2, categoryId: 1 },
              ],
              bitmap: { url: null, load: async () => ({ ...size, ids }) },
            },
          ],
        },
      ],
    })
    const found = await checkedBy(
      [
        "numpy==2.2.6",
        "pillow==12.1.1",
        "pyyaml==6.0.3",
        "opencv-python-headless==4.12.0.88",
        "--no-deps",
        "ultralytics==8.4.190",
      ],
      program,
      files,
      context,
    )
    assert.deepStrictEqual(found, {
      message: "",
      found: 1,
      values: { 0: 7, 1: 100, 255: size.width * size.height - 107 },
      names: { 0: "road", 1: "driver's car" },
    })
  })
})
