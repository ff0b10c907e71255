/** Masks of one image: no more than one of them is decoded at a time, however many there are. */
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { assert, describe, it } from "vitest"
import { Losses } from "../../src/carry/Losses.ts"
import type { Format } from "../../src/Format.ts"
import { labelme } from "../../src/labelme/labelme.ts"
import { encodeMask } from "../../src/labelme/masks.ts"
import type { PixelMask } from "../../src/masks/PixelMask.ts"
import { encodeBitmap } from "../../src/supervisely/bitmap.ts"
import { supervisely } from "../../src/supervisely/supervisely.ts"
import { sourceOf } from "../files.ts"
import { collected } from "../roundTrip.ts"

const [count, width, height] = [16, 1000, 500]

const mask: PixelMask = { left: 0, top: 0, width, height, isIn: (at) => at % 3 === 0 }

const repeat = (object: object) => Array.from({ length: count }, () => object)

const files = {
  supervisely: {
    "meta.json": { classes: [{ title: "car", shape: "bitmap", color: "#FF8000" }], tags: [] },
    "yard/ann/a.png.json": {
      description: "",
      size: { height, width },
      tags: [],
      objects: repeat({ classTitle: "car", tags: [], geometryType: "bitmap", bitmap: encodeBitmap(mask) }),
    },
  },
  labelme: {
    "a.json": {
      version: "5.5.0",
      flags: {},
      imagePath: "a.png",
      imageWidth: width,
      imageHeight: height,
      shapes: repeat({
        label: "car",
        shape_type: "mask",
        points: [
          [0, 0],
          [width - 1, height - 1],
        ],
        mask: encodeMask(mask),
      }),
    },
  },
}

/** Bytes of arrays that something still refers to. */
const measureArrays = (): number => {
  setFlagsFromString("--expose-gc")
  const collect: unknown = runInNewContext("gc")
  for (let round = 0; round < 3; round++) if (typeof collect === "function") collect()
  return process.memoryUsage().arrayBuffers
}

const readScene = async (format: Format, own: Readonly<Record<string, unknown>>) => {
  const source = sourceOf(own)
  const context = { limits: source.limits, losses: new Losses(), sizeOf: async () => null }
  const read = await format.reader?.read(source, context)
  const [scene] = await collected(read?.scenes ?? assert.fail("The format is not read."))
  return scene ?? assert.fail("There is no scene.")
}

describe("masks that an image has in its file", () => {
  for (const format of [supervisely, labelme])
    it(`are decoded one by one by ${format.name}`, async () => {
      const before = measureArrays()
      const scene = await readScene(format, files[format.name as keyof typeof files])
      assert.lengthOf(scene.frames[0]?.annotations ?? [], count)
      assert.isBelow(measureArrays() - before, 5 * width * height)
      const bitmap = await scene.frames[0]?.bitmap?.load()
      assert.deepStrictEqual([...(bitmap?.ids.subarray(0, 4) ?? [])], [count, 0, 0, count])
    })
})
