/** Ultralytics' own check of images and labels accepts every file that we write. */
import { assert, describe, it } from "vitest"
import { yoloDetect, yoloObb, yoloPose, yoloSegment } from "../../src/yolo/formats.ts"
import { generated, inFolderAs } from "./generated.ts"
import { pythonWith } from "./python.ts"

/** Runs the check out of the package, whose other modules need far more than it does. Prints rows, messages and classes. */
const program = `
import ast, glob, importlib.util, json, os, sys
import numpy as np
import yaml
from PIL import Image, ImageOps
folder, keypoint = sys.argv[1], sys.argv[2] == "pose"
root = os.path.dirname(importlib.util.find_spec("ultralytics").origin)
def functions(path, names):
    tree = ast.parse(open(os.path.join(root, path)).read())
    for node in tree.body:
        targets = [t.id for t in getattr(node, "targets", []) if isinstance(t, ast.Name)]
        if getattr(node, "name", None) in names or set(targets) & set(names):
            yield node
no_torch = type("torch", (), {"Tensor": type("Tensor", (), {})})
scope = {"np": np, "Image": Image, "ImageOps": ImageOps, "os": os, "torch": no_torch}
wanted = [("utils/ops.py", ["segments2boxes", "xyxy2xywh", "empty_like"]),
          ("data/utils.py", ["exif_size", "check_image", "verify_image_label", "img2label_paths", "IMG_FORMATS", "VID_FORMATS", "FORMATS_HELP_MSG"])]
for path, names in wanted:
    nodes = list(functions(path, names))
    for node in nodes:
        for argument in ast.walk(node):
            if isinstance(argument, ast.arg):
                argument.annotation = None
        if hasattr(node, "returns"):
            node.returns = None
    exec(compile(ast.Module(nodes, []), path, "exec"), scope)
if "empty_like" not in scope:
    scope["empty_like"] = lambda x: np.empty_like(x, dtype=np.float32)
data = yaml.safe_load(open(folder + "/data.yaml", encoding="utf-8"))
count, dimensions = data.get("kpt_shape", (0, 0))
names = data["names"]
assert sorted(names) == list(range(data["nc"])), names
found = {"rows": 0, "segments": 0, "messages": [], "names": list(names.values()), "images": 0}
for key in ("train", "val"):
    places = data[key] if isinstance(data[key], list) else [data[key]]
    for place in places:
        assert os.path.isdir(os.path.join(folder, place)), place
images = sorted(glob.glob(folder + "/images/**/*.png", recursive=True))
for image, label in zip(images, scope["img2label_paths"](images)):
    assert os.path.isfile(label), label
    result = scope["verify_image_label"]((image, label, "", keypoint, len(names), count, dimensions, False))
    found["images"] += 1
    if result[-1]:
        found["messages"].append(result[-1])
    if result[1] is not None:
        found["rows"] += len(result[1])
        found["segments"] += len(result[3])
print(json.dumps(found))
`

interface Found {
  readonly rows: number
  readonly segments: number
  readonly images: number
  readonly messages: ReadonlyArray<string>
  readonly names: ReadonlyArray<string>
}

const lines = (files: ReadonlyMap<string, Uint8Array>) =>
  [...files]
    .filter(([path]) => path.startsWith("labels/"))
    .flatMap(([, content]) => new TextDecoder().decode(content).split("\n"))
    .filter((line) => line !== "").length

describe("YOLO files", () => {
  for (const [format, task] of [
    [yoloDetect, "detect"],
    [yoloSegment, "segment"],
    [yoloObb, "obb"],
    [yoloPose, "pose"],
  ] as const)
    it(`pass the check of Ultralytics: ${format.name}`, { timeout: 600_000 }, async (context) => {
      const python = await pythonWith([
        "numpy==2.4.6",
        "pillow==12.1.1",
        "pyyaml==6.0.3",
        "--no-deps",
        "ultralytics==8.4.190",
      ])
      if (python === null) return context.skip()
      let total = 0
      for (const isSequence of [false, true])
        for (const one of generated("image-vector", isSequence, 5))
          await inFolderAs(format, one, async (folder, files) => {
            const found: Found = JSON.parse(await python.run(program, folder, task))
            assert.deepStrictEqual(found.messages, [])
            assert.strictEqual(found.rows, lines(files))
            assert.deepStrictEqual(
              found.names,
              one.dataset.categories.map(({ name }) => name),
            )
            if (task === "segment" || task === "obb") assert.strictEqual(found.segments, found.rows)
            total += found.rows
          })
      assert.isAbove(total, 20)
    })
})
