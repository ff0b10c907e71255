/** Reads every table with a row for each box. Rows of an image may stand anywhere. */
import { posix } from "node:path"
import { setOfDocument } from "../coco/documents.ts"
import { BoxRows, type RowBox } from "../drawn-images/BoxRows.ts"
import { makeBoxScenes } from "../drawn-images/makeBoxScenes.ts"
import type { ReadContext, Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { readFirstLine, readRows, splitLine } from "../files/csv.ts"
import type { Source } from "../files/Source.ts"
import { makeDataset } from "../model/Dataset.ts"
import { toSet } from "../model/sets.ts"
import { chooseCategory, findReader } from "./findReader.ts"
import { clampShares, UnitCounter } from "./units.ts"

const findTables = ({ paths }: Source) => paths.filter((path) => /\.(csv|tsv)$/i.test(path))

/** The category of rows without one. */
const noCategory = "object"

interface Tables {
  readonly rows: BoxRows
  readonly categories: Set<string>
  /** Tables whose sides are shares of the sizes of images. */
  readonly shares: Set<string>
  /** Tables of which only the values say so. */
  readonly inferred: Set<string>
  /** Names of classes in their order, from `name,id` of keras-retinanet. */
  readonly order: Array<string>
}

export const readBoxesCsv: Reader = {
  detect: async (source) => {
    for (const path of findTables(source)) if ((await findReader(source, path)) !== undefined) return path
    return undefined
  },
  read: async (source, context) => {
    const tables: Tables = {
      rows: new BoxRows(source.limits),
      categories: new Set(),
      shares: new Set(),
      inferred: new Set(),
      order: [],
    }
    const { rows, categories, inferred, order, shares } = tables
    try {
      const paths = findTables(source)
      let count = 0
      for (const path of paths) if (await readTable(source, path, paths, tables, context)) count += 1
      if (count === 0) throw new FormatError(paths[0] ?? ".", "is not a table of boxes.")
    } catch (cause) {
      rows.close()
      throw cause
    }
    const names = [...order.filter((name) => categories.has(name)), ...[...categories].sort()]
    const dataset = makeDataset("boxes", "bboxes", names)
    const table = {
      rows,
      dataset,
      noCategory,
      isPart: false,
      isShare: ({ table }: RowBox) => shares.has(table) || inferred.has(table),
      checkSides: ({ sides, table }: RowBox) => (inferred.has(table) ? clampShares(sides) : sides),
    }
    return {
      dataset,
      scenes: makeBoxScenes(source, table, context),
      close: async () => rows.close(),
    }
  },
}

/** Whether it is a table of boxes. */
const readTable = async (
  source: Source,
  path: string,
  paths: ReadonlyArray<string>,
  tables: Tables,
  { losses }: ReadContext,
): Promise<boolean> => {
  const { categories, inferred, order, rows, shares } = tables
  const usual = await findReader(source, path)
  if (usual === undefined) {
    const classes = await readClasses(source, path)
    if (classes !== undefined) order.push(...classes)
    return false
  }
  const reader = await chooseCategory(source, path, usual)
  const ofTable = setOfDocument(path, paths)
  const folder = posix.dirname(path)
  let isHeader = reader.hasHeader
  const units = new UnitCounter()
  for await (const { cells, line } of readRows(source, path)) {
    if (isHeader) {
      isHeader = false
      continue
    }
    const place = `${path} line ${line}`
    const row = reader.read(cells)
    if (typeof row === "string") {
      losses.add("rows", `${place} ${row}`)
      continue
    }
    const { box, image: name, size } = row
    const split = toSet(row.set)
    const set = split === null ? ofTable : { split, set: row.set }
    const image = { name, path, folder, place, size, set }
    if (box === null) rows.addImage(image)
    else {
      categories.add(box.category ?? noCategory)
      units.add(box.sides, place)
      rows.addBox(image, { ...box, table: path, place })
    }
  }
  if (reader.isShare === true) shares.add(path)
  else if (reader.isShare === undefined && units.isShare) inferred.add(path)
  else if (reader.isShare === undefined) losses.add("units", units.firstFraction, units.fractions)
  return true
}

/** The names of `name,id`; undefined for another table. */
const readClasses = async (source: Source, path: string): Promise<ReadonlyArray<string> | undefined> => {
  const cells = splitLine(await readFirstLine(source, path))
  if (cells.length !== 2 || !/^\d+$/.test(cells[1] ?? "")) return undefined
  const names: Array<readonly [string, number]> = []
  for await (const {
    cells: [name = "", id = ""],
  } of readRows(source, path))
    names.push([name, Number(id)])
  return names.sort(([, a], [, b]) => a - b).map(([name]) => name)
}
