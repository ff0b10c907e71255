import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { memorySource } from "../src/files/Source.ts"
import { formats } from "../src/formats.ts"
import { detectFormats } from "../src/importing/detect.ts"
import { made } from "./arbitraries.ts"
import { placedImages } from "./images.ts"
import { written } from "./roundTrip.ts"

/** Formats of images that are written and read. Generated datasets have no classes of images, which are folders alone. */
const ofImages = formats.flatMap((format) =>
  format.write === undefined || format.reader === undefined || format.abilities.annotations.length === 0
    ? []
    : format.abilities.kinds
        .filter((kind) => kind === "image-vector" || kind === "image-segmentation")
        .map((kind) => ({ format, kind })),
)

describe("the files of a format", () => {
  for (const { format, kind } of ofImages)
    it(`are recognised as ${format.name} alone: ${kind}`, { timeout: 60_000 }, async () => {
      for (const isSequence of [false, true]) {
        const one = fc
          .sample(made(kind, isSequence), { numRuns: 40, seed: 5 })
          .find(({ scenes }) => scenes.every(({ frames }) => frames.some((f) => f.annotations.length > 1)))
        assert.isDefined(one)
        if (one === undefined) return
        const images = placedImages()
        const { files } = await written(format, one, { place: images.place })
        const found = await detectFormats(memorySource(new Map([...files, ...images.files])), formats)
        assert.deepStrictEqual(
          found.map(({ format }) => format.name),
          [format.name],
        )
      }
    })
})
