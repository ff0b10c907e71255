/** Small and valid files of many formats, each with a number that a reader checks. */
import { encode } from "fast-png"
import { encodeBrush } from "../../src/label-studio/brush.ts"
import { formatCounts } from "../../src/masks/rleText.ts"
import { encodeBitmap } from "../../src/supervisely/bitmap.ts"

export type Files = Readonly<Record<string, string | Uint8Array>>

export const gray = (width: number, height: number, value: number, depth: 8 | 16 = 8): Uint8Array => {
  const data = depth === 8 ? new Uint8Array(width * height) : new Uint16Array(width * height)
  return encode({ width, height, data: data.fill(value), channels: 1, depth })
}

export const cvatVideo = (size: string, frames: ReadonlyArray<number>): string =>
  `<annotations><version>1.1</version><meta><task><mode>interpolation</mode>${size}<labels><label><name>car</name></label></labels></task></meta>
<track id="0" label="car">${frames
    .map(
      (frame) =>
        `<box frame="${frame}" keyframe="1" outside="0" occluded="0" xtl="0" ytl="0" xbr="2" ybr="2"/>`,
    )
    .join("")}</track></annotations>`

export const cvatMask = `<annotations><version>1.1</version><meta><task><labels><label><name>car</name></label></labels></task></meta>
<image id="0" name="a.png" width="6" height="5"><mask label="car" rle="1, 8" left="0" top="0" width="3" height="3"/></image></annotations>`

export const cocoFile = (annotation: object): string =>
  JSON.stringify({
    images: [{ id: 1, file_name: "a.png", width: 6, height: 5 }],
    categories: [{ id: 1, name: "car" }],
    annotations: [
      { id: 1, image_id: 1, category_id: 1, bbox: [0, 0, 2, 2], ...annotation },
      { id: 2, image_id: 1, category_id: 1, bbox: [0, 0, 2, 2], ...annotation },
    ],
  })

export const cocoMask = cocoFile({ segmentation: { size: [5, 6], counts: [0, 30] } })

/** Masks among boxes become polygons. */
export const cocoMasksAmongBoxes = ((file) =>
  JSON.stringify({
    ...file,
    annotations: [{ id: 9, image_id: 1, category_id: 1, bbox: [0, 0, 2, 2] }, ...file.annotations],
  }))(JSON.parse(cocoMask))

export const panopticFiles: Files = {
  "panoptic_train.json": JSON.stringify({
    images: [{ id: 1, file_name: "a.png", width: 6, height: 5 }],
    categories: [{ id: 1, name: "car", isthing: 1 }],
    annotations: [
      {
        image_id: 1,
        file_name: "a.png",
        segments_info: [{ id: 7, category_id: 1, bbox: [0, 0, 6, 5], area: 30 }],
      },
    ],
  }),
  "panoptic_train/a.png": gray(6, 5, 7),
}

export const motRows = (frame: number): Files => ({
  "a/gt/gt.txt": `${frame},1,0,0,2,2,1,1,1\n`,
  "a/seqinfo.ini": motInfo(3),
})

export const motInfo = (length: number): string =>
  `[Sequence]\nname=a\nimDir=img1\nframeRate=10\nseqLength=${length}\nimWidth=6\nimHeight=5\nimExt=.jpg\n`

export const motsFiles: Files = {
  "a/gt/gt.txt": `1 1001 1 5 6 ${formatCounts([0, 30])}\n`,
  "a/seqinfo.ini": motInfo(1),
}

export const kittiRow = (frame: number): string => `${frame} 1 Car 0 0 0 1 1 2 2 1 1 1 0 0 5 0\n`

export const task = (result: ReadonlyArray<object>, data: object = { image: "a.png" }): string =>
  JSON.stringify([{ data, annotations: [{ result }] }])

export const brush = (id: string) => ({
  id,
  type: "brushlabels",
  from_name: "tag",
  to_name: "image",
  original_width: 6,
  original_height: 5,
  image_rotation: 0,
  value: { format: "rle", rle: encodeBrush({ width: 6, height: 5 }, () => true), brushlabels: ["car"] },
})

export const track = {
  id: "a",
  type: "videorectangle",
  from_name: "box",
  to_name: "video",
  original_width: 6,
  original_height: 5,
  value: {
    labels: ["car"],
    framesCount: 3,
    sequence: [{ frame: 1, enabled: true, rotation: 0, x: 0, y: 0, width: 50, height: 50, time: 0 }],
  },
}

export const video: Files = {
  "tasks.json": task([track], { video: "v.mp4" }),
  "v/1.jpg": "",
  "v/2.jpg": "",
  "v/3.jpg": "",
}

export const labelmeFile = JSON.stringify({
  version: "5.5.0",
  flags: {},
  imagePath: "a.png",
  imageData: null,
  imageHeight: 5,
  imageWidth: 6,
  shapes: ["car", "bus"].map((label) => ({
    label,
    shape_type: "mask",
    group_id: null,
    flags: {},
    points: [
      [0, 0],
      [2, 2],
    ],
    mask: Buffer.from(gray(3, 3, 255)).toString("base64"),
  })),
})

export const datumaroFile = JSON.stringify({
  infos: {},
  categories: { label: { labels: [{ name: "car", parent: "", attributes: [] }] } },
  items: [
    {
      id: "a",
      attr: {},
      image: { path: "a.png", size: [5, 6] },
      annotations: [1, 2].map((id) => ({
        id,
        type: "mask",
        label_id: 0,
        attributes: {},
        group: 0,
        z_order: 0,
        rle: { counts: formatCounts([0, 30]), size: [5, 6] },
      })),
    },
  ],
})

export const datumaroMasksAmongBoxes = ((file) => {
  const [item] = file.items
  const box = { id: 9, type: "bbox", label_id: 0, attributes: {}, group: 0, z_order: 0, bbox: [0, 0, 2, 2] }
  return JSON.stringify({ ...file, items: [{ ...item, annotations: [box, ...item.annotations] }] })
})(JSON.parse(datumaroFile))

export const openlabelFile = JSON.stringify({
  openlabel: {
    metadata: { schema_version: "1.0.0" },
    coordinate_systems: {},
    streams: { lidar: { type: "lidar" } },
    objects: {
      0: {
        name: "a",
        type: "car",
        object_data: { cuboid: [{ name: "shape", val: [0, 0, 0, 0, 0, 0, 1, 4, 2, 2] }] },
      },
    },
    frames: { 0: {}, 1: {}, 2: {} },
  },
})

export const coloredMasks: Files = {
  "labelmap.txt": "background:0,0,0::\ncar:128,0,0::\n",
  "SegmentationClass/a.png": gray(6, 5, 1),
  "SegmentationObject/a.png": gray(6, 5, 1),
  "JPEGImages/a.jpg": gray(6, 5, 1),
}

export const pngMasks: Files = {
  "classes.csv": "id,name,color,instances\n1,car,,1\n",
  "semantic/train/a.png": gray(6, 5, 1),
  "instances/train/a.png": gray(6, 5, 3, 16),
}

/** Two masks of three pixels each. */
export const superviselyMasks: Files = {
  "meta.json": JSON.stringify({ classes: [{ title: "car", shape: "bitmap" }], tags: [] }),
  "ds/ann/a.png.json": JSON.stringify({
    size: { width: 6, height: 5 },
    tags: [],
    objects: [0, 1].map((left) => ({
      classTitle: "car",
      tags: [],
      geometryType: "bitmap",
      bitmap: encodeBitmap({ left, top: 1, width: 3, height: 1, isIn: () => true }),
    })),
  }),
}

export const viaTable = `filename,file_size,file_attributes,region_count,region_id,region_shape_attributes,region_attributes
a.jpg,7,"{}",1,0,"{""name"":""point"",""cx"":1,""cy"":2}","{""label"":""cat""}"
`
