/** Small archives of valid files that are much work to import: a large mask, a long video, a large picture of segments. */
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { buffer } from "node:stream/consumers"
import { crc32, deflateSync } from "node:zlib"
import { zipFolder } from "@annotary/formats"

export interface LargeFile {
  readonly name: string
  readonly format: string
  readonly taskType: string
  /** A zip file. */
  readonly archive: Uint8Array
}

/** Pixels of a side. */
const side = 8000
const frames = 100_000
const image = {
  id: 1,
  file_name: "a.jpg",
  width: side,
  height: side,
  coco_url: "https://images.example/a.jpg",
}
const categories = [{ id: 1, name: "a", isthing: 1, supercategory: "" }]

export const makeLargeFiles = async (folder: string): Promise<ReadonlyArray<LargeFile>> => {
  const make = async (file: Omit<LargeFile, "archive">, files: Readonly<Record<string, string | Buffer>>) => {
    const place = join(folder, file.format)
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(place, name)), { recursive: true })
      writeFileSync(join(place, name), content)
    }
    return { ...file, archive: await buffer(zipFolder(place)) }
  }
  return [
    await make(
      { name: `COCO mask of ${side} × ${side}`, format: "coco", taskType: "segmentation-bitmap" },
      { "a.json": JSON.stringify({ images: [image], categories, annotations: [makeMask()] }) },
    ),
    await make(
      {
        name: `panoptic picture of ${side} × ${side}`,
        format: "coco-panoptic",
        taskType: "segmentation-bitmap",
      },
      {
        "panoptic_val.json": JSON.stringify({ images: [image], categories, annotations: [segments] }),
        "panoptic_val/a.png": makePng(),
      },
    ),
    await make(
      {
        name: `CVAT video of ${frames} frames`,
        format: "cvat",
        taskType: "image-vector-sequence",
      },
      { "annotations.xml": makeVideo() },
    ),
  ]
}

/** A mask of a square in the middle. */
const makeMask = () => {
  const [from, size] = [side / 4, side / 2]
  const counts = [from * side + from]
  for (let column = 0; column < size; column++) counts.push(size, side - size)
  counts.push((counts.pop() ?? 0) + from * side - from)
  return {
    ...{ id: 1, image_id: 1, category_id: 1, iscrowd: 1 },
    ...{ bbox: [from, from, size, size], area: size * size, segmentation: { size: [side, side], counts } },
  }
}

const segments = {
  image_id: 1,
  file_name: "a.png",
  segments_info: [{ id: 1, category_id: 1, iscrowd: 0, bbox: [0, 0, side, side], area: side * side }],
}

/** RGB, all of the segment 1. */
const makePng = (): Buffer => {
  const row = Buffer.alloc(1 + 3 * side)
  for (let at = 1; at < row.length; at += 3) row[at] = 1
  const rows = Buffer.alloc(side * row.length)
  for (let y = 0; y < side; y++) row.copy(rows, y * row.length)
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  return Buffer.concat([
    signature,
    makeChunk("IHDR", head),
    makeChunk("IDAT", deflateSync(rows)),
    makeChunk("IEND", Buffer.alloc(0)),
  ])
}

const makeChunk = (type: string, content: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), content])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(content.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

const makeVideo = (): string => {
  const makeBox = (frame: number, outside: 0 | 1) =>
    `<box frame="${frame}" keyframe="1" outside="${outside}" occluded="0" xtl="1" ytl="2" xbr="30" ybr="40" z_order="0"></box>`
  return `<?xml version="1.0" encoding="utf-8"?>
<annotations><version>1.1</version><meta><task><id>1</id><name>drive</name><size>${frames}</size><mode>interpolation</mode>
<labels><label><name>a</name></label></labels><original_size><width>1920</width><height>1080</height></original_size></task></meta>
<track id="0" label="a">${makeBox(0, 0)}${makeBox(frames - 1, 1)}</track></annotations>`
}
