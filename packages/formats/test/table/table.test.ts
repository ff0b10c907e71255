import { unguardText } from "@annotary/core/check"
import fc from "fast-check"
import { parquetReadObjects } from "hyparquet"
import { assert, describe, it } from "vitest"
import { carry } from "../../src/carry/carry.ts"
import { Losses } from "../../src/carry/Losses.ts"
import type { Kind } from "../../src/model/Scene.ts"
import { columns } from "../../src/table/columns.ts"
import { csv, parquet } from "../../src/table/table.ts"
import { made } from "../arbitraries.ts"
import { countRuns } from "../countRuns.ts"
import { collected, each, written } from "../roundTrip.ts"
import { dataset, drawings, frame, scene } from "../validators/images.ts"

const kinds: ReadonlyArray<Kind> = ["image-vector", "image-segmentation", "cuboid", "cloud-vector"]

const rowsOf = async (
  files: ReadonlyMap<string, Uint8Array>,
): Promise<ReadonlyArray<Record<string, unknown>>> => {
  const file = files.get("annotations.parquet") ?? new Uint8Array()
  return await parquetReadObjects({ file: Uint8Array.from(file).buffer })
}

const textOf = (value: unknown): string => (value === null || value === undefined ? "" : String(value))

/** As RFC 4180 says. */
const cellsOf = (text: string): ReadonlyArray<ReadonlyArray<string>> => {
  const rows: Array<Array<string>> = [[]]
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/g)) {
    rows.at(-1)?.push(quoted === undefined ? (plain ?? "") : quoted.replaceAll('""', '"'))
    if (end === "\n") rows.push([])
  }
  return rows.slice(0, -1)
}

describe("tables of annotations", () => {
  it("have a row for each annotation, with the same values in both files", async () => {
    for (const kind of kinds)
      for (const isSequence of [false, true])
        await fc.assert(
          fc.asyncProperty(made(kind, isSequence), async (one) => {
            const rows = await rowsOf((await written(parquet, one)).files)
            const text = new TextDecoder().decode((await written(csv, one)).files.get("annotations.csv"))
            const [head, ...cells] = cellsOf(text)
            const carried = await collected(
              carry(one.dataset, each(one.scenes), parquet.abilities, new Losses()).scenes,
            )
            const expected = carried.flatMap(({ frames, name }) =>
              frames.flatMap(({ annotations }, index) =>
                annotations.map((annotation) => [name, index, annotation] as const),
              ),
            )
            assert.deepStrictEqual(
              head,
              columns.map(({ name }) => name),
            )
            assert.deepStrictEqual(
              cells.map((row) => row.map(unguardText)),
              rows.map((row) => columns.map(({ name }) => textOf(row[name]))),
            )
            assert.lengthOf(rows, expected.length)
            expected.forEach(([name, index, annotation], at) => {
              const row = rows[at] ?? {}
              assert.strictEqual(row.sample, name)
              assert.strictEqual(row.frame, index)
              assert.strictEqual(row.annotation_id, BigInt(annotation.id))
              assert.strictEqual(row.category_id, BigInt(annotation.categoryId))
              assert.deepStrictEqual(JSON.parse(String(row.attributes)), annotation.attributes)
              if ("points" in annotation)
                assert.deepStrictEqual(
                  row.shape === null ? undefined : JSON.parse(String(row.shape)),
                  annotation.shape && JSON.parse(JSON.stringify(annotation.shape)),
                )
              if ("points" in annotation)
                assert.deepStrictEqual(JSON.parse(String(row.points)), annotation.points)
              if (annotation.type === "cuboid")
                assert.deepStrictEqual(
                  [row.x, row.length, row.yaw, row.qw],
                  [
                    annotation.position.x,
                    annotation.dimensions.x,
                    annotation.yaw,
                    annotation.rotation?.qw ?? null,
                  ],
                )
              if (annotation.type === "segment") assert.strictEqual(row.count, 30n * 70n)
            })
          }),
          { numRuns: countRuns(8) },
        )
  })

  it("have a header alone when there are no annotations", async () => {
    const none = { dataset: dataset("vector"), scenes: [scene("a", "image-vector", [frame([])])] }
    const { files, losses } = await written(csv, none)
    const names = columns.map(({ name }) => name)
    assert.strictEqual(new TextDecoder().decode(files.get("annotations.csv")), `${names.join(",")}\n`)
    assert.deepStrictEqual(await rowsOf((await written(parquet, none)).files), [])
    assert.deepStrictEqual(
      losses.list().map(({ kind }) => kind),
      ["category-colors", "definitions", "empty-samples"],
    )
  })

  it("are the same bytes for the same data", async () => {
    const one = { dataset: dataset("vector"), scenes: [scene("a", "image-vector", [frame(drawings)])] }
    const [first, second] = [await written(parquet, one), await written(parquet, one)]
    assert.deepStrictEqual([...first.files], [...second.files])
  })
})
