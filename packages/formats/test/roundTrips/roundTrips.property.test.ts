/**
 * Datasets with everything through each format, and through pairs of formats and back: what all of them carry is the same, the rest is counted.
 * All pairs, with more datasets, are run by the long tests.
 */
import fc from "fast-check"
import { describe, it } from "vitest"
import type { Format } from "../../src/Format.ts"
import { formats } from "../../src/formats.ts"
import type { Kind } from "../../src/model/Scene.ts"
import { toTaskType } from "../../src/model/toWire.ts"
import { isLong } from "../countRuns.ts"
import { assertCarried, assertCounted } from "./compare.ts"
import { type Content, passThrough } from "./content.ts"
import { type ContentSize, makeContents, names } from "./datasets.ts"
import {
  commonFeatures,
  cuboidFeatures,
  type Feature,
  fileFeatures,
  imageFeatures,
  maskFeatures,
  pictureFeatures,
  sequenceFeatures,
} from "./features.ts"

const shortSize = { maxSamples: 2, frames: 3, rows: 2 }

/** Sequences of bitmaps have one for each frame, which is encoded and decoded at every step: fewer and smaller ones have the same cases. */
const findSize = (kind: Kind, isSequence: boolean): ContentSize => {
  if (!isLong) return shortSize
  return kind === "image-segmentation" && isSequence
    ? { maxSamples: 4, frames: 4, rows: 2 }
    : { maxSamples: names.length, frames: 5, rows: 4 }
}

/** The long tests run beside other work. */
const timeout = isLong ? 300_000 : 120_000

const kinds: ReadonlyArray<{ readonly kind: Kind; readonly features: ReadonlyArray<Feature> }> = [
  { kind: "image-vector", features: [...imageFeatures, ...pictureFeatures] },
  { kind: "image-segmentation", features: [...maskFeatures, ...pictureFeatures] },
  { kind: "cuboid", features: cuboidFeatures },
]

const takes = ({ abilities, reader, write }: Format, kind: Kind, isSequence: boolean): boolean =>
  write !== undefined &&
  reader !== undefined &&
  abilities.kinds.includes(kind) &&
  abilities.annotations.length > 0 &&
  (isSequence ? abilities.sequences === "kept" : abilities.singles)

const findPairs = (able: ReadonlyArray<Format>): ReadonlyArray<readonly [Format, Format]> =>
  able.flatMap((first, at) => {
    const others = isLong ? able : [able[(at + 1) % able.length] ?? first]
    return others.filter((second) => second !== first).map((second) => [first, second] as const)
  })

const check = (arbitrary: fc.Arbitrary<Content>, runs: number, body: (content: Content) => Promise<void>) =>
  fc.assert(fc.asyncProperty(arbitrary, body), {
    numRuns: isLong ? runs * 4 : runs,
    ...(!isLong && { seed: 1 }),
    endOnFailure: true,
  })

for (const { features: own, kind } of kinds)
  for (const isSequence of [false, true]) {
    const able = formats.filter((format) => takes(format, kind, isSequence))
    const isPicture = kind !== "cuboid"
    const features = [
      ...commonFeatures,
      ...own,
      ...(isSequence ? sequenceFeatures : isPicture ? fileFeatures : []),
    ]
    const contents = makeContents(kind, isSequence, findSize(kind, isSequence))

    describe(`a dataset of ${toTaskType(kind, isSequence)}`, () => {
      for (const format of able)
        it(`comes back from ${format.name}, and what does not is counted`, { timeout }, () =>
          check(contents, 1, async (content) => {
            for (const keepOrientation of isSequence ? [false] : [false, true]) {
              const passed = await passThrough(format, content, { keepOrientation })
              assertCarried(features, [format], content, passed)
              assertCounted(features, format, content, passed)
            }
          }),
        )

      for (const [first, second] of findPairs(able))
        it(`is the same in ${first.name} after ${second.name}`, { timeout }, () =>
          check(contents, 1, async (content) => {
            const options = { keepOrientation: true }
            const { content: before } = await passThrough(first, content, options)
            // Without samples there is nothing that files could say.
            if (before.records.length === 0) return
            const middle = await passThrough(second, before, options)
            assertCarried(features, [first, second], before, middle)
            assertCounted(features, second, before, middle)
            const { content: after, losses } = await passThrough(first, middle.content, options)
            const all = { content: after, losses: [...middle.losses, ...losses] }
            assertCarried(features, [first, second, first], before, all)
          }),
        )
    })
  }
