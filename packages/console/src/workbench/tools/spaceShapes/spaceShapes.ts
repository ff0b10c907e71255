/** The tools that draw shapes in a point cloud: those of images, with other keys. */
import { leastPoints } from "../../geometry/vertices.ts"
import { polygon, polyline } from "../path/path.ts"
import { point } from "../point/point.ts"
import { defineSpaceTool, type SpaceToolEntry } from "../SpaceToolEntry.ts"

type Draws = NonNullable<SpaceToolEntry["draws"]>

/** A press adds a vertex. One at the first vertex of a polygon, or at the last one, completes the shape. */
const drawPath = (type: "polygon" | "polyline"): Draws => ({
  type,
  step: (places, { isNear, place }) => {
    const closes = type === "polygon" && places.length >= leastPoints.polygon && isNear(places[0])
    return closes || isNear(places.at(-1))
      ? { places, completes: true }
      : { places: [...places, place], completes: false }
  },
})

export const spacePolygon = defineSpaceTool({
  name: polygon.name,
  command: "spacePolygon",
  scope: "spaceShapes",
  keys: ["Alt+p"],
  words: { en: "3D polygon", de: "3D-Polygon" },
  label: polygon.command,
  icon: polygon.icon,
  hints: [
    {
      en: "Click to add corners. Click the first corner or press Enter to finish. Backspace removes the last one.",
      de: "Klicken Sie, um Ecken zu setzen. Ein Klick auf die erste Ecke oder Enter schließt ab. Die Rücktaste entfernt die letzte.",
    },
  ],
  draws: drawPath("polygon"),
})

export const spacePolyline = defineSpaceTool({
  name: polyline.name,
  command: "spacePolyline",
  scope: "spaceShapes",
  keys: ["Alt+o"],
  words: { en: "3D polyline", de: "3D-Linienzug" },
  label: polyline.command,
  icon: polyline.icon,
  hints: [
    {
      en: "Click to add vertices. Click the last vertex or press Enter to finish. Backspace removes the last one.",
      de: "Klicken Sie, um Eckpunkte zu setzen. Ein Klick auf den letzten Eckpunkt oder Enter schließt ab. Die Rücktaste entfernt den letzten.",
    },
  ],
  draws: drawPath("polyline"),
})

export const spacePoint = defineSpaceTool({
  name: point.name,
  command: "spacePoint",
  scope: "spaceShapes",
  keys: ["Alt+t"],
  words: { en: "3D point", de: "3D-Punkt" },
  label: point.command,
  icon: point.icon,
  hints: [{ en: "Click to place a point.", de: "Klicken Sie, um einen Punkt zu setzen." }],
  draws: { type: "point", step: (_, { place }) => ({ places: [place], completes: true }) },
})
