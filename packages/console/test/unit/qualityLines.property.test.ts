import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { ApiError, Unreachable } from "../../src/api/problem.ts"
import { keptOfRule, nothingFound, withLines } from "../../src/pages/quality/findings.ts"
import { type CheckLine, readLines } from "../../src/pages/quality/lines.ts"

const summary = { type: "summary", samples: 3, labels: 2, labels_with_warnings: 1 } as const
const warning = (id: string, rule = "intersecting-cuboids", dismissed: object | null = null) =>
  ({
    type: "warning",
    id,
    rule,
    message: "Zwei Quader – schneiden sich.",
    frame: 3,
    dismissed,
    sample_uuid: "s",
    sample_name: "straße",
  }) as const

const bodyOf = (pieces: ReadonlyArray<Uint8Array>, error?: Error) =>
  new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const [piece, ...others] = pieces
      pieces = others
      if (piece !== undefined) controller.enqueue(piece)
      else if (error === undefined) controller.close()
      else controller.error(error)
    },
  })

const bytesOf = (lines: ReadonlyArray<object>): Uint8Array =>
  new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join(""))

const readAll = async (body: ReadableStream<Uint8Array>): Promise<ReadonlyArray<CheckLine>> => {
  const all: Array<CheckLine> = []
  for await (const lines of readLines(body)) all.push(...lines)
  return all
}

describe("the lines of a check", () => {
  it("are read whole, however the network cuts them", async () => {
    const lines = [warning("1"), { type: "progress", samples: 1, total: 3 }, warning("2"), summary]
    const bytes = bytesOf(lines)
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat(bytes.length), { maxLength: 12 }), async (cuts) => {
        const ends = [...cuts.toSorted((a, b) => a - b), bytes.length]
        const pieces = ends.map((end, index) => bytes.slice(ends[index - 1] ?? 0, end))
        expect(await readAll(bodyOf(pieces))).toEqual(lines)
      }),
    )
  })

  it("end with the error that the server names", async () => {
    const problem = {
      type: "about:blank",
      title: "Unavailable",
      status: 503,
      detail: "No.",
      code: "unavailable",
    }
    const read = readAll(bodyOf([bytesOf([warning("1"), { error: problem }])]))
    await expect(read).rejects.toThrow(ApiError)
    await expect(read).rejects.toMatchObject({ code: "unavailable" })
  })

  it("are incomplete without the summary, and when the connection ends", async () => {
    await expect(readAll(bodyOf([bytesOf([warning("1")])]))).rejects.toThrow(Unreachable)
    await expect(readAll(bodyOf([bytesOf([summary])], new TypeError("network")))).rejects.toThrow(Unreachable)
  })
})

describe("the findings of a check", () => {
  it("are the first open warnings of each rule, the refused labels, the progress and the summary", () => {
    const many = Array.from({ length: keptOfRule + 5 }, (_, index) => warning(`${index}`))
    const refused = { type: "refused", sample_uuid: "r", sample_name: "r", message: "Not a label." } as const
    const lines = [
      ...many,
      warning("other", "minimum-points"),
      warning("gone", "minimum-points", {}),
      refused,
    ]
    const half = withLines(nothingFound, lines.slice(0, 100))
    const findings = withLines(half, [
      ...lines.slice(100),
      { type: "progress", samples: 3, total: 3 },
      summary,
    ])
    expect(half.warnings.get("intersecting-cuboids")).toHaveLength(100)
    expect(findings.warnings.get("intersecting-cuboids")).toEqual(many.slice(0, keptOfRule))
    expect(findings.warnings.get("minimum-points")?.map(({ id }) => id)).toEqual(["other"])
    expect(findings.refused).toEqual([refused])
    expect(findings.progress).toMatchObject({ samples: 3, total: 3 })
    expect(findings.summary).toEqual(summary)
  })
})
