import { assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck as fc, Stream } from "effect"
import type { FileFacts } from "../../src/releases/releaseBytes.ts"
import { verifyRelease } from "../../src/releases/verify.ts"
import { fileOf, sample, samplesArbitrary, streamOf } from "./snapshots.ts"

const verify = (text: string, expected?: Partial<FileFacts>, piece?: number) =>
  Effect.runSync(verifyRelease(streamOf(text, piece), expected))

const samples = Array.from({ length: 9 }, (_, index) => sample(index))
const { text, facts } = fileOf(samples)
const lines = text.split("\n")

/** The same file with its lines changed by the function. */
const tampered = (change: (lines: Array<string>) => void): string => {
  const copy = [...lines]
  change(copy)
  return copy.join("\n")
}

const messages = (changed: string) =>
  verify(changed).problems.map(({ line, message }) => `${line} ${message}`)

describe("verifyRelease", () => {
  it("finds nothing wrong with a release, however the bytes are cut", () => {
    fc.assert(
      fc.property(samplesArbitrary, fc.integer({ min: 1, max: 3000 }), (rows, piece) => {
        const file = fileOf(rows)
        const report = verify(file.text, file.facts, piece)
        assert.deepStrictEqual(report.problems, [])
        assert.isTrue(report.ok)
        assert.strictEqual(report.sha256, file.facts.sha256)
        assert.strictEqual(report.samplesSha256, file.facts.samplesSha256)
        assert.strictEqual(report.samplesCount, rows.length)
      }),
    )
  })

  it("tells what release it is", () => {
    assert.deepStrictEqual(verify(text).heading, {
      name: "v1",
      createdAt: "2026-11-20T13:25:01.123456Z",
      owner: "ada",
      dataset: "streets",
      taskType: "vector",
      labelsets: ["ground-truth", "7", "model.v2"],
    })
  })

  it("finds any single byte that was changed, dropped or added", () => {
    const bytes = Buffer.from(text)
    fc.assert(
      fc.property(
        fc.nat({ max: bytes.length - 1 }),
        fc.nat({ max: 255 }),
        fc.constantFrom(0, 1, 2),
        (at, byte, how) => {
          const changed = Buffer.from(bytes)
          if (how === 0) changed[at] = byte
          const spliced =
            how === 0
              ? changed
              : how === 1
                ? Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)])
                : Buffer.concat([bytes.subarray(0, at), Buffer.of(byte), bytes.subarray(at)])
          fc.pre(!spliced.equals(bytes))
          const report = Effect.runSync(verifyRelease(Stream.make(spliced)))
          assert.isFalse(report.ok)
        },
      ),
      { numRuns: 500 },
    )
  })

  it("finds a changed value", () => {
    const changed = tampered((all) => {
      all[3] = (all[3] ?? "").replace('"priority":0', '"priority":1')
    })
    assert.deepStrictEqual(messages(changed), [
      "11 does not fit the samples: a line was changed, moved, added or dropped",
    ])
  })

  it("finds lines that changed places", () => {
    const changed = tampered((all) => all.splice(2, 2, all[3] ?? "", all[2] ?? ""))
    assert.include(messages(changed), "4 is not in the order of the sample ids")
  })

  it("finds a line that is gone", () => {
    const changed = tampered((all) => all.splice(4, 1))
    assert.include(messages(changed), "10 speaks of 9 samples, the file holds 8")
  })

  it("finds a line that is there twice", () => {
    const changed = tampered((all) => all.splice(4, 0, all[4] ?? ""))
    assert.include(messages(changed), "6 is not in the order of the sample ids")
  })

  it("finds another name in the first line", () => {
    const changed = tampered((all) => {
      all[0] = (all[0] ?? "").replace("v1", "v2")
    })
    assert.deepStrictEqual(messages(changed), ["11 does not fit the first line"])
  })

  it("finds a file that was cut off", () => {
    const cut = text.slice(0, Math.floor(text.length / 2))
    assert.include(messages(cut), "0 The file ends before its last line.")
    assert.include(messages(""), "0 The file ends before its last line.")
  })

  it("finds bytes after the end, and a missing line break there", () => {
    assert.include(messages(`${text}{}`), "12 comes after the end")
    assert.deepStrictEqual(messages(text.slice(0, -1)), ["11 has no line break at its end"])
  })

  it("finds a missing and a superfluous comma", () => {
    const missing = tampered((all) => {
      all[1] = (all[1] ?? "").slice(0, -1)
    })
    assert.include(messages(missing), "3 comes after a line without a comma at its end")
    const superfluous = tampered((all) => {
      all[9] = `${all[9]},`
    })
    assert.include(messages(superfluous), "11 comes after a line with a comma at its end")
  })

  it("finds what is no release at all", () => {
    assert.include(messages("hello\n"), "1 is not the first line of a release")
    assert.isNull(verify("hello\n").heading)
  })

  it("finds a forger's consistent file by what the server said of it", () => {
    const forged = fileOf(samples.slice(1))
    assert.isTrue(verify(forged.text).ok)
    assert.deepStrictEqual(
      verify(forged.text, facts).problems.map(({ message }) => message),
      [
        "The number of samples is not what was expected.",
        "The Merkle root over the samples is not what was expected.",
        "The SHA-256 of the file is not what was expected.",
        "The size of the file is not what was expected.",
      ],
    )
  })

  it("stops listing after a hundred problems", () => {
    const wild = fileOf(Array.from({ length: 300 }, (_, index) => sample(300 - index))).text
    assert.lengthOf(verify(wild).problems, 100)
  })
})
