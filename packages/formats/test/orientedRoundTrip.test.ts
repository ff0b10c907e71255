/** Every format of images brings pictures with an EXIF orientation into the upright frame, whichever frame its records are in. */
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import type { Format } from "../src/Format.ts"
import { decodeBitmap } from "../src/files/bitmap.ts"
import { memorySource } from "../src/files/Source.ts"
import { formats } from "../src/formats.ts"
import { importDataset } from "../src/importing/importDataset.ts"
import { emptyFrame, emptyScene } from "../src/model/empty.ts"
import type { Annotation, Bitmap, Drawing, Kind, Scene, Size } from "../src/model/Scene.ts"
import { toTaskType } from "../src/model/toWire.ts"
import type { Orientation } from "../src/pictures/exif.ts"
import { turnBitmap, turnPoint, turnSize } from "../src/pictures/turn.ts"
import type { Made } from "./arbitraries.ts"
import { isLong } from "./countRuns.ts"
import { pngOf } from "./images.ts"
import { orientations, orientedPng } from "./pictures/oriented.ts"
import { assertClose, collected, written } from "./roundTrip.ts"

const stored: Size = { width: 60, height: 40 }

const common = { trackId: null, isKeyframe: true, attributes: {} }

type Shape = Pick<Drawing, "type" | "points">

/** Within the stored picture, on whole pixels, since some formats round. */
const point = fc.tuple(fc.integer({ min: 2, max: 58 }), fc.integer({ min: 2, max: 38 }))

const shapes: fc.Arbitrary<ReadonlyArray<Shape>> = fc
  .tuple(point, fc.integer({ min: 3, max: 20 }), fc.integer({ min: 3, max: 15 }), point)
  .map(([[x, y], w, h, [px, py]]) => {
    const left = Math.min(x, 57 - w)
    const top = Math.min(y, 38 - h)
    return [
      { type: "bbox", points: [[left, top], [left + w, top + h]] }, // biome-ignore format: a row of corners
      { type: "polygon", points: [[left, top], [left + w, top], [left + w, top + h], [left, top + h]] }, // biome-ignore format: as above
      { type: "polyline", points: [[left, top], [px, py], [left + w, top + h]] }, // biome-ignore format: as above
      { type: "point", points: [[px, py]] },
    ]
  })

/** Some pixels of two instances. */
const pixels: fc.Arbitrary<Bitmap> = fc
  .array(fc.nat(2), { minLength: stored.width * stored.height, maxLength: stored.width * stored.height })
  .map((ids) => ({ ...stored, ids: Uint32Array.from([1, 2, ...ids.slice(2)]) }))

interface Content {
  readonly shapes: ReadonlyArray<Shape>
  readonly bitmap: Bitmap
}

const madeOf = (
  kind: Kind,
  format: Format,
  isSequence: boolean,
  size: Size,
  { bitmap, shapes }: Content,
): Made => {
  const types: ReadonlyArray<string> = format.abilities.annotations
  const annotations: ReadonlyArray<Annotation> =
    kind === "image-segmentation"
      ? [1, 2].map((id) => ({
          ...common,
          id,
          categoryId: 1,
          trackId: isSequence ? id : null,
          type: "segment",
        }))
      : shapes
          .filter(({ type }) => types.includes(type))
          .map((shape, index) => ({
            ...common,
            ...shape,
            id: index + 1,
            categoryId: 1,
            trackId: isSequence ? index + 1 : null,
          }))
  const scene: Scene = {
    ...emptyScene,
    name: "a",
    kind,
    isSequence,
    split: "train",
    frames: [
      {
        ...emptyFrame,
        image: { url: "https://images.example/a.png", size },
        annotations,
        bitmap: kind === "image-segmentation" ? { url: null, load: async () => bitmap } : null,
      },
    ],
  }
  return {
    dataset: {
      name: "made",
      description: "",
      taskType: toTaskType(kind, isSequence),
      categories: [{ id: 1, name: "car", color: null, hasInstances: true, attributes: [] }],
      imageAttributes: [],
    },
    scenes: [scene],
  }
}

/** The records of the files, with the pixels of their bitmaps, and how many pictures were counted. */
const imported = async (format: Format, made: Made, picture: Uint8Array) => {
  const pictures = new Map<string, Uint8Array>()
  const { files } = await written(format, made, {
    place: async (_, stem) => {
      pictures.set(`${stem}.png`, picture)
      return `${stem}.png`
    },
  })
  const bitmaps: Array<Bitmap> = []
  const { losses, records } = await importDataset({
    format,
    source: memorySource(new Map([...files, ...pictures])),
    save: async ({ content, kind, path }) => {
      if (kind === "bitmap") {
        const bitmap = decodeBitmap(Buffer.concat(await collected(content)))
        bitmaps.push(hasNoIds(format) ? numberByFirstPixel(bitmap) : bitmap)
      }
      return `https://saved.example/${path}`
    },
  })
  const found = await collected(records)
  const turned = losses().find(({ kind }) => kind === "orientation")?.count ?? 0
  return { found: { records: JSON.parse(JSON.stringify(found)).map(withoutOrientations), bitmaps }, turned }
}

/** Its objects get ids in the order of their first pixels in the file, which is not that of the upright picture. */
const hasNoIds = ({ name }: Format): boolean => name === "mapillary"

const numberByFirstPixel = (bitmap: Bitmap): Bitmap => {
  const numbers = new Map([[0, 0]])
  return {
    ...bitmap,
    ids: bitmap.ids.map((id) => {
      const number = numbers.get(id) ?? numbers.size
      numbers.set(id, number)
      return number
    }),
  }
}

/** Measured sizes say the orientation of the file, which differs between the compared files. */
const withoutOrientations = ({ sizes, ...record }: { readonly sizes?: ReadonlyArray<object> }) => ({
  ...record,
  sizes: sizes?.map((size) => ({ ...size, orientation: 1 })),
})

const uprightContent = (orientation: Orientation, { bitmap, shapes }: Content): Content => ({
  bitmap: turnBitmap(orientation, bitmap),
  shapes: shapes.map(({ points, type }) => {
    const turned = points.map(([x = 0, y = 0]) => turnPoint(orientation, stored, x, y))
    const [[ax, ay] = [0, 0], [bx, by] = [0, 0]] = turned
    const corners = [
      [Math.min(ax, bx), Math.min(ay, by)],
      [Math.max(ax, bx), Math.max(ay, by)],
    ]
    return { type, points: type === "bbox" ? corners : turned }
  }),
})

/** Their records state no size of the image: what they say refers to the upright one. */
const statesNoSize = ({ name }: Format) =>
  name.startsWith("yolo-") || ["createml", "imagefolder", "openimages", "via"].includes(name)

/** Without shapes and masks there is nothing that could be in another frame than the picture. */
const hasPlaces = ({ abilities }: Format, kind: Kind) =>
  kind === "image-segmentation" || abilities.annotations.length > 0

const cases = formats.flatMap((format) => {
  const { kinds, sequences, singles } = format.abilities
  if (format.write === undefined || format.reader === undefined) return []
  return kinds
    .filter((kind) => kind === "image-vector" || kind === "image-segmentation")
    .filter((kind) => hasPlaces(format, kind))
    .flatMap((kind) => [
      ...(singles ? [{ format, kind, isSequence: false }] : []),
      ...(sequences === "kept" ? [{ format, kind, isSequence: true }] : []),
    ])
})

describe("pictures with an EXIF orientation", () => {
  for (const { format, isSequence, kind } of cases)
    it(`are upright in ${format.title}: ${toTaskType(kind, isSequence)}`, { timeout: 60_000 }, () =>
      fc.assert(
        fc.asyncProperty(fc.record({ shapes, bitmap: pixels }), async (content) => {
          for (const orientation of orientations) {
            const size = turnSize(orientation, stored)
            const upright = madeOf(kind, format, isSequence, size, uprightContent(orientation, content))
            const plain = await imported(format, upright, pngOf(size))
            assert.strictEqual(plain.turned, 0)
            const picture = orientedPng(stored, orientation)
            const read = await imported(format, upright, picture)
            assert.strictEqual(read.turned, orientation === 1 ? 0 : 1)
            assertClose(read.found, plain.found, 1e-6, `orientation ${orientation}, records upright`)
            if (orientation < 5 || statesNoSize(format)) continue
            const asStored = madeOf(kind, format, isSequence, stored, content)
            const turned = await imported(format, asStored, picture)
            assert.strictEqual(turned.turned, 1)
            assertClose(turned.found, plain.found, 1e-6, `orientation ${orientation}, records as stored`)
          }
        }),
        { numRuns: isLong ? 3 : 1, endOnFailure: true },
      ),
    )
})
