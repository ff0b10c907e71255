/** Objects of VOC as annotations: boxes, and the polygons and turned boxes that tools add. */
import type { ReadContext } from "../Format.ts"
import type { XmlElement } from "../files/xml.ts"
import { draw } from "../model/exactShapes.ts"
import type { Annotation, Attributes, Drawing } from "../model/Scene.ts"
import { flagNames, noPose } from "./write.ts"

/** Whether a person has deleted the object, which LabelMe on the web keeps in its files. */
export const isDeleted = (object: XmlElement): boolean => object.requireText("deleted").trim() === "1"

/** Whether the object becomes a polygon. */
export const isPolygon = (object: XmlElement): boolean =>
  object.child("polygon") !== undefined || object.child("robndbox") !== undefined

/** Undefined, and counted, for an object without a name or a shape. */
export const readObject = (
  object: XmlElement,
  id: number,
  categories: ReadonlyMap<string, number>,
  firstPixel: 0 | 1,
  { losses }: ReadContext,
): Annotation | undefined => {
  const name = object.child("name")?.text ?? ""
  if (name.trim() === "") {
    losses.add("broken", `${object.place}: an object without a name`)
    return undefined
  }
  const categoryId = categories.get(name) ?? categories.get(name.trim())
  if (categoryId === undefined)
    return object.fail(`has the category ${JSON.stringify(name)}, which is missing.`)
  losses.add("shapes", `${object.place}: part`, object.all("part").length)
  const shape = readPolygon(object, firstPixel) ?? readTurnedBox(object) ?? readBox(object, firstPixel)
  if (shape === undefined) {
    losses.add("broken", `${object.place}: an object without a bndbox`)
    return undefined
  }
  const attributes = readAttributes(object, losses)
  return { id, categoryId, trackId: null, isKeyframe: true, attributes, ...shape }
}

type Shape = Pick<Drawing, "type" | "points" | "shape">

const readBox = (object: XmlElement, firstPixel: 0 | 1): Shape | undefined => {
  const box = object.child("bndbox")
  if (box === undefined) return undefined
  const side = (key: string) => box.parseNumber(box.requireText(key), key)
  return {
    type: "bbox",
    points: [
      [side("xmin") - firstPixel, side("ymin") - firstPixel],
      [side("xmax"), side("ymax")],
    ],
  }
}

/** Corners as `x1`, `y1`, … (Roboflow, supervision), or as `pt` with `x` and `y` (LabelMe on the web). Undefined for less than three. */
const readPolygon = (object: XmlElement, firstPixel: 0 | 1): Shape | undefined => {
  const polygon = object.child("polygon")
  if (polygon === undefined) return undefined
  const listed = [...polygon.all("pt"), ...polygon.all("point")].map((corner) => readCorner(corner, ""))
  const corners = listed.length > 0 ? listed : readNumberedCorners(polygon)
  const points = corners.map((corner) => corner.map((value) => value - firstPixel))
  return points.length >= 3 ? { type: "polygon", points } : undefined
}

const readCorner = (element: XmlElement, suffix: string): ReadonlyArray<number> =>
  ["x", "y"].map((axis) => element.parseNumber(element.requireText(`${axis}${suffix}`), `${axis}${suffix}`))

const readNumberedCorners = (polygon: XmlElement): ReadonlyArray<ReadonlyArray<number>> => {
  const corners: Array<ReadonlyArray<number>> = []
  while (polygon.child(`x${corners.length + 1}`) !== undefined)
    corners.push(readCorner(polygon, String(corners.length + 1)))
  return corners
}

/** The turned box of roLabelImg: its center, its size, and radians clockwise as seen. */
const readTurnedBox = (object: XmlElement): Shape | undefined => {
  const box = object.child("robndbox")
  if (box === undefined) return undefined
  const number = (key: string) => box.parseNumber(box.requireText(key), key)
  return draw({
    type: "rotated_box",
    center: [number("cx"), number("cy")],
    size: [number("w"), number("h")],
    angle: number("angle"),
  })
}

/** Values of flags that say no. */
const noFlags: ReadonlySet<string> = new Set(["", "0", "0.0", "false", "no", "unspecified"])

const shapeNames: ReadonlySet<string> = new Set(["bndbox", "polygon", "robndbox", "part"])
const standardNames: ReadonlySet<string> = new Set([
  "name",
  "pose",
  "attributes",
  "actions",
  "deleted",
  ...flagNames,
])

const readAttributes = (object: XmlElement, losses: ReadContext["losses"]): Attributes => {
  const values: Record<string, string> = {}
  const pose = object.requireText("pose")
  if (pose !== "" && pose !== noPose) values.pose = pose
  for (const name of flagNames)
    if (!noFlags.has(object.requireText(name).toLowerCase())) values[name] = "true"
  // Actions of persons in the original: 1 or 0 each.
  for (const { name, text } of object.child("actions")?.children ?? [])
    if (text.trim() === "1") values[name] = "true"
  for (const attribute of object.child("attributes")?.all("attribute") ?? [])
    values[attribute.child("name")?.text ?? ""] = attribute.child("value")?.text ?? ""
  for (const child of object.children) {
    if (shapeNames.has(child.name) || standardNames.has(child.name)) continue
    if (child.children.length > 0) losses.add("unknown", `${child.place}: ${child.name}`)
    else if (child.text.trim() !== "") values[child.name] ??= child.text.trim()
  }
  return values
}
