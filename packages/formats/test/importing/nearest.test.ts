/** The search for the nearest format frees what the readers opened. */
import { assert, describe, it } from "vitest"
import type { Format } from "../../src/Format.ts"
import { FormatError } from "../../src/FormatError.ts"
import { memorySource } from "../../src/files/Source.ts"
import { findNearestFormats } from "../../src/importing/nearest.ts"
import type { Dataset, Scene } from "../../src/index.ts"
import { labelme } from "../../src/labelme/labelme.ts"
import { bytes } from "../reading.ts"

const dataset: Dataset = {
  name: "street",
  description: "",
  taskType: "vector",
  categories: [],
  imageAttributes: [],
}

const scene: Scene = {
  name: "a",
  kind: "image-vector",
  sensor: null,
  isSequence: false,
  metadata: {},
  split: null,
  links: [],
  frames: [],
}

const source = memorySource(new Map([["a.json", bytes("{}")]]))

/** Searches with a format of these scenes, and counts how often its files were closed. */
const closings = async (scenes: () => AsyncGenerator<Scene>) => {
  let count = 0
  const format: Format = {
    ...labelme,
    reader: {
      detect: async () => "a.json",
      read: async () => ({
        dataset,
        scenes: scenes(),
        close: async () => {
          count += 1
        },
      }),
    },
  }
  const nearest = await findNearestFormats(source, [format])
  return { count, errors: nearest.map(({ error }) => error.message) }
}

describe("the files of a format that was tried", () => {
  it("are closed after an error", async () => {
    const found = await closings(async function* () {
      yield scene
      throw new FormatError("a.json", "is wrong.")
    })
    assert.deepStrictEqual(found, { count: 1, errors: ["a.json: is wrong."] })
  })

  it("are closed after the last scene, and after as many as are looked at", async () => {
    const some = async function* () {
      yield scene
    }
    const many = async function* () {
      for (;;) yield scene
    }
    assert.deepStrictEqual(await closings(some), { count: 1, errors: [] })
    assert.deepStrictEqual(await closings(many), { count: 1, errors: [] })
  })
})
