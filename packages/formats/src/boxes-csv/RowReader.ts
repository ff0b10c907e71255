/** A row of a table of boxes, whatever its columns are. */
import type { RowBox } from "../drawn-images/BoxRows.ts"
import type { Attributes, AttributeValue, Size } from "../model/Scene.ts"

export interface RowReader {
  /** Whether the first line is no row. */
  readonly hasHeader: boolean
  /** Whether sides are shares of the size of the image; absent where their values say it. */
  readonly isShare?: boolean
  /** The columns that may be the category, the usual one first. */
  readonly categories?: ReadonlyArray<number>
  /** The text says what is wrong with a row. */
  readonly read: (row: ReadonlyArray<string>) => BoxRow | string
}

export interface BoxRow {
  readonly image: string
  /** As the table spells it; empty for no set. */
  readonly set: string
  readonly size: Size | null
  /** Null for an image without boxes. */
  readonly box: Pick<RowBox, "category" | "sides" | "attributes"> | null
}

export interface RowCells {
  readonly image: string
  readonly category: string
  /** The left, top, right and bottom side. */
  readonly sides: readonly [string, string, string, string]
  /** The last two are a width and a height instead. */
  readonly isSize: boolean
  readonly size: readonly [string, string]
  readonly set: string
  readonly attributes: ReadonlyArray<readonly [name: string, value: string]>
}

export const readCells = (cells: RowCells): BoxRow | string => {
  const { category, image, set } = cells
  if (image === "") return "has no image"
  const [width, height] = cells.size.map(Number)
  const isSize = Number.isSafeInteger(width) && Number.isSafeInteger(height)
  const size = isSize && width && height && width > 0 && height > 0 ? { width, height } : null
  if (category === "" && cells.sides.every((side) => side === "")) return { image, set, size, box: null }
  const [left, top, third, fourth] = cells.sides.map((side) => (side === "" ? Number.NaN : Number(side))) as [
    number,
    number,
    number,
    number,
  ]
  const [right, bottom] = cells.isSize ? [left + third, top + fourth] : [third, fourth]
  if (![left, top, right, bottom].every(Number.isFinite)) return `has the box ${cells.sides.join(", ")}`
  if (right < left || bottom < top) return `has a box that ends before it begins: ${cells.sides.join(", ")}`
  return {
    image,
    set,
    size,
    box: {
      category: category === "" ? null : category,
      sides: [left, top, right, bottom],
      attributes: readAttributes(cells.attributes),
    },
  }
}

/** Empty cells have no value. */
const readAttributes = (cells: RowCells["attributes"]): Attributes =>
  Object.fromEntries(cells.filter(([, cell]) => cell !== "").map(([name, cell]) => [name, readValue(cell)]))

/** Digits that a number prints alike are that number. */
const readValue = (cell: string): AttributeValue => (String(Number(cell)) === cell ? Number(cell) : cell)
