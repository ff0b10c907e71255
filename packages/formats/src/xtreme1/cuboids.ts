/** Objects of point clouds: cuboids in the frame of the cloud. */
import type { Losses } from "../carry/Losses.ts"
import { type DrawnCuboid, findHeading, readVector } from "../drawn-cuboids/DrawnCuboid.ts"
import type { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import { readAttributes, readCategory } from "./results.ts"

/** Odd objects are counted, and so are the boxes of camera images and segments of points. */
export const readCuboids = (objects: ReadonlyArray<Node>, losses: Losses): ReadonlyArray<DrawnCuboid> => {
  const parts = new PartReader(losses)
  return objects.flatMap((object) => {
    const type = parts.read(() => object.at("type").text())
    if (type === "3D_BOX") return parts.read(() => readCuboid(object, losses)) ?? []
    if (type !== undefined) losses.add("shapes", `${object.place}: ${type}`)
    return []
  })
}

/** The angles turn about x, the turned y and the z of both. */
const readCuboid = (object: Node, losses: Losses): DrawnCuboid => {
  const contour = object.at("contour")
  const points = contour.at("pointN").value
  const track = ["trackName", "trackId"]
    .map((key) => object.at(key).value)
    .find((own) => own != null && own !== "")
  return {
    category: readCategory(object),
    track: track === undefined ? null : String(track),
    position: readVector(contour.at("center3D")),
    dimensions: readVector(contour.at("size3D")),
    heading: findHeading("turned", readVector(contour.at("rotation3D"))),
    attributes: {
      ...readAttributes(object, losses),
      ...(typeof points === "number" && Number.isSafeInteger(points) && { interior_points: points }),
    },
  }
}
