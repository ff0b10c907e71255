import { assert, describe, it } from "vitest"
import type { Format } from "../../src/Format.ts"
import { memorySource } from "../../src/files/Source.ts"
import { formats } from "../../src/formats.ts"
import { importDataset } from "../../src/importing/importDataset.ts"
import { makeDataset } from "../../src/model/Dataset.ts"
import { each } from "../roundTrip.ts"

/** A format whose files have these categories, and whether what it opened was closed. */
const openFormat = (names: ReadonlyArray<string>) => {
  const state = { isClosed: false }
  const [first] = formats
  if (first === undefined) throw new Error("There is no format.")
  const format: Format = {
    ...first,
    reader: {
      detect: async () => "a",
      read: async () => ({
        dataset: {
          ...makeDataset("made", "vector", []),
          categories: makeDataset("made", "vector", ["a", "b"]).categories.flatMap((category, index) => {
            const name = names[index]
            return name === undefined ? [] : [{ ...category, name }]
          }),
        },
        scenes: each([]),
        close: async () => {
          state.isClosed = true
        },
      }),
    },
  }
  return { format, state }
}

describe("a reader", () => {
  it.each([
    ["two categories of one name", ["car", "car"], undefined],
    ["a category that the dataset does not have", ["tram"], makeDataset("d", "vector", ["car"]).categories],
  ] as const)("is closed when an import refuses %s", async (_, names, categories) => {
    const { format, state } = openFormat(names)
    const refusal = await importDataset({
      format,
      source: memorySource(new Map()),
      save: async () => "",
      ...(categories !== undefined && { categories }),
    }).catch((cause: unknown) => cause)
    assert.instanceOf(refusal, Error)
    assert.isTrue(state.isClosed)
  })
})
