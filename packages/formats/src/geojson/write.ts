/** Writes `NAME.geojson` for each image, one feature a line. */
import type { Writer } from "../Format.ts"
import { printJson } from "../files/json.ts"
import { getStem } from "../files/paths.ts"
import { writeFile } from "../files/Target.ts"
import { makeCategoryNames } from "../model/Dataset.ts"
import type { Multipolygon } from "../model/exactShapes.ts"
import type { Annotation, Drawing } from "../model/Scene.ts"
import { computeSignedArea, readTransform, type Transform } from "./transform.ts"

/** Pixels from the top-left corner, y down: the standard itself knows longitude and latitude alone. */
const pixels = { type: "name", properties: { name: "urn:ogc:def:crs:OGC:1.3:CRS1" } }

export const writeGeojson: Writer = async (scenes, { dataset, place, sizeOf, target }) => {
  const nameOf = makeCategoryNames(dataset)
  for await (const { exportPaths, frames, metadata, name, split } of scenes) {
    const [frame] = frames
    const transform = readTransform(metadata)
    const stem = exportPaths?.beside() ?? getStem(name)
    const image = frame?.image ?? null
    const size = image && (await sizeOf(image))
    const head = {
      type: "FeatureCollection",
      name,
      ...(transform === null && { crs: pixels }),
      ...(image !== null && { image: await place(image, `images/${stem}`) }),
      ...size,
      ...(split !== null && { split }),
      ...(Object.keys(metadata).length > 0 && { metadata }),
      ...(frame !== undefined &&
        Object.keys(frame.attributes).length > 0 && { attributes: frame.attributes }),
    }
    const features = (frame?.annotations ?? []).flatMap((annotation) =>
      "points" in annotation ? [toFeature(annotation, nameOf(annotation.categoryId), transform)] : [],
    )
    const lines = features.map((feature) => printJson(feature)).join(",\n")
    await writeFile(target, `${stem}.geojson`, `${printJson(head).slice(0, -1)},"features":[\n${lines}\n]}\n`)
  }
}

const toFeature = (annotation: Drawing, category: string, transform: Transform | null) => {
  const { attributes, categoryId, id, shape, type } = annotation
  return {
    type: "Feature",
    id,
    geometry: toGeoJsonGeometry(annotation, transform ?? ((x, y) => [x, y])),
    // In pixels, also where the geometry is in longitude and latitude.
    properties: { category, category_id: categoryId, type, ...(shape && { shape }), attributes },
  }
}

type Position = readonly [number, number]

const toGeoJsonGeometry = ({ points, shape, type }: Extract<Annotation, Drawing>, transform: Transform) => {
  if (shape?.type === "multipolygon") return toMultiPolygon(shape, transform)
  const positions = points.map(([x = 0, y = 0]): Position => transform(x, y))
  switch (type) {
    case "bbox":
      return {
        type: "Polygon",
        coordinates: [closeRing(toPositions(points).map(([x, y]) => transform(x, y)))],
      }
    case "polygon":
      return { type: "Polygon", coordinates: [closeRing(positions)] }
    case "polyline":
      return { type: "LineString", coordinates: positions }
    case "point":
      return positions.length === 1
        ? { type: "Point", coordinates: positions[0] }
        : { type: "MultiPoint", coordinates: positions }
  }
}

/** Holes turn against the outer ring, as the standard requires. */
const toMultiPolygon = ({ polygons }: Multipolygon, transform: Transform) => ({
  type: "MultiPolygon",
  coordinates: polygons.map((rings) =>
    rings.map((ring, index) => {
      const outer = closeRing(ring.map(([x, y]) => transform(x, y)))
      return index === 0 ? outer : outer.toReversed()
    }),
  ),
})

const toPositions = (points: Drawing["points"]): ReadonlyArray<Position> => {
  const xs = points.map(([x = 0]) => x)
  const ys = points.map(([, y = 0]) => y)
  const [left, right] = [Math.min(...xs), Math.max(...xs)]
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)]
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ]
}

/** Counter-clockwise in the coordinates as written, and closed by its first position. */
const closeRing = (positions: ReadonlyArray<Position>): ReadonlyArray<Position> => {
  const ring = computeSignedArea(positions) < 0 ? [...positions].reverse() : positions
  const [first] = ring
  return first === undefined ? [] : [...ring, first]
}
