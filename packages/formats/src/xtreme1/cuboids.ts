/** Objects of point clouds: cuboids in the frame of the cloud. */
import type { Losses } from "../carry/Losses.ts"
import { type DrawnCuboid, findHeading, readVector } from "../drawn-cuboids/DrawnCuboid.ts"
import type { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import { readAttributes, readCategory } from "./results.ts"

/** Its `track` is the id of the object, or else the number that people see, which two objects may share. */
export interface TrackedCuboid extends DrawnCuboid {
  readonly trackId: string | null
  readonly trackName: string | null
}

/** Odd objects are counted, and so are the boxes of camera images and segments of points. */
export const readCuboids = (objects: ReadonlyArray<Node>, losses: Losses): ReadonlyArray<TrackedCuboid> => {
  const parts = new PartReader(losses)
  return objects.flatMap((object) => {
    const type = parts.read(() => object.at("type").text())
    if (type === "3D_BOX") return parts.read(() => readCuboid(object, losses)) ?? []
    if (type !== undefined) losses.add("shapes", `${object.place}: ${type}`)
    return []
  })
}

/** The angles turn about x, the turned y and the z of both. */
const readCuboid = (object: Node, losses: Losses): TrackedCuboid => {
  const contour = object.at("contour")
  const numbers = new PartReader(losses, "attribute-value")
  const points = numbers.read(() => contour.at("pointN").or(undefined, readCount))
  const keys = new PartReader(losses)
  const [id, trackName] = ["trackId", "trackName"].map(
    (key) => keys.read(() => object.at(key).or("", (own) => own.toWord())) || null,
  )
  return {
    category: readCategory(object),
    track: id != null ? `id ${id}` : trackName != null ? `name ${trackName}` : null,
    trackId: id ?? null,
    trackName: trackName ?? null,
    position: readVector(contour.at("center3D")),
    dimensions: readVector(contour.at("size3D")),
    heading: findHeading("turned", readVector(contour.at("rotation3D"))),
    attributes: {
      ...readAttributes(object, losses),
      ...(points !== undefined && { interior_points: points }),
    },
  }
}

const readCount = (node: Node): number =>
  node.whole() >= 0 ? node.whole() : node.fail("must not be negative.")
