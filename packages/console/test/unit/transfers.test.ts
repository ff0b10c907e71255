import { buffer } from "node:stream/consumers"
import { assert, describe, it } from "vitest"
import { exportRequest, makeInitialFields, parseSplits } from "../../src/pages/transfers/exportOptions.ts"
import { readReport } from "../../src/pages/transfers/report.ts"
import { makeTar } from "../../src/pages/transfers/tar.ts"
import { sizeText } from "../../src/ui/sizeText.ts"

const block = 512

/** The entries of a tar archive: their types, and the text of their contents. */
const entriesOf = (bytes: Buffer): ReadonlyArray<readonly [type: string, content: string]> => {
  const found: Array<readonly [string, string]> = []
  for (let at = 0; bytes[at] !== 0; ) {
    const header = Buffer.from(bytes.subarray(at, at + block))
    const sum = Number.parseInt(header.toString("latin1", 148, 154), 8)
    header.fill(" ", 148, 156)
    assert.strictEqual(
      header.reduce((total, byte) => total + byte, 0),
      sum,
    )
    const size = Number.parseInt(header.toString("latin1", 124, 135), 8)
    found.push([header.toString("latin1", 156, 157), bytes.toString("utf8", at + block, at + block + size)])
    at += block + Math.ceil(size / block) * block
  }
  return found
}

describe("a tar archive", () => {
  it("contains files of any path, each behind the record of its path", async () => {
    const long = `${"folder/".repeat(40)}Straße.txt`
    const archive = makeTar([
      { path: "a.txt", file: new Blob(["x".repeat(513)]) },
      { path: long, file: new Blob([]) },
    ])
    const bytes = await buffer(archive.stream())
    assert.strictEqual(bytes.length % block, 0)
    const [firstPath, first, secondPath, second] = entriesOf(bytes)
    assert.deepStrictEqual(firstPath, ["x", "14 path=a.txt\n"])
    assert.deepStrictEqual(first, ["0", "x".repeat(513)])
    assert.strictEqual(secondPath?.[1].slice(4), `path=${long}\n`)
    assert.strictEqual(Number(secondPath?.[1].slice(0, 3)), Buffer.byteLength(secondPath?.[1] ?? ""))
    assert.deepStrictEqual(second, ["0", ""])
  })
})

describe("the request of an export", () => {
  it("takes over the filters of the samples", () => {
    const fields = makeInitialFields({ name: "left", status: ["REJECTED"] })
    const request = exportRequest({ ...fields, format: "coco", splits: "80/20" }, "city:Ulm,at:10:30")
    assert.deepInclude(request, {
      format: "coco",
      name_contains: "left",
      statuses: ["REJECTED"],
      metadata: { city: "Ulm", at: "10:30" },
      splits: { train: 80, val: 20, test: 0 },
    })
    assert.notProperty(request, "release")
  })

  it("names a person instead of a labelset and a release", () => {
    const fields = { ...makeInitialFields({}), format: "coco", release: "v1" }
    assert.deepInclude(exportRequest(fields, undefined), { labelset: "ground-truth", release: "v1" })
    const request = exportRequest({ ...fields, labeler: "lena" }, undefined)
    assert.propertyVal(request, "labeler", "lena")
    assert.doesNotHaveAnyKeys(request, ["labelset", "release"])
  })

  it("keeps the orientation of copies alone", () => {
    const fields = { ...makeInitialFields({}), format: "coco", keepOrientation: true }
    assert.notProperty(exportRequest(fields, undefined), "keep_orientation")
    assert.propertyVal(exportRequest({ ...fields, files: "copy" }, undefined), "keep_orientation", true)
  })

  it("refuses shares that are none", () => {
    for (const text of ["", "80", "80/", "80/-10", "a/b", "1/2/3/4"])
      assert.isUndefined(parseSplits(text), text)
  })
})

describe("a report", () => {
  it("is read with its losses", () => {
    const loss = { kind: "image", meaning: "images that are missing", count: 2, examples: ["a.png"] }
    assert.deepStrictEqual(readReport({ samples: 3, losses: [loss] }), {
      samples: 3,
      leftOut: 0,
      leftOutStatuses: [],
      existing: 0,
      losses: [loss],
    })
    assert.strictEqual(readReport({ samples: 3, samples_left_out: 2 })?.leftOut, 2)
    assert.deepStrictEqual(
      readReport({ samples: 3, left_out: { PRELABELED: 2, UNLABELED: 1 } })?.leftOutStatuses,
      [
        ["PRELABELED", 2],
        ["UNLABELED", 1],
      ],
    )
    assert.isNull(readReport(null))
  })
})

describe("a size", () => {
  it("is written in its unit", () => {
    assert.strictEqual(sizeText(0, "en"), "0 bytes")
    assert.strictEqual(sizeText(1_400_000, "en"), "1.4 MB")
  })
})
