/** Datasets of images for validators: written with real image files beside the annotations. */

import { encode } from "fast-png"
import { carry } from "../../src/carry/carry.ts"
import { Losses } from "../../src/carry/Losses.ts"
import type { Format } from "../../src/Format.ts"
import { defaultLimits } from "../../src/files/limits.ts"
import { memoryTarget } from "../../src/files/Target.ts"
import { findPolygons } from "../../src/masks/outline.ts"
import { emptyFrame, emptyScene } from "../../src/model/empty.ts"
import { draw } from "../../src/model/exactShapes.ts"
import type { Annotation, Frame, Kind, Scene } from "../../src/model/Scene.ts"
import type { Made } from "../arbitraries.ts"
import { each } from "../roundTrip.ts"

export const size = { width: 60, height: 40 }

const png = encode({ ...size, data: new Uint8Array(size.width * size.height), channels: 1, depth: 8 })

/** The files with images of one color. */
export const writtenWithImages = async (format: Format, { dataset, scenes }: Made) => {
  const losses = new Losses()
  const target = memoryTarget()
  const images = new Map<string, Uint8Array>()
  const carried = carry(dataset, each(scenes), format.abilities, losses)
  await format.write?.(carried.scenes, {
    dataset: carried.dataset,
    target,
    losses,
    limits: defaultLimits,
    sizeOf: async (image) => image.size,
    place: async (_, path) => {
      images.set(`${path}.png`, png)
      return `${path}.png`
    },
  })
  return new Map([...target.files, ...images])
}

const common = { trackId: null, isKeyframe: true, attributes: {} }

/** One of each shape. */
export const drawings: ReadonlyArray<Annotation> = [
  {
    ...common,
    id: 1,
    categoryId: 1,
    type: "bbox",
    points: [
      [1.25, 2],
      [30, 20.5],
    ],
    attributes: { color: "red", seats: 4 },
  },
  {
    ...common,
    id: 2,
    categoryId: 2,
    type: "polygon",
    points: [
      [10, 10],
      [20, 10],
      [20, 25],
      [10, 25],
    ],
  },
  {
    ...common,
    id: 3,
    categoryId: 1,
    type: "polyline",
    points: [
      [0, 0],
      [5, 5],
      [10, 0],
    ],
  },
  { ...common, id: 4, categoryId: 2, type: "point", points: [[7, 8]] },
]

/** The pixels from (3, 4) to (12, 8), without the pixel (5, 5). */
export const segments: ReadonlyArray<Annotation> = [{ ...common, id: 1, categoryId: 1, type: "segment" }]

/** A polygon that stands for the mask of the same pixels. */
export const shapeMask: Annotation = {
  ...common,
  id: 9,
  categoryId: 1,
  ...draw({
    type: "multipolygon",
    polygons: findPolygons({ left: 3, top: 4, width: 10, height: 5, isIn: (at) => at !== 12 }, size),
    pixels: true,
  }),
  attributes: {},
}

export const bitmap = {
  url: null,
  load: async () => {
    const ids = new Uint32Array(size.width * size.height)
    for (let y = 4; y <= 8; y++) for (let x = 3; x <= 12; x++) ids[y * size.width + x] = 1
    ids[5 * size.width + 5] = 0
    return { ...size, ids }
  },
}

export const frame = (annotations: ReadonlyArray<Annotation>, index = 0): Frame => ({
  ...emptyFrame,
  image: { url: `https://images.example/${index}.png`, size },
  annotations,
})

export const scene = (name: string, kind: Kind, frames: ReadonlyArray<Frame>, isSequence = false): Scene => ({
  ...emptyScene,
  name,
  kind,
  isSequence,
  frames,
})

export const dataset = (taskType: string): Made["dataset"] => ({
  name: "made",
  description: "",
  taskType,
  categories: [
    {
      id: 1,
      name: "car",
      color: [192, 96, 64],
      hasInstances: true,
      attributes: [{ name: "seats", input_type: "number" }],
    },
    { id: 2, name: "tree & bush", color: null, hasInstances: true, attributes: [] },
  ],
  imageAttributes: [],
})
