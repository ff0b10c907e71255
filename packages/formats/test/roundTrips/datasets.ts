/** Datasets with all that formats have, on a grid: each object has its cell, and each image its width. */
import { toShapeJson } from "@annotary/core/check"
import fc from "fast-check"
import { encode } from "fast-png"
import type { Category, Dataset, SkeletonDefinition } from "../../src/model/Dataset.ts"
import { draw, type ExactShape, makeJoint, type Point, type Visibility } from "../../src/model/exactShapes.ts"
import type { Bitmap, Drawing, Kind } from "../../src/model/Scene.ts"
import { toTaskType, type WireRecord } from "../../src/model/toWire.ts"
import type { Orientation } from "../../src/pictures/exif.ts"
import { turnSize } from "../../src/pictures/turn.ts"
import { orientedPng } from "../pictures/oriented.ts"
import type { Content } from "./content.ts"
import { cell } from "./objects.ts"

const columns = 5

const joints = ["nose", "left eye", "right eye", "tail"]

const skeletonDefinition: SkeletonDefinition = {
  joints: joints.map((name) => ({ name, sigma: 0.25 })),
  edges: [["nose", "tail"]],
  flip: [["left eye", "right eye"]],
}

const definitions = [
  { name: "color", input_type: "text" },
  { name: "speed", input_type: "number" },
  { name: "parked", input_type: "checkbox" },
]

const categories: ReadonlyArray<Category> = [
  { id: 3, name: "car", color: [255, 0, 0], hasInstances: true, attributes: definitions },
  { id: 7, name: "l'été 7\" pipe", color: [0, 200, 0], hasInstances: true, attributes: [] },
  {
    id: 12,
    name: "person",
    color: [0, 0, 250],
    hasInstances: true,
    attributes: [],
    skeleton: skeletonDefinition,
  },
]

/** As CVAT has attributes of sequences: a value holds until the next one. It counts those of single frames. */
const applyToLaterFrames = (category: Category): Category => ({
  ...category,
  attributes: category.attributes.map((own) => ({ ...own, applies_to_later_frames: true })),
})

const attributes = fc.record({
  color: fc.constantFrom("red", "dark blue", "7", "<&>"),
  speed: fc.constantFrom(0, 1.5, -20),
  parked: fc.boolean(),
})

/** Quarters of a pixel: formats in shares and percent keep them. */
const quarters = (min: number, max: number) =>
  fc.integer({ min: min * 4, max: max * 4 }).map((value) => value / 4)

type Shape = Pick<Drawing, "type" | "points" | "shape">

/** About the origin, within 16 pixels, in which the middle of the bounds stays. */
const shape: fc.Arbitrary<Shape> = fc
  .record({
    kind: fc.constantFrom(
      "bbox",
      "polygon",
      "polyline",
      "point",
      "rotated_box",
      "ellipse",
      "skeleton",
      "parts",
      "hole",
    ),
    width: quarters(6, 15),
    height: quarters(4, 12),
    angle: fc.integer({ min: -30, max: 30 }).map((value) => value / 10),
    visibilities: fc.array(fc.constantFrom<Visibility>(0, 1, 2), { minLength: 3, maxLength: 3 }),
    hasBox: fc.boolean(),
  })
  .map(({ angle, hasBox, height, kind, visibilities, width }): Shape => {
    const [w, h] = [width / 2, height / 2]
    const exact = (one: ExactShape): Shape => draw(one)
    const square = (left: number, top: number, side: number): ReadonlyArray<Point> => [
      [left, top],
      [left + side, top],
      [left + side, top + side],
      [left, top + side],
    ]
    switch (kind) {
      case "bbox":
        return { type: "bbox", points: [[-w, -h], [w, h]] } // biome-ignore format: a row of corners
      case "polygon":
        return { type: "polygon", points: [[-w, -h], [w, -h / 2], [w / 2, h], [0, h / 2], [-w / 2, h]] } // biome-ignore format: as above
      case "polyline":
        return { type: "polyline", points: [[-w, -h], [0, h], [w, 0]] } // biome-ignore format: as above
      case "point":
        return { type: "point", points: [[w / 4, h / 4]] }
      case "rotated_box":
        return exact({ type: "rotated_box", center: [0, 0], size: [width, height], angle })
      case "ellipse":
        return exact({ type: "ellipse", center: [0, 0], radii: [w, h], angle: angle / 2 })
      case "parts":
        return exact({
          type: "multipolygon",
          polygons: [[square(-14, -14, width / 2)], [square(4, 4, h + 1)]],
        })
      case "hole":
        return exact({
          type: "multipolygon",
          polygons: [[square(-14, -14, width), [...square(-13, -13, 2)].reverse()], [square(4, 4, h + 1)]],
        })
      default: {
        const places: ReadonlyArray<Point> = [[-w, -h], [w, -h], [w, h], [-w, h]] // biome-ignore format: as above
        const all: ReadonlyArray<Visibility> = [2, ...visibilities]
        return exact({
          type: "skeleton",
          joints: joints.map((name, at) => makeJoint(name, places[at] ?? null, all[at] ?? 0)),
          ...(hasBox && { box: [[-16, -16], [16, 16]] }), // biome-ignore format: as above
        })
      }
    }
  })

const move = ({ shape: exact, type, points }: Shape, cellX: number, cellY: number): Shape => {
  const [x, y] = [(cellX + 0.5) * cell.image, (cellY + 0.5) * cell.image]
  const at = ([px = 0, py = 0]: ReadonlyArray<number>): Point => [px + x, py + y]
  if (exact === undefined) return { type, points: points.map(at) }
  switch (exact.type) {
    case "rotated_box":
    case "ellipse":
      return draw({ ...exact, center: at(exact.center) })
    case "multipolygon":
      return draw({ ...exact, polygons: exact.polygons.map((parts) => parts.map((ring) => ring.map(at))) })
    case "skeleton":
      return draw({
        ...exact,
        joints: exact.joints.map((joint) =>
          joint.x === null || joint.y === null ? joint : { ...joint, x: joint.x + x, y: joint.y + y },
        ),
        ...(exact.box && { box: [at(exact.box[0]), at(exact.box[1])] }),
      })
  }
}

/** The middle of the bounds of a skeleton of one joint or of two must be in the cell, which 16 pixels about the middle of 40 are. */
const presence = fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }).map((all) => {
  const frames = all.flatMap((isThere, frame) => (isThere ? [frame] : []))
  return frames.length === 0 ? [0] : frames
})

const object = fc.record({
  shape,
  category: fc.nat(2),
  own: attributes,
  hasAttributes: fc.boolean(),
  frames: presence,
  isKeyframe: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
  yaw: fc.integer({ min: -31, max: 31 }).map((value) => value / 10),
  isTilted: fc.boolean(),
  size: fc.tuple(quarters(1, 5), quarters(1, 3), quarters(1, 2)),
})

const makeSample = (rows: number) =>
  fc.record({
    objects: fc.array(fc.option(object, { freq: 3 }), {
      minLength: columns * rows,
      maxLength: columns * rows,
    }),
    split: fc.constantFrom("train", "val", "test", undefined, "extra-1"),
    orientation: fc.constantFrom<Orientation>(1, 2, 3, 4, 5, 6, 7, 8),
    weather: fc.constantFrom("sun", "rain", undefined),
    city: fc.constantFrom("Ghent", undefined),
  })

/** Names as people have them: folders, dots, spaces, other letters, and characters of URLs. */
export const names = ["a/one", "b/one", "two.v2", "l'été 3", "100%#x?", "deep/er/IMG_5"]

type Made = ReturnType<typeof makeSample> extends fc.Arbitrary<infer One> ? One : never

export interface ContentSize {
  /** At most as many as there are names. */
  readonly maxSamples: number
  /** At most five. */
  readonly frames: number
  /** Rows of five objects each. */
  readonly rows: number
}

/** Of a kind of labels, as sequences or as single samples. */
export const makeContents = (
  kind: Kind,
  isSequence: boolean,
  { frames, maxSamples, rows }: ContentSize,
): fc.Arbitrary<Content> =>
  fc.array(makeSample(rows), { minLength: 2, maxLength: maxSamples }).map((samples) => {
    const files = new Map<string, Uint8Array>()
    const records = samples.map((one, index) =>
      makeRecord(one, { index, kind, isSequence, files, rows, frames: isSequence ? frames : 1 }),
    )
    const dataset: Dataset = {
      name: "made",
      description: "",
      taskType: toTaskType(kind, isSequence),
      categories: isSequence ? categories.map(applyToLaterFrames) : categories,
      imageAttributes: [],
    }
    return { dataset, records, files }
  })

const makeRecord = (made: Made, place: RecordPlace): WireRecord => {
  const { index, isSequence, kind } = place
  const { city, split } = made
  const name = names[index] ?? `${index}`
  const frames = Array.from({ length: place.frames }, (_, frame) => makeFrame(made, { ...place, frame }))
  const [first] = frames
  const isPicture = kind === "image-vector" || kind === "image-segmentation"
  return {
    name,
    metadata: {
      ...(city !== undefined && { city }),
      ...(split !== undefined && { split }),
      ...(isPicture && !isSequence && { file: `${name}.PNG` }),
    },
    attributes: isSequence ? { frames: frames.map(({ sample }) => sample) } : (first?.sample ?? {}),
    label: isSequence ? { frames: frames.map(({ label }) => label) } : (first?.label ?? {}),
  }
}

interface RecordPlace {
  readonly index: number
  readonly rows: number
  readonly frames: number
  readonly kind: Kind
  readonly isSequence: boolean
  readonly files: Map<string, Uint8Array>
}

interface FramePlace extends RecordPlace {
  readonly frame: number
}

const makeFrame = (made: Made, place: FramePlace) => {
  const { frame, index, isSequence, kind } = place
  const annotations = made.objects.flatMap((one, at) => {
    if (one === null || (isSequence && !one.frames.includes(frame))) return []
    return [makeAnnotation(one, at, place)]
  })
  const isPicture = kind === "image-vector" || kind === "image-segmentation"
  const head = isSequence
    ? { name: String(frame).padStart(5, "0"), timestamp: String(1_600_000_000_000_000 + 100_000 * frame) }
    : {}
  return {
    sample: {
      ...head,
      ...(isPicture
        ? { image: makePicture(made.orientation, place) }
        : { pcd: { url: `https://clouds.example/${index}/${frame}.pcd`, type: "pcd" } }),
    },
    label: {
      annotations: annotations.map(({ pixels: _, ...rest }) => rest),
      ...(made.weather !== undefined && { image_attributes: { class: made.weather } }),
      ...(isSequence && { timestamp: head.timestamp }),
      ...(kind === "image-segmentation" && { segmentation_bitmap: { url: makeBitmap(annotations, place) } }),
    },
  }
}

const findSize = ({ index, rows }: RecordPlace) => ({
  width: columns * cell.image + 2 * index,
  height: rows * cell.image,
})

const makePicture = (orientation: Orientation, place: FramePlace) => {
  const { files, frame, index } = place
  const size = findSize(place)
  const url = `https://images.example/${index}/${frame}.png`
  files.set(url, orientedPng(turnSize(orientation, size), orientation))
  return { url, ...size }
}

/** A tool that writes a frame of a track after a gap fills nothing before it: the annotation before a gap is no keyframe. */
const makeAnnotation = (
  {
    category,
    frames,
    hasAttributes,
    isKeyframe,
    isTilted,
    own,
    shape: shapeHere,
    size,
    yaw,
  }: NonNullable<Made["objects"][number]>,
  at: number,
  { frame, isSequence, kind }: FramePlace,
) => {
  const [cellX, cellY] = [at % columns, Math.floor(at / columns)]
  const isSkeleton = shapeHere.shape?.type === "skeleton"
  const { points, shape: exact, type } = move(shapeHere, cellX, cellY)
  const id = categories[isSkeleton ? 2 : category % 2]?.id
  const isBeforeGap =
    frames.includes(frame) && !frames.includes(frame + 1) && frames.some((one) => one > frame)
  const isFirst = frame === frames[0]
  const isLast = frame === frames.at(-1)
  return {
    id: at * 2 + 1,
    category_id: id,
    ...(isSequence && {
      track_id: at + 1,
      is_keyframe: !isBeforeGap && (isFirst || isLast || isKeyframe[frame] === true),
    }),
    ...(kind === "image-vector" && {
      type,
      points,
      ...(exact && { shape: toShapeJson(exact, { type, points }) }),
    }),
    ...(kind === "cuboid" && makeCuboid(cellX, cellY, size, yaw, isTilted)),
    ...(hasAttributes && id === 3 && { attributes: own }),
    pixels: { cellX, cellY, width: size[0] * 4, height: size[1] * 4 },
  }
}

const makeCuboid = (
  cellX: number,
  cellY: number,
  [x, y, z]: readonly [number, number, number],
  yaw: number,
  isTilted: boolean,
) => {
  const half = yaw / 2
  const tilt = 0.1
  // The yaw, then a roll about the own x axis, which leaves the yaw as it is.
  const rotation = {
    qx: Math.cos(half) * Math.sin(tilt),
    qy: Math.sin(half) * Math.sin(tilt),
    qz: Math.sin(half) * Math.cos(tilt),
    qw: Math.cos(half) * Math.cos(tilt),
  }
  return {
    type: "cuboid",
    position: { x: (cellX - 2) * cell.cloud + 0.5, y: (cellY - 2) * cell.cloud - 0.25, z: 0.75 },
    dimensions: { x, y, z },
    yaw,
    ...(isTilted && { rotation }),
  }
}

type WithPixels = ReturnType<typeof makeAnnotation>

const makeBitmap = (annotations: ReadonlyArray<WithPixels>, place: FramePlace): string => {
  const { files, frame, index } = place
  const size = findSize(place)
  const bitmap: Bitmap = { ...size, ids: new Uint32Array(size.width * size.height) }
  for (const { id, pixels } of annotations)
    for (let y = 0; y < pixels.height; y++)
      for (let x = 0; x < pixels.width; x++) {
        // Two parts: a stripe of the box belongs to nobody.
        if (x === 2) continue
        const left = pixels.cellX * cell.image + 12 + x
        const top = pixels.cellY * cell.image + 12 + y
        bitmap.ids[top * size.width + left] = id
      }
  const url = `https://bitmaps.example/${index}/${frame}.png`
  const data = new Uint8Array(bitmap.ids.length * 4)
  bitmap.ids.forEach((id, at) => {
    data.set([id % 256, id >> 8, 0, 255], at * 4)
  })
  files.set(url, encode({ ...size, channels: 4, data }))
  return url
}
