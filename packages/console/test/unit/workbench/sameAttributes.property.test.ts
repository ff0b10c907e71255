/** The page finds the differences of attributes that the server counts in the agreement of labels. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { compareTexts } from "../../../src/workbench/panels/adjudication/compareTexts.ts"
import { findDifferences } from "../../../src/workbench/panels/adjudication/findDifferences.ts"
import { readAgreement } from "../../../src/workbench/panels/adjudication/readAgreement.ts"
import { readComparedAttributes } from "../../../src/workbench/panels/adjudication/readComparedAttributes.ts"
import { makeTextLabel, read } from "./overlapLabels.ts"

const names = ["a", "b", "__proto__", "unknown"]
const inputTypes = ["select", "multiselect", "text", "number", "checkbox"]
const values = [
  null,
  "",
  " ",
  "x",
  "y",
  "3",
  "3.0",
  "1e1",
  [],
  ["x"],
  ["x", "y"],
  ["y", "x"],
  true,
  false,
  3,
  10,
  { x: 1 },
]

const attributes = fc.dictionary(fc.constantFrom(...names), fc.constantFrom(...values), {
  noNullPrototype: true,
})

const definitions = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom(...names.slice(0, 3)),
    input_type: fc.constantFrom(...inputTypes),
    sensors: fc.constantFrom("2D", "3D", undefined),
  }),
  { selector: ({ name }) => name },
)

const box = [
  [0, 0],
  [10, 10],
]

/** One object in each frame, with its category and attributes, and those of the image. */
const frames = fc.array(
  fc.record({
    annotations: fc
      .record({ category_id: fc.constantFrom(1, 1, 1, 2), attributes })
      .map((object) => [{ id: 1, track_id: 1, type: "bbox", points: box, ...object }]),
    image_attributes: attributes,
  }),
  { minLength: 2, maxLength: 3 },
)

/** Wraps the frames of both labels: as sequences, or as those of a camera; or takes the first frame of each. */
const wraps: ReadonlyArray<(frames: ReadonlyArray<object>) => object> = [
  (frames) => ({ frames }),
  (frames) => ({ sensors: [{ name: "front", task_type: "image-vector-sequence", attributes: { frames } }] }),
  (frames) => frames[0] ?? {},
]

describe("the differences of attributes", () => {
  it("are there exactly where the server counts an answer that is not equal", () => {
    fc.assert(
      fc.property(
        fc.tuple(frames, frames),
        fc.constantFrom(...wraps),
        definitions,
        definitions,
        ([ofA, ofB], wrap, ofObjects, ofImages) => {
          const configuration = JSON.stringify({
            categories: [1, 2].map((id) => ({ id, name: `${id}`, attributes: ofObjects })),
            image_attributes: ofImages,
          })
          // Frames without an object of the other label are shapes that differ.
          const count = Math.min(ofA.length, ofB.length)
          const labels = [ofA, ofB].map((frames, index) => {
            const [own, further] = [frames.slice(0, count), frames.slice(count)]
            const more = further.map(({ image_attributes }) => ({ annotations: [], image_attributes }))
            return makeTextLabel("AB"[index] ?? "", JSON.stringify(wrap([...own, ...more])))
          })
          const texts = labels.map(({ label, letter }) => ({
            letter,
            text: JSON.stringify(label.attributes),
          }))
          const compared = read(compareTexts({ configuration, labels: texts }))
          const [pair] = readAgreement(compared).pairs
          const found = findDifferences(
            labels,
            readAgreement(compared),
            readComparedAttributes(read(configuration)),
          )
          const differs = found?.list.some(({ attributes }) => attributes.length > 0)
          const categories = (label: typeof ofA) =>
            label.slice(0, count).map(({ annotations }) => annotations[0]?.category_id)
          const areAlike =
            wrap === wraps[2]
              ? ofA[0]?.annotations[0]?.category_id === ofB[0]?.annotations[0]?.category_id
              : categories(ofA).join() === categories(ofB).join()
          // Categories that differ are another difference.
          if (areAlike) expect(differs).toBe(pair !== undefined && pair.quality < 1)
        },
      ),
      { numRuns: 500 },
    )
  })
})
