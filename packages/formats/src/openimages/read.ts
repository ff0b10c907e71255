/** Reads the tables of Open Images, of the whole dataset or a part of it. */
import { posix } from "node:path"
import { BoxRows, type RowImage } from "../drawn-images/BoxRows.ts"
import { makeBoxScenes, refuseMissing } from "../drawn-images/makeBoxScenes.ts"
import type { Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import type { Source } from "../files/Source.ts"
import { ImageResolver } from "../images/ImageResolver.ts"
import { makeDataset } from "../model/Dataset.ts"
import type { Attributes, AttributeValue } from "../model/Scene.ts"
import { toSet } from "../model/sets.ts"
import { booleanColumns } from "./columns.ts"
import { readLabels } from "./labels.ts"
import {
  findSet,
  findTableKind,
  type NamedRow,
  readClassNames,
  readNamedRows,
  type TableKind,
} from "./tables.ts"

type Tables = Readonly<Record<TableKind, ReadonlyArray<string>>>

const findTables = async (source: Source): Promise<Tables> => {
  const tables: Record<TableKind, Array<string>> = { classes: [], images: [], boxes: [], labels: [] }
  for (const path of source.paths) {
    const kind = await findTableKind(source, path)
    if (kind !== undefined) tables[kind].push(path)
  }
  return tables
}

export const readOpenImages: Reader = {
  detect: async (source) => {
    for (const path of source.paths) if ((await findTableKind(source, path)) === "boxes") return path
    return undefined
  },
  read: async (source, context) => {
    const { losses } = context
    const tables = await findTables(source)
    if (tables.boxes.length === 0)
      throw new FormatError(".", "has no table with ImageID, LabelName and XMin.")
    const names = await readClassNames(source, tables.classes)
    const rows = new BoxRows(source.limits)
    const images = new ImageResolver(source)
    const categories = new Set<string>()
    const nameClass = (label: string): string => names.get(label) ?? label
    let missing: RowImage | undefined
    /** An image that is not among the files takes no memory: the lists of the whole dataset name millions. */
    const findImage = (row: NamedRow, path: string): RowImage | undefined => {
      const image = readImage(row, path, images)
      if (images.countNamed(image.name) > 0) return image
      missing ??= image
      return undefined
    }
    let labels: ReadonlyMap<RowImage, Attributes>
    try {
      for (const path of tables.images)
        for await (const row of readNamedRows(source, path)) {
          const image = findImage(row, path)
          if (image !== undefined) rows.addImage(image)
        }
      for (const path of tables.boxes)
        for await (const row of readNamedRows(source, path)) {
          const place = `${path} line ${row.line}`
          const box = readBox(row, nameClass)
          if (typeof box === "string") losses.add("rows", `${place} ${box}`)
          else {
            categories.add(box.category)
            const image = findImage(row, path)
            if (image === undefined) losses.add("references", place)
            else rows.addBox(image, { ...box, table: path, place })
          }
        }
      labels = await readLabels(source, { paths: tables.labels, rows, findImage, nameClass })
      if (rows.images.length === 0 && missing !== undefined) refuseMissing(missing)
    } catch (cause) {
      rows.close()
      throw cause
    }
    const dataset = makeDataset("openimages", "bboxes", [...categories].sort())
    const scenes = makeBoxScenes(
      source,
      {
        rows,
        dataset,
        noCategory: "",
        isPart: true,
        isStem: true,
        isShare: () => true,
        findAttributes: (image) => labels.get(image),
        listFolders: ({ set }) =>
          set === null ? ["images", "data"] : [`images/${set.set}`, `data/${set.set}`],
      },
      context,
    )
    return { dataset, scenes, close: async () => rows.close() }
  },
}

const readImage = (row: NamedRow, path: string, images: ImageResolver): RowImage => {
  const spelled = row.cell("Subset")
  const split = toSet(spelled)
  const name = row.cell("ImageID")
  return {
    name,
    path,
    // An id is that of one image, whose tables may be in several folders.
    folder: images.countNamed(name) > 1 ? posix.dirname(path) : "",
    place: `${path} line ${row.line}`,
    set: split === null ? findSet(path) : { split, set: spelled },
    size: null,
  }
}

const readBox = ({ cell }: NamedRow, nameClass: (label: string) => string) => {
  const label = cell("LabelName")
  const [left, right, top, bottom] = ["XMin", "XMax", "YMin", "YMax"].map((column) =>
    cell(column) === "" ? Number.NaN : Number(cell(column)),
  ) as [number, number, number, number]
  if (cell("ImageID") === "" || label === "") return "has no ImageID or no LabelName"
  if (!(right >= left && bottom >= top))
    return `has the box ${["XMin", "XMax", "YMin", "YMax"].map(cell).join(", ")}`
  return {
    category: nameClass(label),
    sides: [left, top, right, bottom] as const,
    attributes: readAttributes(cell),
  }
}

/** -1 stands for what nobody looked at. A box that a person drew or verified has the confidence 1. */
const readAttributes = (cell: NamedRow["cell"]): Attributes => {
  const attributes: Record<string, AttributeValue> = {}
  if (cell("Source") !== "") attributes.Source = cell("Source")
  const score = cell("Confidence")
  if (score !== "" && Number(score) !== 1 && Number.isFinite(Number(score))) attributes.score = Number(score)
  for (const column of booleanColumns)
    if (cell(column) === "1" || cell(column) === "0") attributes[column] = cell(column) === "1"
  return attributes
}
