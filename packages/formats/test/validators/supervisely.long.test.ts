/** The SDK of Supervisely reads our projects, and those that it writes are read. */
import { assert, describe, it } from "vitest"
import { emptyFrame, emptyScene } from "../../src/model/empty.ts"
import { draw } from "../../src/model/exactShapes.ts"
import type { Annotation } from "../../src/model/Scene.ts"
import { supervisely } from "../../src/supervisely/supervisely.ts"
import type { Made } from "../arbitraries.ts"
import { readFiles } from "../files.ts"
import { checkedBy } from "./checked.ts"
import { size, writtenWithImages } from "./images.ts"

/** Opens the project, and writes it as a new one. */
const program = `
import contextlib, glob, io, json, os, sys
with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
    import supervisely as sly
    project = sly.Project(sys.argv[1], sly.OpenMode.READ)
    out = os.path.join(sys.argv[1], "out")
    again = sly.Project(out, sly.OpenMode.CREATE)
    again.set_meta(project.meta)
    found = []
    for dataset in project.datasets:
        target = again.create_dataset(dataset.name)
        for name in dataset.get_items_names():
            ann = sly.Annotation.load_json_file(dataset.get_ann_path(name), project.meta)
            target.add_item_file(name, dataset.get_img_path(name), ann=ann)
            for label in ann.labels:
                tags = {tag.name: tag.value for tag in label.tags}
                found.append([dataset.name, name, label.obj_class.name, label.geometry.geometry_name(), tags])
        found.append([tag.name for tag in ann.img_tags])
    files = {}
    for path in glob.glob(os.path.join(out, "**", "*.json"), recursive=True):
        files[os.path.relpath(path, out)] = open(path).read()
print(json.dumps({"found": found, "files": files}))
`

const common = { trackId: null, isKeyframe: true, attributes: {} }

const annotations: ReadonlyArray<Annotation> = [
  {
    ...common,
    id: 1,
    categoryId: 1,
    type: "bbox",
    points: [
      [3, 2],
      [30, 20],
    ],
    attributes: { speed: 7.5, color: "red" },
  },
  {
    ...common,
    id: 2,
    categoryId: 1,
    type: "polygon",
    points: [
      [0, 0],
      [20, 0],
      [20, 20],
    ],
  },
  {
    ...common,
    id: 3,
    categoryId: 1,
    ...draw({
      type: "multipolygon",
      polygons: [
        [
          [
            [0, 0],
            [20, 0],
            [20, 20],
          ],
          [
            [12, 4],
            [16, 4],
            [16, 8],
          ],
        ],
        [
          [
            [30, 30],
            [39, 30],
            [39, 39],
          ],
        ],
      ],
    }),
  },
  {
    ...common,
    id: 4,
    categoryId: 1,
    type: "polyline",
    points: [
      [0, 0],
      [20, 9],
    ],
  },
  { ...common, id: 5, categoryId: 1, type: "point", points: [[5, 4]] },
  {
    ...common,
    id: 6,
    categoryId: 1,
    ...draw({ type: "rotated_box", center: [20, 15], size: [20, 10], angle: 0.5 }),
  },
  {
    ...common,
    id: 7,
    categoryId: 2,
    ...draw({
      type: "skeleton",
      joints: [
        { name: "nose", x: 6, y: 5, visibility: 2 },
        { name: "tail", x: 9, y: 8, visibility: 1 },
      ],
    }),
  },
  {
    ...common,
    id: 8,
    categoryId: 1,
    ...draw({
      type: "multipolygon",
      pixels: true,
      polygons: [
        [
          [
            [6, 5],
            [9, 5],
            [9, 9],
            [6, 9],
          ],
        ],
      ],
    }),
  },
]

const attributes = [
  { name: "speed", input_type: "number" },
  { name: "color", input_type: "select", values: ["red", "blue"] },
]

const category = { color: [255, 128, 0], hasInstances: true }

const made: Made = {
  dataset: {
    name: "street",
    description: "",
    taskType: "vector",
    categories: [
      { ...category, id: 1, name: "car", attributes },
      {
        ...category,
        id: 2,
        name: "driver's dog",
        attributes: [],
        skeleton: { joints: [{ name: "nose" }, { name: "tail" }], edges: [["nose", "tail"]], flip: [] },
      },
    ],
    imageAttributes: [{ name: "wet", input_type: "checkbox" }],
  },
  scenes: [
    {
      ...emptyScene,
      name: "a",
      kind: "image-vector",
      split: "train",
      frames: [
        {
          ...emptyFrame,
          image: { url: "https://images.example/a.png", size },
          attributes: { wet: true },
          annotations,
        },
      ],
    },
  ],
}

describe("a project of Supervisely", () => {
  it("is read by its SDK, whose own is read", { timeout: 900_000 }, async (context) => {
    const files = await writtenWithImages(supervisely, made)
    const result = (await checkedBy(["supervisely==6.74.51"], program, files, context)) as {
      readonly found: unknown
      readonly files: Readonly<Record<string, string>>
    }
    const row = (shape: string, name = "car", tags = {}) => ["train", "a.png", name, shape, tags]
    assert.deepStrictEqual(result.found, [
      row("rectangle", "car", { speed: 7.5, color: "red" }),
      row("polygon"),
      row("multipolygon"),
      row("line"),
      row("point"),
      row("oriented_bbox"),
      row("graph", "driver's dog"),
      row("bitmap"),
      ["wet"],
    ])
    const { dataset, losses, scenes } = await readFiles(
      supervisely,
      { ...result.files, "train/img/a.png": "" },
      size,
    )
    assert.deepStrictEqual(dataset.categories, made.dataset.categories)
    assert.deepStrictEqual(scenes[0]?.frames[0]?.annotations, annotations)
    assert.deepStrictEqual(scenes[0]?.frames[0]?.attributes, { wet: true })
    assert.isEmpty(losses)
  })
})
