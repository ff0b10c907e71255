/** The tables of Open Images: descriptions of classes, lists of images, boxes, and labels of whole images. */
import { type CsvRow, readFirstLine, readRows, splitLine } from "../files/csv.ts"
import { getBaseName } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { findSetInPath, type SpelledSet, toSet } from "../model/sets.ts"

export type TableKind = "classes" | "images" | "boxes" | "labels"

/** By the columns, or by the name of the file, which older descriptions of classes need. */
export const findTableKind = async (source: Source, path: string): Promise<TableKind | undefined> => {
  if (!/\.csv$/i.test(path)) return undefined
  const columns = new Set(splitLine(await readFirstLine(source, path)))
  const has = (...names: ReadonlyArray<string>) => names.every((name) => columns.has(name))
  if (has("ImageID", "LabelName", "XMin", "XMax", "YMin", "YMax")) return "boxes"
  if (has("ImageID", "LabelName") && columns.size <= 5) return "labels"
  if (has("ImageID") && columns.size !== 1 && (columns.has("Subset") || columns.has("OriginalURL")))
    return "images"
  if (has("LabelName", "DisplayName") || /class-descriptions|^classes\.csv$/.test(getBaseName(path)))
    return "classes"
  return undefined
}

/** The text before the kind in the name of a file, as in `oidv6-train-annotations-bbox.csv`; else the folder. */
export const findSet = (path: string): SpelledSet | null => {
  const spelled = /^(?:oidv\d+-|challenge-\d{4}-)?([\w.-]+?)-(?:annotations|images)-/.exec(
    getBaseName(path),
  )?.[1]
  const split = spelled === undefined ? null : toSet(spelled)
  return spelled !== undefined && split !== null ? { split, set: spelled } : findSetInPath(path)
}

export interface NamedRow extends CsvRow {
  /** The cell of a column; empty where the table has none. */
  readonly cell: (column: string) => string
}

/** The rows with their cells by the names of the first line. */
export async function* readNamedRows(source: Source, path: string): AsyncGenerator<NamedRow> {
  let columns: ReadonlyMap<string, number> | undefined
  for await (const row of readRows(source, path)) {
    const columnNames = columns
    if (columnNames === undefined) columns = new Map(row.cells.map((name, at) => [name, at]))
    else yield { ...row, cell: (column) => row.cells[columnNames.get(column) ?? -1] ?? "" }
  }
}

/** The names of classes by their labels, such as `/m/01g317`. A name that another label has gets the label behind it. */
export const readClassNames = async (
  source: Source,
  paths: ReadonlyArray<string>,
): Promise<ReadonlyMap<string, string>> => {
  const names = new Map<string, string>()
  const labels = new Map<string, string>()
  for (const path of paths)
    for await (const { cells } of readRows(source, path)) {
      const [label = "", name = ""] = cells
      if (label === "" || name === "" || label === "LabelName") continue
      const other = labels.get(name)
      const own = other === undefined || other === label ? name : `${name} (${label})`
      names.set(label, own)
      labels.set(own, label)
    }
  return names
}
