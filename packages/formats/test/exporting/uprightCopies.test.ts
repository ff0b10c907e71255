import { assert, describe, it } from "vitest"
import { exportDataset } from "../../src/exporting/exportDataset.ts"
import { measureBytes } from "../../src/files/imageSize.ts"
import { defaultLimits } from "../../src/files/limits.ts"
import { memoryTarget } from "../../src/files/Target.ts"
import { formats } from "../../src/formats.ts"
import { readJpegSegments } from "../../src/pictures/decodeJpeg.ts"
import { decodePicture } from "../../src/pictures/decodePicture.ts"
import { turnSize, turnValues } from "../../src/pictures/turn.ts"
import {
  exif,
  orientations,
  orientedJpeg,
  orientedPng,
  orientedWebp,
  type Paint,
} from "../pictures/oriented.ts"
import { pngFile, pngKinds } from "../pictures/pngFile.ts"
import { each } from "../roundTrip.ts"

const coco = formats.find(({ name }) => name === "coco")

const stored = { width: 24, height: 16 }

const paint: Paint = (x, y) => [x * 10, y * 15, 90]

const corners = [
  [1, 2],
  [3, 4],
]

/** As streams of Effect: a request after the end is never answered. */
const silentAfterEnd = (parts: ReadonlyArray<Uint8Array>): AsyncIterable<Uint8Array> => ({
  [Symbol.asyncIterator]: () => {
    let at = 0
    return {
      next: () => {
        at += 1
        const value = parts[at - 1]
        if (value !== undefined) return Promise.resolve({ done: false, value })
        return at === parts.length + 1 ? Promise.resolve({ done: true, value }) : new Promise(() => {})
      },
    }
  },
})

/** Exports one sample with a box, and returns the copy, the record of COCO and the report. */
const exported = async (
  file: Uint8Array,
  ending: string,
  size: { readonly width: number; readonly height: number } | null,
  points: ReadonlyArray<ReadonlyArray<number>>,
  keepOrientation = false,
  limits = defaultLimits,
) => {
  if (coco === undefined) throw new Error("COCO is missing.")
  const target = memoryTarget()
  const url = `https://images.example/a.${ending}`
  const { losses } = await exportDataset({
    format: coco,
    dataset: {
      name: "made",
      description: "",
      taskType: "vector",
      categories: [{ id: 1, name: "car", color: null, hasInstances: true, attributes: [] }],
      imageAttributes: [],
    },
    samples: each([
      {
        name: "a",
        metadata: {},
        attributes: { image: { url, ...size } },
        label: { annotations: [{ id: 1, category_id: 1, type: "bbox", points, attributes: {} }] },
      },
    ]),
    target,
    // In two parts, the first shorter than any signature.
    open: async () => silentAfterEnd([file.subarray(0, 3), file.subarray(3)]),
    files: "copy",
    keepOrientation,
    limits,
  })
  const copy = [...target.files].find(([path]) => path.endsWith(`.${ending}`))?.[1] ?? new Uint8Array()
  const document = [...target.files].find(([path]) => path.endsWith(".json"))?.[1] ?? new Uint8Array()
  const { annotations, images } = JSON.parse(Buffer.from(document).toString())
  return {
    copy,
    kinds: losses.map(({ count, kind }) => `${kind} ${count}`),
    box: annotations[0].bbox,
    image: [images[0].width, images[0].height],
  }
}

const box = [
  [2, 3],
  [8, 12],
]

describe("copies of pictures", () => {
  it("of PNG have upright pixels in the same form, and all other chunks", async () => {
    for (const orientation of orientations) {
      const size = turnSize(orientation, stored)
      const file = orientedPng(stored, orientation, paint)
      const { box: found, copy, image } = await exported(file, "png", size, box)
      const { values, ...picture } = decodePicture(copy)
      const wanted = turnValues(orientation, stored, decodePicture(file).values, 3)
      assert.deepStrictEqual([picture.width, picture.height, picture.channels], [size.width, size.height, 3])
      assert.deepStrictEqual([...values], [...wanted])
      assert.deepStrictEqual(await measureBytes(copy), { stored: size, orientation: 1, size })
      assert.deepStrictEqual(found, [2, 3, 6, 9])
      assert.deepStrictEqual(image, [size.width, size.height])
    }
  })

  it("of PNG keep depth, palette and transparency", async () => {
    for (const kind of pngKinds) {
      const length = 7 * 5 * { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[kind.colorType]
      const values = Array.from({ length }, (_, at) => (at * 7) % 2 ** kind.depth)
      const transparent = kind.colorType === 3 ? [["tRNS", Uint8Array.of(0, 9)] as const] : []
      const chunks = [
        ["eXIf", exif(6)] as const,
        ["gAMA", Uint8Array.of(0, 0, 177, 143)] as const,
        ...transparent,
      ]
      const file = pngFile({ ...kind, width: 7, height: 5, filter: 0, values, chunks })
      const { copy } = await exported(file, "png", { width: 5, height: 7 }, box)
      const before = decodePicture(file)
      const after = decodePicture(copy)
      assert.deepStrictEqual([...after.values], [...turnValues(6, before, before.values, before.channels)])
      assert.deepStrictEqual(after.palette, before.palette)
      assert.strictEqual(after.depth, before.depth)
      assert.include(Buffer.from(copy).toString("latin1"), "gAMA")
    }
  })

  it("of JPEG have upright pixels, and their metadata without the orientation", async () => {
    for (const orientation of orientations) {
      const size = turnSize(orientation, stored)
      const file = orientedJpeg(stored, orientation, { paint })
      const { copy } = await exported(file, "jpg", size, box)
      if (orientation === 1) assert.isTrue(Buffer.from(copy).equals(file))
      assert.deepStrictEqual(await measureBytes(copy), { stored: size, orientation: 1, size })
      const wanted = turnValues(orientation, stored, decodePicture(file).values, 3)
      const { values } = decodePicture(copy)
      const difference = Math.max(...[...values].map((value, at) => Math.abs(value - (wanted[at] ?? 0))))
      assert.isAtMost(difference, 12)
      const texts = [...readJpegSegments(copy)].map(({ data }) => Buffer.from(data).toString("latin1"))
      assert.isTrue(texts.some((text) => text.startsWith("Exif") && text.includes("Maker")))
    }
  })

  it("stay as they are with keepOrientation, and where their format cannot be rewritten, counted", async () => {
    const jpeg = orientedJpeg(stored, 6, { paint })
    const upright = { width: 16, height: 24 }
    const kept = await exported(jpeg, "jpg", upright, box, true)
    assert.isTrue(Buffer.from(kept.copy).equals(jpeg))
    assert.deepStrictEqual(kept.kinds, ["orientation 1"])
    const webp = orientedWebp(stored, 6)
    const other = await exported(webp, "webp", upright, box)
    assert.isTrue(Buffer.from(other.copy).equals(webp))
    assert.deepStrictEqual(other.kinds, ["orientation 1", "orientation-kept 1"])
  })

  it("bring labels of samples that state the stored size into the upright frame", async () => {
    const file = orientedJpeg(stored, 6, { paint })
    const old = await exported(file, "jpg", stored, box)
    assert.deepStrictEqual(old.image, [16, 24])
    assert.deepStrictEqual(old.box, [4, 2, 9, 6])
  })

  it("have the upright size where the sample states none", async () => {
    const file = orientedJpeg(stored, 6, { paint })
    const unknown = await exported(file, "jpg", null, box)
    assert.deepStrictEqual(unknown.image, [16, 24])
    assert.deepStrictEqual(unknown.box, [2, 3, 6, 9])
  })

  it("keep a color profile of RGB, and have none of other colors", async () => {
    const withProfile = (space: string) => {
      const profile = Buffer.alloc(14 + 128)
      profile.write("ICC_PROFILE\0", "latin1")
      profile[12] = 1
      profile[13] = 1
      profile.write(space, 14 + 16, "latin1")
      const head = Buffer.from([0xff, 0xe2, 0, profile.length + 2])
      const file = orientedJpeg(stored, 6)
      return Buffer.concat([file.subarray(0, 2), head, profile, file.subarray(2)])
    }
    const countProfiles = async (space: string) => {
      const { copy } = await exported(withProfile(space), "jpg", null, corners)
      return [...readJpegSegments(copy)].filter(({ marker }) => marker === 0xe2).length
    }
    assert.strictEqual(await countProfiles("RGB "), 1)
    assert.strictEqual(await countProfiles("GRAY"), 0)
    assert.strictEqual(await countProfiles("CMYK"), 0)
  })

  it("are as they are above the limit of pixels", async () => {
    const file = orientedJpeg(stored, 6)
    const { copy, kinds } = await exported(file, "jpg", null, corners, false, {
      ...defaultLimits,
      pixels: stored.width * stored.height - 1,
    })
    assert.deepStrictEqual(Buffer.from(copy), Buffer.from(file))
    assert.include(kinds, "orientation-kept 1")
  })
})
