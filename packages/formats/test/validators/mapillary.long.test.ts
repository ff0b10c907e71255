/** Datumaro reads the masks of our export of Mapillary Vistas pixel by pixel, and the polygons beside them. */
import { assert, describe, it } from "vitest"
import { mapillary } from "../../src/mapillary/format.ts"
import type { Annotation, Scene } from "../../src/model/Scene.ts"
import { pngOf } from "../images.ts"
import { written } from "../roundTrip.ts"
import { withDatumaro } from "./datumaro.ts"
import { inFolder } from "./generated.ts"

const program = `
import contextlib, io, json, sys, warnings
warnings.simplefilter("ignore")
with contextlib.redirect_stdout(io.StringIO()):
    import datumaro as dm
    dataset = dm.Dataset.import_from(sys.argv[1], "mapillary_vistas_instances", parse_polygon=True)
    labels = dataset.categories()[dm.AnnotationType.label]
    found = {}
    for item in dataset:
        own = found.setdefault(item.subset + "/" + item.id, {"masks": [], "polygons": []})
        for annotation in item.annotations:
            name = labels[annotation.label].name
            if annotation.type.name == "polygon":
                own["polygons"].append([name, [float(value) for value in annotation.points]])
            else:
                own["masks"].append([name, int(annotation.image.sum())])
print(json.dumps(found))
`

const size = { width: 8, height: 4 }

const dataset = (taskType: string) => ({
  name: "vistas",
  description: "",
  taskType,
  categories: ["object--vehicle--car", "nature--sky"].map((name, index) => ({
    id: index + 1,
    name,
    color: [10, 20, 30 + index],
    hasInstances: index === 0,
    attributes: [],
  })),
  imageAttributes: [],
})

const common = { trackId: null, isKeyframe: true, attributes: {} }

/** Two cars of eight pixels each, sky of six, and ten pixels of nothing. */
const ids = Uint32Array.from({ length: 32 }, (_, pixel) =>
  pixel < 8 ? 1 : pixel < 16 ? 2 : pixel < 22 ? 3 : 0,
)

const makeScene = (kind: Scene["kind"], annotations: ReadonlyArray<Annotation>): Scene => ({
  name: "drive/a",
  sensor: null,
  kind,
  isSequence: false,
  links: [],
  metadata: {},
  split: "val",
  frames: [
    {
      name: null,
      timestamp: null,
      image: { url: "https://images.example/a.png", size },
      cloud: null,
      cameras: [],
      egoPose: null,
      attributes: {},
      annotations,
      bitmap: kind === "image-vector" ? null : { url: null, load: async () => ({ ...size, ids }) },
      pointAnnotations: null,
    },
  ],
})

describe("Mapillary Vistas files", () => {
  it("are read by Datumaro with the pixels of every object and the corners of polygons", {
    timeout: 600_000,
  }, async (context) => {
    const python = await withDatumaro()
    if (python === null) return context.skip()
    const place = async (_: unknown, path: string) => `${path}.png`
    const masks = await written(
      mapillary,
      {
        dataset: dataset("segmentation-bitmap"),
        scenes: [
          makeScene(
            "image-segmentation",
            [1, 1, 2].map((categoryId, index) => ({ ...common, type: "segment", id: index + 1, categoryId })),
          ),
        ],
      },
      { place },
    )
    const points = [
      [0, 0],
      [6, 1],
      [6, 3],
    ]
    const polygons = await written(
      mapillary,
      {
        dataset: dataset("vector"),
        scenes: [makeScene("image-vector", [{ ...common, type: "polygon", id: 1, categoryId: 2, points }])],
      },
      { place },
    )
    const image = ["validation/images/drive/a.png", pngOf(size)] as const
    const found = await inFolder(new Map([...polygons.files, ...masks.files, image]), (folder) =>
      python.run(program, folder),
    )
    assert.deepStrictEqual(JSON.parse(found), {
      "validation/drive/a": {
        masks: [
          ["object--vehicle--car", 8],
          ["object--vehicle--car", 8],
          ["nature--sky", 6],
          ["void--unlabeled", 10],
        ],
        polygons: [["nature--sky", points.flat()]],
      },
    })
  })
})
