/** Version 2 of VIA, and version 1: a project, exported annotations as JSON, or as a table. */
import type { Losses } from "../carry/Losses.ts"
import { readFewRows } from "../files/csv.ts"
import { parseJson } from "../files/json.ts"
import { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import type { Source } from "../files/Source.ts"
import { readAttributes, readDefinitions } from "./attributes.ts"
import { readShape } from "./shapes.ts"
import type { ViaDocument, ViaImage, ViaRegion } from "./ViaImage.ts"

/** Images are members of a project, or of the document itself. */
export const readVersion2 = (document: Node, losses: Losses): ViaDocument => {
  const isProject = document.at("_via_img_metadata").isPresent
  const images = isProject ? document.at("_via_img_metadata") : document
  const parts = new PartReader(losses)
  const entries = images.keys().flatMap((key) => {
    const image = parts.read(() => readImage(images.at(key), losses))
    return image === undefined ? [] : [image]
  })
  parts.checkAny()
  const definitions = document.at("_via_attributes")
  return {
    images: entries,
    definitions: isProject && definitions.isPresent ? readDefinitions(definitions) : new Map(),
  }
}

const imageMembers = new Set(["filename", "size", "regions", "file_attributes", "fileref", "base64_img_data"])

const readImage = (node: Node, losses: Losses): ViaImage => {
  const name = node.at("filename").text()
  for (const key of node.keys()) if (!imageMembers.has(key)) losses.add("unknown", node.at(key).place)
  const regions = node.at("regions")
  return {
    name,
    place: node.place,
    attributes: readAttributes(node.at("file_attributes"), losses),
    regions: readRegions(regions, losses),
  }
}

/** Version 1 has an object with numbers as names. */
const readRegions = (regions: Node, losses: Losses): ReadonlyArray<ViaRegion> => {
  if (!regions.isPresent) return []
  const nodes = Array.isArray(regions.value) ? regions.items() : regions.keys().map((key) => regions.at(key))
  const parts = new PartReader(losses)
  return nodes.flatMap((node) => parts.read(() => [readRegion(node, losses)]) ?? [])
}

const readRegion = (node: Node, losses: Losses): ViaRegion => ({
  place: node.place,
  shape: readShape(node.at("shape_attributes")),
  attributes: readAttributes(node.at("region_attributes"), losses),
})

const columns = ["filename", "file_attributes", "region_shape_attributes", "region_attributes"] as const

/** Whether a line names the columns of a table of version 2; version 1 begins it with `#`. */
export const isHeader2 = (cells: ReadonlyArray<string>): boolean => {
  const names = cells.map((cell) => cell.replace(/^#/, ""))
  return columns.every((column) => names.includes(column))
}

/** Rows of one image have its name and size. */
export const readTable2 = async (source: Source, path: string, losses: Losses): Promise<ViaDocument> => {
  const images = new Map<string, ViaImage & { readonly regions: Array<ViaRegion> }>()
  const parts = new PartReader(losses)
  let places: ReadonlyArray<number> | undefined
  let size = -1
  for await (const { cells, line } of readFewRows(source, path)) {
    if (places === undefined) {
      const names = cells.map((cell) => cell.replace(/^#/, ""))
      places = columns.map((column) => names.indexOf(column))
      size = names.indexOf("file_size")
      continue
    }
    const place = `${path} line ${line}`
    const [name = "", file = "", shape = "", region = ""] = places.map((at) => cells[at] ?? "")
    parts.read(() => {
      if (name === "") new Node(undefined, place).fail("has no filename.")
      const key = `${name}\0${cells[size] ?? ""}`
      const image = images.get(key) ?? {
        name,
        place,
        attributes: readAttributes(readCell(file, place), losses),
        regions: [],
      }
      images.set(key, image)
      const shapeNode = readCell(shape, place)
      // An image without regions has one row.
      if (shapeNode.keys().length === 0) return
      image.regions.push({
        place,
        shape: readShape(shapeNode),
        attributes: readAttributes(readCell(region, place), losses),
      })
    })
  }
  return { images: [...images.values()], definitions: new Map() }
}

const readCell = (cell: string, place: string): Node =>
  new Node(cell.trim() === "" ? {} : parseJson(cell, place), place)
