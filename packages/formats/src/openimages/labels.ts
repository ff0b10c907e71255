/** Labels of whole images, which are attributes of the image. */

import type { BoxRows, RowImage } from "../drawn-images/BoxRows.ts"
import { checkLimit } from "../files/limits.ts"
import { addToList } from "../files/listMaps.ts"
import type { Source } from "../files/Source.ts"
import type { Attributes, AttributeValue } from "../model/Scene.ts"
import { type NamedRow, readNamedRows } from "./tables.ts"

export interface LabelTables {
  readonly paths: ReadonlyArray<string>
  readonly rows: BoxRows
  /** Undefined for an image that is not among the files. */
  readonly findImage: (row: NamedRow, path: string) => RowImage | undefined
  readonly nameClass: (label: string) => string
}

/** True, or false for a class that somebody saw not to be there. Only images among the files count, also those without boxes. */
export const readLabels = async (
  source: Source,
  { findImage, nameClass, paths, rows }: LabelTables,
): Promise<ReadonlyMap<RowImage, Attributes>> => {
  const labels = new Map<RowImage, Record<string, AttributeValue>>()
  const byName = new Map<string, Array<RowImage>>()
  for (const image of rows.images) addToList(byName, image.name, image)
  let count = 0
  for (const path of paths)
    for await (const row of readNamedRows(source, path)) {
      const image = findImage(row, path)
      if (image === undefined) continue
      count += 1
      checkLimit(source.limits, "rows", count, path, "the number of labels of its images")
      const same = findSame(byName.get(image.name) ?? [], image)
      const own = same ?? rows.images[rows.addImage(image)] ?? image
      if (same === undefined) addToList(byName, image.name, own)
      const attributes = labels.get(own) ?? {}
      attributes[nameClass(row.cell("LabelName"))] = toValue(row)
      labels.set(own, attributes)
    }
  return labels
}

/** A table whose name or folder says no set has labels of the only image of its id. */
const findSame = (others: ReadonlyArray<RowImage>, { folder, set }: RowImage): RowImage | undefined => {
  const same = others.filter((other) => other.folder === folder)
  const [only] = same.length === 1 ? same : []
  return (
    same.find((other) => other.set?.split === set?.split) ??
    (only?.set === null || set === null ? only : undefined)
  )
}

const toValue = ({ cell }: NamedRow): AttributeValue => {
  const confidence = Number(cell("Confidence") || "1")
  return confidence === 0 || confidence === 1 ? confidence === 1 : confidence
}
