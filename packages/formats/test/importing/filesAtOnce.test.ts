/** Imports of long sequences open a few files at a time. */
import { encode } from "fast-png"
import { assert, describe, it } from "vitest"
import { exportDataset } from "../../src/exporting/exportDataset.ts"
import { memorySource, type Source } from "../../src/files/Source.ts"
import { memoryTarget } from "../../src/files/Target.ts"
import { importDataset } from "../../src/importing/importDataset.ts"
import { mot } from "../../src/mot/formats.ts"
import { collected, each } from "../roundTrip.ts"

const png = encode({ width: 7, height: 5, channels: 4, data: new Uint8Array(140) })

async function* parts(bytes: Uint8Array) {
  yield bytes
}

/** Runs works and counts how many of them run at once. */
const makeGauge = () => {
  let [open, highest] = [0, 0]
  return {
    highest: () => highest,
    run: async <A>(work: () => Promise<A>): Promise<A> => {
      open += 1
      highest = Math.max(highest, open)
      await new Promise((done) => setImmediate(done))
      try {
        return await work()
      } finally {
        open -= 1
      }
    },
  }
}

const sequence = {
  name: "street",
  attributes: {
    frames: Array.from({ length: 50 }, (_, index) => ({
      image: { url: `https://images.example/${index}.png` },
    })),
  },
  metadata: {},
  label: {
    frames: Array.from({ length: 50 }, () => ({
      annotations: [
        {
          id: 1,
          track_id: 1,
          category_id: 1,
          type: "bbox",
          points: [
            [1, 1],
            [4, 4],
          ],
        },
      ],
    })),
  },
}

const filesOfSequence = async () => {
  const target = memoryTarget()
  await exportDataset({
    format: mot,
    dataset: {
      name: "street",
      description: "",
      taskType: "image-vector-sequence",
      categories: [{ id: 1, name: "car", color: null, hasInstances: true, attributes: [] }],
      imageAttributes: [],
    },
    samples: each([sequence]),
    target,
    files: "copy",
    open: async () => parts(png),
  })
  return memorySource(target.files)
}

describe("an import of a sequence", () => {
  it("measures and saves no more than eight images at once", async () => {
    const files = await filesOfSequence()
    const [measured, saved] = [makeGauge(), makeGauge()]
    const source: Source = { ...files, range: (...range) => measured.run(() => files.range(...range)) }
    const { records } = await importDataset({
      format: mot,
      source,
      save: ({ path }) => saved.run(async () => `https://saved.example/${path}`),
    })
    const text = JSON.stringify(await collected(records))
    assert.strictEqual(new Set(text.match(/https:[^"]+png/g)).size, 50)
    assert.isAtMost(measured.highest(), 8)
    assert.isAtMost(saved.highest(), 8)
    assert.isAbove(saved.highest(), 1)
  })
})
