/** An export of ours has no file that its own reader leaves out: `--strict` takes it. */
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { memorySource } from "../../src/files/Source.ts"
import { formats } from "../../src/formats.ts"
import { exportFiles, importFiles } from "../roundTrips/content.ts"
import { makeContents } from "../roundTrips/datasets.ts"

describe("an export", () => {
  for (const format of formats) {
    const { abilities, name, reader, write } = format
    if (reader === undefined || write === undefined) continue
    for (const kind of abilities.kinds)
      it(`of ${kind} as ${name} has no file that nothing reads`, async () => {
        const isSequence = abilities.sequences === "kept" && !abilities.singles
        const contents = makeContents(kind, isSequence, { maxSamples: 4, frames: 2, rows: 2 })
        for (const content of fc.sample(contents, { numRuns: 2, seed: 36 })) {
          const { files } = await exportFiles(format, content, { keepOrientation: false })
          // An export of no sample has no file that shows its format.
          if ((await reader.detect(memorySource(files))) === undefined) continue
          const { losses } = await importFiles(format, files, { hasPictures: content.files.size > 0 })
          const unread = losses.find((loss) => loss.kind === "unread")
          assert.deepStrictEqual(unread?.examples ?? [], [])
        }
      })
  }
})
