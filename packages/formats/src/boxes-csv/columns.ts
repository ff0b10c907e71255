/** Tables whose first line names the columns. */
import type { RowReader } from "./RowReader.ts"
import { readCells } from "./RowReader.ts"

/** Names of columns without signs and in lower case, the usual ones first. */
const names = {
  image: [
    "filename",
    "imagepath",
    "image",
    "imagename",
    "file",
    "filepath",
    "path",
    "imageid",
    "imagefilename",
    "img",
  ],
  category: ["class", "label", "category", "classname", "labelname", "categoryname"],
  left: ["xmin", "x1", "left", "xtl", "bboxx", "bboxxmin", "x"],
  top: ["ymin", "y1", "top", "ytl", "bboxy", "bboxymin", "y"],
  right: ["xmax", "x2", "right", "xbr", "bboxxmax"],
  bottom: ["ymax", "y2", "bottom", "ybr", "bboxymax"],
  boxWidth: ["bboxwidth", "bboxw", "w"],
  boxHeight: ["bboxheight", "bboxh", "h"],
  width: ["width", "imagewidth", "imgwidth"],
  height: ["height", "imageheight", "imgheight"],
  score: ["score", "confidence"],
  set: ["split", "set", "subset"],
} as const

type Column = keyof typeof names

/** The columns that detecto needs, which we write: sides are in pixels, however small they are. */
const detecto = "filename,width,height,class,xmin,ymin,xmax,ymax,imageid"

/** Undefined where they do not name an image and the sides of a box. Of several columns of categories, `category` is the one to take. */
export const readHeader = (cells: ReadonlyArray<string>, category?: number): RowReader | undefined => {
  const simple = cells.map((cell) => cell.toLowerCase().replace(/[^a-z0-9]/g, ""))
  // Tables of Annotary and of Open Images have more than boxes.
  if (simple.includes("annotationid") || (simple.includes("imageid") && simple.includes("labelname")))
    return undefined
  const find = (column: Column): number =>
    names[column].map((name) => simple.indexOf(name)).find((at) => at >= 0) ?? -1
  const usual = Object.fromEntries(
    (Object.keys(names) as ReadonlyArray<Column>).map((column) => [column, find(column)]),
  ) as Readonly<Record<Column, number>>
  const columns = { ...usual, category: category ?? usual.category }
  const { bottom, boxHeight, boxWidth, image, left, right, top } = columns
  const hasCorners = right >= 0 && bottom >= 0
  if (image < 0 || left < 0 || top < 0 || (!hasCorners && (boxWidth < 0 || boxHeight < 0))) return undefined
  // A number of the image beside its name is not an attribute of the box.
  const used = new Set<number>([...Object.values(columns), simple.indexOf("imageid")])
  const others = cells.flatMap((name, at) => (used.has(at) || name.trim() === "" ? [] : [{ name, at }]))
  return {
    hasHeader: true,
    ...(simple.join() === detecto && { isShare: false }),
    categories: names.category.map((name) => simple.indexOf(name)).filter((at) => at >= 0),
    read: (row) => {
      const getCell = (column: Column): string => row[columns[column]] ?? ""
      return readCells({
        image: getCell("image"),
        category: getCell("category"),
        sides: [
          getCell("left"),
          getCell("top"),
          hasCorners ? getCell("right") : getCell("boxWidth"),
          hasCorners ? getCell("bottom") : getCell("boxHeight"),
        ],
        isSize: !hasCorners,
        size: [getCell("width"), getCell("height")],
        set: getCell("set"),
        attributes: [
          ["score", getCell("score")],
          ...others.map(({ at, name }) => [name, row[at] ?? ""] as const),
        ],
      })
    },
  }
}
