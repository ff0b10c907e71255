/** Numbers in files of all formats. The limits are lowered, so that the files are small and valid, and the same files are read below them. */
import { parquetWriteBuffer } from "hyparquet-writer"
import { assert, describe, it } from "vitest"
import { Feather, printFeather } from "../../src/argoverse2/feather.ts"
import { coco } from "../../src/coco/coco.ts"
import { cocoPanoptic } from "../../src/coco-panoptic/panoptic.ts"
import { cvat } from "../../src/cvat/cvat.ts"
import { datumaro } from "../../src/datumaro/datumaro.ts"
import type { Format } from "../../src/Format.ts"
import { FormatError } from "../../src/FormatError.ts"
import { defaultLimits, type Limits } from "../../src/files/limits.ts"
import { memorySource } from "../../src/files/Source.ts"
import { importDataset } from "../../src/importing/importDataset.ts"
import { kittiTracking } from "../../src/kitti/tracking.ts"
import { labelStudio } from "../../src/label-studio/labelStudio.ts"
import { labelme } from "../../src/labelme/labelme.ts"
import { masks } from "../../src/masks-png/masks.ts"
import { mot, mots, motsPng } from "../../src/mot/formats.ts"
import { openlabel } from "../../src/openlabel/openlabel.ts"
import { parquetRows } from "../../src/waymo/parquet.ts"
import { bytes } from "../reading.ts"
import { collected } from "../roundTrip.ts"
import {
  brush,
  cocoMask,
  cocoMasksAmongBoxes,
  coloredMasks,
  cvatMask,
  cvatVideo,
  datumaroFile,
  datumaroMasksAmongBoxes,
  type Files,
  gray,
  kittiRow,
  labelmeFile,
  motInfo,
  motRows,
  motsFiles,
  openlabelFile,
  panopticFiles,
  pngMasks,
  task,
  video,
} from "./inputs.ts"

const sourceOf = (files: Files, limits: Partial<Limits>) =>
  memorySource(
    new Map(
      Object.entries(files).map(([path, content]) => [
        path,
        typeof content === "string" ? bytes(content) : content,
      ]),
    ),
    { ...defaultLimits, ...limits },
  )

const message = (cause: unknown): string => {
  if (!(cause instanceof FormatError)) throw cause
  return cause.message
}

/** "read", or what the import says. */
const imported = async (format: Format, files: Files, limits: Partial<Limits>): Promise<string> => {
  try {
    const { records } = await importDataset({
      format,
      source: sourceOf(files, limits),
      baseUrl: "https://files.example",
      save: async ({ content, path }) => {
        await collected(content)
        return `https://assets.example/${path}`
      },
    })
    await collected(records)
    return "read"
  } catch (cause) {
    return message(cause)
  }
}

type Case = readonly [
  what: string,
  format: Format,
  files: Files,
  limit: keyof Limits,
  /** The smallest limit with which the files are read. */
  enough: number,
  reason: RegExp,
]

const cases: ReadonlyArray<Case> = [
  [
    "a COCO mask among boxes",
    coco,
    { "a.json": cocoMasksAmongBoxes },
    "pixels",
    30,
    /^a\.json: .* is 30, above the limit of 29/,
  ],
  [
    "COCO masks over each other among boxes",
    coco,
    { "a.json": cocoMasksAmongBoxes },
    "painted",
    60,
    /^a\.json: .* is 60, above the limit of 59/,
  ],
  [
    "a Datumaro mask among boxes",
    datumaro,
    { "annotations/train.json": datumaroMasksAmongBoxes },
    "pixels",
    30,
    /^annotations\/train\.json: .* is 30, above the limit of 29/,
  ],
  [
    "Datumaro masks over each other among boxes",
    datumaro,
    { "annotations/train.json": datumaroMasksAmongBoxes },
    "painted",
    60,
    /^annotations\/train\.json: .* is 60, above the limit of 59/,
  ],
  [
    "<size> of a CVAT video",
    cvat,
    { "a.xml": cvatVideo("<size>9</size>", [1]) },
    "frames",
    9,
    /^a\.xml: line 1: <size> is 9, above the limit of 8 frames/,
  ],
  [
    "the last frame of a CVAT track",
    cvat,
    { "a.xml": cvatVideo("", [1, 7]) },
    "frames",
    8,
    /^a\.xml: .*last one of a track is 8/,
  ],
  [
    "shapes of a CVAT task",
    cvat,
    { "a.xml": cvatVideo("", [0, 1, 2]) },
    "objects",
    4,
    /^a\.xml: line 2: .* is 4, above the limit of 3 objects/,
  ],
  [
    "the image of a CVAT mask",
    cvat,
    { "a.xml": cvatMask },
    "pixels",
    30,
    /^a\.xml: line 2: .*6 × 5, is 30, above the limit of 29 pixels/,
  ],
  [
    "the box of CVAT masks",
    cvat,
    { "a.xml": cvatMask },
    "painted",
    9,
    /^a\.xml line 2|^.*is 9, above the limit of 8 painted/,
  ],
  [
    "the image of a COCO mask",
    coco,
    { "a.json": cocoMask },
    "pixels",
    30,
    /^a\.json: \/images\/0 .* is 30, above the limit of 29/,
  ],
  [
    "COCO masks over each other",
    coco,
    { "a.json": cocoMask },
    "painted",
    60,
    /^a\.json: \/annotations\/1 .* is 60, above the limit of 59/,
  ],
  [
    "a panoptic image",
    cocoPanoptic,
    panopticFiles,
    "pixels",
    30,
    /^panoptic_train\.json: \/images\/0 .* is 30, above the limit of 29/,
  ],
  [
    "seqLength of MOT",
    mot,
    { ...motRows(1), "a/seqinfo.ini": motInfo(9) },
    "frames",
    9,
    /^a\/seqinfo\.ini: seqLength is 9, above the limit of 8 frames/,
  ],
  [
    "a frame of MOT",
    mot,
    { "a/gt/gt.txt": "7,1,0,0,2,2,1,1,1\n", "a/seqinfo.ini": motInfo(0) },
    "frames",
    7,
    /^a\/gt\/gt\.txt: line 1 .* is 7, above the limit of 6 frames/,
  ],
  [
    "rows of MOT",
    mot,
    { ...motRows(1), "a/gt/gt.txt": "1,1,0,0,2,2,1,1,1\n2,1,0,0,2,2,1,1,1\n" },
    "objects",
    2,
    /^a\/gt\/gt\.txt: the number of its rows is 2/,
  ],
  ["the size of a MOTS mask", mots, motsFiles, "pixels", 30, /^a\/gt\/gt\.txt: line 1 .*6 × 5, is 30/],
  [
    "an image of MOTS",
    motsPng,
    { "instances/a/000000.png": gray(6, 5, 1001, 16) },
    "pixels",
    30,
    /^instances\/a\/000000\.png: .*6 × 5 pixels, above the limit of 29/,
  ],
  [
    "a frame of KITTI tracking",
    kittiTracking,
    { "training/label_02/a.txt": kittiRow(6) },
    "frames",
    7,
    /^training\/label_02\/a\.txt: the frame of line 1.* is 7, above the limit of 6/,
  ],
  [
    "the length of a KITTI sequence",
    kittiTracking,
    {
      "training/label_02/a.txt": kittiRow(0),
      "evaluate_tracking.seqmap.training": "a empty 000000 000009\n",
    },
    "frames",
    9,
    /^evaluate_tracking\.seqmap\.training: .* line 1 is 9/,
  ],
  [
    "the number of a KITTI point cloud",
    kittiTracking,
    { "training/label_02/a.txt": kittiRow(0), "training/velodyne/a/000008.bin": "" },
    "frames",
    9,
    /^training\/label_02\/a\.txt: .* is 9, above/,
  ],
  [
    "the image of a Label Studio mask",
    labelStudio,
    { "a.json": task([brush("a")]) },
    "pixels",
    30,
    /^a\.json: \/0.*6 × 5, is 30/,
  ],
  [
    "Label Studio masks over each other",
    labelStudio,
    { "a.json": task([brush("a"), brush("b")]) },
    "painted",
    60,
    /^a\.json: \/0.* is 60, above the limit of 59/,
  ],
  [
    "a Label Studio track in every frame",
    labelStudio,
    video,
    "objects",
    3,
    /^tasks\.json: \/0.* is 3, above the limit of 2 objects/,
  ],
  [
    "the image of a Labelme mask",
    labelme,
    { "a.json": labelmeFile },
    "pixels",
    30,
    /^a\.json: .*6 × 5, is 30/,
  ],
  [
    "Labelme masks",
    labelme,
    { "a.json": labelmeFile },
    "painted",
    18,
    /^a\.json: \/shapes\/1 .* is 18, above the limit of 17/,
  ],
  [
    "the image of a Datumaro mask",
    datumaro,
    { "annotations/train.json": datumaroFile },
    "pixels",
    30,
    /^annotations\/train\.json: \/items\/0.*6 × 5, is 30/,
  ],
  [
    "Datumaro masks over each other",
    datumaro,
    { "annotations/train.json": datumaroFile },
    "painted",
    60,
    /^annotations\/train\.json: \/items\/0.* is 60/,
  ],
  [
    "frames of OpenLABEL",
    openlabel,
    { "a.json": openlabelFile },
    "frames",
    3,
    /^a\.json: \/openlabel\/frames .* is 3, above the limit of 2/,
  ],
  [
    "OpenLABEL objects in every frame",
    openlabel,
    { "a.json": openlabelFile },
    "objects",
    3,
    /^a\.json: \/openlabel\/objects .* is 3, above the limit of 2/,
  ],
  ["colored masks", masks, coloredMasks, "pixels", 30, /^SegmentationClass\/a\.png: .*limit of 29/],
  ["PNG masks", masks, pngMasks, "pixels", 30, /\.png: .*6 × 5 pixels, above the limit of 29/],
]

describe("a number in a file is a claim", () => {
  it.each(cases)("%s", async (_, format, files, limit, enough, reason) => {
    assert.strictEqual(await imported(format, files, { [limit]: enough }), "read")
    assert.match(await imported(format, files, { [limit]: enough - 1 }), reason)
  })

  it("also where a reader of somebody else does not check it", async () => {
    const own: Format = {
      ...mot,
      reader: {
        detect: async () => "a",
        read: async (source, context) => {
          const { reader } = mot
          if (reader === undefined) throw new Error("MOT has no reader.")
          const read = await reader.read({ ...source, limits: defaultLimits }, context)
          return read
        },
      },
    }
    const files = { ...motRows(1), "a/seqinfo.ini": motInfo(9) }
    assert.strictEqual(await imported(own, files, { frames: 9 }), "read")
    assert.match(
      await imported(own, files, { frames: 8 }),
      /frames of the sample "a" is 9, above the limit of 8/,
    )
  })
})

describe("a table", () => {
  const parquet = new Uint8Array(
    parquetWriteBuffer({ columnData: [{ name: "x", data: [1.5, 2.5, 3.5], type: "DOUBLE" }] }),
  )
  const rowsWithin = async (limits: Partial<Limits>): Promise<string> =>
    parquetRows(sourceOf({ "a.parquet": parquet }, limits), "a.parquet", ["x"]).then(() => "read", message)

  it("of Parquet with more rows than the limit is refused", async () => {
    assert.strictEqual(await rowsWithin({ rows: 3 }), "read")
    assert.match(
      await rowsWithin({ rows: 2 }),
      /^a\.parquet: the number of its rows is 3, above the limit of 2 rows/,
    )
  })

  it("of Parquet whose pages are larger than the limit is refused", async () => {
    assert.match(
      await rowsWithin({ bytes: 8 }),
      /^a\.parquet: the size of its pages decompressed is \d+, above/,
    )
  })

  const feather = printFeather({ x: { type: "float64", values: Array.from({ length: 200 }, () => 1) } })
  const featherWithin = async (limits: Partial<Limits>): Promise<string> =>
    Feather.open(sourceOf({ "a.feather": feather }, limits), "a.feather").then(() => "read", message)

  it("of Feather with more rows than the limit is refused", async () => {
    assert.strictEqual(await featherWithin({ rows: 200 }), "read")
    assert.match(
      await featherWithin({ rows: 199 }),
      /^a\.feather: the number of its rows is 200, above the limit of 199/,
    )
  })

  it("of Feather that is larger decompressed than the limit is refused", async () => {
    assert.isBelow(feather.length, 1500)
    assert.strictEqual(await featherWithin({ bytes: 1600 }), "read")
    assert.match(
      await featherWithin({ bytes: 1599 }),
      /^a\.feather: its size decompressed is 1600, above the limit of 1599/,
    )
  })
})
