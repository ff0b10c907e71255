import { assert, describe, it } from "vitest"
import { datumaro } from "../../src/datumaro/datumaro.ts"
import { emptyFrame, emptyScene } from "../../src/model/empty.ts"
import type { Annotation, Scene } from "../../src/model/Scene.ts"
import { dataset, drive } from "../drive.ts"
import { assertClose, collected, readBack, written } from "../roundTrip.ts"
import { checkedBy } from "./checked.ts"

/** What Datumaro reads of our files, and the files that it then writes. */
const program = `
import glob, json, os, sys
from datumaro.components.dataset import Dataset
data = Dataset.import_from(sys.argv[1], "datumaro")
items = [[item.id, item.subset, [[a.type.name, a.label, a.id, a.attributes.get("track_id")] for a in item.annotations]] for item in data]
out = os.path.join(sys.argv[1], "out")
data.export(out, "datumaro")
files = {os.path.relpath(path, out): open(path).read() for path in glob.glob(os.path.join(out, "annotations", "*.json"))}
print(json.dumps({"items": items, "labels": [label.name for label in data.categories()[list(data.categories())[0]].items], "files": files}))
`

interface Found {
  readonly items: ReadonlyArray<
    readonly [string, string, ReadonlyArray<ReadonlyArray<string | number | null>>]
  >
  readonly labels: ReadonlyArray<string>
  readonly files: Readonly<Record<string, string>>
}

const packages = ["datumaro==1.13.12"]

/** Datumaro rounds to two decimals. */
const tolerance = 0.0051

describe("datumaro", () => {
  it("reads our cuboids with their tracks, and we read what it makes of them", {
    timeout: 1_000_000,
  }, async (context) => {
    const scene: Scene = { ...drive({ frames: 4, tracks: 10 }), split: "train" }
    const { files } = await written(datumaro, { dataset, scenes: [scene] })
    const found = (await checkedBy(packages, program, files, context)) as Found
    assert.deepStrictEqual(
      found.labels,
      dataset.categories.map(({ name }) => name),
    )
    assert.deepStrictEqual(
      found.items.map(([, set, annotations]) => [set, annotations]),
      scene.frames.map(({ annotations }) => [
        "train",
        annotations.map(({ categoryId, id, trackId }) => ["cuboid_3d", categoryId - 1, id, trackId]),
      ]),
    )
    const theirs = new Map(
      Object.entries(found.files).map(([path, text]) => [path, new TextEncoder().encode(text)]),
    )
    const [again] = await collected((await readBack(datumaro, theirs)).scenes)
    const ours = (await collected((await readBack(datumaro, files)).scenes))[0]
    assertClose(
      again?.frames.map((one) => one.annotations),
      ours?.frames.map((one) => one.annotations),
      tolerance,
      "frames",
    )
  })

  it("reads our shapes and masks of images", { timeout: 1_000_000 }, async (context) => {
    const common = {
      categoryId: 2,
      trackId: null,
      isKeyframe: true,
      attributes: { color: "red", parked: true },
    }
    const shapes: ReadonlyArray<Annotation> = [
      {
        ...common,
        id: 1,
        type: "bbox",
        points: [
          [1, 2],
          [30, 40],
        ],
      },
      {
        ...common,
        id: 2,
        type: "polygon",
        points: [
          [1, 2],
          [30, 40],
          [10, 50],
        ],
      },
      {
        ...common,
        id: 3,
        type: "polyline",
        points: [
          [1, 2],
          [30, 40],
        ],
      },
      {
        ...common,
        id: 4,
        type: "point",
        points: [
          [1, 2],
          [30, 40],
        ],
      },
    ]
    const image = { ...emptyFrame, image: { url: "a.jpg", size: { width: 8, height: 6 } } }
    const scene: Scene = {
      ...emptyScene,
      name: "a",
      kind: "image-vector",
      frames: [{ ...image, annotations: shapes }],
    }
    const vector = { ...dataset, taskType: "vector" }
    const { files } = await written(datumaro, { dataset: vector, scenes: [scene] })
    const found = (await checkedBy(packages, program, files, context)) as Found
    assert.deepStrictEqual(
      found.items[0]?.[2].map(([type, , id]) => [type, id]),
      [
        ["bbox", 1],
        ["polygon", 2],
        ["polyline", 3],
        ["points", 4],
      ],
    )
    const ids = Uint32Array.from({ length: 48 }, (_, pixel) => (pixel % 8 > 4 ? 9 : pixel % 8 < 2 ? 4 : 0))
    const bitmap = { url: null, load: async () => ({ width: 8, height: 6, ids }) }
    const annotations: ReadonlyArray<Annotation> = [4, 9].map((id) => ({ ...common, id, type: "segment" }))
    const masks: Scene = { ...scene, kind: "image-segmentation", frames: [{ ...image, annotations, bitmap }] }
    const segmented = { ...dataset, taskType: "segmentation-bitmap" }
    const written2 = await written(datumaro, { dataset: segmented, scenes: [masks] })
    const seen = (await checkedBy(packages, program, written2.files, context)) as Found
    const theirs = new Map(
      Object.entries(seen.files).map(([path, text]) => [path, new TextEncoder().encode(text)]),
    )
    const [again] = await collected((await readBack(datumaro, theirs)).scenes)
    assert.deepStrictEqual((await again?.frames[0]?.bitmap?.load())?.ids, ids)
  })
})
