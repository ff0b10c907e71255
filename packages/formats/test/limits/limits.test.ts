/** Numbers in files of all formats. The limits are lowered, so that the files are small and valid, and the same files are read below them. */
import { assert, describe, it } from "vitest"
import { boxesCsv } from "../../src/boxes-csv/boxesCsv.ts"
import { coco } from "../../src/coco/coco.ts"
import { cocoPanoptic } from "../../src/coco-panoptic/panoptic.ts"
import { cvat } from "../../src/cvat/cvat.ts"
import { datumaro } from "../../src/datumaro/datumaro.ts"
import type { Format } from "../../src/Format.ts"
import { defaultLimits, type Limits } from "../../src/files/limits.ts"
import { kittiTracking } from "../../src/kitti/tracking.ts"
import { labelStudio } from "../../src/label-studio/labelStudio.ts"
import { labelme } from "../../src/labelme/labelme.ts"
import { masks } from "../../src/masks-png/masks.ts"
import { mot, mots, motsPng } from "../../src/mot/formats.ts"
import { openlabel } from "../../src/openlabel/openlabel.ts"
import { supervisely } from "../../src/supervisely/supervisely.ts"
import { via } from "../../src/via/via.ts"
import { imported } from "./imported.ts"
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
  superviselyMasks,
  task,
  viaTable,
  video,
} from "./inputs.ts"

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
    "masks of Supervisely",
    supervisely,
    superviselyMasks,
    "painted",
    6,
    /^ds\/ann\/a\.png\.json: \/objects\/1 .* is 6, above the limit of 5/,
  ],
  [
    "boxes of an image in a CSV",
    boxesCsv,
    { "a.csv": `image,x1,y1,x2,y2,label\n${"a.jpg,1,2,3,4,cat\n".repeat(3)}` },
    "objects",
    3,
    /^a\.csv: the number of boxes of a\.jpg is 3, above the limit of 2/,
  ],
  [
    "rows of a table of VIA",
    via,
    { "a.csv": viaTable },
    "rows",
    2,
    /^a\.csv: the number of its rows is 2, above the limit of 1/,
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
