/** Tables without a line of names: the places of the cells, and what they look like, say what they are. */
import { isImagePath } from "../files/paths.ts"
import { lookupUsual } from "../model/sets.ts"
import { type RowReader, readCells } from "./RowReader.ts"

const isNumber = (cell: string | undefined): boolean =>
  cell !== undefined && cell.trim() !== "" && Number.isFinite(Number(cell))

/** `path,x1,y1,x2,y2,class` of keras-retinanet; an image without boxes has empty cells. */
const retinanet: RowReader = {
  hasHeader: false,
  isShare: false,
  read: ([image = "", x1 = "", y1 = "", x2 = "", y2 = "", category = ""]) =>
    readCells({
      image,
      category,
      sides: [x1, y1, x2, y2],
      isSize: false,
      size: ["", ""],
      set: "",
      attributes: [],
    }),
}

/** `label,x,y,width,height,image,image_width,image_height` of Make Sense. */
const makeSense: RowReader = {
  hasHeader: false,
  isShare: false,
  read: ([category = "", x = "", y = "", w = "", h = "", image = "", width = "", height = ""]) =>
    readCells({
      image,
      category,
      sides: [x, y, w, h],
      isSize: true,
      size: [width, height],
      set: "",
      attributes: [],
    }),
}

/** `set,path,label,x_min,y_min,,,x_max,y_max,,` of Google's AutoML and Vertex AI, also with all four corners or without the set. */
const makeAutoMl = (hasSet: boolean): RowReader => ({
  hasHeader: false,
  isShare: true,
  read: (row) => {
    const [set = "", path = "", category = "", ...corners] = hasSet ? row : ["", ...row]
    // The bucket is not a folder.
    const image = path.replace(/^gs:\/\/[^/]+\//, "")
    const xs = corners.filter((cell, at) => at % 2 === 0 && cell !== "").map(Number)
    const ys = corners.filter((cell, at) => at % 2 === 1 && cell !== "").map(Number)
    const sides =
      xs.length + ys.length === 0
        ? (["", "", "", ""] as const)
        : ([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)].map(String) as [
            string,
            string,
            string,
            string,
          ])
    if (xs.length !== ys.length || xs.length === 1) return `has the corners ${corners.join(",")}`
    return readCells({
      image,
      category,
      sides,
      isSize: false,
      size: ["", ""],
      set: lookupUsual(set) === undefined ? "" : set,
      attributes: [],
    })
  },
})

const isFile = (cell: string | undefined): boolean => cell !== undefined && isImagePath(cell)

/** The names that Google gives the sets. */
const isSet = (cell: string | undefined): boolean =>
  /^(train(ing)?|validation|validate|test|unassigned|)$/i.test(cell ?? " ")

/** Undefined where the cells of the first row are not of such a table. */
export const readPositions = (cells: ReadonlyArray<string>): RowReader | undefined => {
  const [first, second, third, fourth, fifth, sixth] = cells
  if (cells.length === 6 && isFile(first)) {
    const numbers = [second, third, fourth, fifth]
    return numbers.every(isNumber) || [...numbers, sixth].every((cell) => cell === "") ? retinanet : undefined
  }
  if (
    cells.length === 8 &&
    isFile(sixth) &&
    [second, third, fourth, fifth, cells[6], cells[7]].every(isNumber)
  )
    return makeSense
  const hasCorners = (corners: ReadonlyArray<string>) =>
    corners.length >= 6 &&
    corners.length <= 8 &&
    corners.every((cell) => cell === "" || isNumber(cell)) &&
    (corners.every((cell) => cell === "") || isNumber(corners[0]))
  if (isSet(first) && isFile(second) && hasCorners(cells.slice(3))) return makeAutoMl(true)
  return isFile(first) && hasCorners(cells.slice(2)) ? makeAutoMl(false) : undefined
}
